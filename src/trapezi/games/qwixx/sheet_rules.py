"""The rules of a score sheet, for Qwixx and its card game: which cells may be crossed next, and how many points a sheet has.

`marks` is the set of crossed cells, and `crossable` is the set of cells that may be crossed next (`sheet.py` shows the bits).
"""

from __future__ import annotations

from trapezi.core import bits
from trapezi.core.score_lines import ScoreLine, score_line
from trapezi.games.qwixx import sheet
from trapezi.games.qwixx.sheet import Cells, Positions

CROSSABLE_AT_START = sheet.NUMBERS * 0x200400801  # All cells of an empty sheet except the last cell of each row.


def crossable_positions(crossed: Positions) -> Positions:
    """Return the positions that may be crossed next in a row, given the positions that are crossed.

    Only cells to the right of the last cross may be crossed (QX-2), and the last cell only after five crosses (QX-7).

    >>> bin(crossable_positions(0b1011111)), bin(crossable_positions(0b10000000))
    ('0b11110000000', '0b1100000000')
    """
    first = bits.highest_member(crossed) + 1
    return (sheet.ROW if bits.count(crossed) >= 5 else sheet.NUMBERS) >> first << first


def crossable_cells_after(crossable_before: Cells, marks_after: Cells, crossed_row: int) -> Cells:
    """Return the crossable cells of a sheet after a cross in one row. `marks_after` already contains this cross."""
    start = bits.bit(crossed_row * sheet.CELLS)
    return crossable_before & ~(start * sheet.ROW) | start * crossable_positions(sheet.positions_in_row(marks_after, crossed_row))


# -- score (QX-11, QC-13) ----------------------------------------------------------------------------------------------


def count_crosses_and_lock(marks: Cells, row: int) -> int:
    """Return the number of crosses in a row, including the lock, which is crossed together with the last cell (QX-7)."""
    crossed = sheet.positions_in_row(marks, row)
    return bits.count(crossed) + (crossed >> sheet.LAST)


def score(marks: Cells, misses: int) -> int:
    """Return the points of a sheet with these marks and misses."""
    total = -5 * misses
    for row in range(sheet.ROWS):
        n = count_crosses_and_lock(marks, row)
        total += n * (n + 1) // 2
    return total


def score_lines(game_name: str, marks: Cells, misses: int) -> list[ScoreLine]:
    """Return the points of a sheet line by line: one line for each row, and one for the misses."""
    rows = [(row, count_crosses_and_lock(marks, row)) for row in range(sheet.ROWS)]
    return [
        *(score_line(n * (n + 1) // 2, f"{game_name}.score.row", row=row, crosses=n) for row, n in rows),
        score_line(-5 * misses, f"{game_name}.score.misses", misses=misses),
    ]
