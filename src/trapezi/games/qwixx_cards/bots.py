"""Bots for the card game: a greedy policy, and an expert that searches with it."""

from __future__ import annotations

from trapezi.bots.budget import Budget
from trapezi.bots.policy import ScoringPolicy
from trapezi.bots.search import Search
from trapezi.core import bits
from trapezi.core.state import State
from trapezi.games.qwixx import crosses, sheet
from trapezi.games.qwixx_cards import notation
from trapezi.games.qwixx_cards.rules import Position

TENTH = 10  # values are in tenths of a point
SKIP = 14  # the cost of a skipped number
MISS = 50


class Greedy(ScoringPolicy):
    """Makes the cross that adds most points and skips least, and plays only the cards that it crosses."""

    __slots__ = ()

    def value(self, state: State, seat: int, move: int) -> int:
        position: Position = state  # type: ignore[assignment]
        if move < sheet.PASS:
            return self.value_of_crosses(position, seat, move // sheet.CELLS, 1 << move % sheet.CELLS)
        if move == sheet.PASS:
            return 0
        if move < notation.DROP:
            return 0  # only the numbers of the cards to take are known
        if move < notation.CROSSING:
            played = position.plays.sets[move - notation.DROP]
            return (-MISS if position.choice[seat] == sheet.PASS else 0) - bits.count(played)
        pair = (move - notation.CROSSING) % notation.PLAYS_PER_COLOUR
        row = (move - notation.CROSSING) // notation.PLAYS_PER_COLOUR
        crossed = position.plays.crossed[pair]
        dropped = bits.count(position.plays.played[pair]) - bits.count(crossed)
        return self.value_of_crosses(position, seat, row, position.card_positions(seat, row, crossed)) - 2 * dropped

    def value_of_crosses(self, position: Position, seat: int, row: int, cells: int) -> int:
        """Return the points for crossing these positions of a row, less the cost of the numbers skipped before them."""
        before = sheet.in_row(position.marks[seat], row)
        n = crosses.count_crosses(position.marks[seat], row)
        more = bits.count(cells) + (cells >> sheet.LAST & 1)
        first = bits.highest(before) + 1 if before else 0
        skipped = bits.highest(cells) + 1 - first - bits.count(cells)
        return TENTH * ((n + more) * (n + more + 1) - n * (n + 1)) // 2 - SKIP * skipped


class Expert(Search):
    """Compares the best moves in simulated games against greedy players."""

    game = "qwixx_cards"
    policy = Greedy
    scale = 15.0
    max_candidates = 14
    default_budget = Budget(simulations=800)
