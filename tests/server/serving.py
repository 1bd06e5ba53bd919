"""A real server in a process of its own, that can be killed and started again."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

SOURCE = Path(__file__).parents[2] / "src"
SERVE = """
import sys
exec(sys.argv[4])
from trapezi.cli.serve import LogFormat, run
from trapezi.server.limits import Limits
from trapezi.server.proxies import Trust
settings = {"limits": Limits(messages=(500, 500)), **eval(f"dict({sys.argv[3]})")}
run("127.0.0.1", int(sys.argv[1]), sys.argv[2], pace=0, log=LogFormat.json, **settings)
"""


class Serving:
    """A server, always at the same port. `settings`, and what is to happen `before` it serves, are written as Python."""

    def __init__(self, database: Path | str, settings: str = "", before: str = "", *, start: bool = True) -> None:
        self.database = database
        self.settings = settings
        self.before = before
        self.log = (database if isinstance(database, Path) else Path(mkdtemp(), "server")).with_suffix(".log")
        self.port = random.randrange(10_000, 30_000)  # which no client is given by the system while the server is down
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
        """Begins to start, and does not wait."""
        environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
        command = [sys.executable, "-c", SERVE, str(self.port), str(self.database), self.settings, self.before]
        with self.log.open("a") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=environment)

    def start(self) -> None:
        assert self.starts(), self.log.read_text()[-4000:]

    def starts(self) -> bool:
        """Whether it does."""
        if self.process is not None:
            self.process.stdout.close()
        self.spawn()
        where = self.process.stdout.readline().strip()
        if where:
            self.port = int(where.rpartition(":")[2])
        return bool(where)

    def stop(self, how: int = signal.SIGTERM) -> None:
        self.process.send_signal(how)
        self.process.wait()
        self.process.stdout.close()
