"""The expert needs no stored solution, and competes for rows."""

from __future__ import annotations

from typing import Any

import pytest

import trapezi
from trapezi import Stream
from trapezi.bots import Budget, Observation
from trapezi.games.qwixx.bots import solution_file
from trapezi.games.qwixx.bots.expert import Expert
from trapezi.games.qwixx.bots.solution_player import NoSolution, SolutionPlayer

FIRST_COLUMNS = 0x3FF * 0x200400801  # all cells that may be crossed on an empty sheet


def test_no_decision_depends_on_a_stored_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: int) -> None:
        raise AssertionError("the expert looked for a solution")

    monkeypatch.setattr(solution_file, "load", fail)
    for players in (1, 2, 3):
        match = trapezi.game("qwixx", players=players).match(seed=2)
        expert = Expert(Budget(simulations=1))
        while not match.state.over:
            for seat in sorted(match.state.deciders):
                match.play(seat, expert.decide(Observation(match.state, seat, Stream(1)), Stream(1)))


def test_the_solution_player_needs_a_solution(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRAPEZI_DATA", str(tmp_path))
    state = trapezi.game("qwixx", players=2).match(seed=7).state
    with pytest.raises(NoSolution):
        SolutionPlayer().pick(state, 0, Stream(1))


@pytest.mark.parametrize("active", [0, 1])
def test_the_expert_crosses_the_fifth_number_of_a_row_that_another_may_close(active: int) -> None:
    """The expert has red 5, 7, 8 and 9, its opponent has red 3, 7, 8, 9 and 10. Nobody can cross green 11 or blue 11."""
    game: Any = trapezi.game("qwixx", players=2)
    state = game.start()
    state.active = active
    tens = 1 << 24 | 1 << 35
    state.marks = [0b11101000 | tens, 0b111100010 | tens, 0, 0, 0]
    other_rows = FIRST_COLUMNS & ~(0b11 << 22 | 0b11 << 33 | tens | 0x7FF)
    state.crossable = [0x300 | other_rows, 0x600 | other_rows, 0, 0, 0]
    state._apply(-1, game.parse("roll 5 6 1 1 6 6"))
    assert game.text(Expert().pick(state, 0, Stream(1))) == "red 11"
