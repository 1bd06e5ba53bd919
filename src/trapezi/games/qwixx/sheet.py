"""The score sheet as bits: four rows of eleven cells, each row with a lock (QX-1).

A cell is `row * CELLS + position`, positions counted from the left. A set of cells has 44 bits:

    0–10  11–21  22–32  33–43
    row 0 row 1  row 2  row 3

A lock is crossed together with the last cell of its row and never alone, so it has no bit of its own.
`sheet.pxd` has the same numbers and functions for compiled modules.
"""

from __future__ import annotations

COLOURS = ("red", "yellow", "green", "blue")
ROWS = 4
CELLS = 11  # cells per row
LAST = 10  # the position of the right-most cell
ROW = 0x7FF  # the cells of row 0
NUMBERS = 0x3FF  # the cells of row 0 without the last
LOCKS = 44  # LOCKS + row is a lock, in previews and encoders
PASS = 44  # the move that crosses nothing; all other moves are cells
UNDECIDED = 45


def in_row(cells: int, row: int) -> int:
    """Return the cells of a set that are in this row, by position.

    >>> in_row(0b101 << 11, 1)
    5
    """
    return cells >> (row * CELLS) & ROW
