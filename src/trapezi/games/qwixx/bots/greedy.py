"""A bot that takes the points it can get now, less what the skipped numbers might have paid."""

from __future__ import annotations

from typing import Any

from trapezi.bots.policy import Policy
from trapezi.core import bits
from trapezi.core.random import Stream
from trapezi.core.state import State
from trapezi.games.qwixx import crosses, phases, sheet
from trapezi.games.qwixx.rules import Position

MISS = -5.0
SKIPPED = 0.35  # points lost with a skipped number, per way to roll it with two dice


class Greedy(Policy):
    """Chooses the cross with the highest value now, on every layout.

    >>> import trapezi
    >>> from trapezi.bots import Observation
    >>> from trapezi.core.random import Stream
    >>> match = trapezi.game("qwixx", players=2, first=1).match(by_hand=True)
    >>> match.play(-1, match.game.parse("roll 1 1 6 6 6 6"))
    >>> match.game.text(Greedy().decide(Observation(match.state, 0, Stream(1)), Stream(1)))
    'red 2'
    """

    game = "qwixx"

    __slots__ = ("best",)

    def __init__(self) -> None:
        super().__init__()
        self.best = 0.0

    def pick(self, state: State, seat: int, rng: Stream) -> int:
        position: Any = state
        floor = 0.0
        if position.phase != phases.WHITE:
            floor = MISS if position.choice[seat] == sheet.PASS else 0.0
        elif position.active == seat:
            # A bad cross is better than a miss, but the coloured dice may offer a better one.
            self.best_cell(position, seat, position.coloured_sum_cells() & position.free[seat], MISS)
            floor = self.best if self.best < 0.0 else 0.0
        return self.best_cell(position, seat, position.legal_mask(seat), floor)

    def best_cell(self, state: Position, seat: int, cells: int, floor: float) -> int:
        """Return the cell with the highest value, or PASS if none is worth more than `floor`."""
        self.best = floor
        move = sheet.PASS
        cells &= bits.bit(sheet.PASS) - 1
        while cells:
            cell = bits.lowest(cells)
            cells &= cells - 1
            value = self.cross_value(state, seat, cell)
            if value > self.best:
                self.best = value
                move = cell
        return move

    def cross_value(self, state: Position, seat: int, cell: int) -> float:
        """Return the points of a cross, less the cost of the numbers that it skips."""
        row = cell // sheet.CELLS
        start = row * sheet.CELLS
        points = crosses.count_crosses(state.marks[seat], row) + 1
        value = 0.0 + points
        if cell == start + sheet.LAST:
            value += points + 1
        for skipped in range(start, cell):
            if state.free[seat] >> skipped & 1:
                value -= SKIPPED * self.ways_to_roll(state.layout.cells[skipped][1])
        return value

    def ways_to_roll(self, number: int) -> int:
        """Return how many rolls of two dice have this sum."""
        return number - 1 if number < 8 else 13 - number
