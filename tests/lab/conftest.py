"""Bots of another package, for the tests of the lab."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from trapezi.lab.arena import run_arena
from trapezi.lab.standings import Standings

GUESTS = Path(__file__).parent / "guests"


@pytest.fixture
def guests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the module `guests` importable, in this process and in those that it starts."""
    monkeypatch.syspath_prepend(str(GUESTS))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(GUESTS), os.environ.get("PYTHONPATH", "")]))


def standings(*arguments: Any, **options: Any) -> dict[str, Any]:
    """Run an arena and return its figures, except for how long it took."""
    data = Standings(run_arena(*arguments, **options)).data()
    del data["seconds"]
    return data
