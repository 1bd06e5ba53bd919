# cython: boundscheck=False, wraparound=False
"""Compute the expected points still to come on each sheet, by dynamic programming over all sheets.

For one player the values are exact. That opponents may end the game too is modelled by a clock: the clock starts at some stage,
and after each roll it ticks one stage down with chance `tick_chances[stage]`; below stage 0 the game is over. Sheets only gain
crosses and misses, so the recursion has no cycles.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import Any

from trapezi.games.qwixx.bots import strides
from trapezi.games.qwixx.bots.rows import Rows

ROWS = 4
NEVER = -1e9
MISS = -5.0
STAGES = 16  # the most stages of the clock


class Solver:
    """Computes `values[stage][turn][misses][sheet]`: the points to come after a roll at that stage of the clock.

    `turn` is the number of rolls by others before the next own roll. An example with two-faced dice:

    >>> solver = Solver(faces=2, needed=2)
    >>> sum(solver.solve_in_steps()) == solver.sheets_to_solve
    True
    >>> round(solver.values[solver.rows.sheet_index(0, 0, 0, 0)], 3)
    24.793
    """

    __slots__ = (
        "alone", "best", "colour", "faces", "high", "low", "misses", "now", "players",
        "ranked", "row", "rows", "sheets", "stages", "tick_chances", "unseen", "values",
    )  # fmt: skip

    def __init__(
        self, faces: int = 6, needed: int = 5, misses: int = 4, players: int = 1, tick_chances: Sequence[float] = (0.0,)
    ) -> None:
        self.rows = Rows(faces, needed)
        self.faces = faces
        self.misses = misses
        self.players = players
        self.stages = len(tick_chances)
        self.tick_chances = [*tick_chances, *[0.0] * (STAGES - len(tick_chances))]
        self.sheets = self.rows.sheets
        block = 4 * players * misses * self.sheets
        self.values: Any = memoryview(array("f", bytes(block * self.stages)))
        # The values before a roll. Each is of the stage below until this stage overwrites it. Not needed with only one stage.
        self.now: Any = memoryview(array("f", bytes(block if self.stages > 1 else 4)))
        self.row = [0] * 4
        self.alone = [0.0] * 64  # by colour and number: the best value if only that number is crossed
        self.best = [0.0] * 64  # the same if the white sum may be crossed before
        self.ranked = [0.0] * 64  # the values that the coloured dice may offer, best first
        self.colour = [0] * 64  # the colour of each ranked value
        self.unseen = [1.0] * 4  # per colour: the chance that its die offers none of the values ranked so far
        self.low = [0] * 2080
        self.high = [0] * 2080
        for low in range(self.rows.states):
            for high in range(low, self.rows.states):
                pair = self.rows.pair_of[low * strides.STATES + high]
                self.low[pair] = low
                self.high[pair] = high

    def solve_in_steps(self) -> Iterator[int]:
        """Solve all sheets step by step. Yield how many sheets each step solved."""
        for stage in range(self.stages):
            for misses in range(self.misses - 1, -1, -1):
                for pair in range(self.rows.pairs - 1, -1, -1):
                    self.solve_pair(stage, misses, pair)
                    yield pair + 1

    @property
    def sheets_to_solve(self) -> int:
        """The number of sheets that `solve_in_steps` solves."""
        return self.stages * self.misses * self.sheets

    def solve_pair(self, stage: int, misses: int, pair: int) -> None:
        """Solve all sheets that consist of this pair of rows and a pair with the same or a lower number.

        Each cross leads to a sheet with a higher pair, or to one that was solved earlier in this loop.
        """
        for other in range(pair, -1, -1):
            self.row[0] = self.low[pair]
            self.row[1] = self.high[pair]
            self.row[2] = self.low[other]
            self.row[3] = self.high[other]
            if self.count_closed_rows() < 2:  # else the game is over
                self.solve_sheet(stage, misses)

    def solve_sheet(self, stage: int, misses: int) -> None:
        """Set the values of the sheet in `row`, for every turn."""
        tick = self.tick_chances[stage]
        for turn in range(self.players):
            value = self.other_roll_value(stage, turn, misses) if turn else self.own_roll_value(stage, misses)
            here = self.sheet_index() + self.first_index(stage, turn, misses)
            same = self.sheet_index() + self.first_index(0, turn, misses)
            self.values[here] = (1.0 - tick) * value
            if stage > 0:
                self.values[here] += tick * self.now[same]
            if self.stages > 1:
                self.now[same] = value

    def count_closed_rows(self) -> int:
        n = 0
        for row in range(ROWS):
            if self.row[row] == self.rows.closed:
                n += 1
        return n

    def first_index(self, stage: int, turn: int, misses: int) -> int:
        """Return the index of the first sheet with this stage, turn and number of misses."""
        return ((stage * self.players + turn) * self.misses + misses) * self.sheets

    def sheet_index(self) -> int:
        return self.rows.sheet_index(self.row[0], self.row[1], self.row[2], self.row[3])

    def row_position(self, row: int, number: int) -> int:
        """Return the position of a number in a row: rows 0 and 1 go up, the others down."""
        return number - 2 if row < 2 else 2 * self.faces - number

    # -- a roll of another seat: the white sum, or nothing -------------------------------------------------------------

    def other_roll_value(self, stage: int, turn: int, misses: int) -> float:
        then = self.first_index(stage, turn - 1, misses)
        stay = self.values[then + self.sheet_index()]
        total = 0.0
        for number in range(2, 2 * self.faces + 1):
            best = stay
            for row in range(ROWS):
                before = self.row[row]
                at = before * strides.CELLS + self.row_position(row, number)
                if self.rows.after[at] >= 0:
                    self.row[row] = self.rows.after[at]
                    value = self.rows.points[at] + self.values[then + self.sheet_index()]
                    self.row[row] = before
                    if value > best:
                        best = value
            ways = number - 1 if number <= self.faces else 2 * self.faces + 1 - number
            total += best * ways
        return total / (self.faces * self.faces)

    # -- an own roll: the white sum, then a white and a coloured die, or a miss ----------------------------------------

    def own_roll_value(self, stage: int, misses: int) -> float:
        then = self.first_index(stage, self.players - 1, misses)
        stay = MISS
        if misses + 1 < self.misses:
            stay += self.values[then + self.sheets + self.sheet_index()]
        last_lock = self.count_closed_rows() == 1
        for k in range(ROWS * strides.CELLS):
            self.alone[k] = NEVER
        self.add_coloured_crosses(then, 0, self.alone)
        total = 0.0
        for number in range(2, 2 * self.faces + 1):
            floor = stay
            for k in range(ROWS * strides.CELLS):
                self.best[k] = self.alone[k]
            for row in range(ROWS):
                before = self.row[row]
                at = before * strides.CELLS + self.row_position(row, number)
                if self.rows.after[at] >= 0:
                    self.row[row] = self.rows.after[at]
                    value = self.rows.points[at] + self.values[then + self.sheet_index()]
                    if value > floor:
                        floor = value
                    if not last_lock or self.row[row] != self.rows.closed:  # QX-10
                        self.add_coloured_crosses(then, self.rows.points[at], self.best)
                    self.row[row] = before
            for white in range(1 if number <= self.faces else number - self.faces, number // 2 + 1):
                ways = 1 if 2 * white == number else 2
                total += ways * self.expected_best(white, number - white, floor)
        return total / (self.faces * self.faces)

    def add_coloured_crosses(self, then: int, points: int, best: list[float]) -> None:
        """Raise `best` of each colour and number to the value of crossing it now."""
        for row in range(ROWS):
            before = self.row[row]
            for cell in range(self.rows.first[before], self.rows.cells):
                at = before * strides.CELLS + cell
                if self.rows.after[at] >= 0:
                    self.row[row] = self.rows.after[at]
                    value = points + self.rows.points[at] + self.values[then + self.sheet_index()]
                    k = row * strides.CELLS + (cell + 2 if row < 2 else 2 * self.faces - cell)
                    if value > best[k]:
                        best[k] = value
            self.row[row] = before

    def expected_best(self, white: int, other: int, floor: float) -> float:
        """Return the expected value of the best cross with a coloured die, given the white dice.

        `floor` is the value of crossing nothing with a coloured die.
        """
        n = 0
        for row in range(ROWS):
            self.unseen[row] = 1.0
            for die in range(1, self.faces + 1):
                value = self.best[row * strides.CELLS + white + die]
                if self.best[row * strides.CELLS + other + die] > value:
                    value = self.best[row * strides.CELLS + other + die]
                if value > floor:
                    k = n
                    while k > 0 and self.ranked[k - 1] < value:
                        self.ranked[k] = self.ranked[k - 1]
                        self.colour[k] = self.colour[k - 1]
                        k -= 1
                    self.ranked[k] = value
                    self.colour[k] = row
                    n += 1
        total = 0.0
        nothing = 1.0  # the chance that no die offers any of the better values
        for k in range(n):
            self.unseen[self.colour[k]] -= 1.0 / self.faces
            none = self.unseen[0] * self.unseen[1] * self.unseen[2] * self.unseen[3]
            total += (nothing - none) * self.ranked[k]
            nothing = none
        return total + nothing * floor
