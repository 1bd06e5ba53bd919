"""Exact values of the game for one player: those of moves agree with those of the positions that follow."""

from __future__ import annotations

from array import array
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import trapezi
from trapezi import Stream
from trapezi.games.qwixx import phases
from trapezi.games.qwixx.bots import solution_file, solve_and_store
from trapezi.games.qwixx.bots.exact_values import ExactValues
from trapezi.games.qwixx.bots.row_states import RowStates
from trapezi.games.qwixx.bots.solution_file import Solution
from trapezi.games.qwixx.sheet import PASS

ROWS = RowStates()


@pytest.fixture
def made_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> array[float]:
    """A made-up solution, in which every sheet is worth another number of points. Solving the real game would take too long."""
    monkeypatch.setenv("TRAPEZI_DATA", str(tmp_path))
    values = array("f", (0.001 * (n % 9973) for n in range(4 * ROWS.sheets)))
    solution = Solution(tmp_path, 1, (0.0,), memoryview(values), 0.0, len(values), 0.0)
    monkeypatch.setattr(solution_file, "load", lambda _: solution)
    return values


def test_the_game_is_solved_on_first_use_and_only_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRAPEZI_DATA", str(tmp_path))
    solution = Solution(tmp_path, 1, (0.0,), memoryview(array("f", [0.0])), 0.0, 1, 0.0)
    stored: list[Solution] = []
    monkeypatch.setattr(solution_file, "load", lambda _: stored[0] if stored else None)

    def solve(players: int, _: Any) -> Solution:
        stored.append(replace(solution, players=players))
        return stored[0]

    monkeypatch.setattr(solve_and_store, "solve_and_store", solve)
    ExactValues()
    ExactValues()
    assert [each.players for each in stored] == [1]


def test_a_move_is_worth_what_the_position_after_it_is_worth(made_up: array[float]) -> None:
    exact, rng, compared = ExactValues(), Stream(4), 0
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


def test_before_a_roll_the_value_comes_from_the_solution(made_up: array[float]) -> None:
    state: Any = trapezi.game("qwixx", players=1).start()
    assert state.phase == phases.ROLLING
    assert ExactValues().of_position(state) == pytest.approx(made_up[ROWS.sheet_index(0, 0, 0, 0)])
    state.play(-1, state.game.parse("roll 1 1 6 6 6 6"))
    state.play(0, PASS)
    state.play(0, PASS)
    assert ExactValues().of_position(state) == pytest.approx(-5 + made_up[ROWS.sheets + ROWS.sheet_index(0, 0, 0, 0)])


def test_exact_values_exist_for_one_player_on_the_standard_sheet_only() -> None:
    assert ExactValues.applies_to(trapezi.game("qwixx", players=1).start())  # type: ignore[arg-type]
    assert not ExactValues.applies_to(trapezi.game("qwixx", players=2).start())  # type: ignore[arg-type]
    assert not ExactValues.applies_to(trapezi.game("qwixx", players=1, sheet="mixed-numbers").start())  # type: ignore[arg-type]
