"""The common part of the SQL stores. One thread writes all waiting jobs in one transaction (group commit).

Many busy tables therefore share one sync to disk.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, Integer, LargeBinary, String, bindparam, delete, func, insert, or_, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from trapezi.store import schema
from trapezi.store.interface import (
    CodeTaken,
    Conflict,
    DailyStore,
    HistoryStore,
    MissingEvent,
    NotStored,
    OnTransaction,
    PushStore,
    ReviewStore,
    TableEntry,
)
from trapezi.store.sql_daily import SqlDaily
from trapezi.store.sql_history import SqlHistory
from trapezi.store.sql_push import SqlPush
from trapezi.store.sql_reviews import SqlReviews

T = TypeVar("T")

READERS = 8
BATCH = 512  # One transaction writes at most this many jobs.
PAUSE = 0.004  # After a transaction, jobs are collected for this many seconds. An idle store writes a job at once.
RETRY_SECONDS = 2.0  # A database that disappeared during a transaction is tried again for this many seconds.
CLOSE_SECONDS = 4.0  # Closing the store waits at most this many seconds for the last jobs.

FIELDS = ("public", "open", "summary", "updated", "trouble")

INSERT_ENTRY = insert(schema.entries)
INSERT_EVENT_UNCHECKED = insert(schema.events)
EARLIER = schema.events.alias("earlier")
# The condition that the previous event exists, so that no log gets a gap.
FOLLOWS = or_(
    bindparam("before", type_=Integer) < 1,
    select(EARLIER.c.seq).where(EARLIER.c.code == bindparam("this"), EARLIER.c.seq == bindparam("before")).exists(),
)
INSERT_EVENT = insert(schema.events).from_select(
    ["code", "seq", "body"],
    select(bindparam("this", type_=String), bindparam("seq", type_=Integer), bindparam("body", type_=LargeBinary)).where(FOLLOWS),
)
UPDATE_ENTRY = (
    update(schema.entries)
    .where(schema.entries.c.code == bindparam("this"), FOLLOWS)
    .values({name: bindparam(f"new_{name}") for name in FIELDS if name != "trouble"})
)


@dataclass(slots=True)
class Job:
    """The events of one table that wait to be written."""

    code: str
    before: int  # The number of the event that must come directly before these events.
    rows: list[dict[str, Any]]
    entry: TableEntry | None = None
    tokens: Sequence[str] = ()
    notifications: Sequence[str] = ()
    new: bool = False  # Whether these events create the table.
    done: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class SqlStore:
    """The base class of the SQL stores: a `Store` without the parts that differ between databases."""

    shared = False
    time_limit: float | None = None  # For how many seconds to wait for an answer of the database; None stands for no limit.
    observe: OnTransaction | None = None
    insert_token: Any  # The SQL statement that inserts a token hash unless it is stored already.

    def __init__(self, write_engine: Engine, read_engine: Engine, process_id: str = "") -> None:
        self.process_id = process_id
        self._write_engine = write_engine
        self._read_engine = read_engine
        self.history: HistoryStore = SqlHistory(self, write_engine.dialect.name)
        self.daily: DailyStore = SqlDaily(self, write_engine.dialect.name)
        self.push: PushStore = SqlPush(self, write_engine.dialect.name)
        self.reviews: ReviewStore = SqlReviews(self, write_engine.dialect.name)
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._closed = False
        self._unreachable = False  # Whether the last transaction failed because the database was unreachable.
        self._readers = ThreadPoolExecutor(READERS, "store")  # The default thread pool may be busy with bots.
        self._writer = threading.Thread(target=self._run_writer, name="store", daemon=True)
        self._writer.start()

    def insert_events_and_notify(self, connection: Connection, batch: Sequence[Job]) -> None:
        """Insert the events of all jobs and, in a shared store, notify the other processes.

        Raise `Conflict` if the first event of a job is not the next event of its log.
        """
        rows = [{"this": job.code, "before": row["seq"] - 1, **row} for job in batch for row in job.rows]
        if rows and connection.execute(INSERT_EVENT, rows).rowcount != len(rows):
            raise Conflict(f"{batch[0].code}: not the next event")

    def database_time(self, connection: Connection) -> float:
        """Return the time of the database's clock in seconds since 1970."""
        return time.time()

    def is_temporary(self, error: SQLAlchemyError) -> bool:
        """Return whether the statement that failed with this error may succeed a moment later."""
        return False

    # -- writing -------------------------------------------------------------------------------------------------------

    async def create(self, entry: TableEntry, events: Sequence[bytes], tokens: Sequence[str]) -> None:
        await self._add_job(Job(entry.code, 0, event_rows(entry.code, 1, events), entry, tokens, new=True))

    async def append(
        self, code: str, seq: int, events: Sequence[bytes], entry: TableEntry | None = None, tokens: Sequence[str] = ()
    ) -> None:
        await self._add_job(Job(code, seq - 1, event_rows(code, seq, events), entry, tokens))

    def _add_job(self, job: Job) -> asyncio.Future[None]:
        if self._closed:
            raise NotStored("the store is closed")
        self._jobs.put(job)
        return job.done

    def _run_writer(self) -> None:
        """Write all waiting jobs in one transaction, again and again. The writing thread runs this.

        If a transaction fails, write its jobs one by one, so that only the faulty jobs fail. If the database is unreachable,
        all its jobs fail.
        """
        next_start = 0.0
        while (job := self._jobs.get()) is not None:
            time.sleep(max(0.0, next_start - time.monotonic()))
            next_start = time.monotonic() + PAUSE
            batch = [job]
            while len(batch) < BATCH:
                try:
                    more = self._jobs.get_nowait()
                except Empty:
                    break
                if more is None:
                    self._jobs.put(None)
                    break
                batch.append(more)
            batch = [
                job for job in batch if not job.done.done()
            ]  # Jobs that are done already have waited too long and were rejected.
            if not batch:
                continue
            error = self._write_and_observe(batch)
            if error is None or len(batch) == 1 or self._unreachable:
                complete_jobs(batch, error)
            else:
                for each in batch:
                    complete_jobs([each], self._write_and_observe([each]))

    def _write_and_observe(self, batch: Sequence[Job]) -> NotStored | None:
        """Write a batch, and tell `observe` how long that took and what failed. Conflicts with other processes do not count."""
        started = time.perf_counter()
        error = self._write_batch(batch)
        if self.observe is not None:
            failed = error is not None and not isinstance(error, Conflict | CodeTaken)
            self.observe("write", time.perf_counter() - started, len(batch) if failed else 0)
        return error

    def _write_batch(self, batch: Sequence[Job]) -> NotStored | None:
        """Write a batch in one transaction. Return the error if nothing was written, otherwise None.

        If the database disappears during the commit, the result is unknown. Repeat the transaction then, because writing exactly
        the same events again is not a conflict.
        """
        deadline = time.monotonic() + RETRY_SECONDS
        while True:
            try:
                self._write_in_transaction(batch)
            except IntegrityError as error:
                self._unreachable = False
                if len(batch) == 1 and self._is_written(batch[0]):
                    return None
                return CodeTaken(batch[0].code) if batch[0].new else Conflict(f"{batch[0].code}: {error.orig}")
            except Conflict as error:
                self._unreachable = False
                return error
            except SQLAlchemyError as error:
                worth_a_retry = is_disconnect(error) or (self.is_temporary(error) and not self._unreachable)
                if not worth_a_retry or time.monotonic() >= deadline:
                    self._unreachable = is_disconnect(error) or self.is_temporary(error)
                    return NotStored(driver_message(error))
                time.sleep(0.05)
            else:
                self._unreachable = False
                return None

    def _write_in_transaction(self, batch: Sequence[Job]) -> None:
        with self._write_engine.begin() as connection:
            self._write_rows_and_notify(connection, batch)

    def _write_rows_and_notify(self, connection: Connection, batch: Sequence[Job]) -> None:
        """Insert all rows of all jobs. Sort them by their keys, so that two processes cannot deadlock."""
        batch = sorted(batch, key=lambda job: job.code)
        now = self.database_time(connection) if any(job.entry for job in batch) else 0.0
        new = [entry_values(job.entry, now) for job in batch if job.new and job.entry]
        updates = [
            {
                "this": job.code,
                "before": job.before,
                **{f"new_{name}": value for name, value in entry_values(job.entry, now).items() if name in FIELDS[:4]},
            }
            for job in batch
            if job.entry and not job.new
        ]
        tokens = [{"token_hash": token, "code": job.code} for job in batch for token in job.tokens]
        for statement, rows in ((INSERT_ENTRY, new), (UPDATE_ENTRY, updates), (self.insert_token, tokens)):
            if rows:
                connection.execute(statement, rows)
        self.insert_events_and_notify(connection, batch)

    def _is_written(self, job: Job) -> bool:
        """Return whether the log already contains exactly these events at these numbers."""
        events = schema.events
        try:
            stored = self._fetch(select(events).where(events.c.code == job.code, events.c.seq >= job.rows[0]["seq"]))
        except (NotStored, IndexError):
            return False
        bodies = {seq: body for _, seq, body in stored}
        return all(bodies.get(row["seq"]) == row["body"] for row in job.rows)

    # -- reading -------------------------------------------------------------------------------------------------------

    async def read(self, code: str, since: int = 0) -> list[bytes]:
        events = schema.events
        query = select(events.c.seq, events.c.body).where(events.c.code == code, events.c.seq > since).order_by(events.c.seq)
        rows = await self._run_in_thread(self._fetch, query)
        for expected, (seq, _) in enumerate(rows, since + 1):
            if seq != expected:
                raise MissingEvent(expected)
        return [body for _, body in rows]

    async def entry(self, code: str) -> TableEntry | None:
        entries = await self._fetch_entries(select(schema.entries).where(schema.entries.c.code == code))
        return entries[0] if entries else None

    async def public_entries(self, limit: int = 100) -> list[TableEntry]:
        entries = schema.entries
        query = select(entries).where(entries.c.public, entries.c.open, entries.c.trouble == "")
        return await self._fetch_entries(query.order_by(entries.c.updated.desc()).limit(limit))

    async def entries_by_token_hash(self, token_hash: str, limit: int = 100) -> list[TableEntry]:
        entries, tokens = schema.entries, schema.tokens
        query = select(entries).join(tokens, tokens.c.code == entries.c.code).where(tokens.c.token_hash == token_hash)
        return await self._fetch_entries(query.order_by(entries.c.updated.desc()).limit(limit))

    async def has_token(self, token_hash: str, code: str | None = None) -> bool:
        tokens = schema.tokens
        query = select(tokens.c.code).where(tokens.c.token_hash == token_hash).limit(1)
        return bool(await self._run_in_thread(self._fetch, query if code is None else query.where(tokens.c.code == code)))

    async def entries(self, after: str = "", limit: int = 500) -> list[TableEntry]:
        entries = schema.entries
        return await self._fetch_entries(select(entries).where(entries.c.code > after).order_by(entries.c.code).limit(limit))

    async def newest_entries(self, limit: int) -> tuple[list[TableEntry], int]:
        entries = schema.entries
        newest = await self._fetch_entries(select(entries).order_by(entries.c.updated.desc()).limit(limit))
        ((count,),) = await self._run_in_thread(self._fetch, select(func.count()).select_from(entries))
        return newest, count

    async def _fetch_entries(self, query: Any) -> list[TableEntry]:
        return [TableEntry(*row) for row in await self._run_in_thread(self._fetch, query)]

    async def _run_in_thread(self, work: Callable[..., T], *arguments: Any) -> T:
        """Call blocking `work` on the database in a thread and return its result. Raise `NotStored` if it takes too long."""
        if self._closed:
            raise NotStored("the store is closed")
        try:
            async with asyncio.timeout(self.time_limit):
                return await asyncio.get_running_loop().run_in_executor(self._readers, work, *arguments)
        except TimeoutError as error:
            raise NotStored("the database does not answer") from error

    async def write_in_thread(self, work: Callable[[Connection], T]) -> T:
        """Call `work` in one transaction in a thread and return its result. If the connection is lost, call `work` once more."""
        return await self._run_in_thread(self._run_in_transaction, self._write_engine, work)

    async def fetch_in_thread(self, query: Any) -> list[Any]:
        """Return the rows of a query, which runs in a thread."""
        return await self._run_in_thread(self._fetch, query)

    def _fetch(self, query: Any) -> list[Any]:
        started, failed = time.perf_counter(), True
        try:
            rows = self._run_in_transaction(self._read_engine, lambda connection: list(connection.execute(query)))
            failed = False
        finally:
            if self.observe is not None:
                self.observe("read", time.perf_counter() - started, int(failed))
        return rows

    def _run_in_transaction(self, engine: Engine, work: Callable[[Connection], T]) -> T:
        """Call `work` in one transaction and return its result. Repeat it once if the connection was lost."""
        for last_try in (False, True):
            try:
                with engine.begin() as connection:
                    return work(connection)
            except SQLAlchemyError as error:
                if last_try or self._closed or not is_disconnect(error):
                    raise NotStored(driver_message(error)) from error
        raise AssertionError

    # -- for the operator ----------------------------------------------------------------------------------------------

    async def mark_damaged(self, code: str, trouble: str) -> None:
        def set_trouble(connection: Connection) -> None:
            entries = schema.entries
            connection.execute(update(entries).where(entries.c.code == code).values(trouble=trouble[:200]))
            self.notify_changed(connection, code)

        await self._run_in_thread(self._run_in_transaction, self._write_engine, set_trouble)

    async def replace_damaged_log(self, entry: TableEntry, events: Sequence[bytes], tokens: Sequence[str]) -> None:
        def replace_log(connection: Connection) -> None:
            connection.execute(delete(schema.events).where(schema.events.c.code == entry.code))
            values = entry_values(replace(entry, trouble=""), self.database_time(connection))
            connection.execute(update(schema.entries).where(schema.entries.c.code == entry.code).values(values))
            connection.execute(INSERT_EVENT_UNCHECKED, event_rows(entry.code, 1, events))
            if tokens:
                connection.execute(self.insert_token, [{"token_hash": token, "code": entry.code} for token in tokens])
            self.notify_changed(connection, entry.code)

        await self._run_in_thread(self._run_in_transaction, self._write_engine, replace_log)

    async def delete(self, code: str) -> bool:
        def delete_entry(connection: Connection) -> bool:
            self.notify_changed(connection, code)
            return bool(connection.execute(delete(schema.entries).where(schema.entries.c.code == code)).rowcount)

        return await self._run_in_thread(self._run_in_transaction, self._write_engine, delete_entry)

    def notify_changed(self, connection: Connection, code: str) -> None:
        """Notify other processes that a table has changed otherwise than by new events."""

    # -- closing -------------------------------------------------------------------------------------------------------

    def give_up_connections(self) -> None:
        """Interrupt the threads that wait for an answer of the database, so that the store can close."""

    async def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._jobs.put(None)
            await asyncio.to_thread(self._writer.join, CLOSE_SECONDS if self.time_limit else None)
            self.give_up_connections()
            await asyncio.to_thread(self._readers.shutdown, cancel_futures=True)
            self._write_engine.dispose()
            self._read_engine.dispose()


