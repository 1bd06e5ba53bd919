"""Sheets as numbers: the states of a row, and the index of a sheet's value in a solution.

Future points depend only on the last cross and the number of crosses of each row. All closed rows are one state. All rows in
which nothing more can be crossed are one state too. Red and yellow are interchangeable, and so are green and blue; replacing
each face n of all dice by 7 - n exchanges the two pairs. Therefore a sheet is an unordered pair of unordered pairs of rows.
"""

from __future__ import annotations

from trapezi.core import bits
from trapezi.games.qwixx.bots import strides


class Rows:
    """All states of a row whose cells are the sums of two dice. Every cross leads to a higher state; the highest is a closed row.

    >>> rows = Rows()
    >>> rows.states, rows.pairs, rows.sheets
    (54, 1485, 1103355)
    """

    __slots__ = ("after", "cells", "closed", "first", "needed", "pair_of", "pairs", "points", "sheets", "state_of", "states")

    def __init__(self, faces: int = 6, needed: int = 5) -> None:
        self.cells = 2 * faces - 1
        self.needed = needed  # crosses before the last cell (QX-7)
        self.first = [0] * 64  # by state: the first cell that may still be crossed
        self.after = [-1] * 1024  # by state * 16 + cell: the state after that cross, or -1
        self.points = [0] * 1024  # by state * 16 + cell: the points of that cross
        self.state_of = [-1] * 256  # by first open cell * 16 + number of crosses: the state, or -1
        self.pair_of = [0] * 4096  # by state * 64 + state: the number of the unordered pair
        self.number_states()
        self.link_states()
        pair = 0
        for low in range(self.states):
            for high in range(low, self.states):
                self.pair_of[low * strides.STATES + high] = pair
                self.pair_of[high * strides.STATES + low] = pair
                pair += 1
        self.pairs = pair
        self.sheets = pair * (pair + 1) // 2

    def number_states(self) -> None:
        """Number the states in the order of their last cross. States in which nothing more can be crossed share one number."""
        last = self.cells - 1
        state = 0
        stuck = -1
        for first in range(last + 1):
            for crosses in range(min(first, 1), first + 1):
                if first == last and crosses < self.needed:
                    if stuck < 0:
                        stuck = state
                        state += 1
                    self.state_of[first * strides.CELLS + crosses] = stuck
                    self.first[stuck] = self.cells
                else:
                    self.state_of[first * strides.CELLS + crosses] = state
                    self.first[state] = first
                    state += 1
        self.closed = state
        self.first[state] = self.cells
        self.states = state + 1

    def link_states(self) -> None:
        """Set `after` and `points` for each state and cross."""
        last = self.cells - 1
        for first in range(last + 1):
            for crosses in range(min(first, 1), first + 1):
                state = self.state_of[first * strides.CELLS + crosses]
                for cell in range(self.first[state], self.cells):
                    at = state * strides.CELLS + cell
                    if cell < last:
                        self.after[at] = self.state_of[(cell + 1) * strides.CELLS + crosses + 1]
                        self.points[at] = crosses + 1
                    elif crosses >= self.needed:  # the lock counts as a cross
                        self.after[at] = self.closed
                        self.points[at] = crosses + 1 + crosses + 2

    def sheet_index(self, a: int, b: int, c: int, d: int) -> int:
        """Return the index of a sheet in a solution. The numbers of rows a and b go up, those of c and d go down.

        >>> index = Rows().sheet_index
        >>> index(0, 3, 5, 7) == index(3, 0, 7, 5) == index(7, 5, 0, 3) != index(0, 5, 3, 7)
        True
        """
        up = self.pair_of[a * strides.STATES + b]
        down = self.pair_of[c * strides.STATES + d]
        return (up * (up + 1) >> 1) + down if up >= down else (down * (down + 1) >> 1) + up

    def state_number(self, crossed: int, closed: bool) -> int:
        """Return the number of a row's state, given its crossed cells as bits.

        >>> Rows().state_number(0b11, False)
        3
        """
        if closed:
            return self.closed
        first = bits.highest(crossed) + 1 if crossed else 0
        return self.closed if first == self.cells else self.state_of[first * strides.CELLS + bits.count(crossed)]
