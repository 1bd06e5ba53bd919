"""What a row may still bring, row by row: a rough outlook for every sheet, there at once.

A row is seen as if it were alone, with so many rolls to come. That other rows want the same dice is in two factors.
"""

from __future__ import annotations

from array import array
from functools import cache
from typing import Any

from trapezi.games.qwixx.bots.rows import Rows
from trapezi.games.qwixx.sheet import sheet as named

MOST_STATES = 64
MOST_CELLS = 16
ROLLS = 40
WHITE = 0.7  # how often a white sum that suits a row is not needed elsewhere
COLOUR = 0.3  # the same for a coloured die


@cache
def by_row(layout: str, players: int) -> Any:
    """Points to come, by row, state of the row and rolls left, for a layout of that name.

    >>> len(by_row("standard", 2)) == 4 * MOST_STATES * ROLLS
    True
    """
    rows, sheet = Rows(), named(layout)
    firsts, onto, pays = rows.first, rows.onto, rows.pays  # copies, where they are C arrays
    values: Any = memoryview(array("f", bytes(4 * 4 * MOST_STATES * ROLLS)))
    for row in range(4):
        numbers = [number for _, number in sheet.cells[row * rows.cells : (row + 1) * rows.cells]]
        chances = [chance(number, players) for number in numbers]
        for rolls in range(1, ROLLS):
            for state in range(rows.states):
                at = (row * MOST_STATES + state) * ROLLS + rolls - 1
                stay = values[at]
                value = stay
                for cell in range(firsts[state], rows.cells):
                    after = onto[state * MOST_CELLS + cell]
                    if after >= 0:
                        then = pays[state * MOST_CELLS + cell] + values[(row * MOST_STATES + after) * ROLLS + rolls - 1]
                        value += chances[cell] * max(0.0, then - stay)
                values[at + 1] = value
    return values


def chance(number: int, players: int) -> float:
    """How likely a roll lets a row cross this number: as white sum, or in every so many rolls with a coloured die."""
    ways = 6 - abs(number - 7)
    coloured = ways / 6 * (1 - (5 / 6) ** 2)
    return WHITE * ways / 36 + COLOUR * coloured / players
