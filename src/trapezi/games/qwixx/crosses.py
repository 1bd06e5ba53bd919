"""Crosses on a sheet, in Qwixx and its card game: which cells may be crossed, the score, and the sheet as data.

`marks` is the set of cells that are crossed, `free` the set of cells that may be crossed next, both as in `sheet.py`.
"""

from __future__ import annotations

from typing import Any

from trapezi.core import bits
from trapezi.core.score import ScoreLine, score_line
from trapezi.games.qwixx import sheet

EMPTY = sheet.NUMBERS * 0x200400801  # the free cells of an empty sheet: all but the last one of each row


def free_in_row(crossed: int) -> int:
    """Return which cells may be crossed next in a row that already has crosses.

    These are the cells right of the last cross (QX-2), and the last cell only after five crosses (QX-7).

    >>> bin(free_in_row(0b1011111)), bin(free_in_row(0b10000000))
    ('0b11110000000', '0b1100000000')
    """
    first = bits.highest(crossed) + 1
    return (sheet.ROW if bits.count(crossed) >= 5 else sheet.NUMBERS) >> first << first


def free_after_cross(free: int, marks: int, row: int) -> int:
    """Return the free cells of a sheet after the crosses in one row have changed."""
    start = row * sheet.CELLS
    return free & ~(bits.bit(start) * sheet.ROW) | bits.bit(start) * free_in_row(sheet.in_row(marks, row))


# -- score (QX-11, QC-13) ----------------------------------------------------------------------------------------------


def count_crosses(marks: int, row: int) -> int:
    """Return the number of crosses in a row; the lock, which is crossed with the last cell, counts too (QX-7)."""
    crossed = sheet.in_row(marks, row)
    return bits.count(crossed) + (crossed >> sheet.LAST)


def score(marks: int, misses: int) -> int:
    total = -5 * misses
    for row in range(sheet.ROWS):
        n = count_crosses(marks, row)
        total += n * (n + 1) // 2
    return total


def score_lines(game: str, marks: int, misses: int) -> list[ScoreLine]:
    rows = [(row, count_crosses(marks, row)) for row in range(sheet.ROWS)]
    return [
        *(score_line(n * (n + 1) // 2, f"{game}.score.row", row=row, crosses=n) for row, n in rows),
        score_line(-5 * misses, f"{game}.score.misses", misses=misses),
    ]


# -- view --------------------------------------------------------------------------------------------------------------


def sheet_data(marks: int, free: int, misses: int) -> dict[str, Any]:
    """Return a sheet as data: misses, and per row the crossed and open positions, the lock, and the crosses missing for it."""
    rows = []
    for row in range(sheet.ROWS):
        crossed = sheet.in_row(marks, row)
        rows.append(
            {
                "crossed": bits.members(crossed),
                "open": bits.members(sheet.in_row(free, row)),
                "lock": crossed >> sheet.LAST == 1,
                "missing": max(0, 5 - bits.count(crossed)),
            }
        )
    return {"rows": rows, "misses": misses}


def choice_data(choice: int, options: int) -> dict[str, Any]:
    """Return a seat's choice about the number offered to all, and the moves it can still change it to."""
    if choice == sheet.UNDECIDED:
        return {"choice": None, "instead": []}
    return {"choice": choice, "instead": [move for move in bits.members(options) if move != choice]}