def event_rows(code: str, seq: int, events: Sequence[bytes]) -> list[dict[str, Any]]:
    return [{"code": code, "seq": seq + n, "body": body} for n, body in enumerate(events)]


def entry_values(entry: TableEntry, now: float) -> dict[str, Any]:
    values = {name: getattr(entry, name) for name in FIELDS}
    return {"code": entry.code, **values, "updated": now}


def is_disconnect(error: SQLAlchemyError) -> bool:
    """Return whether an error says that the connection to the database was lost."""
    return isinstance(error, DBAPIError) and error.connection_invalidated


def driver_message(error: Exception) -> str:
    """Return the message of a database driver's error, in one line."""
    return " ".join(str(error.__cause__ or error).split())


def complete_jobs(batch: Sequence[Job], error: NotStored | None) -> None:
    """Report the result to everyone who waits for these jobs, in their own event loops. `error` is None for success."""
    for loop in {job.done.get_loop() for job in batch}:
        try:
            loop.call_soon_threadsafe(complete_futures, [job.done for job in batch if job.done.get_loop() is loop], error)
        except RuntimeError:  # The event loop has ended, so nobody waits for its jobs.
            continue


def complete_futures(futures: Sequence[asyncio.Future[None]], error: NotStored | None) -> None:
    for future in futures:
        if not future.done():
            if error is None:
                future.set_result(None)
            else:
                future.set_exception(error)
                future.exception()  # This marks the error as retrieved, in case the waiting task is gone.
