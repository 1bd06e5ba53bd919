"""A real server in its own process, which can be killed and started again."""

from __future__ import annotations

import itertools
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

SOURCE = Path(__file__).parents[2] / "src"
# Time limits that a slow machine could reach are switched off. A test that needs a limit sets it.
SERVE = """
import sys
from trapezi.server import websocket
from trapezi.tables import bots, commands_to_events, hints, registry, reviews, workers
websocket.MISSED_BEATS = bots.MAX_SECONDS = hints.MAX_SECONDS = 1000
reviews.CALL_SECONDS = registry.REQUEST_SECONDS = registry.LOAD_SECONDS = workers.START_SECONDS = 1000
commands_to_events.AWAY_SECONDS = 0
if "postgres" in sys.argv[2]:
    from trapezi.store import postgres
    postgres.TIME_LIMIT = postgres.CONNECTION["connect_timeout"] = 600
exec(sys.argv[4])
from trapezi.cli.serve import LogFormat, run_server
from trapezi.server.limits import Limits
from trapezi.server.trusted_proxies_and_origins import Trust
patient = {"hello_seconds": 1000, "request_seconds": 1000, "arrivals": (10_000, 10_000)}
settings = {"limits": Limits(messages=(500, 500), handshakes=(10_000, 10_000), **patient), **eval(f"dict({sys.argv[3]})")}
run_server("127.0.0.1", int(sys.argv[1]), sys.argv[2], pace=0, log=LogFormat.json, **settings)
"""


def free_ports() -> Iterator[int]:
    """Yield free ports that neither the operating system nor other processes of this test run use for something else."""
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    for count in itertools.count(os.getpid()):  # Another test run on this machine begins with another port.
        port = 10_000 + worker % 8 * 2_500 + count % 2_500
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) != 0:
                yield port


PORTS = free_ports()


class ServerProcess:
    """A server process that always listens at the same port. `settings` and `before`, which runs first, are Python sources."""

    def __init__(self, database: Path | str, settings: str = "", before: str = "", *, start: bool = True) -> None:
        self.database = database
        self.settings = settings
        self.before = before
        self.log = (database if isinstance(database, Path) else Path(mkdtemp(), "server")).with_suffix(".log")
        self.port = next(PORTS)
        self.process: Any = None
        if start:
            self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def spawn(self) -> None:
        """Start the process, but do not wait until the server answers."""
        environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
        command = [sys.executable, "-c", SERVE, str(self.port), str(self.database), self.settings, self.before]
        with self.log.open("a") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=environment)

    def start(self) -> None:
        """Start the process, and wait until the server answers."""
        assert self.try_start(), self.log.read_text()[-4000:]

    def try_start(self) -> bool:
        """Start the process. Return whether the server answers, instead of exiting."""
        if self.process is not None:
            self.process.stdout.close()
        self.spawn()
        url = self.process.stdout.readline().strip()
        if url:
            self.port = int(url.rpartition(":")[2])
        return bool(url)

    def stop(self, how: int = signal.SIGTERM) -> None:
        self.process.send_signal(how)
        self.process.wait()
        self.process.stdout.close()
