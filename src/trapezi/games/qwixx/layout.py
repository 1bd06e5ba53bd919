"""What is printed on a score sheet: a colour and a number in each cell, and the colour of each lock (QX-1, QX-13)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from trapezi.games.qwixx import sheet
from trapezi.games.qwixx.sheet import COLOURS, Cells

STANDARD = "standard"
COLOUR_LETTERS = "rygb"
# Each cell is written as the letter of its colour and a number. The letter at the end of a row is the colour of its lock.
# The sheets with mixed colours and mixed numbers were designed for Trapezi.
LAYOUTS = {
    STANDARD: """
        r2  r3  r4  r5  r6  r7  r8  r9  r10 r11 r12 r
        y2  y3  y4  y5  y6  y7  y8  y9  y10 y11 y12 y
        g12 g11 g10 g9  g8  g7  g6  g5  g4  g3  g2  g
        b12 b11 b10 b9  b8  b7  b6  b5  b4  b3  b2  b
    """,
    "mixed-colours": """
        r2  r3  y4  y5  y6  g7  g8  g9  b10 r11 r12 r
        y2  y3  g4  g5  b6  b7  r8  r9  r10 y11 y12 y
        b12 b11 g10 y9  y8  y7  r6  r5  r4  g3  g2  g
        g12 g11 y10 b9  b8  r7  g6  b5  b4  b3  b2  b
    """,
    "mixed-numbers": """
        r9  r5  r11 r3  r8  r6  r12 r2  r7  r4  r10 r
        y4  y10 y7  y2  y12 y6  y9  y3  y8  y11 y5  y
        g6  g3  g9  g12 g5  g8  g2  g10 g7  g4  g11 g
        b10 b7  b4  b11 b6  b2  b8  b12 b5  b9  b3  b
    """,
}


class Layout:
    """What is printed on the sheets of a game: the layout of this name in `LAYOUTS`.

    `cells_by_number[number]` is the set of all cells with this number.
    `cells_by_colour_and_number[colour * 13 + number]` is the set of those cells that also have this colour.

    >>> layout = Layout("standard")
    >>> layout.cells[10], layout.parse_cell("red 12"), layout.cell_text(10)
    ((0, 12), 10, 'red 12')
    """

    __slots__ = ("cells", "cells_by_colour_and_number", "cells_by_number", "locks", "name")

    def __init__(self, name: str) -> None:
        rows = [line.split() for line in LAYOUTS[name].split("\n") if line.strip()]
        self.name = name
        self.cells = [(COLOUR_LETTERS.index(cell[0]), int(cell[1:])) for row in rows for cell in row[:-1]]
        self.locks = [COLOUR_LETTERS.index(row[-1]) for row in rows]
        self.cells_by_number = [self.cells_with(range(4), number) for number in range(13)]
        self.cells_by_colour_and_number = [self.cells_with([colour], number) for colour in range(4) for number in range(13)]

    def cells_with(self, colours: Iterable[int], number: int) -> Cells:
        """Return the set of cells that have this number and one of these colours."""
        return sum(1 << cell for cell, (c, n) in enumerate(self.cells) if c in colours and n == number)

    def describe_rows(self) -> list[dict[str, Any]]:
        """Return the rows as data: the colour and the number of each cell, and the colour of the lock."""
        cells = [[COLOURS[colour], number] for colour, number in self.cells]
        return [
            {"cells": cells[row * sheet.CELLS : (row + 1) * sheet.CELLS], "lock": COLOURS[lock]}
            for row, lock in enumerate(self.locks)
        ]

    def cell_text(self, cell: int) -> str:
        """Return the colour and the number of a cell, such as `red 7`."""
        colour, number = self.cells[cell]
        return f"{COLOURS[colour]} {number}"

    def parse_cell(self, text: str) -> int | None:
        """Return the cell with this text, such as `red 7`, or None if there is no such cell."""
        texts = [self.cell_text(cell) for cell in range(len(self.cells))]
        return texts.index(text) if text in texts else None

    def describe_cross(self, cell: int) -> dict[str, Any]:
        """Return a description of the move that crosses this cell, as data."""
        row, position = divmod(cell, sheet.CELLS)
        colour, number = self.cells[cell]
        return {"kind": "cross", "row": row, "position": position, "colour": COLOURS[colour], "number": number}
