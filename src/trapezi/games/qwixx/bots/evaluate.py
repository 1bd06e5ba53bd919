# cython: boundscheck=False, wraparound=False
"""Decide without search: choose the move with the greatest expected lead over the best opponent.

The value of a sheet comes from a solution or, if there is no solution, from the values of its rows. The bot ends the game only
if it is ahead.
"""

from __future__ import annotations

from math import exp
from typing import Any

from trapezi.games.qwixx import phases, sheet
from trapezi.games.qwixx.bots import strides
from trapezi.games.qwixx.bots.rows import Rows
from trapezi.games.qwixx.rules import Position

MISSES = 4
NEVER = -1e12
# How many rolls a game still has, fitted to played games: LENGTH for two players at the start, PER_PLAYER more for each further
# player, PACE less per cell that players have advanced on average, and FIRST_LOCK less once a row is closed.
LENGTH = 24.16
PER_PLAYER = 1.4
PACE = 0.472
FIRST_LOCK = 6.53
HASTE = 0.9  # expecting slightly fewer rolls wins more games
# The chance to win with a lead, fitted to played games too: a logistic curve of width SPREAD, wider for each roll to come.
SPREAD = 5.5
SPREAD_PER_ROLL = 0.6
CERTAIN = 1e6  # a lead of one point at the end counts as this lead before the end


