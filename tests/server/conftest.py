"""Real servers, and browsers without a screen that play at them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.server.browsers import Browsers
from tests.server.serving import Serving


@pytest.fixture(scope="session")
def serve() -> type[Serving]:
    """Starts a server at a database."""
    return Serving


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """One server for all tests that do not kill it."""
    serving = Serving(tmp_path_factory.mktemp("server") / "tables.db")
    yield serving
    serving.stop()


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Serving]:
    """A server of one's own."""
    made = Serving(tmp_path / "tables.db")
    yield made
    if made.alive:
        made.stop()


@pytest.fixture
def serving_with(tmp_path: Path) -> Iterator[Callable[[str], Serving]]:
    """Makes servers with settings of their own, written as Python."""
    made: list[Serving] = []

    def serve(settings: str) -> Serving:
        made.append(Serving(tmp_path / f"{len(made)}.db", settings))
        return made[-1]

    yield serve
    for each in made:
        each.stop()


@pytest.fixture
def browser(request: pytest.FixtureRequest) -> Browsers:
    """Browsers at the shared server, or at the test's own."""
    if "houses" in request.fixturenames:
        return Browsers(lambda: str(request.getfixturevalue("houses")[0].url))
    own = "serving" in request.fixturenames
    server: Serving = request.getfixturevalue("serving" if own else "running")
    return Browsers(lambda: server.url)
