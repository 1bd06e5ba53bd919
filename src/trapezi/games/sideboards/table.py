"""What lies on the table of Sideboards: what it is worth, and who may see it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trapezi.core import bits
from trapezi.core.errors import Reason
from trapezi.core.score import Result, ScoreLine, score_line
from trapezi.core.state import State
from trapezi.games.sideboards.cards import Cards
from trapezi.games.sideboards.deck import SideboardsDeck

if TYPE_CHECKING:
    from trapezi.games.sideboards.game import Sideboards

ONE = 1
ALL_CARDS = 0xFFFFFFFFFFFFFFF  # sixty bits; hands, piles and what is known are sets of cards
LENGTH = 8  # cards of a finished sideboard
BITS = 7  # of a face in a sideboard (see cards.py)
FACE = 127
UNDECIDED = 61

GOALS = 0  # phases
DRAWING = 1
PHASES = ("goals", "drawing", "start", "laying", "end")


class Table(State):
    """A position of Sideboards without the moves."""

    __slots__ = (
        "board",
        "cards",
        "choice",
        "deck",
        "discards",
        "drawers",
        "exchanged",
        "four",
        "goals",
        "hand",
        "known",
        "laid",
        "phase",
        "pile",
        "spare",
    )

    def __init__(self, game: Sideboards) -> None:
        super().__init__(game)
        self.deck: SideboardsDeck = game.deck
        self.cards: Cards = game.deck.cards
        self.four = game.four_cards
        self.goals = list(game.goals)  # colour, handle, row; 0 while not drawn
        self.board = [0] * 6
        self.laid = 0  # how many cards lie before each player
        self.hand = [0] * 6
        self.known = [0] * 6  # per seat: cards it has held, whose way it can follow
        self.pile = ALL_CARDS  # not drawn yet
        self.discards = 0
        self.choice = [61] * 6  # UNDECIDED
        self.drawers = (1 << self.players) - 1  # seats that draw now, the lowest first
        self.spare = 0 if self.four else (1 << self.players) - 1  # seats with their exchange card (SB-2, SB-10)
        self.exchanged = 0  # seats that exchange in this turn
        self.phase = DRAWING if self.goals[0] and self.goals[1] and self.goals[2] else GOALS

    # -- score ---------------------------------------------------------------------------------------------------------

    def counted(self, seat: int) -> int:
        """SB-7: the drawers of the counted run or runs."""
        return self.cards.drawers(self.board[seat], self.laid, self.goals[2]) if self.laid else 0

    def earned(self, seat: int, n: int) -> int:
        """SB-6, SB-7: what a sideboard of n cards is worth by itself; alone with the row bonus too (SB-9)."""
        if n == 0:
            return 0
        points = self.cards.points[self.goals[0]] * self.cards.sets(self.board[seat], n, self.goals[0])
        points += self.cards.points[self.goals[1]] * self.cards.sets(self.board[seat], n, self.goals[1])
        drawers = self.cards.drawers(self.board[seat], n, self.goals[2])
        return points + 2 * drawers + (self.solo_bonus(drawers) if self.players == 1 else 0)

    def shares(self, seat: int, n: int) -> dict[str, int]:
        """The same, goal by goal; the bonus is that of SB-9."""
        if n == 0:
            return {"colour": 0, "handle": 0, "row": 0, "bonus": 0}
        drawers = self.cards.drawers(self.board[seat], n, self.goals[2])
        return {
            "colour": self.cards.points[self.goals[0]] * self.cards.sets(self.board[seat], n, self.goals[0]),
            "handle": self.cards.points[self.goals[1]] * self.cards.sets(self.board[seat], n, self.goals[1]),
            "row": 2 * drawers,
            "bonus": self.solo_bonus(drawers) if self.players == 1 else 0,
        }

    def solo_bonus(self, drawers: int) -> int:
        """SB-9: the highest step reached; one run has it easier than two."""
        least = 4 if self.cards.runs[self.goals[2]] == 1 else 7
        if drawers >= least + 4:
            return 8
        return 4 if drawers >= least + 2 else 2 if drawers >= least else 0

    def place(self, seat: int) -> int:
        """SB-8: how many different higher numbers of drawers the others have."""
        own = self.counted(seat)
        higher = 0
        for other in range(self.players):
            drawers = self.counted(other)
            if drawers > own:
                higher |= ONE << drawers
        return bits.count(higher)

    def bonus(self, seat: int) -> int:
        """SB-8: 4 for two players, 8 and 4 for three, 8, 4 and 2 for more, as if the game ended now."""
        if self.players == 1 or self.counted(seat) == 0:
            return 0
        place = self.place(seat)
        if place >= 3 or place >= self.players - 1:
            return 0
        return 4 if self.players == 2 else 8 >> place

    def score(self, seat: int) -> int:
        return self.earned(seat, self.laid) + self.bonus(seat) + (self.spare >> seat & 1)

    def score_lines(self, seat: int) -> list[ScoreLine]:
        lines = []
        if self.laid:
            for name, goal in zip(("colour", "handle"), self.goals, strict=False):
                sets, each = self.cards.sets(self.board[seat], self.laid, goal), self.cards.points[goal]
                lines.append(score_line(sets * each, f"sideboards.score.{name}", goal=goal, sets=sets, each=each))
            drawers = self.counted(seat)
            lines.append(score_line(2 * drawers, "sideboards.score.row", goal=self.goals[2], drawers=drawers))
            if self.players == 1:
                lines.append(score_line(self.solo_bonus(drawers), "sideboards.score.solo-bonus", drawers=drawers))
            else:
                lines.append(score_line(self.bonus(seat), "sideboards.score.bonus", place=self.place(seat) + 1, drawers=drawers))
        if not self.four:  # SB-5
            unused = self.spare >> seat & 1
            lines.append(score_line(unused, "sideboards.score.unused" if unused else "sideboards.score.exchanged"))
        return lines

    def final_result(self) -> Result:
        """SB-11: points decide, equal ones share. Alone (SB-9) they give a rank."""
        if self.players > 1:
            return super().final_result()
        points = self.score(0)
        ranks = self.deck.ranks
        rank = sum(points >= least for least in ranks)
        reason = Reason(f"sideboards.rank.{rank}", {"points": points})
        return Result((1,), (0,), reason=reason, facts={"rank": rank, "of": len(ranks)})

    # -- view ----------------------------------------------------------------------------------------------------------

    def public_board(self) -> dict[str, Any]:
        return {
            "phase": PHASES[self.phase],
            "turn": min(self.laid or 1, LENGTH - 1),
            "turns": LENGTH - 1,
            "four_cards": bool(self.four),
            "goals": {
                name: self.deck.goal(goal) if goal else None
                for name, goal in zip(("colour", "handle", "row"), self.goals, strict=True)
            },
            "drawing": bits.lowest(self.drawers) if self.phase == DRAWING else None,
            "pile": bits.count(self.pile),
            "discards": bits.count(self.discards),
            "ranks": list(self.deck.ranks) if self.players == 1 else None,
            "seats": [self.look_at(s) for s in range(self.players)],
        }

    def private_board(self, seat: int) -> dict[str, Any]:
        """The hand, a choice that nobody else has seen yet, and where cards are that the seat has held before."""
        known = self.known[seat] if seat >= 0 else 0
        decided = seat >= 0 and self.choice[seat] != UNDECIDED
        return {
            "hand": self.deck.set_of(self.hand[seat]) if seat >= 0 else [],
            "choice": self.choice[seat] if decided else None,
            "chosen": self._described(seat, [self.choice[seat]])[0] if decided else None,
            "passes_to": self.passes_to(seat),
            "known": {
                "discards": self.deck.set_of(self.discards & known),
                "hands": [self.deck.set_of(0 if s == seat else self.hand[s] & known) for s in range(self.players)],
            },
        }

    def passes_to(self, seat: int) -> int | None:
        """Who gets what this seat does not lay: the left neighbour (SB-4); None if it is discarded, in the last turn or alone."""
        if seat < 0 or self.players == 1 or self.laid >= LENGTH - 1:
            return None
        return (seat + 1) % self.players

    def look_at(self, seat: int) -> dict[str, Any]:
        """What lies before a seat, and how many cards it holds."""
        board = []
        for column in range(self.laid):
            face = self.board[seat] >> (BITS * column) & FACE
            card = self.deck.card(face >> 1)
            drawers = card["drawers"][::-1] if face & 1 else card["drawers"]
            board.append({"number": card["number"], "turned": face & 1 == 1, "drawers": drawers})
        return {
            "board": board,
            "matched": self.matched(self.board[seat], self.laid),
            "counted": self.counted(seat),
            "cards": bits.count(self.hand[seat]),
            "exchange": self.spare >> seat & 1 == 1,
            "exchanging": self.exchanged >> seat & 1 == 1,
        }

    def matched(self, board: int, n: int) -> dict[str, list[list[list[int]]]]:
        """Which drawers count for each goal: sets of column and row, from 0 at the top left."""
        if n == 0:
            return {"colour": [], "handle": [], "row": []}
        return {
            "colour": self.cards.where_sets(board, n, self.goals[0]),
            "handle": self.cards.where_sets(board, n, self.goals[1]),
            "row": self.cards.where_drawers(board, n, self.goals[2]),
        }

    def redact(self, viewer: int, seat: int, move: int) -> dict[str, Any]:
        """A draw is for the eyes of who draws. Everybody sees the card that is laid, not where it was in hand."""
        told = self.game.describe(move)
        if told["kind"] == "draw":
            drawer = bits.lowest(self.drawers)
            return {"kind": "drawn", "to": drawer, **({"card": told["card"]} if viewer == drawer else {})}
        if told["kind"] not in ("start", "lay"):
            return told
        hand = [card["number"] for card in self.deck.set_of(self.hand[seat])]
        if told["kind"] == "lay":
            return {"kind": "laid", "card": hand[told["slot"]], "end": told["end"], "turned": told["turned"]}
        return {"kind": "started", "cards": [hand[slot] for slot in told["slots"]], "turned": told["turned"]}

    def is_secret(self, seat: int) -> bool:
        """Who has laid stays face down while others exchange (SB-4, SB-5)."""
        return self.exchanged != 0 and self.choice[seat] != UNDECIDED


def check(goals: list[int], boards: list[int], laid: int) -> None:
    """Refuses saved data that could not be counted with."""
    groups = (range(1, 8), range(8, 15), range(15, 31))
    if any(goal and goal not in group for goal, group in zip(goals, groups, strict=True)):
        raise ValueError("no such goal")
    if laid not in (0, *range(2, LENGTH + 1)) or (laid and 0 in goals):
        raise ValueError("no such position")
    if any(board >> BITS * column & FACE >= 120 for board in boards for column in range(laid)):
        raise ValueError("no such card")
