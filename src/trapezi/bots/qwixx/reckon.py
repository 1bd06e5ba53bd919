# cython: boundscheck=False, wraparound=False
"""Decisions at a glance: every move by what its sheet is worth afterwards, and whether it ends the game in time.

The worth of a sheet is read from a solved table, or where there is none from the outlook of its rows. All else is a comparison of
two players: an own point more is as good as one less of the best opponent. Who is ahead ends the game, who is behind never does.
"""

from __future__ import annotations

from typing import Any

from trapezi.bots.qwixx.rows import Rows
from trapezi.games.qwixx.rules import Position

ROWS = 4
MOST_STATES = 64
MOST_CELLS = 16
CELLS = 11
LAST = 10
MISSES = 4
ROLLS = 40  # of an outlook
ROW = 0x7FF
PASS = 44
WHITE = 1
ONE = 1
NEVER = -1e9
ENDING = 1e6  # nothing is open any more: the sign of the difference decides


class Reckoner:
    """Values of one table (or outlook), ready to ask for moves."""

    __slots__ = (
        "clock", "dice", "haste", "mix", "outlook", "own", "players", "row", "rows", "score", "seat", "sheets", "stage", "stages",
        "start", "table", "theirs", "top", "white",
    )  # fmt: skip

    def __init__(self, players: int, table: Any, outlook: Any, stages: int = 1, clock: float = 0.0) -> None:
        self.rows = Rows()
        self.table = table
        self.outlook = outlook
        self.players = players
        self.stages = stages
        self.clock = clock
        self.sheets = self.rows.sheets
        self.row = [0] * 20  # per seat and row, its state
        self.score = [0] * 5
        self.own = [0] * 4  # the rows of the one who decides, as they would be
        self.seat = 0
        self.start = 0
        self.mix = 0.0
        self.theirs = 0.0
        self.top = 0.0
        self.white = False
        self.haste = [1.0, 0.0, 0.5, 0.5, 3.0]

    # -- reading a position ---------------------------------------------------------------------------------------------

    def read(self, state: Position) -> None:
        for seat in range(self.players):
            self.score[seat] = state.score(seat)
            for row in range(ROWS):
                self.row[seat * ROWS + row] = self.rows.state(
                    state.marks[seat] >> (row * CELLS) & ROW, state.closed >> row & 1 == 1
                )

    def rolls_left(self, state: Position) -> float:
        """How many rolls the game will still have, this one included: by experience."""
        progress = 0
        most = 0
        for seat in range(self.players):
            for row in range(ROWS):
                if state.closed >> row & 1 == 0:
                    first = self.rows.first[self.row[seat * ROWS + row]]
                    progress += first if first < LAST else LAST
            if state.misses[seat] > most:
                most = state.misses[seat]
        left = 17.63 - 0.236 * progress - most
        if state.closed == 0:
            left += 6.53
        return left * self.haste[0] + self.haste[1]

    def tune(self, state: Position, seat: int, rolls: float) -> None:
        """Where the values for this seat after this roll begin."""
        last = self.stages - 1 if self.outlook is None else ROLLS - 1
        stage = rolls * self.clock - 1.0 if self.outlook is None else rolls - 1.0
        if stage < 0.0:
            stage = 0.0
        if stage > last:
            stage = last
        low = int(stage)
        if low == last and low > 0:
            low -= 1
        self.mix = stage - low
        if self.outlook is None:
            turn = (seat - state.active - 1 + self.players) % self.players
            self.start = (low * self.players + turn) * MISSES * self.sheets
        else:
            self.start = low

    def worth(self, misses: int) -> float:
        """The points to come on the own rows as they would be."""
        if self.outlook is None:
            at = self.start + misses * self.sheets + self.rows.sheet(self.own[0], self.own[1], self.own[2], self.own[3])
            value: float = self.table[at]
            if self.mix > 0.0:
                value += self.mix * (self.table[at + MISSES * self.players * self.sheets] - value)
            return value
        value = 0.0
        for row in range(ROWS):
            at = (row * MOST_STATES + self.own[row]) * ROLLS + self.start
            value += self.outlook[at] + self.mix * (self.outlook[at + 1] - self.outlook[at])
        return value

    def count_closed(self) -> int:
        n = 0
        for row in range(ROWS):
            if self.own[row] == self.rows.closed:
                n += 1
        return n

    # -- a decision -------------------------------------------------------------------------------------------------------

    def decide(self, state: Position, seat: int) -> int:
        self.read(state)
        self.seat = seat
        self.white = state.phase == WHITE
        rolls = self.rolls_left(state)
        self.theirs = 0.0
        if self.players > 1:
            self.weigh_others(state, seat, rolls)
        self.tune(state, seat, rolls)
        for row in range(ROWS):
            self.own[row] = self.row[seat * ROWS + row]
        misses = state.misses[seat]
        points = self.score[seat]
        if self.white and state.active == seat:
            return self.white_then_colour(state, misses, points)
        if self.white or state.choice[seat] != PASS:
            floor = self.value(misses, points)
        else:
            floor = self.value(misses + 1, points - 5)
        return self.best_cross(state.options(seat), misses, points, floor)

    def weigh_others(self, state: Position, seat: int, rolls: float) -> None:
        self.theirs = NEVER
        for other in range(self.players):
            if other != seat:
                self.tune(state, other, rolls)
                for row in range(ROWS):
                    self.own[row] = self.row[other * ROWS + row]
                value = self.score[other] + self.worth(state.misses[other])
                if value > self.theirs:
                    self.theirs = value

    def value(self, misses: int, points: int) -> float:
        """How good it is to have these rows, misses and points; comparable for all moves of one decision."""
        if misses < MISSES and self.count_closed() < 2:
            return points + self.worth(misses) - self.theirs
        if self.players == 1:
            return points
        ahead = ENDING
        for other in range(self.players):
            if other != self.seat and points - self.score[other] < ahead:
                ahead = points - self.score[other]
        return ahead * ENDING

    def best_cross(self, cells: int, misses: int, points: int, floor: float) -> int:
        """The best of some crosses, or PASS, which has the value `floor`."""
        best = PASS
        self.top = floor
        for row in range(ROWS):
            mask = cells >> (row * CELLS) & ROW
            before = self.own[row]
            for cell in range(CELLS):
                if mask >> cell & 1:
                    at = before * MOST_CELLS + cell
                    self.own[row] = self.rows.onto[at]
                    value = self.value(misses, points + self.rows.pays[at])
                    if value > self.top:
                        self.top = value
                        best = row * CELLS + cell
            self.own[row] = before
        return best

    def white_then_colour(self, state: Position, misses: int, points: int) -> int:
        """The white sum, with what the coloured dice offer after it."""
        best = PASS
        whites = state.options(self.seat)
        self.best_cross(self.colours(state), misses, points, self.value(misses + 1, points - 5))
        top = self.top
        for row in range(ROWS):
            mask = whites >> (row * CELLS) & ROW
            before = self.own[row]
            for cell in range(CELLS):
                if mask >> cell & 1:
                    at = before * MOST_CELLS + cell
                    self.own[row] = self.rows.onto[at]
                    now = points + self.rows.pays[at]
                    self.top = self.value(misses, now)
                    if self.count_closed() < 2:
                        self.best_cross(self.colours(state), misses, now, self.top)
                    if self.top > top:
                        top = self.top
                        best = row * CELLS + cell
            self.own[row] = before
        return best

    def colours(self, state: Position) -> int:
        """The cells that the coloured dice allow on the own rows as they would be."""
        gone = state.gone
        for row in range(ROWS):
            if self.own[row] == self.rows.closed:
                gone |= 1 << state.sheet.locks[row]
        cells = 0
        for colour in range(ROWS):
            if gone >> colour & 1 == 0:
                for white in range(2):
                    cells |= state.sheet.of_colour[colour * 13 + state.dice[white] + state.dice[2 + colour]]
        open_cells = 0
        for row in range(ROWS):
            mask = cells >> (row * CELLS) & ROW
            for cell in range(self.rows.first[self.own[row]], CELLS):
                if mask >> cell & 1 and self.rows.onto[self.own[row] * MOST_CELLS + cell] >= 0:
                    open_cells |= ONE << (row * CELLS + cell)
        return open_cells
