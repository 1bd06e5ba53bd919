"""Limit the time that a database may take, even if it hangs without closing its connections.

The time limits of PostgreSQL (`statement_timeout`) are enforced by the database server itself, which cannot do so while
it is stopped or swapped out. The time limits of TCP do not help either, because the server's machine still acknowledges packets.
So this process must enforce the limit.
"""

from __future__ import annotations

import logging
import math
import os
import socket
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from sqlalchemy import Engine, event

from trapezi.store.interface import NotStored

INTERVAL = 0.1  # the watchdog looks at the clock every this many seconds

log = logging.getLogger("trapezi.store")


class Watchdog:
    """Shuts down connections that are used for too long, and rejects jobs that wait for too long.

    Shutting down a connection wakes up the thread that waits for an answer there, with an error that the connection is lost.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._lock = threading.Lock()
        # For the id of each connection in use, the time when it is shut down, and the driver's connection.
        self._connections: dict[int, tuple[float, Any]] = {}
        # The jobs that wait, in the order of the times when they are rejected.
        self._jobs: deque[tuple[float, Any, Callable[[NotStored], None]]] = deque()
        self._stopped = threading.Event()
        threading.Thread(target=self._run, name="store-watchdog", daemon=True).start()

    def watch_engine(self, engine: Engine) -> None:
        """Watch every connection of the engine while it is in use."""
        event.listen(engine, "connect", lambda raw, record: self.start_watching(raw))
        event.listen(engine, "checkout", lambda raw, record, proxy: self.start_watching(raw))
        event.listen(engine, "checkin", lambda raw, record: self.stop_watching(raw))
        event.listen(engine, "invalidate", lambda raw, record, error: self.stop_watching(raw))
        event.listen(engine, "close", lambda raw, record: self.stop_watching(raw))

    def start_watching(self, connection: Any) -> None:
        """Shut the connection down unless `stop_watching` is called in time."""
        with self._lock:
            self._connections[id(connection)] = (time.monotonic() + self.seconds, connection)

    def stop_watching(self, connection: Any) -> None:
        with self._lock:
            self._connections.pop(id(connection), None)

    def reject_if_late(self, future: Any, reject: Callable[[NotStored], None]) -> None:
        """Call `reject` unless the future is done in time."""
        self._jobs.append((time.monotonic() + self.seconds, future, reject))

    def close(self) -> None:
        self._stopped.set()

    def _run(self) -> None:
        while not self._stopped.wait(INTERVAL):
            self.shut_down_connections(time.monotonic())
            self._reject_late_jobs()

    def shut_down_connections(self, now: float = math.inf) -> None:
        """Shut down the connections whose time is over, by default all that are in use."""
        with self._lock:  # Meanwhile no connection may be closed, because its number could then be reused.
            for key, (until, connection) in tuple(self._connections.items()):
                if now >= until:
                    del self._connections[key]
                    log.error("the database did not answer within %g seconds: connection given up", self.seconds)
                    shut_down(connection)

    def _reject_late_jobs(self) -> None:
        now = time.monotonic()
        while self._jobs and (self._jobs[0][1].done() or now >= self._jobs[0][0]):
            _, future, reject = self._jobs.popleft()
            if not future.done():
                reject(NotStored("the database does not answer"))


def shut_down(connection: Any) -> None:
    """Break a connection of psycopg in both directions, without waiting for anything."""
    try:
        with socket.socket(fileno=os.dup(connection.fileno())) as duplicate:
            duplicate.shutdown(socket.SHUT_RDWR)
    except Exception as error:  # The connection is closed already; psycopg raises errors of its own then.
        log.debug("connection not shut down: %s", error)