class Evaluator:
    """Evaluates moves with either `solution` or `row_values`; the one that is not used is None."""

    __slots__ = (
        "exact", "leads", "mix", "opponents", "own", "players", "rolls", "row", "row_values", "rows", "score",
        "seat", "sheets", "solution", "stages", "start", "tick_chance",
    )  # fmt: skip

    def __init__(self, players: int, solution: Any, row_values: Any, stages: int = 1, tick_chance: float = 0.0) -> None:
        self.rows = Rows()
        self.solution = solution
        self.row_values = row_values
        self.players = players
        self.stages = stages
        self.tick_chance = tick_chance  # the chance that a roll ends a stage of the solution
        self.exact = players == 1 and solution is not None  # the values are exact, so a search could not improve on them
        self.sheets = self.rows.sheets
        self.row = [0] * 20  # per seat and row: the state of the row
        self.score = [0] * 5
        self.own = [0] * 4  # the rows of one seat after the moves that are being considered
        self.seat = 0
        self.start = 0
        self.mix = 0.0
        self.rolls = 0.0  # the expected number of rolls to come, including the current one
        self.opponents = [0.0] * 5  # the expected score of the best opponent; opponents[1 + r] if row r is closed
        self.leads = [NEVER] * 45  # per move of the last decision: the expected lead

    # -- reading a position --------------------------------------------------------------------------------------------

    def read_position(self, state: Position) -> None:
        """Set `row`, `score` and `rolls` from a position."""
        for seat in range(self.players):
            self.score[seat] = state.score(seat)
            for row in range(sheet.ROWS):
                crossed = sheet.in_row(state.marks[seat], row)
                self.row[seat * sheet.ROWS + row] = self.rows.state_number(crossed, state.closed >> row & 1 == 1)
        self.rolls = self.rolls_left(state)

    def rolls_left(self, state: Position) -> float:
        """Estimate how many rolls the game will still have."""
        progress = 0
        most = 0
        for seat in range(self.players):
            for row in range(sheet.ROWS):
                if state.closed >> row & 1 == 0:
                    first = self.rows.first[self.row[seat * sheet.ROWS + row]]
                    progress += first if first < sheet.LAST else sheet.LAST
            if state.misses[seat] > most:
                most = state.misses[seat]
        left = LENGTH + PER_PLAYER * (self.players - 2) - PACE * progress / self.players - most
        if state.closed != 0:
            left -= FIRST_LOCK
        return left * HASTE

    def select_seat(self, state: Position, seat: int) -> None:
        """Set `own` to the rows of this seat.

        Also set `start` to the index of its values after this roll, and `mix` to the weight of the values of the next stage.
        """
        for row in range(sheet.ROWS):
            self.own[row] = self.row[seat * sheet.ROWS + row]
        stage = self.rolls * self.tick_chance - 1.0 if self.row_values is None else self.rolls - 1.0
        last = self.stages - 1 if self.row_values is None else strides.ROLLS - 1
        if stage < 0.0:
            stage = 0.0
        if stage > last:
            stage = last
        low = int(stage)
        if low == last and low > 0:
            low -= 1
        self.mix = stage - low
        if self.row_values is None:
            turn = (seat - state.active - 1 + self.players) % self.players
            self.start = (low * self.players + turn) * MISSES * self.sheets
        else:
            self.start = low

    def points_to_come(self, misses: int) -> float:
        """Return the points that the rows in `own` are expected to bring."""
        if self.row_values is None:
            at = self.start + misses * self.sheets + self.rows.sheet_index(self.own[0], self.own[1], self.own[2], self.own[3])
            value: float = self.solution[at]
            if self.mix > 0.0:
                value += self.mix * (self.solution[at + MISSES * self.players * self.sheets] - value)
            return value
        value = 0.0
        for row in range(sheet.ROWS):
            at = (row * strides.STATES + self.own[row]) * strides.ROLLS + self.start
            value += self.row_values[at] + self.mix * (self.row_values[at + 1] - self.row_values[at])
        return value

    def evaluate_opponents(self, state: Position, seat: int) -> None:
        """Set `opponents` to the expected scores of the best opponent of this seat."""
        for k in range(5):
            self.opponents[k] = NEVER if self.players > 1 else 0.0
        for other in range(self.players):
            if other != seat:
                self.select_seat(state, other)
                for k in range(5):
                    # Rows that this seat cannot close now are not evaluated as closed.
                    if k == 0 or self.rows.after[self.row[seat * sheet.ROWS + k - 1] * strides.CELLS + sheet.LAST] >= 0:
                        if k > 0:
                            before = self.own[k - 1]
                            self.own[k - 1] = self.rows.closed
                        value = self.score[other] + self.points_to_come(state.misses[other])
                        if k > 0:
                            self.own[k - 1] = before
                        if value > self.opponents[k]:
                            self.opponents[k] = value

    # -- a decision ----------------------------------------------------------------------------------------------------

    def best_move(self, state: Position, seat: int) -> int:
        """Return the move with the greatest expected lead."""
        self.evaluate_moves(state, seat)
        best = sheet.PASS
        for move in range(sheet.PASS):
            if self.leads[move] > self.leads[best]:
                best = move
        return best

    def evaluate_moves(self, state: Position, seat: int) -> None:
        """Set `leads` for every legal move of a seat."""
        self.read_position(state)
        self.seat = seat
        self.evaluate_opponents(state, seat)
        self.select_seat(state, seat)
        misses = state.misses[seat]
        points = self.score[seat]
        both = state.phase == phases.WHITE and state.active == seat
        for move in range(sheet.PASS):
            self.leads[move] = NEVER
        if both:
            self.leads[sheet.PASS] = self.best_lead_with_colour(state, misses, points, self.expected_lead(misses + 1, points - 5))
        elif state.phase == phases.WHITE or state.choice[seat] != sheet.PASS:
            self.leads[sheet.PASS] = self.expected_lead(misses, points)
        else:
            self.leads[sheet.PASS] = self.expected_lead(misses + 1, points - 5)
        cells = state.legal_mask(seat)
        for row in range(sheet.ROWS):
            mask = sheet.in_row(cells, row)
            before = self.own[row]
            for cell in range(sheet.CELLS):
                if mask >> cell & 1:
                    at = before * strides.CELLS + cell
                    self.own[row] = self.rows.after[at]
                    now = points + self.rows.points[at]
                    value = self.expected_lead(misses, now)
                    if both and self.count_closed_rows() < 2:
                        value = self.best_lead_with_colour(state, misses, now, value)
                    self.leads[row * sheet.CELLS + cell] = value
            self.own[row] = before

    def best_lead_with_colour(self, state: Position, misses: int, points: int, floor: float) -> float:
        """Return the best expected lead after a cross in `own` with a coloured die, or `floor` if that is greater."""
        gone = state.gone
        for row in range(sheet.ROWS):
            if self.own[row] == self.rows.closed:
                gone |= 1 << state.layout.locks[row]
        cells = 0
        for colour in range(sheet.ROWS):
            if gone >> colour & 1 == 0:
                cells |= state.layout.of_colour[colour * 13 + state.dice[0] + state.dice[2 + colour]]
                cells |= state.layout.of_colour[colour * 13 + state.dice[1] + state.dice[2 + colour]]
        best = floor
        for row in range(sheet.ROWS):
            mask = sheet.in_row(cells, row)
            before = self.own[row]
            for cell in range(self.rows.first[before], sheet.CELLS):
                at = before * strides.CELLS + cell
                if mask >> cell & 1 and self.rows.after[at] >= 0:
                    self.own[row] = self.rows.after[at]
                    value = self.expected_lead(misses, points + self.rows.points[at])
                    if value > best:
                        best = value
            self.own[row] = before
        return best

    def count_closed_rows(self) -> int:
        n = 0
        for row in range(sheet.ROWS):
            if self.own[row] == self.rows.closed:
                n += 1
        return n

    def expected_lead(self, misses: int, points: int) -> float:
        """Return the expected lead with the rows in `own` and these misses and points."""
        closed = self.count_closed_rows()
        if misses == MISSES or closed >= 2:
            return self.value_of_ending(points)
        opponents = self.opponents[0]
        if closed > 0:
            for row in range(sheet.ROWS):
                if self.own[row] == self.rows.closed and self.row[self.seat * sheet.ROWS + row] != self.rows.closed:
                    opponents = self.opponents[1 + row]
        return points + self.points_to_come(misses) - opponents

    def value_of_ending(self, points: int) -> float:
        """Return the value of ending the game with these points: with one player the points, otherwise the lead times CERTAIN."""
        if self.players == 1:
            return points
        rival = -1000
        for other in range(self.players):
            if other != self.seat and self.score[other] > rival:
                rival = self.score[other]
        return (points - rival) * CERTAIN

    # -- the chance to win ---------------------------------------------------------------------------------------------

    def result_value(self, state: Position, seat: int) -> float:
        """Return 1 if the seat has won a finished game, 0.5 for a tie, otherwise 0. With one player, return the points."""
        self.read_position(state)
        self.seat = seat
        return self.win_chance(self.value_of_ending(self.score[seat]))

    def win_chance(self, lead: float) -> float:
        """Return the chance to win with this expected lead. With one player, return the lead, which is the expected points."""
        if self.players == 1:
            return lead
        if lead > 500.0:
            return 1.0
        if lead < -500.0:
            return 0.0
        spread = SPREAD + SPREAD_PER_ROLL * (self.rolls if self.rolls > 0.0 else 0.0)
        return 1.0 / (1.0 + exp(-lead / spread))
