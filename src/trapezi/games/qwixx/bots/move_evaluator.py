# cython: boundscheck=False, wraparound=False
"""Evaluate each move of a seat by the value network, which judges the sheets after the current roll.

The evaluation assumes that every other seat makes its best move for this roll, as if nobody else crossed anything.
"""

from __future__ import annotations

from trapezi.core import bits
from trapezi.games.qwixx import phases, sheet
from trapezi.games.qwixx.bots import network_sizes as sizes
from trapezi.games.qwixx.bots.after_state import AfterState, closed_lock_colours
from trapezi.games.qwixx.bots.row_states import RowStates
from trapezi.games.qwixx.bots.value_network import ValueNetwork
from trapezi.games.qwixx.rules import Position

NEVER = -1e12  # The value of an illegal move.


class MoveEvaluator:
    """Evaluates the legal moves of a seat. After `evaluate_moves`, `values[move]` is the value of a move for that seat."""

    __slots__ = (
        "after_colour", "after_white", "before", "best_colour", "expected_colour",
        "expected_white", "network", "others", "values",
    )  # fmt: skip

    def __init__(self, network: ValueNetwork) -> None:
        rows = RowStates()
        self.network = network
        # A white cross uses the sum of the white dice; a coloured cross uses a coloured die.
        self.before = AfterState(rows)  # All sheets as they are in the position.
        self.others = AfterState(rows)  # All sheets after the white crosses that the other seats will probably make.
        self.after_white = AfterState(rows)  # All sheets after the white crosses of all seats.
        self.after_colour = AfterState(rows)  # All sheets after all white crosses and the coloured cross of the active seat.
        self.values = [NEVER] * 45
        self.expected_white = [sheet.PASS] * 5  # The white cross that each seat will probably make.
        self.expected_colour = sheet.PASS  # The coloured cross that the active seat will probably make.
        self.best_colour = sheet.PASS  # The best coloured cross, as the last call of `best_value_after_colour` found it.

    def best_move(self, state: Position, seat: int) -> int:
        """Return the legal move of a seat with the greatest value. If the seat can only pass, evaluate nothing."""
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
        for other in range(state.players):
            self.network.set_base(self.before, other, (state.active + 1) % state.players)
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
        """Set `expected_white` and `expected_colour` for a seat, as if the other seats crossed nothing."""
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
        """Set `values` for the white phase. `start` has the sheets after the expected white crosses of the other seats."""
        cells = state.legal_moves_mask(seat)
        while cells:
            move = bits.lowest_member(cells)
            cells &= cells - 1
            self.values[move] = self.value_after_white(state, seat, start, move, self.expected_colour, False)

    def value_after_white(
        self, state: Position, seat: int, start: AfterState, move: int, colour_of_active: int, ignore_active: bool
    ) -> float:
        """Return the value for a seat after its white cross `move` (or PASS) and the coloured cross of the active seat.

        If this seat is active, it makes its best coloured cross. Otherwise the active seat crosses `colour_of_active`, unless
        `ignore_active` is set: then it crosses nothing.
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
        """Return the value for the active seat after its best coloured cross (or PASS), and set `best_colour` to this move.

        `miss` says whether PASS counts as a miss.
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
        """Return the value for the active seat if it makes no coloured cross. `miss` says whether that counts as a miss."""
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
        """Return the value of `after_colour` for a seat, once the next seat is active or the game is over."""
        if self.after_colour.has_two_closed_rows() or self.after_colour.misses[state.active] == sizes.MISSES:
            return self.network.end_value(self.after_colour, seat)
        return self.network.evaluate(self.after_colour, seat, (state.active + 1) % state.players)
