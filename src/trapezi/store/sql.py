"""What all stores in SQL share: one writing thread, and whatever waits when it is free goes into one transaction (group commit),
so that many busy tables share one sync.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, Integer, LargeBinary, String, bindparam, delete, insert, or_, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from trapezi.store.interface import CodeTaken, Conflict, Entry, Hole, NotStored
from trapezi.store.schema import entries, holders, records

T = TypeVar("T")

READERS = 8
AT_ONCE = 512  # jobs in one transaction
PAUSE = 0.008  # seconds from one transaction to the next, for what comes meanwhile; whoever comes to a quiet store does not wait
AGAIN = 3.0  # seconds to come back to a database that went away in the middle of a transaction

FIELDS = ("public", "open", "summary", "updated", "trouble")

ADD_ENTRY = insert(entries)
PUT_RECORD = insert(records)
EARLIER = records.alias("earlier")
FOLLOWS = or_(  # the record before it is there: no log has holes
    bindparam("before", type_=Integer) < 1,
    select(EARLIER.c.seq).where(EARLIER.c.code == bindparam("this"), EARLIER.c.seq == bindparam("before")).exists(),
)
ADD_RECORD = insert(records).from_select(
    ["code", "seq", "body"],
    select(bindparam("this", type_=String), bindparam("seq", type_=Integer), bindparam("body", type_=LargeBinary)).where(FOLLOWS),
)
SET_ENTRY = (
    update(entries)
    .where(entries.c.code == bindparam("this"), FOLLOWS)
    .values({name: bindparam(f"new_{name}") for name in FIELDS if name != "trouble"})
)


@dataclass(slots=True)
class Job:
    """Records of one table on their way to the disk."""

    code: str
    before: int  # the number of the record that must be there
    new: bool
    entry: Entry | None
    rows: list[dict[str, Any]]
    holders: Sequence[str]
    notes: Sequence[str]
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[None]


class SqlStore:
    """A `Store` but for what differs between databases."""

    shared = False
    add_holder: Any  # adds a holder, or leaves the one that is there

    def __init__(self, writing: Engine, reading: Engine, house: str = "") -> None:
        self.house = house
        self._writing = writing
        self._reading = reading
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._closed = False
        self._away = False  # whether the database did not answer last time: then nobody waits for it
        self._readers = ThreadPoolExecutor(READERS, "store")  # of its own: bots keep the common ones busy
        self._writer = threading.Thread(target=self._write, name="store", daemon=True)
        self._writer.start()

    def add_records(self, connection: Connection, batch: Sequence[Job]) -> None:
        """The records of all jobs; a shared store tells others of them."""
        rows = [{"this": job.code, "before": row["seq"] - 1, **row} for job in batch for row in job.rows]
        if rows and connection.execute(ADD_RECORD, rows).rowcount != len(rows):
            raise Conflict(f"{batch[0].code}: not the next record")

    def now(self, connection: Connection) -> float:
        """The time in seconds since 1970."""
        return time.time()

    def passing(self, error: SQLAlchemyError) -> bool:
        """Whether it may be over in a moment."""
        return False

    # -- writing -------------------------------------------------------------------------------------------------------

    async def create(self, entry: Entry, records: Sequence[bytes], holders: Sequence[str]) -> None:
        await self._job(entry.code, 0, rows_of(entry.code, 1, records), entry, holders, new=True)

    async def append(
        self, code: str, seq: int, records: Sequence[bytes], entry: Entry | None = None, holders: Sequence[str] = ()
    ) -> None:
        await self._job(code, seq - 1, rows_of(code, seq, records), entry, holders)

    def _job(
        self,
        code: str,
        before: int,
        rows: list[dict[str, Any]],
        entry: Entry | None = None,
        holders: Sequence[str] = (),
        notes: Sequence[str] = (),
        *,
        new: bool = False,
    ) -> asyncio.Future[None]:
        if self._closed:
            raise NotStored("the store is closed")
        loop = asyncio.get_running_loop()
        job = Job(code, before, new, entry, rows, holders, notes, loop, loop.create_future())
        self._jobs.put(job)
        return job.done

    def _write(self) -> None:
        """The writing thread: all that waits in one transaction; if that fails, one by one, so that each gets its own answer.

        If the database is away, all get the same.
        """
        free = 0.0
        while (job := self._jobs.get()) is not None:
            time.sleep(max(0.0, free - time.monotonic()))
            free = time.monotonic() + PAUSE
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
            error = self._commit(batch)
            if error is None or len(batch) == 1 or self._away:
                answer(batch, error)
            else:
                for each in batch:
                    answer([each], self._commit([each]))

    def _commit(self, batch: Sequence[Job]) -> NotStored | None:
        """One transaction; what went wrong, if anything: then nothing of it was written.

        If the database goes away in the middle, nobody knows: it is done again. The very same records once more are no conflict.
        """
        until = 0.0
        while True:
            try:
                self._transact(batch)
            except IntegrityError as error:
                self._away = False
                if len(batch) == 1 and self._there(batch[0]):
                    return None
                return CodeTaken(batch[0].code) if batch[0].new else Conflict(f"{batch[0].code}: {error.orig}")
            except Conflict as error:
                self._away = False
                return error
            except SQLAlchemyError as error:
                if broken(error) or (self.passing(error) and not self._away):
                    until = until or time.monotonic() + AGAIN
                if time.monotonic() >= until:
                    self._away = broken(error) or self.passing(error)
                    return NotStored(why(error))
                time.sleep(0.05)
            else:
                self._away = False
                return None

    def _transact(self, batch: Sequence[Job]) -> None:
        with self._writing.begin() as connection:
            self._put(connection, batch)

    def _put(self, connection: Connection, batch: Sequence[Job]) -> None:
        """All rows of all jobs, in the order of their keys: so no two processes wait for each other."""
        batch = sorted(batch, key=lambda job: job.code)
        now = self.now(connection) if any(job.entry for job in batch) else 0.0
        new = [values(job.entry, now) for job in batch if job.new and job.entry]
        changed = [
            {
                "this": job.code,
                "before": job.before,
                **{f"new_{name}": value for name, value in values(job.entry, now).items() if name in FIELDS[:4]},
            }
            for job in batch
            if job.entry and not job.new
        ]
        keys = [{"holder": holder, "code": job.code} for job in batch for holder in job.holders]
        for statement, given in ((ADD_ENTRY, new), (SET_ENTRY, changed), (self.add_holder, keys)):
            if given:
                connection.execute(statement, given)
        self.add_records(connection, batch)

    def _there(self, job: Job) -> bool:
        """Whether the log holds these very records at these numbers already."""
        try:
            found = self._all(select(records).where(records.c.code == job.code, records.c.seq >= job.rows[0]["seq"]))
        except (NotStored, IndexError):
            return False
        bodies = {seq: body for _, seq, body in found}
        return all(bodies.get(row["seq"]) == row["body"] for row in job.rows)

    # -- reading -------------------------------------------------------------------------------------------------------

    async def read(self, code: str, since: int = 0) -> list[bytes]:
        query = select(records.c.seq, records.c.body).where(records.c.code == code, records.c.seq > since)
        found = await self._aside(self._all, query.order_by(records.c.seq))
        for expected, (seq, _) in enumerate(found, since + 1):
            if seq != expected:
                raise Hole(expected)
        return [body for _, body in found]

    async def entry(self, code: str) -> Entry | None:
        found = await self._entries(select(entries).where(entries.c.code == code))
        return found[0] if found else None

    async def listed(self, limit: int = 100) -> list[Entry]:
        query = select(entries).where(entries.c.public, entries.c.open, entries.c.trouble == "")
        return await self._entries(query.order_by(entries.c.updated.desc()).limit(limit))

    async def held(self, holder: str, limit: int = 100) -> list[Entry]:
        query = select(entries).join(holders, holders.c.code == entries.c.code).where(holders.c.holder == holder)
        return await self._entries(query.order_by(entries.c.updated.desc()).limit(limit))

    async def entries(self, after: str = "", limit: int = 500) -> list[Entry]:
        return await self._entries(select(entries).where(entries.c.code > after).order_by(entries.c.code).limit(limit))

    async def _entries(self, query: Any) -> list[Entry]:
        return [Entry(*row) for row in await self._aside(self._all, query)]

    async def _aside(self, work: Callable[..., T], *given: Any) -> T:
        """Lets a thread wait for the database."""
        if self._closed:
            raise NotStored("the store is closed")
        return await asyncio.get_running_loop().run_in_executor(self._readers, work, *given)

    def _all(self, query: Any) -> list[Any]:
        return self._with(self._reading, lambda connection: list(connection.execute(query)))

    def _with(self, engine: Engine, work: Callable[[Connection], T]) -> T:
        """Does something in one transaction; once more if the connection had gone stale."""
        for last in (False, True):
            try:
                with engine.begin() as connection:
                    return work(connection)
            except SQLAlchemyError as error:
                if last or not broken(error):
                    raise NotStored(why(error)) from error
        raise AssertionError

    # -- for the operator ----------------------------------------------------------------------------------------------

    async def set_aside(self, code: str, trouble: str) -> None:
        def work(connection: Connection) -> None:
            connection.execute(update(entries).where(entries.c.code == code).values(trouble=trouble[:200]))
            self.look_again(connection, code)

        await self._aside(self._with, self._writing, work)

    async def replace(self, entry: Entry, bodies: Sequence[bytes], keys: Sequence[str]) -> None:
        def work(connection: Connection) -> None:
            connection.execute(delete(records).where(records.c.code == entry.code))
            good = values(replace(entry, trouble=""), self.now(connection))
            connection.execute(update(entries).where(entries.c.code == entry.code).values(good))
            connection.execute(PUT_RECORD, rows_of(entry.code, 1, bodies))
            if keys:
                connection.execute(self.add_holder, [{"holder": key, "code": entry.code} for key in keys])
            self.look_again(connection, entry.code)

        await self._aside(self._with, self._writing, work)

    async def delete(self, code: str) -> bool:
        def work(connection: Connection) -> bool:
            self.look_again(connection, code)
            return bool(connection.execute(delete(entries).where(entries.c.code == code)).rowcount)

        return await self._aside(self._with, self._writing, work)

    def look_again(self, connection: Connection, code: str) -> None:
        """Tells other processes that a table has changed in another way than by a new record."""

    # -- the end -------------------------------------------------------------------------------------------------------

    async def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._jobs.put(None)
            await asyncio.to_thread(self._writer.join)
            self._readers.shutdown()
            self._writing.dispose()
            self._reading.dispose()


def rows_of(code: str, seq: int, bodies: Sequence[bytes]) -> list[dict[str, Any]]:
    return [{"code": code, "seq": seq + n, "body": body} for n, body in enumerate(bodies)]


def values(entry: Entry, now: float) -> dict[str, Any]:
    given = {name: getattr(entry, name) for name in FIELDS}
    return {"code": entry.code, **given, "updated": now}


def broken(error: SQLAlchemyError) -> bool:
    """Whether the connection broke in the middle."""
    return isinstance(error, DBAPIError) and error.connection_invalidated


def why(error: Exception) -> str:
    return " ".join(str(error.__cause__ or error).split())


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
