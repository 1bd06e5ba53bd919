"""The games with which the environments are tested: all variants if compiled, two variants of each game in plain Python."""

from __future__ import annotations

from typing import Any

import pytest

import trapezi
from trapezi.core.game import Game
from trapezi.games import find


def cases(name: str) -> dict[str, Game[Any]]:
    every = dict(find(name).configurations())
    tested = every if trapezi.execution_mode() == "compiled" else list(every)[:: max(1, len(every) - 1)]
    return {case: every[case] for case in tested}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "name" in metafunc.fixturenames:
        metafunc.parametrize("name", trapezi.names())
    if "case" in metafunc.fixturenames:
        every = {case: game for name in trapezi.names() for case, game in cases(name).items()}
        metafunc.parametrize("case", every.values(), ids=every)
