"""A real server that starts fast, because it is forked from a process that has already imported everything."""

from __future__ import annotations

import multiprocessing
import os
import select
import signal
import sys
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any

from tests.server.server_process import SERVE, ServerProcess

import trapezi.games

PRELOADED = [
    __name__,
    "trapezi.cli.serve",
    "trapezi.server.app",
    "trapezi.server.uvicorn_connections",
    "trapezi.store.sqlite",
    "alembic.command",
]
PRELOADED += ["trapezi.store.postgres", "sqlalchemy.dialects.postgresql.psycopg"]
PRELOADED += ["litestar.plugins.pydantic", "litestar.plugins.attrs", "anyio._backends._asyncio", "uvicorn.lifespan.on"]
PRELOADED += [f"trapezi.games.{name}.game" for name in trapezi.games.built_in_names()]


class ForkedServer(ServerProcess):
    """The same server as `trapezi serve` starts, but in a forked process."""

    def spawn(self) -> None:
        self.process = Child(str(self.log), str(self.port), str(self.database), self.settings, self.before)


class Child:
    """A forked process with the interface of `subprocess.Popen`."""

    def __init__(self, *arguments: str) -> None:
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(PRELOADED)
        reader, writer = context.Pipe(duplex=False)
        self._process = context.Process(target=serve, args=(writer, *arguments), daemon=True)
        self._process.start()
        writer.close()
        self.stdout = os.fdopen(os.dup(reader.fileno()))
        reader.close()
        self.pid = self._process.pid or 0

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self) -> None:
        self._process.join()

    def send_signal(self, how: int) -> None:
        os.kill(self.pid, how)


def serve(writer: Connection, log: str, *arguments: str) -> None:
    file = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.dup2(file, 2)
    os.dup2(writer.fileno(), 1)
    Thread(target=end_with_reader, daemon=True).start()
    sys.stdout, sys.stderr = os.fdopen(1, "w", closefd=False), os.fdopen(2, "w", closefd=False)
    sys.argv = ["", *arguments]
    namespace: dict[str, Any] = {}
    exec(SERVE, namespace)


def end_with_reader() -> None:
    """End this process when nobody can read its output any more, because pytest was killed.

    Otherwise it would keep its database from the next run.
    """
    output = select.poll()
    output.register(1, 0)  # An error is always reported.
    output.poll()
    os.kill(os.getpid(), signal.SIGKILL)
