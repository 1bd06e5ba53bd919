# cython: boundscheck=False, wraparound=False
"""Evaluate the moves of a seat by the value network, one roll ahead.

The other seats are assumed to make their own best moves for this roll, each as if nobody else crossed anything.
"""

from __future__ import annotations

from trapezi.core import bits
from trapezi.games.qwixx import phases, sheet
from trapezi.games.qwixx.bots import network_sizes as sizes
from trapezi.games.qwixx.bots.after_state import AfterState, closed_lock_colours
from trapezi.games.qwixx.bots.row_states import RowStates
from trapezi.games.qwixx.bots.value_network import ValueNetwork
from trapezi.games.qwixx.rules import Position

NEVER = -1e12  # the value of an illegal move


class MoveEvaluator:
    """Computes `values[move]`, the value of each legal move for the seat of the last call of `evaluate_moves`."""

    __slots__ = (
        "after_colour", "after_white", "before", "best_colour", "expected_colour",
        "expected_white", "network", "others", "values",
    )  # fmt: skip

    def __init__(self, network: ValueNetwork) -> None:
        rows = RowStates()
        self.network = network
        self.before = AfterState(rows)  # the sheets of the position
        self.others = AfterState(rows)  # the sheets with the white crosses that the other seats are expected to make
        self.after_white = AfterState(rows)  # the sheets with all white crosses
        self.after_colour = AfterState(rows)  # the sheets with the cross that the active seat makes by a coloured die
        self.values = [NEVER] * 45
        self.expected_white = [sheet.PASS] * 5  # the white cross that each seat is expected to make
        self.expected_colour = sheet.PASS  # what the active seat is expected to cross with a coloured die
        self.best_colour = sheet.PASS  # the best cross found by the last call of `best_value_after_colour`

    def best_move(self, state: Position, seat: int) -> int:
        """Return the legal move of a seat with the greatest value.

        A single player with only one move evaluates nothing.
        """
        if state.legal_moves_mask(seat) == bits.bit(sheet.PASS):
            return sheet.PASS
        self.evaluate_moves(state, seat)
        return self.best_evaluated_move()

    def best_evaluated_move(self) -> int:
        """Return the move with the greatest of `values`."""
        best = sheet.PASS
        for move in range(sheet.PASS):
            if self.values[move] > self.values[best]:
                best = move
        return best

    def evaluate_moves(self, state: Position, seat: int) -> None:
        """Set `values` for each legal move of a seat that must decide."""
        self.before.set_from_position(state)
        for move in range(sheet.PASS + 1):
            self.values[move] = NEVER
        if state.phase == phases.COLOUR:
            self.after_white.copy_from(self.before)
            self.set_colour_values(state, seat)
            return
        self.others.copy_from(self.before)
        for other in range(state.players):
            if other != seat:
                self.predict_choices(state, other)
        for other in range(state.players):
            if other != seat and self.expected_white[other] != sheet.PASS:
                self.others.cross(other, self.expected_white[other])
        self.set_white_values(state, seat, self.others)

    def predict_choices(self, state: Position, seat: int) -> None:
        """Set the white and the coloured cross that a seat is expected to make, as if the other seats crossed nothing."""
        self.expected_white[seat] = sheet.PASS
        self.expected_colour = sheet.PASS if seat == state.active else self.expected_colour
        cells = state.white_sum_cells() & state.crossable[seat]
        if cells == 0 and seat != state.active:
            return
        best = NEVER
        cells |= bits.bit(sheet.PASS)
        while cells:
            move = bits.lowest_member(cells)
            cells &= cells - 1
            value = self.value_after_white(state, seat, self.before, move, sheet.PASS, True)
            if value >= best:
                best = value
                self.expected_white[seat] = move
                if seat == state.active:
                    self.expected_colour = self.best_colour

    def set_white_values(self, state: Position, seat: int, start: AfterState) -> None:
        """Set `values` for the white phase. `start` has the white crosses that the other seats are expected to make."""
        cells = state.legal_moves_mask(seat)
        while cells:
            move = bits.lowest_member(cells)
            cells &= cells - 1
            self.values[move] = self.value_after_white(state, seat, start, move, self.expected_colour, False)

    def value_after_white(
        self, state: Position, seat: int, start: AfterState, move: int, colour_of_active: int, ignore_active: bool
    ) -> float:
        """Return the value for a seat after its white choice.

        If this seat is active, it then makes its best coloured cross. Otherwise the active seat crosses `colour_of_active`, or
        nothing at all with `ignore_active`.
        """
        self.best_colour = sheet.PASS
        self.after_white.copy_from(start)
        if move != sheet.PASS:
            self.after_white.cross(seat, move)
        self.after_white.close_rows()
        if self.after_white.has_two_closed_rows():
            return self.network.end_value(self.after_white, seat)
        if seat == state.active:
            return self.best_value_after_colour(state, seat, move == sheet.PASS)
        self.after_colour.copy_from(self.after_white)
        if not ignore_active:
            active = state.active
            if colour_of_active != sheet.PASS and self.after_colour.can_cross(active, colour_of_active):
                self.after_colour.cross(active, colour_of_active)
                self.after_colour.close_rows()
            elif self.expected_white[active] == sheet.PASS:
                self.after_colour.add_miss(active)
        return self.value_after_roll(state, seat)

    def best_value_after_colour(self, state: Position, seat: int, miss: bool) -> float:
        """Return the value for the active seat after its best coloured move, and set `best_colour` to this move.

        If `miss`, crossing nothing is a miss.
        """
        self.best_colour = sheet.PASS
        best = self.value_without_colour(state, seat, miss)
        cells = state.coloured_sum_cells(closed_lock_colours(state, self.after_white.closed))
        while cells:
            cell = bits.lowest_member(cells)
            cells &= cells - 1
            if self.after_white.can_cross(seat, cell):
                value = self.value_with_colour(state, seat, cell)
                if value > best:
                    best = value
                    self.best_colour = cell
        return best

    def value_without_colour(self, state: Position, seat: int, miss: bool) -> float:
        """Return the value for the active seat if it crosses nothing with a coloured die."""
        self.after_colour.copy_from(self.after_white)
        if miss:
            self.after_colour.add_miss(seat)
        return self.value_after_roll(state, seat)

    def value_with_colour(self, state: Position, seat: int, cell: int) -> float:
        """Return the value for the active seat if it crosses this cell with a coloured die."""
        self.after_colour.copy_from(self.after_white)
        self.after_colour.cross(seat, cell)
        self.after_colour.close_rows()
        return self.value_after_roll(state, seat)

    def set_colour_values(self, state: Position, seat: int) -> None:
        """Set `values` for the colour phase."""
        cells = state.legal_moves_mask(seat) & bits.bit(sheet.PASS) - 1
        self.values[sheet.PASS] = self.value_without_colour(state, seat, state.choice[seat] == sheet.PASS)
        while cells:
            cell = bits.lowest_member(cells)
            cells &= cells - 1
            self.values[cell] = self.value_with_colour(state, seat, cell)

    def value_after_roll(self, state: Position, seat: int) -> float:
        """Return the value of `after_colour` for a seat, with the turn passed on."""
        if self.after_colour.has_two_closed_rows() or self.after_colour.misses[state.active] == sizes.MISSES:
            return self.network.end_value(self.after_colour, seat)
        return self.network.evaluate(self.after_colour, seat, (state.active + 1) % state.players)

    def position_value(self, state: Position, seat: int) -> float:
        """Return the value of a position before a roll, or of a finished game, for a seat."""
        self.before.set_from_position(state)
        if state.over:
            return self.network.end_value(self.before, seat)
        return self.network.evaluate(self.before, seat, state.active)
