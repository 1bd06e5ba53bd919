"""The score sheet as bits: four rows of eleven cells, each row with a lock (QX-1).

A cell is `row * CELLS + position`. The left-most position is 0. A set of cells has 44 bits:

    0–10  11–21  22–32  33–43
    row 0 row 1  row 2  row 3

A lock is crossed together with the last cell of its row and never alone, so it has no bit of its own.
`sheet.pxd` has the same numbers and functions for compiled modules.
"""

from __future__ import annotations

Cells = int  # A set of cells, one bit per cell of the sheet.
Positions = int  # A set of cells in the same row, one bit per position.
Rows = int  # A set of rows, one bit per row.
MoveSet = int  # A set of moves, one bit per move: the cells and PASS.

COLOURS = ("red", "yellow", "green", "blue")
ROWS = 4
CELLS = 11  # The number of cells in a row.
LAST = 10  # The position of the right-most cell.
ROW = 0x7FF  # All positions of a row.
NUMBERS = 0x3FF  # All positions of a row except the last one.
LOCKS = 44  # Previews and encoders number the lock of a row as LOCKS + row.
PASS = 44  # The move that crosses nothing; every other move is the number of the cell that it crosses.
UNDECIDED = 45  # The choice of a seat that has not chosen yet.


def positions_in_row(cells: Cells, row: int) -> Positions:
    """Return which of these cells are in this row, as a set of positions.

    >>> positions_in_row(0b101 << 11, 1)
    5
    """
    return cells >> (row * CELLS) & ROW
