"""A store in one SQLite file, with a write-ahead log that is synced to disk at every commit."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
import time
from collections.abc import Collection, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, text
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.exc import SQLAlchemyError

from trapezi.store.interface import InUse, Lease, Notification, OnNotification
from trapezi.store.migrate import migrate
from trapezi.store.schema import tokens
from trapezi.store.sql import Job, SqlStore

POLL_SECONDS = 1.0  # The seconds between two checks whether another process has changed the file.
LOCK_ATTEMPTS = 4

# If the previous event is missing, the code of the new row becomes null. This is not allowed, so nothing is inserted.
INSERT_EVENTS = """
    INSERT INTO records (code, seq, body)
    SELECT CASE WHEN column4 < 1 OR EXISTS (SELECT 1 FROM records WHERE code = column1 AND seq = column4) THEN column1 END,
    column2, column3 FROM (VALUES {})"""
UPDATE_ENTRY = """
    UPDATE entries SET public = ?1, open = ?2, summary = ?3, updated = ?4
    WHERE code = ?5 AND (?6 < 1 OR EXISTS (SELECT 1 FROM records WHERE code = ?5 AND seq = ?6))"""
WRITE_TIME = text("INSERT INTO houses (house, until) VALUES ('ready', :now) ON CONFLICT (house) DO UPDATE SET until = :now")


class SqliteStore(SqlStore):
    """A `Store` in one SQLite file."""

    insert_token = insert(tokens).on_conflict_do_nothing()

    def __init__(self, path: Path, *, exclusive: bool = False) -> None:
        self.path = path = path.resolve()
        create_private_file(path)
        self._lock = lock_exclusively(path) if exclusive else None
        write_engine = sqlite_engine(path, "BEGIN IMMEDIATE", pool_size=1, max_overflow=0)
        migrate(write_engine)
        super().__init__(write_engine, sqlite_engine(path, "BEGIN"))

    def _write_in_transaction(self, batch: Sequence[Job]) -> None:
        """Write events and entries through the driver if possible, because that is faster than SQLAlchemy.

        Use SQLAlchemy for new tables and new tokens, and after a failure, because it can say why the transaction failed.
        """
        if any(job.new or job.tokens for job in batch) or not self._write_directly(batch):
            super()._write_in_transaction(batch)

    def _write_directly(self, batch: Sequence[Job]) -> bool:
        """Write the events and entries of all jobs and return True, or return False if nothing was written."""
        rows = [(job.code, row["seq"], row["body"], job.before) for job in batch for row in job.rows]
        entries = [(job.entry, job.before) for job in batch if job.entry is not None]
        try:
            with closing(self._write_engine.raw_connection()) as pooled:  # Closing it rolls back what was not committed.
                raw: Any = pooled.driver_connection
                if entries:
                    now = time.time()
                    raw.execute("BEGIN IMMEDIATE")
                    for entry, before in entries:
                        raw.execute(UPDATE_ENTRY, (entry.public, entry.open, entry.summary, now, entry.code, before))
                if rows:
                    # One statement inserts all rows, because every statement may have to wait for the interpreter lock.
                    statement = INSERT_EVENTS.format(",".join(["(?, ?, ?, ?)"] * len(rows)))
                    raw.execute(statement, [value for row in rows for value in row])
                if entries:
                    raw.execute("COMMIT")
        except sqlite3.Error:
            return False
        return True

    async def listen(self, on_notification: OnNotification) -> None:
        """Call `on_notification` when another process, such as `trapezi restore`, has changed the file."""
        before = None
        while True:
            version = await self._run_in_thread(self._data_version)
            if before not in (None, version):
                on_notification(None)
            before = version
            await asyncio.sleep(POLL_SECONDS)

    def _data_version(self) -> int | None:
        """Return a number that changes whenever another process has written to the file."""
        try:
            with self._write_engine.connect() as connection:
                raw: Any = connection.connection.driver_connection
                return int(raw.execute("PRAGMA data_version").fetchone()[0])
        except (SQLAlchemyError, sqlite3.Error):
            return None

    def notify(self, notification: Notification) -> None:
        """Do nothing, because only one process serves the file."""

    async def keep_only_leases(self, codes: Collection[str]) -> Lease:
        return Lease(frozenset(codes), frozenset([self.process_id]))

    async def check_writable(self) -> None:
        def write_time(connection: Connection) -> None:
            connection.execute(WRITE_TIME, {"now": time.time()})

        await self._run_in_thread(self._run_in_transaction, self._write_engine, write_time)

    async def close(self) -> None:
        await super().close()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def create_private_file(path: Path) -> None:
    """Create the file and its folder. Only their owner may use them, because logs contain the secrets of games.

    SQLite gives the files beside the database (`-wal`, `-shm`) the mode of the database.
    """
    if not path.parent.is_dir():
        path.parent.parent.mkdir(parents=True, exist_ok=True)
        path.parent.mkdir(mode=0o700, exist_ok=True)
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:  # The file may have been created by an earlier version, with another mode.
        for file in (path, Path(f"{path}-wal"), Path(f"{path}-shm")):
            with contextlib.suppress(OSError):
                if file.stat().st_mode & 0o077:
                    file.chmod(0o600)


def lock_exclusively(path: Path) -> int | None:
    """Lock the file for one server and return the open lock file. Raise `InUse` if another server has locked the file.

    The system releases the lock when the process ends. The database file cannot be locked itself: closing it releases the locks
    of SQLite.
    """
    try:
        import fcntl
    except ImportError:  # Windows has no such locks.
        return None
    lock = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    for attempts_left in reversed(range(LOCK_ATTEMPTS)):
        try:
            fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            break
        except OSError as error:
            if not attempts_left:
                os.close(lock)
                raise InUse(str(path)) from error
            time.sleep(0.05)  # `trapezi doctor` holds the lock for an instant.
    return lock


def sqlite_engine(path: Path, begin: str, **pool: int) -> Engine:
    """Return an SQLAlchemy engine that begins every transaction, even of schema changes, with the statement `begin`."""
    url = URL.create("sqlite", database=str(path))
    engine = create_engine(url, hide_parameters=True, connect_args={"timeout": 10}, **pool)

    @event.listens_for(engine, "connect")
    def on_connect(raw: Any, _: Any) -> None:
        raw.isolation_level = None  # The driver must not begin transactions itself.
        for setting in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            raw.execute(f"PRAGMA {setting}")

    @event.listens_for(engine, "begin")
    def on_begin(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine
