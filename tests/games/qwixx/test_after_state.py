"""After-states (positions after a move, before the next roll) change with crosses, misses and closed rows as positions do."""

from __future__ import annotations

from typing import Any

import trapezi
from trapezi import Stream
from trapezi.games.qwixx.bots.after_state import AfterState
from trapezi.games.qwixx.bots.row_states import RowStates
from trapezi.games.qwixx.sheet import CELLS, LAST, PASS

PLAYERS = 3


def contents(after: AfterState) -> Any:
    rows, score, misses = list(after.row), list(after.score), list(after.misses)
    return rows[: 4 * PLAYERS], score[:PLAYERS], misses[:PLAYERS], after.closed


def play_move(after: AfterState, state: Any, seat: int, move: int) -> None:
    """Make a move of the coloured dice in an after-state."""
    if move != PASS:
        assert after.can_cross(seat, move)
        after.cross(seat, move)
        after.close_rows()
    elif state.choice[seat] == PASS:
        after.add_miss(seat)


def test_crosses_and_misses_change_an_after_state_as_they_change_the_position() -> None:
    rows, rng, closed = RowStates(), Stream(3), 0
    after, read = AfterState(rows), AfterState(rows)
    for _ in range(40):
        state: Any = trapezi.game("qwixx", players=PLAYERS).start()
        after.set_from_position(state)
        while not state.over:
            if not state.waiting:
                state._apply(-1, state.sample_chance(rng))
                continue
            white = state.phase == 1
            for seat in range(PLAYERS):
                if state.waiting >> seat & 1:
                    move = max(state.legal(seat), key=lambda cell: (cell % CELLS == LAST) * 100 + rng.below(50))
                    if not white:
                        play_move(after, state, seat, move)
                    elif move != PASS:
                        after.cross(seat, move)
                    state._apply(seat, move)
            after.close_rows()
            read.set_from_position(state)
            assert contents(after) == contents(read)
            assert after.has_two_closed_rows() == (state.closed.bit_count() >= 2)
        closed += state.closed.bit_count()
        assert after.lead(1) == state.score(1) - max(state.score(0), state.score(2))
    assert closed > 0


def test_several_seats_may_cross_the_last_cell_of_a_row_before_it_closes() -> None:
    state: Any = trapezi.game("qwixx", players=PLAYERS).start()
    state.marks = [0b11111, 0b11111, 0, 0, 0]
    after = AfterState(RowStates())
    after.set_from_position(state)
    after.cross(0, LAST)
    assert after.can_cross(1, LAST)
    after.cross(1, LAST)
    after.close_rows()
    assert after.score[0] == after.score[1] == 28
    assert not after.can_cross(2, 0)
    assert not after.has_two_closed_rows()
