"""The game is solved once: whoever needs the solution loads it, or waits for the process that is solving."""

from __future__ import annotations

from array import array
from pathlib import Path
from typing import Any

import pytest

from trapezi.games.qwixx.bots import solution_file, solve_and_store
from trapezi.games.qwixx.bots.solution_file import Solution

SOLUTION = Solution(Path(), 1, (0.0,), memoryview(array("f", [0.0])), 0.0, 1, 0.0)


@pytest.fixture(autouse=True)
def empty_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRAPEZI_DATA", str(tmp_path))
    solution_file.file_path(1).parent.mkdir(parents=True)


def test_a_missing_solution_is_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solve_and_store, "solve_and_store", lambda *_: SOLUTION)
    assert solve_and_store.load_or_solve(1) is SOLUTION


def test_while_another_process_solves_the_game_its_solution_is_awaited(monkeypatch: pytest.MonkeyPatch) -> None:
    stored: list[Solution] = []
    waits: list[float] = []

    def wait(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 3:
            stored.append(SOLUTION)

    def never(*_: Any) -> Solution:
        raise AssertionError("solved twice")

    solution_file.file_path(1).with_suffix(".solving").touch()
    monkeypatch.setattr(solution_file, "load", lambda _: stored[0] if stored else None)
    monkeypatch.setattr(solve_and_store, "solve_and_store", never)
    monkeypatch.setattr("time.sleep", wait)
    assert solve_and_store.load_or_solve(1) is SOLUTION
    assert len(waits) == 3
