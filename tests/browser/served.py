"""A real server in a process of its own, as browsers reach it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from trapezi.web.pages import STATIC

SOURCE = Path(__file__).parents[2] / "src"
SERVE = """
import sys
from pathlib import Path
from trapezi.cli.serve import run
from trapezi.web import pages
pages.STATIC = Path(sys.argv[4])
run("127.0.0.1", int(sys.argv[1]), sys.argv[2], pace=float(sys.argv[3]))
"""


class Served:
    """A server that can be killed and started again at the same port. `pace`: seconds that bots think; `client`: its files."""

    def __init__(self, folder: Path, pace: float = 0.0, client: Path = STATIC) -> None:
        self.database = folder / "tables.db"
        self.client = client
        self.pace = pace
        self.port = 0
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [sys.executable, "-c", SERVE, str(self.port), str(self.database), str(self.pace), str(self.client)]
        environment = {**os.environ, "PYTHONPATH": str(SOURCE), "LANG": "en"}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline().strip().rpartition(":")[2])

    def stop(self, how: int = signal.SIGTERM) -> None:
        self.process.send_signal(how)
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()
