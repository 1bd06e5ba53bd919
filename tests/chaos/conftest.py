"""Servers that are treated badly, and browsers that play on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.chaos.forked import Forked
from tests.server.browsers import Browsers
from tests.server.serving import Serving


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Serving]]:
    """Starts servers, at a file of the test's own unless told otherwise."""
    made: list[Serving] = []

    def start(database: Path | str = tmp_path / "tables.db", **more: Any) -> Serving:
        made.append(Forked(database, **more))
        return made[-1]

    yield start
    for each in made:
        if each.alive:
            each.stop()


@pytest.fixture
def browser() -> Browsers:
    """Browsers, at a server that is named when they sit down."""
    return Browsers(lambda: "")
