"""Chromium, a server for all tests, and devices at it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright
from tests.browser.devices import QUIET, Devices, chromium
from tests.server.server_process import ServerProcess


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    found, environment = chromium()
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=found, args=QUIET, env={**os.environ, **environment})
        yield made
        made.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One server for all tests that do not kill it."""
    made = ServerProcess(tmp_path_factory.mktemp("server") / "tables.db")
    yield made
    made.stop()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server of one's own."""
    made = ServerProcess(tmp_path / "tables.db")
    yield made
    if made.alive:
        made.stop()


@pytest.fixture
def device(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Devices]:
    """Devices at the shared server, or at the test's own."""
    served = request.getfixturevalue("own_server" if "own_server" in request.fixturenames else "server")
    made = Devices(browser, served.url)
    yield made
    made.close()
    assert made.complaints == []
