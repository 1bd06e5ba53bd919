"""Servers that are killed or broken, and clients that play on."""

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
    """Start servers, by default with a database file of the test's own."""
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
    """Clients that learn the address of their server when they sit down."""
    return Clients(lambda: "")
