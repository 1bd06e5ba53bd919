"""A simple Qwixx bot: it makes the cross that scores most at once, minus a cost for each number that the cross skips."""

from __future__ import annotations

from typing import Any

from trapezi.bots.policy import Policy
from trapezi.core import bits
from trapezi.core.random import Stream
from trapezi.core.state import State
from trapezi.games.qwixx import phases, sheet, sheet_rules
from trapezi.games.qwixx.rules import Position
from trapezi.games.qwixx.sheet import Cells

MISS = -5.0
SKIP_COST = 0.35  # The cost of skipping a number, in points for each way to roll that number with two dice.


class Greedy(Policy):
    """Makes the cross that scores most at once, minus a cost for skipped numbers. It plays on every sheet.

    >>> import trapezi
    >>> from trapezi.bots import Observation
    >>> from trapezi.core.random import Stream
    >>> match = trapezi.game("qwixx", players=2, first=1).match(by_hand=True)
    >>> match.play(-1, match.game.parse("roll 1 1 6 6 6 6"))
    >>> match.game.text(Greedy().decide(Observation(match.state, 0, Stream(1)), Stream(1)))
    'red 2'
    """

    game = "qwixx"

    __slots__ = ()

    def pick(self, state: State, seat: int, rng: Stream) -> int:
        position: Any = state
        pass_value = 0.0
        if position.phase != phases.WHITE:
            pass_value = MISS if position.choice[seat] == sheet.PASS else 0.0
        elif position.active == seat:
            # After PASS, a coloured die may still allow a cross. Even a bad cross is better than a miss.
            coloured = position.coloured_sum_cells(position.gone) & position.crossable[seat]
            cell = self.best_cell_or_pass(position, seat, coloured, MISS)
            pass_value = MISS if cell == sheet.PASS else self.points_minus_skip_cost(position, seat, cell)
            if pass_value > 0.0:
                pass_value = 0.0
        cells = position.legal_moves_mask(seat) & bits.bit(sheet.PASS) - 1
        return self.best_cell_or_pass(position, seat, cells, pass_value)

    def best_cell_or_pass(self, state: Position, seat: int, cells: Cells, pass_value: float) -> int:
        """Return the best of these cells to cross, or PASS if no cell is worth more than `pass_value`."""
        best = pass_value
        move = sheet.PASS
        while cells:
            cell = bits.lowest_member(cells)
            cells &= cells - 1
            value = self.points_minus_skip_cost(state, seat, cell)
            if value > best:
                best = value
                move = cell
        return move

    def points_minus_skip_cost(self, state: Position, seat: int, cell: int) -> float:
        """Return the points for crossing a cell, minus the cost of the numbers that this skips."""
        row = cell // sheet.CELLS
        start = row * sheet.CELLS
        points = sheet_rules.count_crosses_and_lock(state.marks[seat], row) + 1
        value = 0.0 + points
        if cell == start + sheet.LAST:
            value += points + 1
        for skipped in range(start, cell):
            if state.crossable[seat] >> skipped & 1:
                value -= SKIP_COST * self.count_rolls_with_sum(state.layout.cells[skipped][1])
        return value

    def count_rolls_with_sum(self, number: int) -> int:
        """Return how many of the 36 rolls of two dice have this sum."""
        return number - 1 if number < 8 else 13 - number
