"""The stopwatch itself."""

from __future__ import annotations

import pytest

import trapezi
from trapezi.lab.bench import BenchFailed, halfway, in_process, measure, rate, steps


def test_every_measure_is_a_positive_number():
    measured = measure(trapezi.game("qwixx", players=2), 0.02)
    assert set(measured) == {"decisions_per_s", "games_per_s", "steps_from_python_per_s", "clones_per_s"}
    assert all(value > 0 for value in measured.values())
    assert measured["decisions_per_s"] > 10 * measured["games_per_s"]


def test_a_rate_counts_what_was_done_in_processor_time(monkeypatch):
    clock = iter(range(1000))
    monkeypatch.setattr("trapezi.lab.bench.process_time", lambda: next(clock))
    assert rate(lambda n: 5, 3) == 5


def test_steps_are_those_of_whole_games():
    start = trapezi.game("qwixx", players=2).start()
    assert steps(start, 1) > 20
    assert not start.over


def test_halfway_is_neither_the_start_nor_the_end():
    game = trapezi.game("qwixx", players=2)
    state = halfway(game)
    assert not state.over
    assert state != game.start()


def test_the_other_form_runs_in_a_process_of_its_own():
    told = in_process(["qwixx"], 0.01, pure=True)
    assert told["form"] == "pure"


def test_a_measurement_that_fails_says_so():
    with pytest.raises(BenchFailed):
        in_process(["chess"], 0.01, pure=True)
