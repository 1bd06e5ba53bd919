"""Fixtures that start real servers, and clients without a screen that play on them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.server.client import Clients
from tests.server.server_process import ServerProcess


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Return a server that all tests share which do not stop it."""
    server = ServerProcess(tmp_path_factory.mktemp("server") / "tables.db")
    yield server
    server.stop()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    """Return a server for one test, which may stop it."""
    process = ServerProcess(tmp_path / "tables.db")
    yield process
    if process.alive:
        process.stop()


@pytest.fixture
def start_server(tmp_path: Path) -> Iterator[Callable[[str], ServerProcess]]:
    """Return a function that starts servers, with settings that are written in Python."""
    started: list[ServerProcess] = []

    def start(settings: str) -> ServerProcess:
        started.append(ServerProcess(tmp_path / f"{len(started)}.db", settings))
        return started[-1]

    yield start
    for process in started:
        process.stop()


@pytest.fixture
def clients(request: pytest.FixtureRequest) -> Clients:
    """Return a factory of clients, which use the test's own server if it has one, otherwise the shared server."""
    own = next((name for name in ("server", "processes") if name in request.fixturenames), "shared_server")
    value = request.getfixturevalue(own)
    process: ServerProcess = value[0] if isinstance(value, list) else value
    return Clients(lambda: process.url)
