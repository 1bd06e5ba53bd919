"""Estimate the value of a row without a solution, for every layout and number of players.

Each row is valued as if it were alone, with a given number of rolls to come. Two factors account for the other rows, which need
the same dice.
"""

from __future__ import annotations

from array import array
from functools import cache
from typing import Any

from trapezi.games.qwixx.bots import strides
from trapezi.games.qwixx.bots.rows import Rows
from trapezi.games.qwixx.layout import Layout

WHITE = 0.7  # the share of the white sums suiting a row that no other row needs
COLOUR = 0.3  # the same share for a coloured die


@cache
def row_values(layout: str, players: int) -> Any:
    """Return the expected points to come, by row, state of the row and rolls left.

    >>> len(row_values("standard", 2)) == 4 * strides.STATES * strides.ROLLS
    True
    """
    rows, cells = Rows(), Layout(layout).cells
    first, after, points = rows.first, rows.after, rows.points  # in compiled code each access would copy a C array
    values: Any = memoryview(array("f", bytes(4 * 4 * strides.STATES * strides.ROLLS)))
    for row in range(4):
        numbers = [number for _, number in cells[row * rows.cells : (row + 1) * rows.cells]]
        chances = [chance_to_cross(number, players) for number in numbers]
        for rolls in range(1, strides.ROLLS):
            for state in range(rows.states):
                at = (row * strides.STATES + state) * strides.ROLLS + rolls - 1
                stay = values[at]
                value = stay
                for cell in range(first[state], rows.cells):
                    link = state * strides.CELLS + cell
                    if after[link] >= 0:
                        then = points[link] + values[(row * strides.STATES + after[link]) * strides.ROLLS + rolls - 1]
                        value += chances[cell] * max(0.0, then - stay)
                values[at + 1] = value
    return values


def chance_to_cross(number: int, players: int) -> float:
    """Return the chance that a roll lets a row cross this number: as the white sum or, on the own turn, with a coloured die."""
    ways = 6 - abs(number - 7)
    coloured = ways / 6 * (1 - (5 / 6) ** 2)
    return WHITE * ways / 36 + COLOUR * coloured / players
