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

from trapezi.store.interface import Hear, Lease, Note
from trapezi.store.migrate import migrate
from trapezi.store.schema import holders
from trapezi.store.sql import Job, SqlStore

LOOK = 1.0  # seconds between looks for what others have written

ADD_RECORDS = """
    INSERT INTO records (code, seq, body) SELECT column1, column2, column3 FROM (VALUES {})
    WHERE column4 < 1 OR EXISTS (SELECT 1 FROM records WHERE code = column1 AND seq = column4)"""


class SqliteStore(SqlStore):
    """A `Store` in one file."""

    add_holder = insert(holders).on_conflict_do_nothing()

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        writing = engine(path, "BEGIN IMMEDIATE", pool_size=1, max_overflow=0)
        migrate(writing)
        super().__init__(writing, engine(path, "BEGIN"))

    def _transact(self, batch: Sequence[Job]) -> None:
        """Moves come by the hundred: straight to the driver. What fails there is tried in the common way, which tells why."""
        if any(job.new or job.entry or job.holders for job in batch) or not self._appended(batch):
            super()._transact(batch)

    def _appended(self, batch: Sequence[Job]) -> bool:
        """Whether the records of all jobs are there now; else nothing is."""
        rows = [(job.code, row["seq"], row["body"], job.before) for job in batch for row in job.rows]
        # one statement for all: after each, whoever waits for the interpreter has a turn
        statement = ADD_RECORDS.format(",".join(["(?, ?, ?, ?)"] * len(rows)))
        try:
            with closing(self._writing.raw_connection()) as pooled:
                raw: Any = pooled.driver_connection
                raw.execute("BEGIN IMMEDIATE")
                if raw.execute(statement, [value for row in rows for value in row]).rowcount != len(rows):
                    return False  # the pool undoes what is not committed
                raw.execute("COMMIT")
        except sqlite3.Error:
            return False
        return True

    async def listen(self, hear: Hear) -> None:
        """One process serves the file; now and then an operator changes it beside (`trapezi restore`, `trapezi tables`)."""
        before = None
        while True:
            seen = await self._aside(self._version)
            if before not in (None, seen):
                hear(None)
            before = seen
            await asyncio.sleep(LOOK)

    def _version(self) -> int | None:
        """A number that changes when others have written, seen from the one connection that writes here."""
        try:
            with self._writing.connect() as connection:
                raw: Any = connection.connection.driver_connection
                return int(raw.execute("PRAGMA data_version").fetchone()[0])
        except (SQLAlchemyError, sqlite3.Error):
            return None

    def tell(self, note: Note) -> None:
        """There is nobody else."""

    async def own(self, codes: Collection[str]) -> Lease:
        return Lease(frozenset(codes), frozenset([self.house]))


def engine(path: Path, begin: str, **pool: int) -> Engine:
    """An engine whose transactions begin as told, schema changes included."""
    made = create_engine(f"sqlite:///{path}", hide_parameters=True, connect_args={"timeout": 10}, **pool)

    @event.listens_for(made, "connect")
    def connected(raw: Any, _: Any) -> None:
        raw.isolation_level = None  # the driver begins nothing by itself
        for setting in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            raw.execute(f"PRAGMA {setting}")

    @event.listens_for(made, "begin")
    def begun(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return made
