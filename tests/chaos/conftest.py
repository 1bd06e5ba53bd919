"""Servers that are treated badly, and browsers that play on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.chaos.forked_server import ForkedServer
from tests.server.client import Clients
from tests.server.server_process import ServerProcess


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., ServerProcess]]:
    """Starts servers, at a file of the test's own unless told otherwise."""
    made: list[ServerProcess] = []

    def start(database: Path | str = tmp_path / "tables.db", **more: Any) -> ServerProcess:
        made.append(ForkedServer(database, **more))
        return made[-1]

    yield start
    for each in made:
        if each.alive:
            each.stop()


@pytest.fixture
def clients() -> Clients:
    """Clients, at a server that is named when they sit down."""
    return Clients(lambda: "")
