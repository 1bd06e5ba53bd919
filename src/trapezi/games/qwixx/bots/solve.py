# cython: boundscheck=False, wraparound=False
"""The expected points still to come on a sheet, by dynamic programming over all sheets.

Alone (one player, a clock that stands still) they are exact: the solitaire optimum. With others at the table a player's game
also ends when they end it. A clock stands for that: it starts at some stage and may tick one stage down after each roll,
from stage s with chance `clock[s]`; below stage 0 the game is over. A sheet grows with every own roll: nothing goes in circles.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import Any

from trapezi.games.qwixx.bots.rows import Rows

ROWS = 4
MOST_CELLS = 16  # as in rows.py
NEVER = -1e9
MISS = -5.0
STAGES = 16  # at most


class Solver:
    """Fills `values[stage][turn][misses][sheet]`: the points to come after a roll at that stage of the clock.

    `turn` is how many rolls of others come before the next own one. A small game, of dice with two faces:

    >>> solver = Solver(faces=2, needed=2)
    >>> sum(solver.solve()) == solver.steps
    True
    >>> round(solver.values[solver.rows.sheet(0, 0, 0, 0)], 3)
    24.793
    """

    __slots__ = (
        "alone", "best", "clock", "faces", "high", "low", "misses", "now", "of", "players",
        "ranked", "row", "rows", "sheets", "stages", "unseen", "values",
    )  # fmt: skip

    def __init__(
        self, faces: int = 6, needed: int = 5, misses: int = 4, players: int = 1, clock: Sequence[float] = (0.0,)
    ) -> None:
        self.rows = Rows(faces, needed)
        self.faces = faces
        self.misses = misses
        self.players = players
        self.stages = len(clock)
        self.clock = [*clock, *[0.0] * (STAGES - len(clock))]
        self.sheets = self.rows.sheets
        block = 4 * players * misses * self.sheets
        self.values: Any = memoryview(array("f", bytes(block * self.stages)))
        # The same before a roll, of the stage below until it is overwritten. A clock of one stage never asks for it.
        self.now: Any = memoryview(array("f", bytes(block if self.stages > 1 else 4)))
        self.row = [0] * 4
        self.alone = [0.0] * 64  # by colour and number: the best with that cross, and no other
        self.best = [0.0] * 64  # or with the white sum before it
        self.ranked = [0.0] * 64  # what the coloured dice may show, the best first
        self.of = [0] * 64  # and which of them
        self.unseen = [1.0] * 4  # per colour: the chance that its die shows nothing of what was ranked yet
        self.low = [0] * 2080
        self.high = [0] * 2080
        for low in range(self.rows.states):
            for high in range(low, self.rows.states):
                self.low[self.rows.pair(low, high)] = low
                self.high[self.rows.pair(low, high)] = high

    def solve(self) -> Iterator[int]:
        """Solves everything, and tells how many sheets each step was."""
        for stage in range(self.stages):
            for misses in range(self.misses - 1, -1, -1):
                for pair in range(self.rows.pairs - 1, -1, -1):
                    self.solve_pair(stage, misses, pair)
                    yield pair + 1

    @property
    def steps(self) -> int:
        """The sum of all that `solve` will tell."""
        return self.stages * self.misses * self.sheets

    def solve_pair(self, stage: int, misses: int, pair: int) -> None:
        """All sheets of this pair of rows and another no higher. What they can become has a higher one, or was done before."""
        for other in range(pair, -1, -1):
            self.row[0] = self.low[pair]
            self.row[1] = self.high[pair]
            self.row[2] = self.low[other]
            self.row[3] = self.high[other]
            if self.count_closed() < 2:  # else the game is over, and nothing to come
                self.solve_sheet(stage, misses)

    def solve_sheet(self, stage: int, misses: int) -> None:
        tick = self.clock[stage]
        for turn in range(self.players):
            value = self.roll_of_others(stage, turn, misses) if turn else self.own_roll(stage, misses)
            here = self.sheet() + self.block(stage, turn, misses)
            same = self.sheet() + self.block(0, turn, misses)
            self.values[here] = (1.0 - tick) * value
            if stage > 0:
                self.values[here] += tick * self.now[same]
            if self.stages > 1:
                self.now[same] = value

    def count_closed(self) -> int:
        n = 0
        for row in range(ROWS):
            if self.row[row] == self.rows.closed:
                n += 1
        return n

    def block(self, stage: int, turn: int, misses: int) -> int:
        """Where the sheets with so many misses begin."""
        return ((stage * self.players + turn) * self.misses + misses) * self.sheets

    def sheet(self) -> int:
        return self.rows.sheet(self.row[0], self.row[1], self.row[2], self.row[3])

    def cell(self, row: int, number: int) -> int:
        """Where a number stands in a row, and the other way round: rows 0 and 1 go up, the others down."""
        return number - 2 if row < 2 else 2 * self.faces - number

    # -- a roll of somebody else: the white sum, or nothing ------------------------------------------------------------

    def roll_of_others(self, stage: int, turn: int, misses: int) -> float:
        then = self.block(stage, turn - 1, misses)
        stay = self.values[then + self.sheet()]
        total = 0.0
        for number in range(2, 2 * self.faces + 1):
            best = stay
            for row in range(ROWS):
                before = self.row[row]
                at = before * MOST_CELLS + self.cell(row, number)
                if self.rows.onto[at] >= 0:
                    self.row[row] = self.rows.onto[at]
                    value = self.rows.pays[at] + self.values[then + self.sheet()]
                    self.row[row] = before
                    if value > best:
                        best = value
            ways = number - 1 if number <= self.faces else 2 * self.faces + 1 - number
            total += best * ways
        return total / (self.faces * self.faces)

    # -- an own roll: the white sum, then a white and a coloured die, or a miss ----------------------------------------

    def own_roll(self, stage: int, misses: int) -> float:
        then = self.block(stage, self.players - 1, misses)
        stay = MISS
        if misses + 1 < self.misses:
            stay += self.values[then + self.sheets + self.sheet()]
        last_lock = self.count_closed() == 1
        for k in range(ROWS * MOST_CELLS):
            self.alone[k] = NEVER
        self.add_colours(then, 0, self.alone)
        total = 0.0
        for number in range(2, 2 * self.faces + 1):
            floor = stay
            for k in range(ROWS * MOST_CELLS):
                self.best[k] = self.alone[k]
            for row in range(ROWS):
                before = self.row[row]
                at = before * MOST_CELLS + self.cell(row, number)
                if self.rows.onto[at] >= 0:
                    self.row[row] = self.rows.onto[at]
                    value = self.rows.pays[at] + self.values[then + self.sheet()]
                    if value > floor:
                        floor = value
                    if not last_lock or self.row[row] != self.rows.closed:  # QX-10
                        self.add_colours(then, self.rows.pays[at], self.best)
                    self.row[row] = before
            for white in range(1 if number <= self.faces else number - self.faces, number // 2 + 1):
                ways = 1 if 2 * white == number else 2
                total += ways * self.expected(white, number - white, floor)
        return total / (self.faces * self.faces)

    def add_colours(self, then: int, points: int, best: list[float]) -> None:
        """Raises `best` to what each colour and number would be worth now."""
        for row in range(ROWS):
            before = self.row[row]
            for cell in range(self.rows.first[before], self.rows.cells):
                at = before * MOST_CELLS + cell
                if self.rows.onto[at] >= 0:
                    self.row[row] = self.rows.onto[at]
                    value = points + self.rows.pays[at] + self.values[then + self.sheet()]
                    k = row * MOST_CELLS + (cell + 2 if row < 2 else 2 * self.faces - cell)
                    if value > best[k]:
                        best[k] = value
            self.row[row] = before

    def expected(self, white: int, other: int, floor: float) -> float:
        """The expected best when the white dice lie: the coloured ones are independent of one another."""
        n = 0
        for row in range(ROWS):
            self.unseen[row] = 1.0
            for die in range(1, self.faces + 1):
                value = self.best[row * MOST_CELLS + white + die]
                if self.best[row * MOST_CELLS + other + die] > value:
                    value = self.best[row * MOST_CELLS + other + die]
                if value > floor:
                    k = n
                    while k > 0 and self.ranked[k - 1] < value:
                        self.ranked[k] = self.ranked[k - 1]
                        self.of[k] = self.of[k - 1]
                        k -= 1
                    self.ranked[k] = value
                    self.of[k] = row
                    n += 1
        total = 0.0
        nothing = 1.0  # the chance that no die shows any of the better ones
        for k in range(n):
            self.unseen[self.of[k]] -= 1.0 / self.faces
            none = self.unseen[0] * self.unseen[1] * self.unseen[2] * self.unseen[3]
            total += (nothing - none) * self.ranked[k]
            nothing = none
        return total + nothing * floor
