"""`trapezi bench` reports the speed of the rules."""

from __future__ import annotations

import json

from tests.cli.conftest import Run

import trapezi
from trapezi.cli.arguments import playable_games

GAMES = [kind.name for kind in playable_games()]


def test_bench_measures_both_forms(command: Run) -> None:
    ran = command("bench", "--json", "--seconds", "0.01")
    assert ran.err == ""
    measured = json.loads(ran.out)
    assert list(measured) == ["games"]
    assert list(measured["games"]) == GAMES
    for forms in measured["games"].values():
        assert {"pure", trapezi.execution_mode()} <= set(forms) <= {"pure", "compiled"}
        for measures in forms.values():
            assert set(measures) == {"decisions_per_s", "games_per_s", "steps_from_python_per_s", "clones_per_s"}
            assert all(value > 0 for value in measures.values())
