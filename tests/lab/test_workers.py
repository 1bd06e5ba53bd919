"""The number of worker processes does not change the results, and a process that dies costs only time."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.lab.conftest import standings

import trapezi

QWIXX = trapezi.game("qwixx", players=2)


def test_the_number_of_processes_does_not_change_the_result(guests: None) -> None:
    runs = [standings(QWIXX, ["greedy", "level-1", "guests:RandomLegal"], 30, seed=4, jobs=jobs) for jobs in (1, 2, 3)]
    assert runs[0] == runs[1] == runs[2]
    assert runs[0]["played"] == 90


def test_a_process_that_dies_costs_only_time(guests: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DIED", str(tmp_path / "died"))
    result = standings(QWIXX, ["guests:DiesOnce", "greedy"], 6, jobs=2)
    assert (tmp_path / "died").exists()
    assert result == standings(QWIXX, ["guests:DiesOnce", "greedy"], 6)
    assert result["forfeits"] == []
