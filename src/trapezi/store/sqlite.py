"""The store in one SQLite file: write-ahead log, synced at every commit, one writing thread.

Whatever waits when the writer is free goes into one transaction (group commit), so that many busy tables share one sync.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from sqlalchemy import Connection, Engine, bindparam, create_engine, event, select, update
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from trapezi.store.interface import CodeTaken, Conflict, Entry, NotStored
from trapezi.store.migrate import migrate
from trapezi.store.schema import entries, holders, records

AT_ONCE = 512  # jobs in one transaction

ADD_ENTRY = insert(entries)
ADD_RECORD = insert(records)
ADD_HOLDER = insert(holders).on_conflict_do_nothing()
SET_ENTRY = (
    update(entries)
    .where(entries.c.code == bindparam("this"))
    .values({name: bindparam(f"new_{name}") for name in ("public", "open", "summary", "updated")})
)


@dataclass(slots=True)
class Job:
    """Records of one table on their way to the disk."""

    code: str
    new: bool
    entry: Entry | None
    rows: list[dict[str, Any]]
    holders: Sequence[str]
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[None]


class SqliteStore:
    """A `Store` in one file."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self._writing = engine(path, "BEGIN IMMEDIATE")
        migrate(self._writing)
        self._reading = engine(path, "BEGIN")
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._closed = False
        self._writer = threading.Thread(target=self._write, name="store", daemon=True)
        self._writer.start()

    # -- writing -------------------------------------------------------------------------------------------------------

    async def create(self, entry: Entry, records: Sequence[bytes], holders: Sequence[str]) -> None:
        await self._do(entry.code, 1, records, entry, holders, new=True)

    async def append(
        self, code: str, seq: int, records: Sequence[bytes], entry: Entry | None = None, holders: Sequence[str] = ()
    ) -> None:
        await self._do(code, seq, records, entry, holders, new=False)

    async def _do(
        self, code: str, seq: int, bodies: Sequence[bytes], entry: Entry | None, holders: Sequence[str], *, new: bool
    ) -> None:
        if self._closed:
            raise NotStored("the store is closed")
        loop = asyncio.get_running_loop()
        rows = [{"code": code, "seq": seq + n, "body": body} for n, body in enumerate(bodies)]
        job = Job(code, new, entry, rows, holders, loop, loop.create_future())
        self._jobs.put(job)
        await asyncio.shield(job.done)

    def _write(self) -> None:
        """The writing thread: all that waits in one transaction; if that fails, one by one, so that each gets its own answer."""
        with self._writing.connect() as connection:
            while (job := self._jobs.get()) is not None:
                batch = [job]
                while len(batch) < AT_ONCE:
                    try:
                        more = self._jobs.get_nowait()
                    except Empty:
                        break
                    if more is None:
                        self._jobs.put(None)
                        break
                    batch.append(more)
                error = commit(connection, batch)
                if error is None or len(batch) == 1:
                    answer(batch, error)
                else:
                    for each in batch:
                        answer([each], commit(connection, [each]))

    # -- reading -------------------------------------------------------------------------------------------------------

    async def read(self, code: str, since: int = 0) -> list[bytes]:
        query = select(records.c.body).where(records.c.code == code, records.c.seq > since).order_by(records.c.seq)
        return [body for (body,) in await asyncio.to_thread(self._all, query)]

    async def entry(self, code: str) -> Entry | None:
        found = await self._entries(select(entries).where(entries.c.code == code))
        return found[0] if found else None

    async def listed(self, limit: int = 100) -> list[Entry]:
        query = select(entries).where(entries.c.public, entries.c.open)
        return await self._entries(query.order_by(entries.c.updated.desc()).limit(limit))

    async def held(self, holder: str, limit: int = 100) -> list[Entry]:
        query = select(entries).join(holders, holders.c.code == entries.c.code).where(holders.c.holder == holder)
        return await self._entries(query.order_by(entries.c.updated.desc()).limit(limit))

    async def _entries(self, query: Any) -> list[Entry]:
        return [Entry(*row) for row in await asyncio.to_thread(self._all, query)]

    def _all(self, query: Any) -> list[Any]:
        try:
            with self._reading.begin() as connection:
                return list(connection.execute(query))
        except SQLAlchemyError as error:
            raise NotStored(str(error.__cause__ or error)) from error

    async def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._jobs.put(None)
            await asyncio.to_thread(self._writer.join)
            self._writing.dispose()
            self._reading.dispose()


def engine(path: Path, begin: str) -> Engine:
    """An engine whose transactions begin as told, schema changes included."""
    made = create_engine(f"sqlite:///{path}", connect_args={"timeout": 10})

    @event.listens_for(made, "connect")
    def connected(raw: Any, _: Any) -> None:
        raw.isolation_level = None  # the driver begins nothing by itself
        for setting in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            raw.execute(f"PRAGMA {setting}")

    @event.listens_for(made, "begin")
    def begun(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return made


def commit(connection: Connection, batch: Sequence[Job]) -> NotStored | None:
    """One transaction; what went wrong, if anything: then nothing of it was written."""
    now = time.time()
    new = [values(job.entry, now) for job in batch if job.new and job.entry]
    changed = [
        {"this": job.code, **{f"new_{name}": value for name, value in values(job.entry, now).items() if name != "code"}}
        for job in batch
        if job.entry and not job.new
    ]
    rows = [row for job in batch for row in job.rows]
    keys = [{"holder": holder, "code": job.code} for job in batch for holder in job.holders]
    try:
        with connection.begin():
            for statement, given in ((ADD_ENTRY, new), (SET_ENTRY, changed), (ADD_RECORD, rows), (ADD_HOLDER, keys)):
                if given:
                    connection.execute(statement, given)
    except IntegrityError as error:
        return CodeTaken(batch[0].code) if batch[0].new else Conflict(f"{batch[0].code}: {error.orig}")
    except SQLAlchemyError as error:
        return NotStored(str(error.__cause__ or error))
    return None


def values(entry: Entry, now: float) -> dict[str, Any]:
    return {"code": entry.code, "public": entry.public, "open": entry.open, "summary": entry.summary, "updated": now}


def answer(batch: Sequence[Job], error: NotStored | None) -> None:
    """Tells each waiting table, in its own loop."""
    for loop in {job.loop for job in batch}:
        try:
            loop.call_soon_threadsafe(settle, [job.done for job in batch if job.loop is loop], error)
        except RuntimeError:  # that loop has ended: nobody waits
            continue


def settle(waiting: Sequence[asyncio.Future[None]], error: NotStored | None) -> None:
    for done in waiting:
        if not done.done():
            if error is None:
                done.set_result(None)
            else:
                done.set_exception(error)
                done.exception()  # seen, even if the waiting task is gone
