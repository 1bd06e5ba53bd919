"""The rules of Sideboards: each player lays eight cards side by side to form a sideboard, which scores for three shared goals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trapezi.core import bits, cloning, special_seats
from trapezi.core.errors import Reason
from trapezi.core.game_result import Result
from trapezi.core.random import Stream
from trapezi.core.score_lines import ScoreLine, score_line
from trapezi.core.state import MoveCount, Moves, RevealedAnything, State
from trapezi.games.sideboards import goal_constants, notation, phases, sideboard_bits, view
from trapezi.games.sideboards.deck import SideboardsDeck
from trapezi.games.sideboards.goal_matching import GoalMatcher

if TYPE_CHECKING:
    from trapezi.games.sideboards.game import Sideboards

ALL_CARDS = 0xFFFFFFFFFFFFFFF  # The set of all sixty cards, one bit per card.


class Position(State):
    """A position of Sideboards."""

    FIELDS = (
        "goals", "board", "hand", "known_cards", "choice", "pile", "discards", "length", "drawing_seats", "exchange_cards",
        "exchanging", "phase",
    )  # fmt: skip
    __slots__ = ("deck", "four_cards", "matcher", *FIELDS)

    def __init__(self, game: Sideboards) -> None:
        super().__init__(game)
        self.deck: SideboardsDeck = game.deck
        self.matcher: GoalMatcher = game.deck.matcher
        self.four_cards = game.four_cards
        self.goals = list(game.goals)  # The numbers of the colour, handle and row goal; 0 for a goal that is not drawn yet.
        self.board = [0] * 6  # board[seat] is the sideboard of a seat (see `sideboard_bits`).
        self.hand = [0] * 6  # hand[seat] is the set of cards in the hand of a seat.
        # known_cards[seat] is the set of cards that have been in the hand of a seat. The seat knows where these cards are now.
        self.known_cards = [0] * 6
        self.choice = [notation.UNDECIDED] * 6  # choice[seat] is the move that a seat has chosen in secret.
        self.pile = ALL_CARDS  # The set of cards in the draw pile.
        self.discards = 0  # The set of discarded cards.
        self.length = 0  # The number of cards that each player has laid.
        self.drawing_seats = (1 << self.players) - 1  # The set of seats that must still draw cards; the lowest seat draws first.
        # The set of seats that still have their exchange card (SB-2, SB-10).
        self.exchange_cards = 0 if self.four_cards else (1 << self.players) - 1
        self.exchanging = 0  # The set of seats that exchange their hands in this turn.
        self.phase = phases.DRAWING if self.goals[0] and self.goals[1] and self.goals[2] else phases.GOALS

    # -- NATURE: the goals first, then one card at a time --------------------------------------------------------------

    def first_missing_goal_group(self) -> int:
        """Return the group of the goal that is drawn next (SB-2): 0 for colours, 1 for handles, 2 for rows."""
        return 0 if self.goals[0] == 0 else 1 if self.goals[1] == 0 else 2

    def drawable_cards(self) -> int:
        """Return the cards that can be drawn: the pile or, if it is empty, the discards (SB-12)."""
        return self.pile if self.pile else self.discards

    def chance_count(self) -> int:
        if self.phase == phases.GOALS:
            return 16 if self.first_missing_goal_group() == 2 else 7
        return bits.count(self.drawable_cards())

    def chance_outcome(self, k: int) -> int:
        if self.phase == phases.GOALS:
            return notation.GOAL + 1 + self.first_missing_goal_group() * 7 + k
        return notation.DRAW + bits.nth_member(self.drawable_cards(), k)

    def full_hand_size(self) -> int:
        """Return the size of a full hand: three cards at the start, later two (SB-3); with `four_cards` one more (SB-10)."""
        return (2 if self.length else 3) + (1 if self.four_cards else 0)

    def give_drawn_card(self, card: int) -> None:
        """Give a card to the next seat that draws (SB-12). If the pile is empty, the discards become the pile first."""
        if self.pile == 0:
            self.pile = self.discards
            self.discards = 0
            for seat in range(self.players):
                self.known_cards[seat] &= ~self.pile
        self.pile &= ~bits.bit(card)
        seat = bits.lowest_member(self.drawing_seats)
        self.hand[seat] |= bits.bit(card)
        self.known_cards[seat] |= bits.bit(card)
        if bits.count(self.hand[seat]) == self.full_hand_size():
            self.drawing_seats &= self.drawing_seats - 1

    def ask_for_choices(self) -> None:
        """Wait for the secret choices of all seats (SB-4) or, after an exchange, of the seats with new cards (SB-5)."""
        self.phase = phases.LAYING if self.length else phases.START
        self.waiting = self.exchanging if self.exchanging else bits.bit(self.players) - 1

    # -- legal moves ---------------------------------------------------------------------------------------------------

    def start_move_count(self) -> int:
        """Return how many ways there are to lay two hand cards in order, each straight or turned (SB-3, SB-10)."""
        return 48 if self.four_cards else 24

    def lay_move_count(self) -> int:
        """Return how many ways there are to lay one hand card, left or right, straight or turned (SB-4, SB-10)."""
        return 12 if self.four_cards else 8

    def may_exchange(self, seat: int) -> bool:
        """Return whether a seat may exchange its hand: once per game (SB-5), and not after others have exchanged (SB-12)."""
        return self.exchanging == 0 and self.exchange_cards >> seat & 1 == 1

    def generate_moves(self, seat: int, moves: Moves) -> MoveCount:
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
        if seat == special_seats.NATURE:
            if self.phase == phases.GOALS:
                return 0 <= move - self.chance_outcome(0) < self.chance_count()
            return notation.DRAW <= move <= notation.GOAL and self.drawable_cards() >> (move - notation.DRAW) & 1 == 1
        if self.phase == phases.START:
            return move < self.start_move_count()  # Nobody may exchange in the first turn (SB-5).
        if move == notation.EXCHANGE:
            return self.may_exchange(seat)
        return 0 <= move - notation.LAY < self.lay_move_count()

    def rejection_reason(self, seat: int, move: int) -> Reason:
        if seat == special_seats.NATURE:
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

    def _apply(self, seat: int, move: int) -> RevealedAnything:
        if seat == special_seats.NATURE:
            if self.phase == phases.GOALS:
                self.goals[self.first_missing_goal_group()] = move - notation.GOAL
                if self.goals[0] and self.goals[1] and self.goals[2]:
                    self.phase = phases.DRAWING
            else:
                self.give_drawn_card(move - notation.DRAW)
                if self.drawing_seats == 0:
                    self.ask_for_choices()
            return True
        self.choice[seat] = move
        self.waiting &= ~bits.bit(seat)
        if self.waiting:
            return False
        self.exchange_or_lay_all()
        return self.players > 1

    def exchange_or_lay_all(self) -> None:
        """Carry out the exchanges that seats have chosen (SB-5). If there are none, lay all cards and end the turn (SB-4)."""
        exchanging = 0
        for seat in range(self.players):
            if self.choice[seat] == notation.EXCHANGE:
                exchanging |= 1 << seat
        if exchanging:
            self.exchange_hands(exchanging)
            return
        for seat in range(self.players):
            self.lay_cards(seat, self.choice[seat])
            self.choice[seat] = notation.UNDECIDED
        self.length += 1 if self.length else 2
        self.exchanging = 0
        self.pass_or_discard_hands()
        if self.length == sideboard_bits.LENGTH:
            self.phase = phases.END
            self.over = True
        else:
            self.phase = phases.DRAWING
            self.drawing_seats = (1 << self.players) - 1

    def exchange_hands(self, seats: int) -> None:
        """Discard the hands of these seats and let these seats draw new hands (SB-5, SB-12). All other choices stay secret."""
        for seat in range(self.players):
            if seats >> seat & 1:
                self.discards |= self.hand[seat]
                self.hand[seat] = 0
                self.choice[seat] = notation.UNDECIDED
        self.exchange_cards &= ~seats
        self.exchanging = seats
        self.drawing_seats = seats
        self.phase = phases.DRAWING

    def lay_cards(self, seat: int, move: int) -> None:
        """Lay the first two cards side by side (SB-3), or one card at an end of the sideboard (SB-4)."""
        if move < notation.LAY:
            card = bits.nth_member(self.hand[seat], notation.FIRST_SLOTS >> move // 4 * 2 & 3)
            other = bits.nth_member(self.hand[seat], notation.SECOND_SLOTS >> move // 4 * 2 & 3)
            self.board[seat] = card * 2 + (move >> 1 & 1) | (other * 2 + (move & 1)) << sideboard_bits.FACE_BITS
            self.hand[seat] &= ~(bits.bit(card) | bits.bit(other))
            return
        move -= notation.LAY
        card = bits.nth_member(self.hand[seat], move >> 2)
        face = card * 2 + (move & 1)
        if move & 2:
            self.board[seat] |= face << sideboard_bits.FACE_BITS * self.length
        else:
            self.board[seat] = self.board[seat] << sideboard_bits.FACE_BITS | face
        self.hand[seat] &= ~bits.bit(card)

    def pass_or_discard_hands(self) -> None:
        """Pass all hands to the left (SB-4). In the last turn and in a solo game (SB-9), discard them instead."""
        if self.length == sideboard_bits.LENGTH or self.players == 1:
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

    def count_drawers_in_runs(self, seat: int) -> int:
        """Return how many drawers of a seat are in the runs that count for the row goal (SB-7)."""
        return self.matcher.count_drawers_in_runs(self.board[seat], self.length, self.goals[2]) if self.length else 0

    def board_points(self, seat: int, card_count: int) -> int:
        """Return the points of a seat's sideboard for the three goals (SB-6, SB-7), with the row bonus in a solo game (SB-9)."""
        if card_count == 0:
            return 0
        points = self.matcher.points_for_sets(self.board[seat], card_count, self.goals[0])
        points += self.matcher.points_for_sets(self.board[seat], card_count, self.goals[1])
        drawers = self.matcher.count_drawers_in_runs(self.board[seat], card_count, self.goals[2])
        return points + 2 * drawers + (self.solo_row_bonus(drawers) if self.players == 1 else 0)

    def points_by_goal(self, seat: int, card_count: int) -> dict[str, int]:
        """Return the parts of `board_points`: the points for each goal, and the row bonus of a solo game."""
        drawers = self.matcher.count_drawers_in_runs(self.board[seat], card_count, self.goals[2])
        return {
            "colour": self.matcher.points_for_sets(self.board[seat], card_count, self.goals[0]),
            "handle": self.matcher.points_for_sets(self.board[seat], card_count, self.goals[1]),
            "row": 2 * drawers,
            "bonus": self.solo_row_bonus(drawers) if self.players == 1 else 0,
        }

    def solo_row_bonus(self, drawers: int) -> int:
        """Return the row bonus of a solo game (SB-9). A row goal that counts two runs requires more drawers."""
        least = 4 if self.matcher.runs[self.goals[2]] == 1 else 7
        if drawers >= least + 4:
            return 8
        return 4 if drawers >= least + 2 else 2 if drawers >= least else 0

    def row_bonus_rank(self, seat: int) -> int:
        """Return a seat's rank for the row bonus, counted from 0. Seats with the same number of drawers share a rank (SB-8)."""
        own = self.count_drawers_in_runs(seat)
        higher = 0
        for other in range(self.players):
            drawers = self.count_drawers_in_runs(other)
            if drawers > own:
                higher |= bits.bit(drawers)
        return bits.count(higher)

    def row_bonus_points(self, seat: int) -> int:
        """Return the row bonus that a seat would get if the game ended now.

        The bonus is 4 points for the first of two players, 8 and 4 for three players, and 8, 4 and 2 for more players (SB-8).
        """
        if self.players == 1 or self.count_drawers_in_runs(seat) == 0:
            return 0
        rank = self.row_bonus_rank(seat)
        if rank >= 3 or rank >= self.players - 1:
            return 0
        return 4 if self.players == 2 else 8 >> rank

    def score(self, seat: int) -> int:
        return self.board_points(seat, self.length) + self.row_bonus_points(seat) + (self.exchange_cards >> seat & 1)

    def score_lines(self, seat: int) -> list[ScoreLine]:
        lines = []
        if self.length:
            for name, goal in zip(("colour", "handle"), self.goals, strict=False):
                sets, each = self.matcher.count_disjoint_sets(self.board[seat], self.length, goal), self.matcher.points[goal]
                lines.append(score_line(sets * each, f"sideboards.score.{name}", goal=goal, sets=sets, each=each))
            drawers = self.count_drawers_in_runs(seat)
            lines.append(score_line(2 * drawers, "sideboards.score.row", goal=self.goals[2], drawers=drawers))
            if self.players == 1:
                lines.append(score_line(self.solo_row_bonus(drawers), "sideboards.score.solo-bonus", drawers=drawers))
            else:
                place = self.row_bonus_rank(seat) + 1
                lines.append(score_line(self.row_bonus_points(seat), "sideboards.score.bonus", place=place, drawers=drawers))
        if not self.four_cards:  # SB-5
            unused = self.exchange_cards >> seat & 1
            lines.append(score_line(unused, "sideboards.score.unused" if unused else "sideboards.score.exchanged"))
        return lines

    def end_reason(self) -> Reason:
        return Reason("sideboards.over.columns", {"columns": sideboard_bits.LENGTH})

    def final_result(self) -> Result:
        """Return the result: the highest total wins (SB-11). In a solo game the points decide the rank (SB-9)."""
        if self.players > 1:
            return super().final_result()
        points = self.score(0)
        ranks = self.deck.ranks
        rank = sum(points >= least for least in ranks)
        verdict = Reason(f"sideboards.rank.{rank}", {"points": points})
        return Result((1,), (0,), reason=self.end_reason(), verdict=verdict, facts={"rank": rank, "of": len(ranks)})

    def preview(self, seat: int, move: int) -> dict[str, Any]:
        """Return the points that a move adds, without the row bonus (SB-8), which depends on the cards that others lay."""
        if move == notation.EXCHANGE:
            return {"points": -1}
        then = self.clone()
        then.lay_cards(seat, move)
        n = self.length + (1 if self.length else 2)
        matched = view.matched_cells_by_goal(self, then.board[seat], n)
        now = self.points_by_goal(seat, self.length)
        adds = {goal: points - now[goal] for goal, points in then.points_by_goal(seat, n).items() if points != now[goal]}
        return {"points": sum(adds.values()), "matched": matched, "adds": adds}

    # -- view ----------------------------------------------------------------------------------------------------------

    public_board = view.public_board
    private_part_of_board = view.private_part_of_board
    redact = view.redact

    def is_decision_still_secret_after_reveal(self, seat: int) -> bool:
        """Return whether a seat has made a choice that stays secret while others exchange (SB-4, SB-5)."""
        return self.exchanging != 0 and self.choice[seat] != notation.UNDECIDED

    # -- resample ------------------------------------------------------------------------------------------------------

    def resample_hidden(self, seat: int, rng: Stream) -> None:
        """Shuffle the cards that this seat has not seen, and replace the pending choices of others by random legal moves.

        The cards are sorted before they are shuffled, so that where they really are has no influence on the result.
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
            place = was.pack_place_and_holders(bits.lowest_member(unknown))
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
            new = bits.bit(bits.nth_member(free, rng.below(bits.count(free))))
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
                self.choice[other] = self.random_legal_move(other, rng)

    def pack_place_and_holders(self, card: int) -> int:
        """Return where a card is and which seats have seen it, as one number: the place * 64, plus one bit for each seat.

        Places 0, 1 … are the hands of the seats. The last two places are the pile and the discards.
        """
        place = self.players if self.pile >> card & 1 else self.players + 1
        holders = 0
        for seat in range(self.players):
            if self.hand[seat] >> card & 1:
                place = seat
            if self.known_cards[seat] >> card & 1:
                holders |= 1 << seat
        return place * 64 + holders

    def random_legal_move(self, seat: int, rng: Stream) -> int:
        """Return a random move that would be legal for a seat, even if it has already decided."""
        moves = Moves()
        return moves.items[rng.below(self.generate_moves(seat, moves))]

    # -- time ----------------------------------------------------------------------------------------------------------

    def default_move(self, seat: int) -> int:
        """Return the way to lay a card that adds the most points, because a pass is not allowed (SB-3, SB-4)."""
        return self.best_move_by_preview(seat)

    # -- copies --------------------------------------------------------------------------------------------------------

    def clone(self) -> Position:
        new = Position.__new__(Position)
        new.deck = self.deck
        new.matcher = self.matcher
        cloning.copy_fields(self, new, self.goals)
        return new

    def load(self, values: list[Any]) -> None:
        check_saved_values(values[0], values[1], values[7])
        State.load(self, values)


def check_saved_values(goals: list[int], boards: list[int], length: int) -> None:
    """Raise `ValueError` if saved values are out of range, because compiled code would then read outside its tables."""
    if any(goal and goal not in group for goal, group in zip(goals, goal_constants.GROUPS, strict=True)):
        raise ValueError("no such goal")
    if length not in (0, *range(2, sideboard_bits.LENGTH + 1)) or (length and 0 in goals):
        raise ValueError("no such position")
    if any(sideboard_bits.face_at(board, column) >= sideboard_bits.FACES for board in boards for column in range(length)):
        raise ValueError("no such card")
