"""Estimate how many more points a row will score on average, in games that have no solution.

The estimate treats each row as if it were the only one on the sheet. The factors WHITE and COLOUR then make up for the other
rows, which need the same dice.
"""

from __future__ import annotations

from array import array
from functools import cache
from typing import Any

from trapezi.games.qwixx.bots import array_strides
from trapezi.games.qwixx.bots.row_states import RowStates
from trapezi.games.qwixx.layout import Layout

WHITE = 0.7  # The chance that a player who can cross a row with the white sum does not prefer another row.
COLOUR = 0.3  # The chance that a player who can cross a row with a coloured die does not prefer another row.

PointsByRowStateAndRolls = Any  # A memoryview of floats: points[(row * STATES + state) * ROLLS + rolls_to_come].


@cache
def expected_row_points(layout_name: str, players: int) -> PointsByRowStateAndRolls:
    """Return how many more points each row will score on average, for each state of the row and number of rolls to come.

    >>> len(expected_row_points("standard", 2)) == 4 * array_strides.STATES * array_strides.ROLLS
    True
    """
    rows, cells = RowStates(), Layout(layout_name).cells
    first, after, points = (
        rows.first,
        rows.after,
        rows.points,
    )  # In compiled code, each access to an attribute would copy the array.
    values: Any = memoryview(array("f", bytes(4 * 4 * array_strides.STATES * array_strides.ROLLS)))
    for row in range(4):
        numbers = [number for _, number in cells[row * rows.cells : (row + 1) * rows.cells]]
        chances = [crossing_chance_per_roll(number, players) for number in numbers]
        for rolls in range(1, array_strides.ROLLS):
            for state in range(rows.states):
                at = (row * array_strides.STATES + state) * array_strides.ROLLS + rolls - 1
                stay = values[at]
                value = stay
                for cell in range(first[state], rows.cells):
                    link = state * array_strides.CELLS + cell
                    if after[link] >= 0:
                        then = points[link] + values[(row * array_strides.STATES + after[link]) * array_strides.ROLLS + rolls - 1]
                        value += chances[cell] * max(0.0, then - stay)
                values[at + 1] = value
    return values


def crossing_chance_per_roll(number: int, players: int) -> float:
    """Return the chance that a roll allows a row to cross this number.

    The number can be the white sum or, on the player's own turn, the sum of a coloured die and a white die.
    """
    ways = 6 - abs(number - 7)
    coloured = ways / 6 * (1 - (5 / 6) ** 2)
    return WHITE * ways / 36 + COLOUR * coloured / players
