# cython: boundscheck=False, wraparound=False
"""The sheets of all seats as they would be after some crosses, in the form that value networks evaluate."""

from __future__ import annotations

from trapezi.games.qwixx import sheet
from trapezi.games.qwixx.bots import array_strides
from trapezi.games.qwixx.bots.row_states import RowStates
from trapezi.games.qwixx.rules import Position
from trapezi.games.qwixx.sheet import Cells

POINTS_PER_MISS = 5


class AfterState:
    """The sheets of all seats, on which an evaluator tries crosses without changing the position."""

    __slots__ = ("closed", "closing", "misses", "players", "row", "rows", "score")

    def __init__(self, rows: RowStates) -> None:
        self.rows = rows
        self.players = 0
        self.row = [0] * 20  # row[seat * 4 + r] is the state of row r of a seat (see `RowStates`).
        self.score = [0] * 5
        self.misses = [0] * 5
        self.closed = 0  # One bit for each row that is closed for all seats.
        self.closing = 0  # One bit for each row whose last cell was crossed since the last call of `close_rows`.

    def set_from_position(self, state: Position) -> None:
        """Copy the sheets of a position to this object."""
        self.players = state.players
        self.closed = state.closed
        self.closing = 0
        for seat in range(self.players):
            self.score[seat] = state.score(seat)
            self.misses[seat] = state.misses[seat]
            for row in range(sheet.ROWS):
                crossed = sheet.positions_in_row(state.marks[seat], row)
                self.row[seat * sheet.ROWS + row] = self.rows.state_number(crossed, state.closed >> row & 1 == 1)

    def copy_from(self, other: AfterState) -> None:
        """Copy the sheets of another after-state to this one."""
        self.players = other.players
        self.closed = other.closed
        self.closing = other.closing
        for seat in range(self.players):
            self.score[seat] = other.score[seat]
            self.misses[seat] = other.misses[seat]
            for row in range(sheet.ROWS):
                self.row[seat * sheet.ROWS + row] = other.row[seat * sheet.ROWS + row]

    def can_cross(self, seat: int, cell: int) -> bool:
        """Return whether a seat may cross this cell if the dice allow it."""
        row = cell // sheet.CELLS
        state = self.row[seat * sheet.ROWS + row]
        return self.rows.after[state * array_strides.CELLS + cell % sheet.CELLS] >= 0

    def cross(self, seat: int, cell: int) -> None:
        """Cross a cell that `can_cross` allows. Even if it is the last cell of a row, the row stays open until `close_rows`."""
        row = cell // sheet.CELLS
        at = self.row[seat * sheet.ROWS + row] * array_strides.CELLS + cell % sheet.CELLS
        self.row[seat * sheet.ROWS + row] = self.rows.after[at]
        self.score[seat] += self.rows.points[at]
        if cell % sheet.CELLS == sheet.LAST:
            self.closing |= 1 << row

    def add_miss(self, seat: int) -> None:
        """Add a miss to the sheet of a seat."""
        self.misses[seat] += 1
        self.score[seat] -= POINTS_PER_MISS

    def close_rows(self) -> None:
        """Close the rows whose last cell was crossed, for all seats (QX-8)."""
        if self.closing == 0:
            return
        for row in range(sheet.ROWS):
            if self.closing >> row & 1:
                for seat in range(self.players):
                    self.row[seat * sheet.ROWS + row] = self.rows.closed
        self.closed |= self.closing
        self.closing = 0

    def has_two_closed_rows(self) -> bool:
        """Return whether at least two rows are closed, which ends the game (QX-10)."""
        return self.closed & self.closed - 1 != 0

    def lead(self, seat: int) -> int:
        """Return by how many points a seat leads over the best other seat. Return its points if there is only one player."""
        if self.players == 1:
            return self.score[seat]
        rival = -1000
        for other in range(self.players):
            if other != seat and self.score[other] > rival:
                rival = self.score[other]
        return self.score[seat] - rival


def closed_lock_colours(position: Position, closed_rows: int) -> Cells:
    """Return the colours whose dice are out of the game once these rows are closed, one bit for each colour (QX-8, QX-13)."""
    gone = position.gone
    for row in range(sheet.ROWS):
        if closed_rows >> row & 1:
            gone |= 1 << position.layout.locks[row]
    return gone
