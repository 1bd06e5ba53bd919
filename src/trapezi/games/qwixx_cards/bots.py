"""Bots for the card game: a greedy policy, and an expert that simulates games with this policy."""

from __future__ import annotations

from trapezi.bots.budget import Budget
from trapezi.bots.policy import ScoringPolicy
from trapezi.bots.search import Search
from trapezi.core import bits
from trapezi.core.state import State
from trapezi.games.qwixx import sheet, sheet_rules
from trapezi.games.qwixx.sheet import Positions
from trapezi.games.qwixx_cards import notation
from trapezi.games.qwixx_cards.rules import Position

Tenths = int  # A value in tenths of a point.

POINT = 10  # The value of one point, in tenths of a point.
SKIP_COST = 14  # The cost of each number that a cross skips, in tenths of a point.
MISS = 50  # The cost of a miss, in tenths of a point.


class Greedy(ScoringPolicy):
    """Makes the crosses that score most at once, minus a cost for skipped numbers. It plays as few cards as possible."""

    __slots__ = ()

    def value(self, state: State, seat: int, move: int) -> Tenths:
        position: Position = state  # type: ignore[assignment]
        if move < sheet.PASS:
            return self.points_minus_skip_cost(position, seat, move // sheet.CELLS, 1 << move % sheet.CELLS)
        if move == sheet.PASS:
            return 0
        if move < notation.DROP:  # All cards in the display have the same value to this bot, because their colours are hidden.
            return 0
        if move < notation.CROSSING:
            played = position.plays.sets[move - notation.DROP]
            return (-MISS if position.choice[seat] == sheet.PASS else 0) - bits.count(played)
        pair = (move - notation.CROSSING) % notation.PLAYS_PER_COLOUR
        row = (move - notation.CROSSING) // notation.PLAYS_PER_COLOUR
        crossed = position.plays.crossed[pair]
        dropped = bits.count(position.plays.played[pair]) - bits.count(crossed)
        positions = position.row_positions_of_cards(seat, row, crossed)
        return self.points_minus_skip_cost(position, seat, row, positions) - 2 * dropped

    def points_minus_skip_cost(self, position: Position, seat: int, row: int, crossed: Positions) -> Tenths:
        """Return the points for crossing these positions of a row, minus the cost of the numbers that this skips."""
        before = sheet.positions_in_row(position.marks[seat], row)
        n = sheet_rules.count_crosses_and_lock(position.marks[seat], row)
        more = bits.count(crossed) + (crossed >> sheet.LAST & 1)
        first = bits.highest_member(before) + 1 if before else 0
        skipped = bits.highest_member(crossed) + 1 - first - bits.count(crossed)
        return POINT * ((n + more) * (n + more + 1) - n * (n + 1)) // 2 - SKIP_COST * skipped


class Expert(Search):
    """Compares moves by simulated games in which `Greedy` plays for all seats."""

    game = "qwixx_cards"
    policy = Greedy
    scale = 15.0
    max_candidates = 14
    default_budget = Budget(simulations=800)
