"""The rules of Sideboards. Everybody lays eight cards side by side, all at once, so that drawers match three common goals.

What players see is in view.py, how often a sideboard fulfils a goal is in cards.py, moves as text and as data are in notation.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trapezi.core import bits, cloning, seats
from trapezi.core.errors import Reason
from trapezi.core.random import Stream
from trapezi.core.score import Result, ScoreLine, score_line
from trapezi.core.state import Moves, State
from trapezi.games.sideboards import faces, goals, notation, phases, view
from trapezi.games.sideboards.cards import Cards
from trapezi.games.sideboards.deck import SideboardsDeck

if TYPE_CHECKING:
    from trapezi.games.sideboards.game import Sideboards

ALL_CARDS = 0xFFFFFFFFFFFFFFF  # sixty bits; hands, piles and known cards are sets of cards


class Position(State):
    """A position of Sideboards."""

    FIELDS = (
        "goals", "board", "hand", "known_cards", "choice", "pile", "discards", "length", "drawing_seats", "exchange_cards",
        "exchanging", "phase",
    )  # fmt: skip
    __slots__ = ("cards", "deck", "four_cards", *FIELDS)

    def __init__(self, game: Sideboards) -> None:
        super().__init__(game)
        self.deck: SideboardsDeck = game.deck
        self.cards: Cards = game.deck.cards
        self.four_cards = game.four_cards
        self.goals = list(game.goals)  # colour, handle, row; 0 while not drawn
        self.board = [0] * 6
        self.hand = [0] * 6
        self.known_cards = [0] * 6  # per seat: the cards whose places it knows, because it has held them
        self.choice = [notation.UNDECIDED] * 6
        self.pile = ALL_CARDS  # cards not drawn yet
        self.discards = 0
        self.length = 0  # how many cards each player has laid
        self.drawing_seats = (1 << self.players) - 1  # seats that draw now, the lowest first
        self.exchange_cards = 0 if self.four_cards else (1 << self.players) - 1  # seats that still have theirs (SB-2, SB-10)
        self.exchanging = 0  # seats that exchange in this turn
        self.phase = phases.DRAWING if self.goals[0] and self.goals[1] and self.goals[2] else phases.GOALS

    # -- NATURE: goals first, then card by card ------------------------------------------------------------------------

    def missing_goal_group(self) -> int:
        """Return the first group of which no goal lies open yet (SB-2)."""
        return 0 if self.goals[0] == 0 else 1 if self.goals[1] == 0 else 2

    def draw_pile(self) -> int:
        """Return the cards that can be drawn: the pile or, when it is empty, the discards (SB-12)."""
        return self.pile if self.pile else self.discards

    def chance_count(self) -> int:
        if self.phase == phases.GOALS:
            return 16 if self.missing_goal_group() == 2 else 7
        return bits.count(self.draw_pile())

    def chance_outcome(self, k: int) -> int:
        if self.phase == phases.GOALS:
            return notation.GOAL + 1 + self.missing_goal_group() * 7 + k
        return notation.DRAW + bits.nth(self.draw_pile(), k)

    def hand_size(self) -> int:
        """Return how many cards a full hand has: three, later two (SB-3); one more in the four-card variant (SB-10)."""
        return (2 if self.length else 3) + (1 if self.four_cards else 0)

    def draw_card(self, card: int) -> None:
        """Give a card to the next seat that draws, clockwise from the first seat (SB-12)."""
        if self.pile == 0:
            self.pile = self.discards
            self.discards = 0
            for seat in range(self.players):
                self.known_cards[seat] &= ~self.pile
        self.pile &= ~bits.bit(card)
        seat = bits.lowest(self.drawing_seats)
        self.hand[seat] |= bits.bit(card)
        self.known_cards[seat] |= bits.bit(card)
        if bits.count(self.hand[seat]) == self.hand_size():
            self.drawing_seats &= self.drawing_seats - 1
            if self.drawing_seats == 0:
                self.ask_for_choices()

    def ask_for_choices(self) -> None:
        """Wait for everybody's secret choice (SB-4); after an exchange only for the seats with new cards (SB-5)."""
        self.phase = phases.LAYING if self.length else phases.START
        self.waiting = self.exchanging if self.exchanging else bits.bit(self.players) - 1

    # -- legal moves ---------------------------------------------------------------------------------------------------

    def start_move_count(self) -> int:
        """Return how many ordered pairs of hand cards there are, each card straight or turned (SB-3, SB-10)."""
        return 48 if self.four_cards else 24

    def lay_move_count(self) -> int:
        """Return how many ways there are to lay one of two or three cards, left or right, straight or turned (SB-4, SB-10)."""
        return 12 if self.four_cards else 8

    def may_exchange(self, seat: int) -> bool:
        """Return whether a seat may exchange: once per game (SB-5), and only together with the others of the turn (SB-12)."""
        return self.exchanging == 0 and self.exchange_cards >> seat & 1 == 1

    def generate_moves(self, seat: int, moves: Moves) -> int:
        if self.phase == phases.START:
            n = self.start_move_count()
            for i in range(n):
                moves.items[i] = i
        else:
            n = self.lay_move_count()
            for i in range(n):
                moves.items[i] = notation.LAY + i
            if self.may_exchange(seat):
                moves.items[n] = notation.EXCHANGE
                n += 1
        moves.size = n
        return n

    def is_legal(self, seat: int, move: int) -> bool:
        if seat == seats.NATURE:
            if self.phase == phases.GOALS:
                return 0 <= move - self.chance_outcome(0) < self.chance_count()
            return notation.DRAW <= move <= notation.GOAL and self.draw_pile() >> (move - notation.DRAW) & 1 == 1
        if self.phase == phases.START:
            return move < self.start_move_count()  # no exchange yet (SB-5)
        if move == notation.EXCHANGE:
            return self.may_exchange(seat)
        return 0 <= move - notation.LAY < self.lay_move_count()

    def reason(self, seat: int, move: int) -> Reason:
        if seat == seats.NATURE:
            if self.phase == phases.GOALS:
                first = self.chance_outcome(0) - notation.GOAL
                return Reason("sideboards.not-that-goal", {"first": first, "last": first + self.chance_count() - 1})
            if move > notation.GOAL:
                return Reason("sideboards.goals-lie-open")
            return Reason("sideboards.not-in-the-pile", {"card": move - notation.DRAW + 1})
        if move == notation.EXCHANGE:
            if self.four_cards:
                return Reason("sideboards.no-exchange-card")
            return Reason("sideboards.exchange-too-early" if self.phase == phases.START else "sideboards.exchange-used")
        if (move < notation.LAY) != (self.phase == phases.START):
            return Reason("sideboards.start-first" if self.phase == phases.START else "sideboards.already-started")
        return Reason("sideboards.no-such-card", {"cards": bits.count(self.hand[seat])})

    # -- play ----------------------------------------------------------------------------------------------------------

    def _apply(self, seat: int, move: int) -> bool:
        if seat == seats.NATURE:
            if self.phase == phases.GOALS:
                self.goals[self.missing_goal_group()] = move - notation.GOAL
                if self.goals[0] and self.goals[1] and self.goals[2]:
                    self.phase = phases.DRAWING
            else:
                self.draw_card(move - notation.DRAW)
            return True
        self.choice[seat] = move
        self.waiting &= ~bits.bit(seat)
        if self.waiting:
            return False
        self.resolve_choices()
        return self.players > 1

    def resolve_choices(self) -> None:
        """When all have chosen, carry out the exchanges (SB-5); if there are none, lay all cards at once (SB-4)."""
        exchanging = 0
        for seat in range(self.players):
            if self.choice[seat] == notation.EXCHANGE:
                exchanging |= 1 << seat
        if exchanging:
            self.exchange_hands(exchanging)
            return
        for seat in range(self.players):
            self.lay(seat, self.choice[seat])
            self.choice[seat] = notation.UNDECIDED
        self.length += 1 if self.length else 2
        self.exchanging = 0
        self.pass_cards()
        if self.length == faces.LENGTH:
            self.phase = phases.END
            self.over = True
        else:
            self.phase = phases.DRAWING
            self.drawing_seats = (1 << self.players) - 1

    def exchange_hands(self, seats: int) -> None:
        """Discard the hands of these seats, and let the seats draw (SB-5, SB-12). The choices of the others stay secret."""
        for seat in range(self.players):
            if seats >> seat & 1:
                self.discards |= self.hand[seat]
                self.hand[seat] = 0
                self.choice[seat] = notation.UNDECIDED
        self.exchange_cards &= ~seats
        self.exchanging = seats
        self.drawing_seats = seats
        self.phase = phases.DRAWING

    def lay(self, seat: int, move: int) -> None:
        """Lay two cards side by side (SB-3), or one card at an end (SB-4). Laid cards never move or turn."""
        if move < notation.LAY:
            card = bits.nth(self.hand[seat], notation.FIRST_SLOTS >> move // 4 * 2 & 3)
            other = bits.nth(self.hand[seat], notation.SECOND_SLOTS >> move // 4 * 2 & 3)
            self.board[seat] = card * 2 + (move >> 1 & 1) | (other * 2 + (move & 1)) << faces.BITS
            self.hand[seat] &= ~(bits.bit(card) | bits.bit(other))
            return
        move -= notation.LAY
        card = bits.nth(self.hand[seat], move >> 2)
        face = card * 2 + (move & 1)
        if move & 2:
            self.board[seat] |= face << faces.BITS * self.length
        else:
            self.board[seat] = self.board[seat] << faces.BITS | face
        self.hand[seat] &= ~bits.bit(card)

    def pass_cards(self) -> None:
        """Pass the remaining cards to the left (SB-4). In the last turn, and in a solo game (SB-9), discard them."""
        if self.length == faces.LENGTH or self.players == 1:
            for seat in range(self.players):
                self.discards |= self.hand[seat]
                self.hand[seat] = 0
            return
        passed = self.hand[self.players - 1]
        for seat in range(self.players):
            left = self.hand[seat]
            self.hand[seat] = passed
            self.known_cards[seat] |= passed
            passed = left

    # -- end and score -------------------------------------------------------------------------------------------------

    def drawers_in_runs(self, seat: int) -> int:
        """Return how many drawers of a seat are in the runs that count for the row goal (SB-7)."""
        return self.cards.drawers_in_runs(self.board[seat], self.length, self.goals[2]) if self.length else 0

    def board_points(self, seat: int, n: int) -> int:
        """Return the points of a seat's n cards for the three goals (SB-6, SB-7), with the solo bonus in a solo game (SB-9)."""
        if n == 0:
            return 0
        points = self.cards.points[self.goals[0]] * self.cards.count_sets(self.board[seat], n, self.goals[0])
        points += self.cards.points[self.goals[1]] * self.cards.count_sets(self.board[seat], n, self.goals[1])
        drawers = self.cards.drawers_in_runs(self.board[seat], n, self.goals[2])
        return points + 2 * drawers + (self.solo_bonus(drawers) if self.players == 1 else 0)

    def points_by_goal(self, seat: int, n: int) -> dict[str, int]:
        """Return the points of `board_points` goal by goal."""
        if n == 0:
            return {"colour": 0, "handle": 0, "row": 0, "bonus": 0}
        drawers = self.cards.drawers_in_runs(self.board[seat], n, self.goals[2])
        return {
            "colour": self.cards.points[self.goals[0]] * self.cards.count_sets(self.board[seat], n, self.goals[0]),
            "handle": self.cards.points[self.goals[1]] * self.cards.count_sets(self.board[seat], n, self.goals[1]),
            "row": 2 * drawers,
            "bonus": self.solo_bonus(drawers) if self.players == 1 else 0,
        }

    def solo_bonus(self, drawers: int) -> int:
        """Return the row bonus of a solo game (SB-9). Row goals that count two runs need more drawers for it."""
        least = 4 if self.cards.runs[self.goals[2]] == 1 else 7
        if drawers >= least + 4:
            return 8
        return 4 if drawers >= least + 2 else 2 if drawers >= least else 0

    def bonus_rank(self, seat: int) -> int:
        """Return a seat's rank for the row bonus, from 0: how many different higher counts of drawers the others have (SB-8)."""
        own = self.drawers_in_runs(seat)
        higher = 0
        for other in range(self.players):
            drawers = self.drawers_in_runs(other)
            if drawers > own:
                higher |= bits.bit(drawers)
        return bits.count(higher)

    def run_bonus(self, seat: int) -> int:
        """Return the row bonus as if the game ended now: 4 for two players, 8 and 4 for three, 8, 4 and 2 for more (SB-8)."""
        if self.players == 1 or self.drawers_in_runs(seat) == 0:
            return 0
        rank = self.bonus_rank(seat)
        if rank >= 3 or rank >= self.players - 1:
            return 0
        return 4 if self.players == 2 else 8 >> rank

    def score(self, seat: int) -> int:
        return self.board_points(seat, self.length) + self.run_bonus(seat) + (self.exchange_cards >> seat & 1)

    def score_lines(self, seat: int) -> list[ScoreLine]:
        lines = []
        if self.length:
            for name, goal in zip(("colour", "handle"), self.goals, strict=False):
                sets, each = self.cards.count_sets(self.board[seat], self.length, goal), self.cards.points[goal]
                lines.append(score_line(sets * each, f"sideboards.score.{name}", goal=goal, sets=sets, each=each))
            drawers = self.drawers_in_runs(seat)
            lines.append(score_line(2 * drawers, "sideboards.score.row", goal=self.goals[2], drawers=drawers))
            if self.players == 1:
                lines.append(score_line(self.solo_bonus(drawers), "sideboards.score.solo-bonus", drawers=drawers))
            else:
                lines.append(
                    score_line(self.run_bonus(seat), "sideboards.score.bonus", place=self.bonus_rank(seat) + 1, drawers=drawers)
                )
        if not self.four_cards:  # SB-5
            unused = self.exchange_cards >> seat & 1
            lines.append(score_line(unused, "sideboards.score.unused" if unused else "sideboards.score.exchanged"))
        return lines

    def final_result(self) -> Result:
        """Return the result: the highest total wins (SB-11). In a solo game the points give a rank (SB-9)."""
        if self.players > 1:
            return super().final_result()
        points = self.score(0)
        ranks = self.deck.ranks
        rank = sum(points >= least for least in ranks)
        reason = Reason(f"sideboards.rank.{rank}", {"points": points})
        return Result((1,), (0,), reason=reason, facts={"rank": rank, "of": len(ranks)})

    def preview(self, seat: int, move: int) -> dict[str, Any]:
        """Return what a move adds, without the bonus of SB-8, which depends on what the others lay at the same time."""
        if move == notation.EXCHANGE:
            return {"marks": [], "points": -1}
        then = self.clone()
        then.lay(seat, move)
        n = self.length + (1 if self.length else 2)
        new = [0, 1] if n == 2 else [n - 1] if move - notation.LAY & 2 else [0]
        matched = view.matched_cells_by_goal(self, then.board[seat], n)
        marks = [cell for sets in matched.values() for cells in sets for cell in cells if cell[0] in new]
        now = self.points_by_goal(seat, self.length)
        adds = {goal: points - now[goal] for goal, points in then.points_by_goal(seat, n).items()}
        return {"marks": marks, "points": sum(adds.values()), "matched": matched, "adds": adds}

    # -- view ----------------------------------------------------------------------------------------------------------

    public_board = view.public_board
    private_board = view.private_board
    redact = view.redact

    def is_secret(self, seat: int) -> bool:
        """Return whether a seat's choice is secret: it stays face down while others exchange (SB-4, SB-5)."""
        return self.exchanging != 0 and self.choice[seat] != notation.UNDECIDED

    # -- resample ------------------------------------------------------------------------------------------------------

    def resample_hidden(self, seat: int, rng: Stream) -> None:
        """Shuffle the cards whose places this seat does not know, and replace pending choices of others by random legal ones.

        The order in which places are filled depends on no hidden card, so the result depends on the view and on chance alone.
        """
        unknown = self.pile | self.discards
        for other in range(self.players):
            unknown |= self.hand[other]
        if seat >= 0:
            unknown &= ~self.known_cards[seat]
        was = self.clone()
        places = Moves()
        free = unknown
        while unknown:
            place = was.place_and_holders(bits.lowest(unknown))
            unknown &= unknown - 1
            i = places.add(place) - 1
            while i > 0 and places.items[i - 1] > place:
                places.items[i] = places.items[i - 1]
                i -= 1
            places.items[i] = place
        unknown = free
        self.pile &= ~unknown
        self.discards &= ~unknown
        for other in range(self.players):
            self.hand[other] &= ~unknown
            self.known_cards[other] &= ~unknown
        for i in range(places.size):
            place = places.items[i]
            new = bits.bit(bits.nth(free, rng.below(bits.count(free))))
            free &= ~new
            if place >> 6 == self.players:
                self.pile |= new
            elif place >> 6 > self.players:
                self.discards |= new
            else:
                self.hand[place >> 6] |= new
            for other in range(self.players):
                if place >> other & 1:
                    self.known_cards[other] |= new
        for other in range(self.players):
            if other != seat and self.choice[other] != notation.UNDECIDED:
                self.choice[other] = self.random_choice(other, rng)

    def place_and_holders(self, card: int) -> int:
        """Return the number of a card's place times 64, plus a bit for each seat that has held the card.

        Places are the hands by seat, then the pile, then the discards.
        """
        place = self.players if self.pile >> card & 1 else self.players + 1
        holders = 0
        for seat in range(self.players):
            if self.hand[seat] >> card & 1:
                place = seat
            if self.known_cards[seat] >> card & 1:
                holders |= 1 << seat
        return place * 64 + holders

    def random_choice(self, seat: int, rng: Stream) -> int:
        moves = Moves()
        return moves.items[rng.below(self.generate_moves(seat, moves))]

    # -- copies --------------------------------------------------------------------------------------------------------

    def clone(self) -> Position:
        new = Position.__new__(Position)
        new.deck = self.deck
        new.cards = self.cards
        cloning.copy_fields(self, new, self.goals)
        return new

    def load(self, values: list[Any]) -> None:
        check_saved_values(values[0], values[1], values[7])
        State.load(self, values)


def check_saved_values(chosen_goals: list[int], boards: list[int], length: int) -> None:
    """Raise `ValueError` for saved data that would make the compiled code read outside its tables."""
    if any(goal and goal not in group for goal, group in zip(chosen_goals, goals.GROUPS, strict=True)):
        raise ValueError("no such goal")
    if length not in (0, *range(2, faces.LENGTH + 1)) or (length and 0 in chosen_goals):
        raise ValueError("no such position")
    if any(faces.face_at(board, column) >= faces.COUNT for board in boards for column in range(length)):
        raise ValueError("no such card")
