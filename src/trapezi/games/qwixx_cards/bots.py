"""Qwixx cards: a greedy player, and the expert that searches with it."""

from __future__ import annotations

from trapezi.bots.budget import Budget
from trapezi.bots.policy import ScoringPolicy
from trapezi.bots.search import Search
from trapezi.core import bits
from trapezi.core.state import State
from trapezi.games.qwixx_cards.rules import Position

ROWS = 4
CELLS = 11
ROW = 0x7FF
LAST = 10
HAND = 5
PASS = 44
TAKE = 45
DROP = 59
CROSSING = 84
PAIRS = 105
TENTH = 10  # values are in tenths of a point
SKIP = 14  # what a number skipped costs
MISS = 50


class Greedy(ScoringPolicy):
    """Crosses where points are added and little is skipped; plays no more cards than it crosses."""

    __slots__ = ()

    def value(self, state: State, seat: int, move: int) -> int:
        position: Position = state  # type: ignore[assignment]
        if move < PASS:
            return self.of_crosses(position, seat, move // CELLS, 1 << move % CELLS)
        if move == PASS:
            return 0
        if move < DROP:
            return 0  # of the cards to take only numbers are known
        if move < CROSSING:
            played = position.plays.sets[move - DROP]
            return (-MISS if position.choice[seat] == PASS else 0) - bits.count(played)
        pair = (move - CROSSING) % PAIRS
        row = (move - CROSSING) // PAIRS
        crossed = position.plays.crossed[pair]
        dropped = bits.count(position.plays.played[pair]) - bits.count(crossed)
        return self.of_crosses(position, seat, row, position.cells(seat, row, crossed)) - 2 * dropped

    def of_crosses(self, position: Position, seat: int, row: int, cells: int) -> int:
        """Points of some positions of a row, and what is skipped on the way to them."""
        before = position.marks[seat] >> (row * CELLS) & ROW
        n = position.crosses(seat, row)
        more = bits.count(cells) + (cells >> LAST & 1)
        first = bits.highest(before) + 1 if before else 0
        skipped = bits.highest(cells) + 1 - first - bits.count(cells)
        return TENTH * ((n + more) * (n + more + 1) - n * (n + 1)) // 2 - SKIP * skipped


class Expert(Search):
    """Tries out the best crosses, or none, against greedy players."""

    game = "qwixx_cards"
    policy = Greedy
    scale = 15.0
    max_candidates = 14
    default_budget = Budget(simulations=800)
