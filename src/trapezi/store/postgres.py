"""A store in PostgreSQL, for any number of processes on any number of machines.

Every append notifies the other processes by NOTIFY, in the same transaction. Leases expire by the clock of the database. If a
process does not renew its leases, or has lost all its connections, other processes may take its tables.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Collection, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, create_engine, event, func, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, OperationalError, SQLAlchemyError
from sqlalchemy.pool import NullPool

from trapezi.store.database_watchdog import Watchdog
from trapezi.store.interface import Conflict, Lease, NoDriver, Notification, NotStored, OnNotification
from trapezi.store.migrate import migrate
from trapezi.store.schema import leases, processes, tokens
from trapezi.store.sql import Job, SqlStore, complete_jobs

try:
    import psycopg
except ImportError as error:
    raise NoDriver("psycopg") from error

CHANNEL = "trapezi"
LOCK = 7412_2027  # An advisory lock with this number lets only one process at a time renew its leases.
TERM = 2.5  # A lease lasts this many seconds.
RECONNECT_SECONDS = 0.2  # A lost LISTEN connection is opened again after this many seconds.

# A transaction with its commit may take this many seconds, so that a command is rejected within three seconds.
TIME_LIMIT = 2.0

# With these settings, a connection that was lost silently is noticed within seconds, and texts are UTF-8.
CONNECTION = {
    "connect_timeout": 2,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 6000,
    "client_encoding": "utf8",
}

DATABASE_CLOCK = func.extract("epoch", func.clock_timestamp())
DURABLE = "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') IN ('off', 'local')"
TIMEOUTS = """SELECT set_config('statement_timeout', %(limit)s, false),
    set_config('idle_in_transaction_session_timeout', %(limit)s, false)"""
INSERT_AND_NOTIFY = text(f"""
    WITH given AS (
        SELECT * FROM unnest(CAST(:code AS text[]), CAST(:seq AS int[]), CAST(:body AS bytea[]), CAST(:before AS int[]))
            AS row (code, seq, body, before)),
    put AS (
        INSERT INTO records (code, seq, body) SELECT code, seq, body FROM given WHERE before < 1
            OR EXISTS (SELECT FROM records AS earlier WHERE earlier.code = given.code AND earlier.seq = before)
        RETURNING seq),
    sent AS (SELECT pg_notify('{CHANNEL}', payload) FROM unnest(CAST(:payloads AS text[])) AS payload)
    SELECT (SELECT count(*) FROM put), (SELECT count(*) FROM sent)""")
NOTIFY = text(f"SELECT pg_notify('{CHANNEL}', payload) FROM unnest(CAST(:payloads AS text[])) AS payload")

RENEW = text("""
    INSERT INTO houses (house, until) VALUES (:process_id, extract(epoch FROM clock_timestamp()) + :term)
    ON CONFLICT (house) DO UPDATE SET until = excluded.until""")
EXPIRE = text("""
    DELETE FROM houses WHERE house <> :process_id AND (
        until < extract(epoch FROM clock_timestamp())
        OR NOT EXISTS (SELECT FROM pg_stat_activity WHERE application_name = 'trapezi ' || house))""")
RELEASE = text("DELETE FROM leases WHERE house = :process_id AND code <> ALL (CAST(:codes AS text[]))")
TAKE = text("""
    INSERT INTO leases (code, house)
    SELECT code, :process_id FROM entries WHERE code = ANY (CAST(:codes AS text[])) ORDER BY code
    ON CONFLICT DO NOTHING""")

decode_notification = msgspec.json.Decoder(Notification).decode
encode_notification = msgspec.json.Encoder().encode


class PostgresStore(SqlStore):
    """A `Store` that many processes share."""

    shared = True
    insert_token = insert(tokens).on_conflict_do_nothing()

    def __init__(self, url: str) -> None:
        self._url = driver_url(url)
        self.process_id = secrets.token_hex(8)
        self._connection: dict[str, Any] = {**CONNECTION, "application_name": f"trapezi {self.process_id}"}
        self._open_and_migrate()
        self.time_limit = TIME_LIMIT
        self._watchdog = Watchdog(TIME_LIMIT)
        pool = {"pool_size": 5, "max_overflow": 10, "pool_timeout": TIME_LIMIT}
        engine = create_engine(self._url, hide_parameters=True, connect_args=self._connection, **pool)
        self._watchdog.watch_engine(engine)
        event.listen(engine, "connect", configure_connection)
        super().__init__(engine, engine, self.process_id)

    def _open_and_migrate(self) -> None:
        """Open the database and migrate it, on a separate connection because a migration may take long."""
        engine = create_engine(self._url, hide_parameters=True, connect_args=self._connection, poolclass=NullPool)
        migrate(engine)
        engine.dispose()

    def _add_job(self, job: Job) -> asyncio.Future[None]:
        done = super()._add_job(job)
        self._watchdog.reject_if_late(done, lambda error: complete_jobs([job], error))
        return done

    def database_time(self, connection: Connection) -> float:
        return float(connection.execute(select(DATABASE_CLOCK)).scalar_one())

    def is_temporary(self, error: SQLAlchemyError) -> bool:
        # These codes mean that the database restarts, is overloaded, or has cancelled the transaction because of a deadlock.
        return isinstance(error, OperationalError)

    # -- notifications -------------------------------------------------------------------------------------------------

    def insert_events_and_notify(self, connection: Connection, batch: Sequence[Job]) -> None:
        payloads = [payload for job in batch for payload in job.notifications]
        payloads += [self._notification_text(job.code, job.rows[-1]["seq"]) for job in batch if job.rows]
        if payloads:
            rows = [{**row, "before": job.before} for job in batch for row in job.rows]
            columns = {name: [row[name] for row in rows] for name in ("code", "seq", "body", "before")}
            if connection.execute(INSERT_AND_NOTIFY, {**columns, "payloads": payloads}).scalar_one() != len(rows):
                raise Conflict(f"{batch[0].code}: not the next event")

    def notify_changed(self, connection: Connection, code: str) -> None:
        connection.execute(NOTIFY, {"payloads": [self._notification_text(code)]})

    def _notification_text(self, code: str, seq: int = 0) -> str:
        return encode_notification(Notification(self.process_id, code, seq)).decode()

    def notify(self, notification: Notification) -> None:
        if not self._closed:
            self._add_job(Job(notification.code, 0, [], notifications=[encode_notification(notification).decode()]))

    async def listen(self, on_notification: OnNotification) -> None:
        url = self._url.set(drivername="postgresql").render_as_string(hide_password=False)
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(url, autocommit=True, **self._connection) as connection:
                    self._watchdog.start_watching(connection)
                    await connection.execute(f"LISTEN {CHANNEL}")
                    self._watchdog.stop_watching(connection)
                    on_notification(None)
                    async for received in connection.notifies():
                        notification = decode_notification(received.payload)
                        if notification.process_id != self.process_id:
                            on_notification(notification)
            except (psycopg.Error, msgspec.MsgspecError):
                await asyncio.sleep(RECONNECT_SECONDS)

    # -- leases --------------------------------------------------------------------------------------------------------

    async def keep_only_leases(self, codes: Collection[str]) -> Lease:
        return await self._run_in_thread(
            self._run_in_transaction, self._write_engine, lambda connection: self._keep_only_leases(connection, sorted(codes))
        )

    def _keep_only_leases(self, connection: Connection, codes: list[str]) -> Lease:
        this: dict[str, Any] = {"process_id": self.process_id}
        connection.execute(text("SET LOCAL synchronous_commit = off"))  # A lease need not survive a power cut.
        connection.execute(select(func.pg_advisory_xact_lock(LOCK)))
        connection.execute(RENEW, {**this, "term": TERM})
        connection.execute(EXPIRE, this)
        connection.execute(RELEASE, {**this, "codes": codes})
        connection.execute(TAKE, {**this, "codes": codes})
        owned = connection.execute(select(leases.c.code).where(leases.c.process_id == self.process_id)).scalars()
        alive = connection.execute(select(processes.c.process_id)).scalars()
        return Lease(frozenset(owned), frozenset(alive))

    async def check_writable(self) -> None:
        def renew_process_row(connection: Connection) -> None:
            connection.execute(RENEW, {"process_id": self.process_id, "term": TERM})

        await self._run_in_thread(self._run_in_transaction, self._write_engine, renew_process_row)

    async def close(self) -> None:
        if not self._closed and not self._unreachable:
            with contextlib.suppress(NotStored):  # If the leases cannot be released, they expire.
                await self._run_in_thread(self._run_in_transaction, self._write_engine, self._release_all)
        await super().close()
        self._watchdog.close()

    def give_up_connections(self) -> None:
        self._watchdog.shut_down_connections()

    def _release_all(self, connection: Connection) -> None:
        """Release all leases of this process, and notify the others so that they take over its tables at once."""
        connection.execute(processes.delete().where(processes.c.process_id == self.process_id))
        connection.execute(NOTIFY, {"payloads": [self._notification_text("")]})


def driver_url(url: str) -> URL:
    """Return the URL in the form that SQLAlchemy needs for psycopg."""
    scheme, _, rest = url.partition(":")
    try:
        return make_url(f"{scheme.lower()}:{rest}").set(drivername="postgresql+psycopg")
    except (ArgumentError, ValueError) as error:
        raise NotStored(str(error)) from error


def configure_connection(raw: Any, _: Any) -> None:
    """Make every commit wait for the disk, and let PostgreSQL cancel statements that take too long."""
    with raw.cursor() as cursor:
        cursor.execute(DURABLE)
        cursor.execute(TIMEOUTS, {"limit": str(round(TIME_LIMIT * 1000))})
    raw.commit()
