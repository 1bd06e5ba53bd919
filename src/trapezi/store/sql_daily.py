"""Store the attempts at the deals of the day in an SQL database (`DailyStore`)."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import astuple
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import Connection, delete, select, update
from sqlalchemy.dialects import postgresql, sqlite

from trapezi.store.interface import AttemptEntry
from trapezi.store.schema import daily_attempts, ranking_names, server_secrets
from trapezi.store.sql_history import tokens_of_player

if TYPE_CHECKING:
    from trapezi.store.sql import SqlStore

T = TypeVar("T")

SECRET = "daily deals"  # The secret of the deals is stored under this name.
COLUMNS = [column.name for column in daily_attempts.columns]


class SqlDaily:
    """The tables `daily_attempts`, `ranking_names` and `server_secrets` of one database."""

    def __init__(self, store: SqlStore, dialect: str) -> None:
        self._store = store
        self._insert: Any = sqlite.insert if dialect == "sqlite" else postgresql.insert
        self._secret = ""

    async def find_or_make_secret(self) -> str:
        def find_or_make_secret(connection: Connection) -> str:
            new = {"name": SECRET, "value": secrets.token_hex(32)}
            connection.execute(self._insert(server_secrets).values(new).on_conflict_do_nothing())
            stored = select(server_secrets.c.value).where(server_secrets.c.name == SECRET)
            return str(connection.execute(stored).scalar_one())

        if not self._secret:
            self._secret = await self._write(find_or_make_secret)
        return self._secret

    async def restore_secret(self, value: str) -> None:
        def insert_secret(connection: Connection) -> None:
            new = self._insert(server_secrets).values(name=SECRET, value=value)
            connection.execute(new.on_conflict_do_update(index_elements=["name"], set_={"value": value}))

        await self._write(insert_secret)
        self._secret = value

    async def find_or_add_attempt(self, attempt: AttemptEntry) -> AttemptEntry:
        def find_or_insert_attempt(connection: Connection) -> AttemptEntry:
            attempts, tokens = daily_attempts, tokens_of_player(attempt.token_hash)
            same = select(attempts).where(attempts.c.day == attempt.day, attempts.c.game == attempt.game)
            earlier = connection.execute(same.where(attempts.c.token_hash.in_(tokens))).first()
            if earlier is not None:
                return AttemptEntry(*earlier)
            connection.execute(self._insert(attempts).values(dict(zip(COLUMNS, astuple(attempt), strict=True))))
            name = connection.execute(select(ranking_names.c.name).where(ranking_names.c.token_hash.in_(tokens))).scalar()
            if name is not None:  # The player has chosen this name on another device.
                self._set_name(connection, attempt.token_hash, name)
            return attempt

        return await self._write(find_or_insert_attempt)

    async def finish_attempt(self, code: str, score: int, finished: int, lines: bytes) -> None:
        unfinished = (daily_attempts.c.code == code) & daily_attempts.c.score.is_(None)
        values = update(daily_attempts).where(unfinished).values(score=score, finished=finished, lines=lines)
        await self._write(lambda connection: connection.execute(values))

    async def attempts_on(self, day: str) -> list[tuple[AttemptEntry, str]]:
        attempts, names = daily_attempts, ranking_names
        query = select(attempts, names.c.name).outerjoin(names, names.c.token_hash == attempts.c.token_hash)
        rows = await self._store.fetch_in_thread(query.where(attempts.c.day == day))
        return [(AttemptEntry(*row[:-1]), row[-1] or "") for row in rows]

    async def attempts_of(self, token_hash: str, limit: int) -> list[AttemptEntry]:
        attempts = daily_attempts
        query = select(attempts).where(attempts.c.token_hash.in_(tokens_of_player(token_hash)))
        return [
            AttemptEntry(*row) for row in await self._store.fetch_in_thread(query.order_by(attempts.c.day.desc()).limit(limit))
        ]

    async def name_of(self, token_hash: str) -> str:
        query = select(ranking_names.c.name).where(ranking_names.c.token_hash.in_(tokens_of_player(token_hash)))
        rows = await self._store.fetch_in_thread(query)
        return rows[0][0] if rows else ""

    async def set_name(self, token_hash: str, name: str) -> None:
        def set_name_on_all_devices(connection: Connection) -> None:
            tokens = sorted(connection.execute(tokens_of_player(token_hash)).scalars())
            connection.execute(delete(ranking_names).where(ranking_names.c.token_hash.in_(tokens)))
            for token in tokens if name else ():
                self._set_name(connection, token, name)

        await self._write(set_name_on_all_devices)

    def _set_name(self, connection: Connection, token_hash: str, name: str) -> None:
        row = self._insert(ranking_names).values(token_hash=token_hash, name=name)
        connection.execute(row.on_conflict_do_update(index_elements=["token_hash"], set_={"name": name}))

    # -- for the operator ----------------------------------------------------------------------------------------------

    async def all_attempts(self) -> list[tuple[AttemptEntry, str]]:
        attempts, names = daily_attempts, ranking_names
        query = select(attempts, names.c.name).outerjoin(names, names.c.token_hash == attempts.c.token_hash)
        rows = await self._store.fetch_in_thread(query.order_by(attempts.c.day, attempts.c.game, attempts.c.token_hash))
        return [(AttemptEntry(*row[:-1]), row[-1] or "") for row in rows]

    async def restore_attempts(self, given: Sequence[tuple[AttemptEntry, str]]) -> None:
        def insert_attempts(connection: Connection) -> None:
            for attempt, name in given:
                row = self._insert(daily_attempts).values(dict(zip(COLUMNS, astuple(attempt), strict=True)))
                connection.execute(row.on_conflict_do_nothing())
                if name:
                    named = self._insert(ranking_names).values(token_hash=attempt.token_hash, name=name)
                    connection.execute(named.on_conflict_do_nothing())

        if given:
            await self._write(insert_attempts)

    async def _write(self, work: Callable[[Connection], T]) -> T:
        return await self._store.write_in_thread(work)
