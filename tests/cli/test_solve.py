"""`trapezi solve` computes and stores exact solutions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Run


def test_solve_prints_the_value_and_the_file_of_the_solution(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from trapezi.games.qwixx.bots import solution_file, solve_and_store

    solved = solution_file.Solution(tmp_path / "x.table", 1, (0.0,), None, 115.4831, 4413420, 20.5)
    monkeypatch.setattr(solve_and_store, "solve_and_store", lambda players, on_progress: solved)
    data = json.loads(run("solve", "qwixx", "--json").out)
    assert data == {"value": 115.4831, "states": 4413420, "seconds": 20.5, "table": str(tmp_path / "x.table")}
    assert "115,4831" in run("solve", "qwixx", lang="el").out


def test_a_game_without_a_solver_is_an_error(run: Run) -> None:
    ran = run("solve", "silver_gold")
    assert ran.code == 2
    assert ran.err.count("\n") == 1
