# cython: boundscheck=False, wraparound=False
"""Solve Qwixx: compute how many more points each sheet will score on average, by dynamic programming over all sheets.

For one player the values are exact. In other games, the opponents can also end the game. The solver knows only this much about
them: a game passes through stages, which are counted down to stage 0. Each roll ends the current stage with the chance
`stage_end_chances[stage]`, and the game is over when stage 0 ends. A sheet never loses a cross or a miss, so the values of all
sheets that can follow are known before they are needed.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import Any

from trapezi.games.qwixx.bots import array_strides
from trapezi.games.qwixx.bots.row_states import RowStates

SheetCount = int

ROWS = 4
NEVER = -1e9
MISS = -5.0
STAGES = 16  # A game has at most this number of stages.


class Solver:
    """Computes `values[stage][rolls_by_others][misses][sheet]`: how many more points the sheet will score after a roll.

    `rolls_by_others` is how many times opponents will roll before the player rolls again. An example with two-faced dice:

    >>> solver = Solver(faces=2, needed=2)
    >>> sum(solver.solve_in_steps()) == solver.sheets_to_solve
    True
    >>> round(solver.values[solver.rows.sheet_index(0, 0, 0, 0)], 3)
    24.793
    """

    __slots__ = (
        "alone", "best", "colour", "faces", "high", "low", "misses", "now", "players",
        "ranked", "row", "rows", "sheets", "stage_end_chances", "stages", "unseen", "values",
    )  # fmt: skip

    def __init__(
        self, faces: int = 6, needed: int = 5, misses: int = 4, players: int = 1, stage_end_chances: Sequence[float] = (0.0,)
    ) -> None:
        self.rows = RowStates(faces, needed)
        self.faces = faces
        self.misses = misses
        self.players = players
        self.stages = len(stage_end_chances)
        self.stage_end_chances = [*stage_end_chances, *[0.0] * (STAGES - len(stage_end_chances))]
        self.sheets = self.rows.sheets
        block = 4 * players * misses * self.sheets
        self.values: Any = memoryview(array("f", bytes(block * self.stages)))
        # `now` has the values of all sheets before a roll. They belong to the previously solved stage, until the current stage
        # overwrites them. A game with only one stage does not need them.
        self.now: Any = memoryview(array("f", bytes(block if self.stages > 1 else 4)))
        self.row = [0] * 4  # The states of the rows of the current sheet.
        # alone[colour * 16 + number] is the value of crossing this number with a coloured die and ignoring the white sum.
        # best[colour * 16 + number] is the value of crossing this number after the best use of the white sum.
        self.alone = [0.0] * 64
        self.best = [0.0] * 64
        self.ranked = [0.0] * 64  # The values of all crosses that the coloured dice could allow, best first.
        self.colour = [0] * 64  # colour[i] is the colour of the die that allows the cross with the value ranked[i].
        self.unseen = [1.0] * 4  # For each colour, the chance that its die allows none of the crosses considered so far.
        self.low = [0] * 2080  # The lower state of each pair of rows.
        self.high = [0] * 2080  # The higher state of each pair of rows.
        for low in range(self.rows.states):
            for high in range(low, self.rows.states):
                pair = self.rows.pair_of[low * array_strides.STATES + high]
                self.low[pair] = low
                self.high[pair] = high

    def solve_in_steps(self) -> Iterator[SheetCount]:
        """Solve all sheets step by step. Yield how many sheets each step solved."""
        for stage in range(self.stages):
            for misses in range(self.misses - 1, -1, -1):
                for higher_pair in range(self.rows.pairs - 1, -1, -1):
                    self.solve_sheets_with_higher_pair(stage, misses, higher_pair)
                    yield higher_pair + 1

    @property
    def sheets_to_solve(self) -> SheetCount:
        """The number of sheets that `solve_in_steps` solves."""
        return self.stages * self.misses * self.sheets

    def solve_sheets_with_higher_pair(self, stage: int, misses: int, higher_pair: int) -> None:
        """Solve all sheets that consist of this pair of rows and another pair whose number is not higher.

        Each cross raises the number of one of the two pairs, so it leads to a sheet that has already been solved.
        """
        for other_pair in range(higher_pair, -1, -1):
            self.row[0] = self.low[higher_pair]
            self.row[1] = self.high[higher_pair]
            self.row[2] = self.low[other_pair]
            self.row[3] = self.high[other_pair]
            if self.count_closed_rows() < 2:  # Two closed rows end the game, so that no more points can follow.
                self.solve_current_sheet(stage, misses)

    def solve_current_sheet(self, stage: int, misses: int) -> None:
        """Set the values of the sheet in `row`, for every number of rolls by others."""
        end_chance = self.stage_end_chances[stage]
        for rolls_by_others in range(self.players):
            if rolls_by_others == 0:
                value = self.expected_value_of_own_roll(stage, misses)
            else:
                value = self.expected_value_of_others_roll(stage, rolls_by_others, misses)
            here = self.current_sheet_index() + self.index_of_first_sheet(stage, rolls_by_others, misses)
            same = self.current_sheet_index() + self.index_of_first_sheet(0, rolls_by_others, misses)
            self.values[here] = (1.0 - end_chance) * value
            if stage > 0:
                self.values[here] += end_chance * self.now[same]
            if self.stages > 1:
                self.now[same] = value

    def count_closed_rows(self) -> int:
        """Return how many rows of the current sheet are closed."""
        n = 0
        for row in range(ROWS):
            if self.row[row] == self.rows.closed:
                n += 1
        return n

    def index_of_first_sheet(self, stage: int, rolls_by_others: int, misses: int) -> int:
        """Return the index in `values` of the first sheet with this stage, number of rolls by others and number of misses."""
        return ((stage * self.players + rolls_by_others) * self.misses + misses) * self.sheets

    def current_sheet_index(self) -> int:
        """Return the index of the sheet that consists of the rows in `row`."""
        return self.rows.sheet_index(self.row[0], self.row[1], self.row[2], self.row[3])

    def position_of_number(self, row: int, number: int) -> int:
        """Return the position of a number in a row. In rows 0 and 1 the numbers ascend, in rows 2 and 3 they descend."""
        return number - 2 if row < 2 else 2 * self.faces - number

    # -- a roll by an opponent: the player may cross the white sum -----------------------------------------------------

    def expected_value_of_others_roll(self, stage: int, rolls_by_others: int, misses: int) -> float:
        """Return how many more points the current sheet will score on average if an opponent is the next to roll."""
        next_sheet_offset = self.index_of_first_sheet(stage, rolls_by_others - 1, misses)
        stay = self.values[next_sheet_offset + self.current_sheet_index()]
        total = 0.0
        for number in range(2, 2 * self.faces + 1):
            best = stay
            for row in range(ROWS):
                before = self.row[row]
                at = before * array_strides.CELLS + self.position_of_number(row, number)
                if self.rows.after[at] >= 0:
                    self.row[row] = self.rows.after[at]
                    value = self.rows.points[at] + self.values[next_sheet_offset + self.current_sheet_index()]
                    self.row[row] = before
                    if value > best:
                        best = value
            ways = number - 1 if number <= self.faces else 2 * self.faces + 1 - number
            total += best * ways
        return total / (self.faces * self.faces)

    # -- a roll by the player: cross the white sum, then a white and a coloured die, or take a miss --------------------

    def expected_value_of_own_roll(self, stage: int, misses: int) -> float:
        """Return how many more points the current sheet will score on average if the player is the next to roll."""
        next_sheet_offset = self.index_of_first_sheet(stage, self.players - 1, misses)
        stay = MISS
        if misses + 1 < self.misses:
            stay += self.values[next_sheet_offset + self.sheets + self.current_sheet_index()]
        last_lock = self.count_closed_rows() == 1
        for k in range(ROWS * array_strides.CELLS):
            self.alone[k] = NEVER
        self.update_best_coloured_values(next_sheet_offset, 0, self.alone)
        total = 0.0
        for number in range(2, 2 * self.faces + 1):
            without_colour = stay
            for k in range(ROWS * array_strides.CELLS):
                self.best[k] = self.alone[k]
            for row in range(ROWS):
                before = self.row[row]
                at = before * array_strides.CELLS + self.position_of_number(row, number)
                if self.rows.after[at] >= 0:
                    self.row[row] = self.rows.after[at]
                    value = self.rows.points[at] + self.values[next_sheet_offset + self.current_sheet_index()]
                    if value > without_colour:
                        without_colour = value
                    if not last_lock or self.row[row] != self.rows.closed:  # QX-10
                        self.update_best_coloured_values(next_sheet_offset, self.rows.points[at], self.best)
                    self.row[row] = before
            for white in range(1 if number <= self.faces else number - self.faces, number // 2 + 1):
                ways = 1 if 2 * white == number else 2
                total += ways * self.expected_value_given_white_dice(white, number - white, without_colour)
        return total / (self.faces * self.faces)

    def update_best_coloured_values(self, next_sheet_offset: int, white_points: int, best_values: list[float]) -> None:
        """Raise each entry of `best_values` to the value of making this coloured cross now, if that value is higher.

        `next_sheet_offset` is the index in `values` of the first sheet of the situation after this roll. `white_points` is how
        many points the white sum has scored.
        """
        for row in range(ROWS):
            before = self.row[row]
            for cell in range(self.rows.first[before], self.rows.cells):
                at = before * array_strides.CELLS + cell
                if self.rows.after[at] >= 0:
                    self.row[row] = self.rows.after[at]
                    value = white_points + self.rows.points[at] + self.values[next_sheet_offset + self.current_sheet_index()]
                    k = row * array_strides.CELLS + (cell + 2 if row < 2 else 2 * self.faces - cell)
                    if value > best_values[k]:
                        best_values[k] = value
            self.row[row] = before

    def expected_value_given_white_dice(self, white: int, other_white: int, value_without_colour: float) -> float:
        """Return the value of the best use of all dice for given white dice, averaged over all rolls of the coloured dice.

        `value_without_colour` is the value if nothing is crossed with a coloured die.
        """
        n = 0
        for row in range(ROWS):
            self.unseen[row] = 1.0
            for die in range(1, self.faces + 1):
                value = self.best[row * array_strides.CELLS + white + die]
                if self.best[row * array_strides.CELLS + other_white + die] > value:
                    value = self.best[row * array_strides.CELLS + other_white + die]
                if value > value_without_colour:
                    k = n
                    while k > 0 and self.ranked[k - 1] < value:
                        self.ranked[k] = self.ranked[k - 1]
                        self.colour[k] = self.colour[k - 1]
                        k -= 1
                    self.ranked[k] = value
                    self.colour[k] = row
                    n += 1
        total = 0.0
        nothing = 1.0  # The chance that no coloured die allows any of the crosses considered so far.
        for k in range(n):
            self.unseen[self.colour[k]] -= 1.0 / self.faces
            none = self.unseen[0] * self.unseen[1] * self.unseen[2] * self.unseen[3]
            total += (nothing - none) * self.ranked[k]
            nothing = none
        return total + nothing * value_without_colour
