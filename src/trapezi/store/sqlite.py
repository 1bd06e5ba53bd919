"""The store in one SQLite file: write-ahead log, synced at every commit."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Collection, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.exc import SQLAlchemyError

from trapezi.store.interface import Lease, Notification, OnNotification
from trapezi.store.migrate import migrate
from trapezi.store.schema import tokens
from trapezi.store.sql import Job, SqlStore

POLL_SECONDS = 1.0  # between checks for changes by other processes

INSERT_EVENTS = """
    INSERT INTO records (code, seq, body) SELECT column1, column2, column3 FROM (VALUES {})
    WHERE column4 < 1 OR EXISTS (SELECT 1 FROM records WHERE code = column1 AND seq = column4)"""


class SqliteStore(SqlStore):
    """A `Store` in one file."""

    insert_token = insert(tokens).on_conflict_do_nothing()

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        write_engine = sqlite_engine(path, "BEGIN IMMEDIATE", pool_size=1, max_overflow=0)
        migrate(write_engine)
        super().__init__(write_engine, sqlite_engine(path, "BEGIN"))

    def _write_in_transaction(self, batch: Sequence[Job]) -> None:
        """Append plain events, the usual case, directly through the driver; if that fails, use SQLAlchemy, which explains why."""
        if any(job.new or job.entry or job.tokens for job in batch) or not self._append_directly(batch):
            super()._write_in_transaction(batch)

    def _append_directly(self, batch: Sequence[Job]) -> bool:
        """Append the events of all jobs; return False if nothing was written."""
        rows = [(job.code, row["seq"], row["body"], job.before) for job in batch for row in job.rows]
        # One statement for all rows, because every statement may have to wait for the interpreter lock.
        statement = INSERT_EVENTS.format(",".join(["(?, ?, ?, ?)"] * len(rows)))
        try:
            with closing(self._write_engine.raw_connection()) as pooled:
                raw: Any = pooled.driver_connection
                raw.execute("BEGIN IMMEDIATE")
                if raw.execute(statement, [value for row in rows for value in row]).rowcount != len(rows):
                    return False  # the pool rolls back
                raw.execute("COMMIT")
        except sqlite3.Error:
            return False
        return True

    async def listen(self, on_notification: OnNotification) -> None:
        """Report that another process has changed the file, such as `trapezi restore` or `trapezi tables`."""
        before = None
        while True:
            version = await self._run_in_thread(self._data_version)
            if before not in (None, version):
                on_notification(None)
            before = version
            await asyncio.sleep(POLL_SECONDS)

    def _data_version(self) -> int | None:
        """Return a number that changes when another process has written, as seen by our only writing connection."""
        try:
            with self._write_engine.connect() as connection:
                raw: Any = connection.connection.driver_connection
                return int(raw.execute("PRAGMA data_version").fetchone()[0])
        except (SQLAlchemyError, sqlite3.Error):
            return None

    def notify(self, notification: Notification) -> None:
        """Do nothing: only one process serves the file."""

    async def renew_leases(self, codes: Collection[str]) -> Lease:
        return Lease(frozenset(codes), frozenset([self.process_id]))


def sqlite_engine(path: Path, begin: str, **pool: int) -> Engine:
    """Return an engine that begins every transaction, including schema changes, with the given statement."""
    engine = create_engine(f"sqlite:///{path}", hide_parameters=True, connect_args={"timeout": 10}, **pool)

    @event.listens_for(engine, "connect")
    def on_connect(raw: Any, _: Any) -> None:
        raw.isolation_level = None  # the driver must not begin transactions itself
        for setting in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            raw.execute(f"PRAGMA {setting}")

    @event.listens_for(engine, "begin")
    def on_begin(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine
