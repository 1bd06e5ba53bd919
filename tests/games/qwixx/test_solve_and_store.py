"""Solving in the background: one process per number of players."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from trapezi.games.qwixx.bots import solution_file, solve_and_store


def test_only_one_process_solves_a_game_in_the_background(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRAPEZI_DATA", str(tmp_path))
    commands: list[Any] = []
    monkeypatch.setattr("subprocess.Popen", lambda *command, **_: commands.append(command))
    solve_and_store.ensure_solving_in_background(2)
    assert len(commands) == 1
    solution_file.file_path(2).parent.mkdir(parents=True)
    solution_file.file_path(2).with_suffix(".solving").touch()
    solve_and_store.ensure_solving_in_background(2)
    assert len(commands) == 1
