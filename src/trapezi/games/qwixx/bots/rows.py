"""Sheets as numbers: what a row can still become, and where a sheet's value stands in a table.

For all that is still to come, a row is its last cross and its number of crosses; of a closed row, or one that can take nothing
more, not even these. Red and yellow are interchangeable, so are green and blue, and all dice turned upside down exchange the two
pairs: so a sheet is an unordered pair of unordered pairs of rows.
"""

from __future__ import annotations

MOST_STATES = 64
MOST_CELLS = 16


class Rows:
    """All states of a row whose cells are the sums of two dice. States ascend with every cross; the highest is a closed row.

    >>> rows = Rows()
    >>> rows.states, rows.pairs, rows.sheets
    (54, 1485, 1103355)
    """

    __slots__ = ("cells", "closed", "first", "needed", "onto", "pair_of", "pairs", "pays", "sheets", "state_of", "states")

    def __init__(self, faces: int = 6, needed: int = 5) -> None:
        self.cells = 2 * faces - 1
        self.needed = needed  # crosses before the last cell (QX-7)
        self.first = [0] * 64  # the first cell that a state may still cross
        self.onto = [-1] * 1024  # the state after a cross at state * 16 + position, or -1
        self.pays = [0] * 1024  # the points of that cross
        self.state_of = [-1] * 256  # by first open cell * 16 + crosses
        self.pair_of = [0] * 4096
        self.number_states()
        self.link_states()
        pair = 0
        for low in range(self.states):
            for high in range(low, self.states):
                self.pair_of[low * MOST_STATES + high] = pair
                self.pair_of[high * MOST_STATES + low] = pair
                pair += 1
        self.pairs = pair
        self.sheets = pair * (pair + 1) // 2

    def number_states(self) -> None:
        """One number per state, in the order of the last cross; all that are dead share one."""
        last = self.cells - 1
        state = 0
        dead = -1
        for first in range(last + 1):
            for crosses in range(min(first, 1), first + 1):
                if first == last and crosses < self.needed:
                    if dead < 0:
                        dead = state
                        state += 1
                    self.state_of[first * MOST_CELLS + crosses] = dead
                    self.first[dead] = self.cells
                else:
                    self.state_of[first * MOST_CELLS + crosses] = state
                    self.first[state] = first
                    state += 1
        self.closed = state
        self.first[state] = self.cells
        self.states = state + 1

    def link_states(self) -> None:
        last = self.cells - 1
        for first in range(last + 1):
            for crosses in range(min(first, 1), first + 1):
                state = self.state_of[first * MOST_CELLS + crosses]
                for cell in range(self.first[state], self.cells):
                    at = state * MOST_CELLS + cell
                    if cell < last:
                        self.onto[at] = self.state_of[(cell + 1) * MOST_CELLS + crosses + 1]
                        self.pays[at] = crosses + 1
                    elif crosses >= self.needed:  # the lock is a cross, too
                        self.onto[at] = self.closed
                        self.pays[at] = crosses + 1 + crosses + 2

    def pair(self, one: int, other: int) -> int:
        return self.pair_of[one * MOST_STATES + other]

    def sheet(self, a: int, b: int, c: int, d: int) -> int:
        """The place of a sheet in a table: rows a and b go up, c and d go down.

        >>> rows = Rows()
        >>> rows.sheet(0, 3, 5, 7) == rows.sheet(3, 0, 7, 5) == rows.sheet(7, 5, 0, 3) != rows.sheet(0, 5, 3, 7)
        True
        """
        up = self.pair_of[a * MOST_STATES + b]
        down = self.pair_of[c * MOST_STATES + d]
        return (up * (up + 1) >> 1) + down if up >= down else (down * (down + 1) >> 1) + up

    def state(self, crossed: int, closed: bool) -> int:
        """The state of a row by its crossed cells as bits.

        >>> Rows().state(0b11, False)
        3
        """
        if closed:
            return self.closed
        first = crosses = 0
        while crossed >> first:
            crosses += crossed >> first & 1
            first += 1
        return self.closed if first == self.cells else self.state_of[first * MOST_CELLS + crosses]
