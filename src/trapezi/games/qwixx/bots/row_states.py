"""Number the states of a row, and the sheets that consist of four such rows, so that equivalent sheets share a number.

How many points a row will still score depends only on its last cross and its number of crosses. All closed rows share one state,
and so do all rows in which nothing more can be crossed. Exchanging the red and the yellow row does not change the value of a
sheet, and neither does exchanging green and blue. Nor does exchanging both ascending rows with both descending rows, because a
die shows 7 - n as often as n. Therefore a sheet is an unordered pair of unordered pairs of rows.
"""

from __future__ import annotations

from trapezi.core import bits
from trapezi.games.qwixx.bots import array_strides
from trapezi.games.qwixx.sheet import Positions


class RowStates:
    """All states of a row whose cells are the sums of two dice.

    Every cross leads to a state with a higher number. The highest number is the state of a closed row.

    >>> rows = RowStates()
    >>> rows.states, rows.pairs, rows.sheets
    (54, 1485, 1103355)
    """

    __slots__ = ("after", "cells", "closed", "first", "needed", "pair_of", "pairs", "points", "sheets", "state_of", "states")

    def __init__(self, faces: int = 6, needed: int = 5) -> None:
        self.cells = 2 * faces - 1
        self.needed = needed  # The last cell may be crossed after this number of crosses (QX-7).
        self.first = [0] * 64  # first[state] is the first cell that may still be crossed.
        self.after = [-1] * 1024  # after[state * 16 + cell] is the state after crossing the cell, or -1 if that is not allowed.
        self.points = [0] * 1024  # points[state * 16 + cell] is how many points crossing the cell scores.
        self.state_of = [-1] * 256  # state_of[first * 16 + crosses] is the state with this first cell and number of crosses.
        self.pair_of = [0] * 4096  # pair_of[state * 64 + other state] is the number of the unordered pair of two rows.
        self.assign_state_numbers()
        self.fill_transitions_and_points()
        pair = 0
        for low in range(self.states):
            for high in range(low, self.states):
                self.pair_of[low * array_strides.STATES + high] = pair
                self.pair_of[high * array_strides.STATES + low] = pair
                pair += 1
        self.pairs = pair
        self.sheets = pair * (pair + 1) // 2

    def assign_state_numbers(self) -> None:
        """Number the states in the order of their last cross, with one number for all rows that allow no further cross."""
        last = self.cells - 1
        state = 0
        stuck = -1
        for first in range(last + 1):
            for crosses in range(min(first, 1), first + 1):
                if first == last and crosses < self.needed:
                    if stuck < 0:
                        stuck = state
                        state += 1
                    self.state_of[first * array_strides.CELLS + crosses] = stuck
                    self.first[stuck] = self.cells
                else:
                    self.state_of[first * array_strides.CELLS + crosses] = state
                    self.first[state] = first
                    state += 1
        self.closed = state
        self.first[state] = self.cells
        self.states = state + 1

    def fill_transitions_and_points(self) -> None:
        """Set `after` and `points` for every state and every cell that can be crossed in this state."""
        last = self.cells - 1
        for first in range(last + 1):
            for crosses in range(min(first, 1), first + 1):
                state = self.state_of[first * array_strides.CELLS + crosses]
                for cell in range(self.first[state], self.cells):
                    at = state * array_strides.CELLS + cell
                    if cell < last:
                        self.after[at] = self.state_of[(cell + 1) * array_strides.CELLS + crosses + 1]
                        self.points[at] = crosses + 1
                    elif crosses >= self.needed:  # Crossing the last cell also crosses the lock.
                        self.after[at] = self.closed
                        self.points[at] = crosses + 1 + crosses + 2

    def sheet_index(self, red_state: int, yellow_state: int, green_state: int, blue_state: int) -> int:
        """Return the index of a sheet in a solution, given the states of its rows. Equivalent sheets have the same index.

        >>> index = RowStates().sheet_index
        >>> index(0, 3, 5, 7) == index(3, 0, 7, 5) == index(7, 5, 0, 3) != index(0, 5, 3, 7)
        True
        """
        up = self.pair_number(red_state, yellow_state)
        down = self.pair_number(green_state, blue_state)
        return (up * (up + 1) >> 1) + down if up >= down else (down * (down + 1) >> 1) + up

    def pair_number(self, state: int, other_state: int) -> int:
        """Return the number of the unordered pair of two rows, given their states."""
        return self.pair_of[state * array_strides.STATES + other_state]

    def state_number(self, crossed: Positions, closed: bool) -> int:
        """Return the number of a row's state, given its crossed positions and whether the row is closed.

        >>> RowStates().state_number(0b11, False)
        3
        """
        if closed:
            return self.closed
        first = bits.highest_member(crossed) + 1 if crossed else 0
        return self.closed if first == self.cells else self.state_of[first * array_strides.CELLS + bits.count(crossed)]
