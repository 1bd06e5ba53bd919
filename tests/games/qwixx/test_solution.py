"""Solutions are stored once and mapped into memory; damaged or outdated files are ignored."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from trapezi.games.qwixx.bots import solution
from trapezi.games.qwixx.bots.solve import Solver


@pytest.fixture(autouse=True)
def empty_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRAPEZI_DATA", str(tmp_path))


def test_a_solution_is_stored_and_loaded() -> None:
    assert solution.load(1) is None
    solver = Solver(faces=2, needed=2)
    list(solver.solve_in_steps())
    path = solution.file_path(1)
    path.parent.mkdir(parents=True)
    solution.write(path, solver, {"value": 24.79, "states": solver.sheets_to_solve, "seconds": 1.0})
    loaded = solution.load(1)
    assert loaded is not None
    assert loaded.value == 24.79
    assert bytes(loaded.values) == bytes(solver.values)


def test_a_solution_of_another_format_or_cut_short_is_not_loaded() -> None:
    solver = Solver(faces=2, needed=2)
    path = solution.file_path(1)
    path.parent.mkdir(parents=True)
    solution.write(path, solver, {"value": 0.0, "states": 1, "seconds": 1.0})
    whole = path.read_bytes()
    path.write_bytes(whole[:-4])
    assert solution.load(1) is None
    header = json.loads(whole[:4096].rstrip(b"\0"))
    path.write_bytes(json.dumps({**header, "format": 0}).encode().ljust(4096, b"\0") + whole[4096:])
    assert solution.load(1) is None
    path.write_bytes(b"")
    assert solution.load(1) is None


def test_only_one_process_solves_a_game_in_the_background(monkeypatch: pytest.MonkeyPatch) -> None:
    commands: list[Any] = []
    monkeypatch.setattr("subprocess.Popen", lambda *command, **_: commands.append(command))
    solution.solve_in_background(2)
    assert len(commands) == 1
    solution.file_path(2).parent.mkdir(parents=True)
    solution.file_path(2).with_suffix(".solving").touch()
    solution.solve_in_background(2)
    assert len(commands) == 1
