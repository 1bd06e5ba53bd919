"""Limit the time for which this process waits for a database, even if the database hangs without closing its connections.

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

INTERVAL = 0.1  # The seconds between two checks of the time.

log = logging.getLogger("trapezi.store")


class Watchdog:
    """Shut down connections that are in use for too long, and reject jobs that wait for too long.

    Shutting down a connection wakes up the thread that waits for an answer there, with an error that the connection is lost.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._lock = threading.Lock()
        # By the id of each connection in use: the time when it will be shut down, and the connection itself.
        self._connections: dict[int, tuple[float, Any]] = {}
        # Jobs that wait, in the order of the times when they will be rejected.
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
        """Call `reject` with an error unless the future is done in time."""
        self._jobs.append((time.monotonic() + self.seconds, future, reject))

    def close(self) -> None:
        self._stopped.set()

    def _run(self) -> None:
        while not self._stopped.wait(INTERVAL):
            self.shut_down_connections(time.monotonic())
            self._reject_late_jobs()

    def shut_down_connections(self, now: float = math.inf) -> None:
        """Shut down the connections whose time is over at time `now`, by default all connections in use."""
        with self._lock:  # The lock prevents that a connection is closed and its file number used again meanwhile.
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
    """Shut down the socket of a psycopg connection in both directions, without waiting for anything."""
    try:
        with socket.socket(fileno=os.dup(connection.fileno())) as duplicate:
            duplicate.shutdown(socket.SHUT_RDWR)
    except Exception as error:  # If the connection is closed already, psycopg raises errors of its own.
        log.debug("connection not shut down: %s", error)
