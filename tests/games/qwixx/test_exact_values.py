"""In games with one player, the exact value of a move is the value of the position after it."""

from __future__ import annotations

from array import array
from pathlib import Path
from typing import Any

import pytest

import trapezi
from trapezi import Stream
from trapezi.games.qwixx import phases
from trapezi.games.qwixx.bots.exact_values import ExactValues
from trapezi.games.qwixx.bots.row_states import RowStates
from trapezi.games.qwixx.bots.solution_file import Solution
from trapezi.games.qwixx.sheet import PASS

ROWS = RowStates()


@pytest.fixture
def made_up() -> Solution:
    """An invented solution in which every sheet has a different value. Solving the real game would take too long."""
    values = array("f", (0.001 * (n % 9973) for n in range(4 * ROWS.sheets)))
    return Solution(Path(), 1, (0.0,), memoryview(values), 0.0, len(values), 0.0)


@pytest.mark.parametrize("shipped", [False, True])
def test_a_move_is_worth_what_the_position_after_it_is_worth(made_up: Solution, shipped: bool) -> None:
    exact, rng, compared = ExactValues(None if shipped else made_up), Stream(4), 0
    for _ in range(6):
        state: Any = trapezi.game("qwixx", players=1).start()
        while not state.over:
            if not state.waiting:
                state.play(-1, state.sample_chance(rng))
                continue
            values = exact.of_moves(state)
            assert list(values) == state.legal(0)
            for move, value in values.items():
                then = state.clone()
                then.play(0, move)
                assert value == pytest.approx(exact.of_position(then), abs=1e-4)
                compared += 1
            state.play(0, state.choose(0, rng))
    assert compared > 300


def test_before_a_roll_the_value_comes_from_the_solution(made_up: Solution) -> None:
    state: Any = trapezi.game("qwixx", players=1).start()
    assert state.phase == phases.ROLLING
    assert ExactValues(made_up).of_position(state) == pytest.approx(made_up.values[ROWS.sheet_index(0, 0, 0, 0)])
    state.play(-1, state.game.parse("roll 1 1 6 6 6 6"))
    state.play(0, PASS)
    state.play(0, PASS)
    after_miss = made_up.values[ROWS.sheets + ROWS.sheet_index(0, 0, 0, 0)]
    assert ExactValues(made_up).of_position(state) == pytest.approx(-5 + after_miss)


def test_exact_values_exist_for_one_player_on_the_standard_sheet_only() -> None:
    assert ExactValues.applies_to(trapezi.game("qwixx", players=1).start())  # type: ignore[arg-type]
    assert not ExactValues.applies_to(trapezi.game("qwixx", players=2).start())  # type: ignore[arg-type]
    assert not ExactValues.applies_to(trapezi.game("qwixx", players=1, sheet="mixed-numbers").start())  # type: ignore[arg-type]
