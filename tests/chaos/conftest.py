"""Fixtures that start servers for tests that kill them, and clients that connect again and play on."""

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
    """Return a function that starts servers, by default with a database file that belongs to the test."""
    started: list[ServerProcess] = []

    def start(database: Path | str = tmp_path / "tables.db", **arguments: Any) -> ServerProcess:
        started.append(ForkedServer(database, **arguments))
        return started[-1]

    yield start
    for server in started:
        if server.alive:
            server.stop()


@pytest.fixture
def clients() -> Clients:
    """Return a factory of clients that get the address of their server only when they create or join a table."""
    return Clients(lambda: "")
