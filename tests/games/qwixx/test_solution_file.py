"""A solution is stored in a file and loaded from it. Damaged and outdated files are ignored."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from trapezi.games.qwixx.bots import solution_file
from trapezi.games.qwixx.bots.solver import Solver


@pytest.fixture(autouse=True)
def empty_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRAPEZI_DATA", str(tmp_path))
    solution_file.file_path(1).parent.mkdir(parents=True)


def test_a_solution_is_stored_and_loaded() -> None:
    assert solution_file.load(1) is None
    solver = Solver(faces=2, needed=2)
    list(solver.solve_in_steps())
    path = solution_file.file_path(1)
    solution_file.write(path, solver, {"value": 24.79, "states": solver.sheets_to_solve, "seconds": 1.0})
    loaded = solution_file.load(1)
    assert loaded is not None
    assert loaded.value == 24.79
    assert bytes(loaded.values) == bytes(solver.values)


def test_a_solution_of_another_format_or_cut_short_is_not_loaded() -> None:
    solver = Solver(faces=2, needed=2)
    path = solution_file.file_path(1)
    solution_file.write(path, solver, {"value": 0.0, "states": 1, "seconds": 1.0})
    whole = path.read_bytes()
    path.write_bytes(whole[:-4])
    assert solution_file.load(1) is None
    header = json.loads(whole[:4096].rstrip(b"\0"))
    path.write_bytes(json.dumps({**header, "format": 0}).encode().ljust(4096, b"\0") + whole[4096:])
    assert solution_file.load(1) is None
    path.write_bytes(b"")
    assert solution_file.load(1) is None
