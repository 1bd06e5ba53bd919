"""Fixtures for the browser tests: Chromium, one server for all tests, and functions that open devices."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright
from tests.browser.devices import CHROMIUM_FLAGS, TIMEOUT, Devices, find_chromium
from tests.server.server_process import ServerProcess

expect.set_options(timeout=TIMEOUT)

# The same dice, cards and decisions of bots at every table, so that no test fails by chance.
SAME_CHANCE = """
from trapezi.core.random import Stream
registry.new_secret = commands_to_events.new_secret = lambda: "07" * 32
bots.random_stream = lambda: Stream(7)
bots.PATIENCE = 1000
"""
# Few simulated games per decision: enough to see the mistakes of a robot, which taps at random.
FAST_REVIEWS = "limits=Limits(messages=(500, 500), handshakes=(10_000, 10_000), review_simulations=400, **patient)"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path, environment = find_chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS, env={**os.environ, **environment})
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One server for all tests that do not kill it."""
    server = ServerProcess(tmp_path_factory.mktemp("server") / "tables.db", FAST_REVIEWS, before=SAME_CHANCE)
    yield server
    server.stop()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server for one test, which may kill it."""
    server = ServerProcess(tmp_path / "tables.db", before=SAME_CHANCE)
    yield server
    if server.alive:
        server.stop()


@pytest.fixture
def device(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Devices]:
    """Make devices that use the shared server, or the test's own."""
    server = request.getfixturevalue("own_server" if "own_server" in request.fixturenames else "server")
    devices = Devices(browser, server.url)
    yield devices
    devices.close()
    assert devices.errors == []
