"""Bots of somebody else's, for the tests of the lab."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

GUESTS = Path(__file__).parent / "guests"


@pytest.fixture
def guests(monkeypatch: pytest.MonkeyPatch) -> None:
    """`guests:Raises` and others can be found, by processes started from here too."""
    monkeypatch.syspath_prepend(str(GUESTS))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(GUESTS), os.environ.get("PYTHONPATH", "")]))
