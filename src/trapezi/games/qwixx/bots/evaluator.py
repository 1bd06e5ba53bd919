# cython: boundscheck=False, wraparound=False
"""Evaluate moves without search. The value of a move is the expected lead over the best opponent at the end of the game.

How many points a sheet will score is looked up in a solution or, if there is none, estimated for each row. If a move ends the
game, only the actual lead counts, so that a seat ends the game only if it is ahead.
"""

from __future__ import annotations

from math import exp
from typing import Any

from trapezi.games.qwixx import phases, sheet
from trapezi.games.qwixx.bots import array_strides
from trapezi.games.qwixx.bots.compact_solution import CompactSolution
from trapezi.games.qwixx.bots.row_states import RowStates
from trapezi.games.qwixx.rules import Position

MISSES = 4
NEVER = -1e12  # The lead of an illegal move.
# The next four numbers serve to estimate how many rolls are left in a game. They were fitted to played games. A game of two
# players has LENGTH rolls, and PER_PLAYER more for each further player. Each cell that the players have advanced on average
# means PACE rolls fewer, and the first closed row means FIRST_LOCK rolls fewer.
LENGTH = 24.16
PER_PLAYER = 1.4
PACE = 0.472
FIRST_LOCK = 6.53
HASTE = 0.9  # The estimate is multiplied by this factor, because bots that expect slightly fewer rolls win more games.
# The chance to win is a logistic function of the lead divided by SPREAD + SPREAD_PER_ROLL * (the number of rolls to come). Both
# numbers were fitted to played games.
SPREAD = 5.5
SPREAD_PER_ROLL = 0.6
CERTAIN = 1e6  # A lead of one point at the end of the game is worth as much as this expected lead before the end.


