"""The score sheet: four rows of eleven coloured numbers, each row with a lock. The layout is data (QX-1, QX-13)."""

from __future__ import annotations

from typing import Any

COLOURS = ("red", "yellow", "green", "blue")

# Rows of our own design, a letter and a number per cell; the last letter is the colour of the lock.
LAYOUTS = {
    "standard": """
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


class Sheet:
    """One layout, with the sets of cells that the rules ask for.

    A set of cells is 44 bits: row * 11 + position.
    """

    __slots__ = ("cells", "locks", "name", "of_colour", "of_number")

    def __init__(self, name: str, layout: str) -> None:
        rows = [line.split() for line in layout.split("\n") if line.strip()]
        self.name = name
        self.cells = [(colour(cell[0]), int(cell[1:])) for row in rows for cell in row[:-1]]
        self.locks = [colour(row[-1]) for row in rows]
        self.of_number = [self.where(lambda _, n, number=number: n == number) for number in range(13)]
        self.of_colour = [
            self.where(lambda c, n, k=k: c == k // 13 and n == k % 13) for k in range(4 * 13)
        ]  # by colour * 13 + number

    def layout(self) -> list[dict[str, Any]]:
        """The rows as data: colour and number of each cell, and the colour of the lock."""
        cells = [[COLOURS[c], number] for c, number in self.cells]
        return [{"cells": cells[11 * row : 11 * row + 11], "lock": COLOURS[lock]} for row, lock in enumerate(self.locks)]

    def where(self, wanted: Any) -> int:
        return sum(1 << cell for cell, (c, n) in enumerate(self.cells) if wanted(c, n))


def colour(letter: str) -> int:
    return "rygb".index(letter)


def sheet(name: str) -> Sheet:
    """The sheet of that name.

    >>> sheet("standard").cells[10]
    (0, 12)
    """
    return Sheet(name, LAYOUTS[name])
