# cython: boundscheck=False, wraparound=False
"""Decisions at a glance: every move by what the sheet is worth after it, and by whether it ends the game in time.

The worth of a sheet is read from a solved table, or where there is none from the outlook of its rows. Moves are compared by the
lead over the best opponent that they promise. Who is ahead ends the game, who is behind never does.
"""

from __future__ import annotations

from math import exp
from typing import Any

from trapezi.games.qwixx.bots.rows import Rows
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
NEVER = -1e12
# How many rolls games last, as measured: of two, with every further player, less per cell that players have gone on average,
# less once a row is closed.
LENGTH = 24.16
PER_PLAYER = 1.4
PACE = 0.472
FIRST_LOCK = 6.53
HASTE = 0.9  # to reckon with a little less wins more
# How sure a lead is, fitted likewise: a logistic curve of this width, wider with every roll to come.
SPREAD = 5.5
SPREAD_PER_ROLL = 0.6
CERTAIN = 1e6  # a lead of one point at the end is as good as this one before it


class Reckoner:
    """Values of one table or outlook, ready to be asked for moves."""

    __slots__ = (
        "clock", "exact", "found", "haste", "mix", "outlook", "own", "players", "rolls", "row", "rows", "score", "seat",
        "sheets", "stages", "start", "table", "theirs",
    )  # fmt: skip

    def __init__(self, players: int, table: Any, outlook: Any, stages: int = 1, clock: float = 0.0) -> None:
        self.rows = Rows()
        self.table = table
        self.outlook = outlook
        self.players = players
        self.stages = stages
        self.clock = clock  # how likely a stage of the table passes with a roll
        self.exact = players == 1 and table is not None  # nothing is left to search for
        self.sheets = self.rows.sheets
        self.row = [0] * 20  # per seat and row, its state
        self.score = [0] * 5
        self.own = [0] * 4  # the rows of one seat, as they would be
        self.seat = 0
        self.start = 0
        self.mix = 0.0
        self.rolls = 0.0  # that the game will still have, this one included
        self.theirs = [0.0] * 5  # what the best opponent may expect; with row r closed, theirs[1 + r]
        self.found = [NEVER] * 45  # the lead that each move of the last decision promised
        self.haste = HASTE  # public for experiments

    # -- reading a position --------------------------------------------------------------------------------------------

    def read(self, state: Position) -> None:
        for seat in range(self.players):
            self.score[seat] = state.score(seat)
            for row in range(ROWS):
                crossed = state.marks[seat] >> (row * CELLS) & ROW
                self.row[seat * ROWS + row] = self.rows.state(crossed, state.closed >> row & 1 == 1)
        self.rolls = self.rolls_left(state)

    def rolls_left(self, state: Position) -> float:
        """How long games like this one go on, by experience."""
        progress = 0
        most = 0
        for seat in range(self.players):
            for row in range(ROWS):
                if state.closed >> row & 1 == 0:
                    first = self.rows.first[self.row[seat * ROWS + row]]
                    progress += first if first < LAST else LAST
            if state.misses[seat] > most:
                most = state.misses[seat]
        left = LENGTH + PER_PLAYER * (self.players - 2) - PACE * progress / self.players - most
        if state.closed != 0:
            left -= FIRST_LOCK
        return left * self.haste

    def take_seat(self, state: Position, seat: int) -> None:
        """The rows of this seat, and where the values for it after this roll begin."""
        for row in range(ROWS):
            self.own[row] = self.row[seat * ROWS + row]
        stage = self.rolls * self.clock - 1.0 if self.outlook is None else self.rolls - 1.0
        last = self.stages - 1 if self.outlook is None else ROLLS - 1
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

    def reward(self, misses: int) -> float:
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

    def weigh_others(self, state: Position, seat: int) -> None:
        for k in range(5):
            self.theirs[k] = NEVER if self.players > 1 else 0.0
        for other in range(self.players):
            if other != seat:
                self.take_seat(state, other)
                for k in range(5):
                    # Rows that this seat cannot close now need no second look.
                    if k == 0 or self.rows.onto[self.row[seat * ROWS + k - 1] * MOST_CELLS + LAST] >= 0:
                        if k > 0:
                            before = self.own[k - 1]
                            self.own[k - 1] = self.rows.closed
                        value = self.score[other] + self.reward(state.misses[other])
                        if k > 0:
                            self.own[k - 1] = before
                        if value > self.theirs[k]:
                            self.theirs[k] = value

    # -- a decision ----------------------------------------------------------------------------------------------------

    def decide(self, state: Position, seat: int) -> int:
        """The move that promises most."""
        self.judge(state, seat)
        best = PASS
        for move in range(PASS):
            if self.found[move] > self.found[best]:
                best = move
        return best

    def judge(self, state: Position, seat: int) -> None:
        """Gives every legal move the lead that it promises."""
        self.read(state)
        self.seat = seat
        self.weigh_others(state, seat)
        self.take_seat(state, seat)
        misses = state.misses[seat]
        points = self.score[seat]
        both = state.phase == WHITE and state.active == seat
        for move in range(PASS):
            self.found[move] = NEVER
        if both:
            self.found[PASS] = self.best_colour(state, misses, points, self.lead(misses + 1, points - 5))
        elif state.phase == WHITE or state.choice[seat] != PASS:
            self.found[PASS] = self.lead(misses, points)
        else:
            self.found[PASS] = self.lead(misses + 1, points - 5)
        cells = state.options(seat)
        for row in range(ROWS):
            mask = cells >> (row * CELLS) & ROW
            before = self.own[row]
            for cell in range(CELLS):
                if mask >> cell & 1:
                    at = before * MOST_CELLS + cell
                    self.own[row] = self.rows.onto[at]
                    now = points + self.rows.pays[at]
                    value = self.lead(misses, now)
                    if both and self.count_closed() < 2:
                        value = self.best_colour(state, misses, now, value)
                    self.found[row * CELLS + cell] = value
            self.own[row] = before

    def best_colour(self, state: Position, misses: int, points: int, floor: float) -> float:
        """The best lead with a coloured die on the own rows as they would be, or `floor`."""
        gone = state.gone
        for row in range(ROWS):
            if self.own[row] == self.rows.closed:
                gone |= 1 << state.sheet.locks[row]
        cells = 0
        for colour in range(ROWS):
            if gone >> colour & 1 == 0:
                cells |= state.sheet.of_colour[colour * 13 + state.dice[0] + state.dice[2 + colour]]
                cells |= state.sheet.of_colour[colour * 13 + state.dice[1] + state.dice[2 + colour]]
        best = floor
        for row in range(ROWS):
            mask = cells >> (row * CELLS) & ROW
            before = self.own[row]
            for cell in range(self.rows.first[before], CELLS):
                at = before * MOST_CELLS + cell
                if mask >> cell & 1 and self.rows.onto[at] >= 0:
                    self.own[row] = self.rows.onto[at]
                    value = self.lead(misses, points + self.rows.pays[at])
                    if value > best:
                        best = value
            self.own[row] = before
        return best

    def count_closed(self) -> int:
        n = 0
        for row in range(ROWS):
            if self.own[row] == self.rows.closed:
                n += 1
        return n

    def lead(self, misses: int, points: int) -> float:
        """The lead to expect with these rows, misses and points."""
        closed = self.count_closed()
        if misses == MISSES or closed >= 2:
            return self.final_lead(points)
        theirs = self.theirs[0]
        if closed > 0:
            for row in range(ROWS):
                if self.own[row] == self.rows.closed and self.row[self.seat * ROWS + row] != self.rows.closed:
                    theirs = self.theirs[1 + row]
        return points + self.reward(misses) - theirs

    def final_lead(self, points: int) -> float:
        """If the game is over with these points: alone they count, else nothing but who is ahead."""
        if self.players == 1:
            return points
        rival = -1000
        for other in range(self.players):
            if other != self.seat and self.score[other] > rival:
                rival = self.score[other]
        return (points - rival) * CERTAIN

    # -- the chance to win ---------------------------------------------------------------------------------------------

    def chance(self, state: Position, seat: int) -> float:
        """How likely a seat wins from here, between rolls or at the end."""
        self.read(state)
        if state.over:
            self.seat = seat
            return self.hope(self.final_lead(self.score[seat]))
        lead = 0.0
        rival = NEVER if self.players > 1 else 0.0
        for other in range(self.players):
            self.take_seat(state, other)
            value = self.score[other] + self.reward(state.misses[other])
            if other == seat:
                lead = value
            elif value > rival:
                rival = value
        return self.hope(lead - rival)

    def hope(self, lead: float) -> float:
        """The chance to win with a lead to expect, by experience; alone the points themselves."""
        if self.players == 1:
            return lead
        if lead > 500.0:
            return 1.0
        if lead < -500.0:
            return 0.0
        spread = SPREAD + SPREAD_PER_ROLL * (self.rolls if self.rolls > 0.0 else 0.0)
        return 1.0 / (1.0 + exp(-lead / spread))