class Evaluator:
    """Evaluates moves by `row_points` (see `expected_row_points`) or, if `row_points` is None, by the values of a solution."""

    __slots__ = (
        "compact", "current_rows", "exact", "leads", "mix", "opponents", "players", "rolls", "row", "row_points", "rows", "score",
        "seat", "sheets", "solution", "stage_end_chance", "stages", "start",
    )  # fmt: skip

    def __init__(
        self,
        players: int,
        solution: Any,
        row_points: Any,
        stages: int = 1,
        stage_end_chance: float = 0.0,
        compact: CompactSolution | None = None,
    ) -> None:
        self.rows = RowStates()
        self.compact = compact  # A compact solution to use instead of `solution`, in a game for one player.
        self.solution = solution
        self.row_points = row_points
        self.players = players
        self.stages = stages
        self.stage_end_chance = stage_end_chance  # The chance that a roll ends a stage (see `Solver`).
        self.exact = players == 1 and row_points is None  # Whether the values are so exact that no search could improve them.
        self.sheets = self.rows.sheets
        self.row = [0] * 20  # row[seat * 4 + r] is the state of row r of a seat.
        self.score = [0] * 5  # The points of each seat.
        self.current_rows = [0] * 4  # The rows of the seat that is being evaluated, after the crosses that are being tried.
        self.seat = 0  # The seat whose moves are being evaluated.
        # Expected points are looked up in a table from index `start` on. If the game is between two stages of the table, they are
        # interpolated: the later stage in the table has the weight `mix`, the other stage the weight 1 - `mix`.
        self.start = 0
        self.mix = 0.0
        self.rolls = 0.0  # The expected number of rolls to come, including the current one.
        # opponents[0] is the expected final score of the best opponent. opponents[1 + r] is this score if row r is closed now.
        self.opponents = [0.0] * 5
        self.leads = [NEVER] * 45  # leads[move] is the expected lead after this move.

    # -- reading a position --------------------------------------------------------------------------------------------

    def set_rows_and_scores(self, state: Position) -> None:
        """Set `row` and `score` for all seats of a position."""
        for seat in range(self.players):
            self.score[seat] = state.score(seat)
            for row in range(sheet.ROWS):
                crossed = sheet.positions_in_row(state.marks[seat], row)
                self.row[seat * sheet.ROWS + row] = self.rows.state_number(crossed, state.closed >> row & 1 == 1)

    def estimate_rolls_left(self, state: Position) -> float:
        """Estimate how many rolls are left in the game, using the rows in `row`."""
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

    def set_current_rows(self, seat: int) -> None:
        """Set `current_rows` to the rows of this seat."""
        for row in range(sheet.ROWS):
            self.current_rows[row] = self.row[seat * sheet.ROWS + row]

    def set_value_lookup(self, active_seat: int, seat: int) -> None:
        """Set `start` and `mix` so that `expected_points_to_come` gives the points of this seat after the current roll."""
        stage = self.rolls * self.stage_end_chance - 1.0 if self.row_points is None else self.rolls - 1.0
        last = self.stages - 1 if self.row_points is None else array_strides.ROLLS - 1
        if stage < 0.0:
            stage = 0.0
        if stage > last:
            stage = last
        low = int(stage)
        if low == last and low > 0:
            low -= 1
        self.mix = stage - low
        if self.row_points is None:
            rolls_by_others = (seat - active_seat - 1 + self.players) % self.players
            self.start = (low * self.players + rolls_by_others) * MISSES * self.sheets
        else:
            self.start = low

    def expected_points_to_come(self, misses: int) -> float:
        """Return how many more points the rows in `current_rows` will score on average."""
        if self.compact is not None:
            return self.compact.points_to_come(
                misses, self.current_rows[0], self.current_rows[1], self.current_rows[2], self.current_rows[3]
            )
        if self.row_points is None:
            at = (
                self.start
                + misses * self.sheets
                + self.rows.sheet_index(self.current_rows[0], self.current_rows[1], self.current_rows[2], self.current_rows[3])
            )
            value: float = self.solution[at]
            if self.mix > 0.0:
                value += self.mix * (self.solution[at + MISSES * self.players * self.sheets] - value)
            return value
        value = 0.0
        for row in range(sheet.ROWS):
            at = (row * array_strides.STATES + self.current_rows[row]) * array_strides.ROLLS + self.start
            value += self.row_points[at] + self.mix * (self.row_points[at + 1] - self.row_points[at])
        return value

    def set_best_opponent_scores(self, state: Position, seat: int) -> None:
        """Set `opponents` to the final scores that the best opponent of this seat can expect."""
        for k in range(5):
            self.opponents[k] = NEVER if self.players > 1 else 0.0
        for other in range(self.players):
            if other != seat:
                self.set_current_rows(other)
                self.set_value_lookup(state.active, other)
                for k in range(5):
                    # Skip rows that this seat cannot close now.
                    if k == 0 or self.rows.after[self.row[seat * sheet.ROWS + k - 1] * array_strides.CELLS + sheet.LAST] >= 0:
                        if k > 0:
                            before = self.current_rows[k - 1]
                            self.current_rows[k - 1] = self.rows.closed
                        value = self.score[other] + self.expected_points_to_come(state.misses[other])
                        if k > 0:
                            self.current_rows[k - 1] = before
                        if value > self.opponents[k]:
                            self.opponents[k] = value

    # -- a decision ----------------------------------------------------------------------------------------------------

    def best_move(self, state: Position, seat: int) -> int:
        """Return the legal move with the greatest expected lead."""
        self.set_expected_leads(state, seat)
        best = sheet.PASS
        for move in range(sheet.PASS):
            if self.leads[move] > self.leads[best]:
                best = move
        return best

    def set_expected_leads(self, state: Position, seat: int) -> None:
        """Set `leads` to the expected lead after each legal move of a seat."""
        self.set_rows_and_scores(state)
        self.rolls = self.estimate_rolls_left(state)
        self.seat = seat
        self.set_best_opponent_scores(state, seat)
        self.set_current_rows(seat)
        self.set_value_lookup(state.active, seat)
        misses = state.misses[seat]
        points = self.score[seat]
        both = state.phase == phases.WHITE and state.active == seat
        for move in range(sheet.PASS):
            self.leads[move] = NEVER
        if both:
            after_miss = self.expected_lead_or_end_value(misses + 1, points - 5)
            self.leads[sheet.PASS] = self.best_lead_after_colour(state, misses, points, after_miss)
        elif state.phase == phases.WHITE or state.choice[seat] != sheet.PASS:
            self.leads[sheet.PASS] = self.expected_lead_or_end_value(misses, points)
        else:
            self.leads[sheet.PASS] = self.expected_lead_or_end_value(misses + 1, points - 5)
        cells = state.legal_moves_mask(seat)
        for row in range(sheet.ROWS):
            mask = sheet.positions_in_row(cells, row)
            before = self.current_rows[row]
            for cell in range(sheet.CELLS):
                if mask >> cell & 1:
                    at = before * array_strides.CELLS + cell
                    self.current_rows[row] = self.rows.after[at]
                    now = points + self.rows.points[at]
                    value = self.expected_lead_or_end_value(misses, now)
                    if both and self.count_closed_current_rows() < 2:
                        value = self.best_lead_after_colour(state, misses, now, value)
                    self.leads[row * sheet.CELLS + cell] = value
            self.current_rows[row] = before

    def best_lead_after_colour(self, state: Position, misses: int, points: int, lead_without_colour: float) -> float:
        """Return the expected lead after the best cross with a coloured die, or `lead_without_colour` if that is greater."""
        gone = state.gone
        for row in range(sheet.ROWS):
            if self.current_rows[row] == self.rows.closed:
                gone |= 1 << state.layout.locks[row]
        cells = state.coloured_sum_cells(gone)
        best = lead_without_colour
        for row in range(sheet.ROWS):
            mask = sheet.positions_in_row(cells, row)
            before = self.current_rows[row]
            for cell in range(self.rows.first[before], sheet.CELLS):
                at = before * array_strides.CELLS + cell
                if mask >> cell & 1 and self.rows.after[at] >= 0:
                    self.current_rows[row] = self.rows.after[at]
                    value = self.expected_lead_or_end_value(misses, points + self.rows.points[at])
                    if value > best:
                        best = value
            self.current_rows[row] = before
        return best

    def count_closed_current_rows(self) -> int:
        """Return how many rows in `current_rows` are closed."""
        n = 0
        for row in range(sheet.ROWS):
            if self.current_rows[row] == self.rows.closed:
                n += 1
        return n

    def expected_lead_or_end_value(self, misses: int, points: int) -> float:
        """Return the expected lead with the rows in `current_rows` and these misses and points.

        If these rows or misses end the game, return `value_of_ending_now` instead.
        """
        closed = self.count_closed_current_rows()
        if misses == MISSES or closed >= 2:
            return self.value_of_ending_now(points)
        opponents = self.opponents[0]
        if closed > 0:
            for row in range(sheet.ROWS):
                if self.current_rows[row] == self.rows.closed and self.row[self.seat * sheet.ROWS + row] != self.rows.closed:
                    opponents = self.opponents[1 + row]
        return points + self.expected_points_to_come(misses) - opponents

    def value_of_ending_now(self, points: int) -> float:
        """Return the value of ending the game with these points: the lead times CERTAIN or, with one player, the points."""
        if self.players == 1:
            return points
        rival = -1000
        for other in range(self.players):
            if other != self.seat and self.score[other] > rival:
                rival = self.score[other]
        return (points - rival) * CERTAIN

    # -- the chance to win ---------------------------------------------------------------------------------------------

    def win_share_or_points(self, finished: Position, seat: int) -> float:
        """Return 1 if the seat has won alone, 0.5 if it shares the win, otherwise 0. With one player, return the points."""
        points = finished.score(seat)
        if self.players == 1:
            return points
        rival = -1000
        for other in range(self.players):
            if other != seat and finished.score(other) > rival:
                rival = finished.score(other)
        return 1.0 if points > rival else 0.5 if points == rival else 0.0

    def win_chance_or_points(self, lead: float) -> float:
        """Return the chance to win with this expected lead. With one player, return `lead`, which is the expected score."""
        if self.players == 1:
            return lead
        if lead > 500.0:
            return 1.0
        if lead < -500.0:
            return 0.0
        spread = SPREAD + SPREAD_PER_ROLL * (self.rolls if self.rolls > 0.0 else 0.0)
        return 1.0 / (1.0 + exp(-lead / spread))
