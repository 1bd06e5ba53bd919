"""The store in PostgreSQL, for any number of processes on any number of machines.

Other processes hear of every append by NOTIFY, in the same transaction. A house renews its lease by the clock of the database;
when it does not, or when none of its connections is left, its tables go to whoever wants them.
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

from trapezi.store.interface import Conflict, Hear, Lease, NoDriver, Note, NotStored
from trapezi.store.migrate import migrate
from trapezi.store.schema import holders, houses, leases
from trapezi.store.sql import Job, SqlStore

try:
    import psycopg
except ImportError as error:
    raise NoDriver("psycopg") from error

CHANNEL = "trapezi"
LOCK = 7412_2027
TERM = 2.5  # seconds that a lease lasts
BACK = 0.2  # seconds until a lost line of news is tried again

# A database that has vanished without a word is noticed; texts come as texts from any database.
ALIVE = {
    "connect_timeout": 3,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 6000,
    "client_encoding": "utf8",
}

CLOCK = func.extract("epoch", func.clock_timestamp())
DURABLE = "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') IN ('off', 'local')"
PUT = text(f"""
    WITH given AS (
        SELECT * FROM unnest(CAST(:code AS text[]), CAST(:seq AS int[]), CAST(:body AS bytea[]), CAST(:before AS int[]))
            AS row (code, seq, body, before)),
    put AS (
        INSERT INTO records (code, seq, body) SELECT code, seq, body FROM given WHERE before < 1
            OR EXISTS (SELECT FROM records AS earlier WHERE earlier.code = given.code AND earlier.seq = before)
        RETURNING seq),
    told AS (SELECT pg_notify('{CHANNEL}', note) FROM unnest(CAST(:notes AS text[])) AS note)
    SELECT (SELECT count(*) FROM put), (SELECT count(*) FROM told)""")
NOTIFY = text(f"SELECT pg_notify('{CHANNEL}', note) FROM unnest(CAST(:notes AS text[])) AS note")

RENEW = text("""
    INSERT INTO houses (house, until) VALUES (:house, extract(epoch FROM clock_timestamp()) + :term)
    ON CONFLICT (house) DO UPDATE SET until = excluded.until""")
LAPSE = text("""
    DELETE FROM houses WHERE house <> :house AND (
        until < extract(epoch FROM clock_timestamp())
        OR NOT EXISTS (SELECT FROM pg_stat_activity WHERE application_name = 'trapezi ' || house))""")
LET_GO = text("DELETE FROM leases WHERE house = :house AND code <> ALL (CAST(:codes AS text[]))")
TAKE = text("""
    INSERT INTO leases (code, house)
    SELECT code, :house FROM entries WHERE code = ANY (CAST(:codes AS text[])) ORDER BY code
    ON CONFLICT DO NOTHING""")

read_note = msgspec.json.Decoder(Note).decode
write_note = msgspec.json.Encoder().encode


class PostgresStore(SqlStore):
    """A `Store` that many processes share."""

    shared = True
    add_holder = insert(holders).on_conflict_do_nothing()

    def __init__(self, url: str) -> None:
        self._url = address(url)
        self.house = secrets.token_hex(8)
        self._connect: dict[str, Any] = {**ALIVE, "application_name": f"trapezi {self.house}"}
        engine = create_engine(self._url, hide_parameters=True, connect_args=self._connect, pool_size=5, max_overflow=10)
        event.listen(engine, "connect", durable)
        migrate(engine)
        super().__init__(engine, engine, self.house)

    def now(self, connection: Connection) -> float:
        return float(connection.execute(select(CLOCK)).scalar_one())

    def passing(self, error: SQLAlchemyError) -> bool:
        return isinstance(error, OperationalError)  # restarted, overrun, in somebody's way

    # -- news ----------------------------------------------------------------------------------------------------------

    def add_records(self, connection: Connection, batch: Sequence[Job]) -> None:
        notes = [note for job in batch for note in job.notes]
        notes += [self._note(job.code, job.rows[-1]["seq"]) for job in batch if job.rows]
        if notes:
            rows = [{**row, "before": job.before} for job in batch for row in job.rows]
            columns = {name: [row[name] for row in rows] for name in ("code", "seq", "body", "before")}
            if connection.execute(PUT, {**columns, "notes": notes}).scalar_one() != len(rows):
                raise Conflict(f"{batch[0].code}: not the next record")

    def look_again(self, connection: Connection, code: str) -> None:
        connection.execute(NOTIFY, {"notes": [self._note(code)]})

    def _note(self, code: str, seq: int = 0) -> str:
        return write_note(Note(self.house, code, seq)).decode()

    def tell(self, note: Note) -> None:
        if not self._closed:
            self._job(note.code, 0, [], notes=[write_note(note).decode()])

    async def listen(self, hear: Hear) -> None:
        plain = self._url.set(drivername="postgresql").render_as_string(hide_password=False)
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(plain, autocommit=True, **self._connect) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    hear(None)
                    async for heard in connection.notifies():
                        note = read_note(heard.payload)
                        if note.house != self.house:
                            hear(note)
            except (psycopg.Error, msgspec.MsgspecError):
                await asyncio.sleep(BACK)

    # -- leases --------------------------------------------------------------------------------------------------------

    async def own(self, codes: Collection[str]) -> Lease:
        return await self._aside(self._with, self._writing, lambda connection: self._own(connection, sorted(codes)))

    def _own(self, connection: Connection, codes: list[str]) -> Lease:
        mine: dict[str, Any] = {"house": self.house, "codes": codes}
        connection.execute(text("SET LOCAL synchronous_commit = off"))  # a lease need not survive a power cut
        connection.execute(select(func.pg_advisory_xact_lock(LOCK)))  # one house after the other
        connection.execute(RENEW, {"house": self.house, "term": TERM})
        connection.execute(LAPSE, {"house": self.house})
        connection.execute(LET_GO, mine)
        connection.execute(TAKE, mine)
        owned = connection.execute(select(leases.c.code).where(leases.c.house == self.house)).scalars()
        alive = connection.execute(select(houses.c.house)).scalars()
        return Lease(frozenset(owned), frozenset(alive))

    async def close(self) -> None:
        if not self._closed:
            with contextlib.suppress(NotStored):  # then the lease ends by itself
                await self._aside(self._with, self._writing, self._leave)
        await super().close()

    def _leave(self, connection: Connection) -> None:
        """Others may take the tables at once."""
        connection.execute(houses.delete().where(houses.c.house == self.house))
        connection.execute(NOTIFY, {"notes": [self._note("")]})


def address(url: str) -> URL:
    """The URL as the driver wants it."""
    try:
        return make_url(url).set(drivername="postgresql+psycopg")
    except (ArgumentError, ValueError) as error:
        raise NotStored(str(error)) from error


def durable(raw: Any, _: Any) -> None:
    """What is acknowledged is on disk, whatever the database's own settings say."""
    with raw.cursor() as cursor:
        cursor.execute(DURABLE)
    raw.commit()
