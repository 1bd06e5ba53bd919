"""The benchmark of the rules plays the same games every time and reports their speed."""

from __future__ import annotations

import pytest

import trapezi
from trapezi.lab.bench import BenchFailed, measure_game, measure_in_new_process, midgame_state, play_events, units_per_second


def test_every_measurement_is_a_positive_number() -> None:
    measured = measure_game(trapezi.game("qwixx", players=2), 0.02)
    assert set(measured) == {"decisions_per_s", "games_per_s", "steps_from_python_per_s", "clones_per_s"}
    assert all(value > 0 for value in measured.values())
    assert measured["decisions_per_s"] > 10 * measured["games_per_s"]


def test_a_rate_is_units_per_second_of_cpu_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(1000))
    monkeypatch.setattr("trapezi.lab.bench.process_time", lambda: next(clock))
    assert units_per_second(lambda n: 5, 3) == 5


def test_steps_play_whole_games() -> None:
    start = trapezi.game("qwixx", players=2).start()
    assert play_events(start, 1) > 20
    assert not start.over


def test_a_midgame_state_is_neither_the_start_nor_the_end() -> None:
    game = trapezi.game("qwixx", players=2)
    state = midgame_state(game)
    assert not state.over
    assert state != game.start()


def test_each_mode_is_measured_in_its_own_process() -> None:
    result = measure_in_new_process(["qwixx"], 0.01, pure=True)
    assert result["mode"] == "pure"


def test_a_failed_measurement_raises() -> None:
    with pytest.raises(BenchFailed):
        measure_in_new_process(["chess"], 0.01, pure=True)
