"""Store the push subscriptions of browsers in an SQL database (`PushStore`)."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from trapezi.store.schema import push_subscriptions, server_secrets

if TYPE_CHECKING:
    from trapezi.store.sql import SqlStore

KEY = "push key"  # The private key is stored under this name.
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # The number of points of the curve P-256.


class SqlPush:
    """The table `push_subscriptions` of one database, and the key with which the server signs its notifications."""

    def __init__(self, store: SqlStore, dialect: str) -> None:
        self._store = store
        self._insert: Any = sqlite.insert if dialect == "sqlite" else postgresql.insert

    async def find_or_make_private_key(self) -> str:
        def find_or_make_key(connection: Connection) -> str:
            new = {"name": KEY, "value": f"{1 + secrets.randbelow(ORDER - 1):064x}"}
            connection.execute(self._insert(server_secrets).values(new).on_conflict_do_nothing())
            return str(connection.execute(select(server_secrets.c.value).where(server_secrets.c.name == KEY)).scalar_one())

        return await self._store.write_in_thread(find_or_make_key)

    async def subscribe(self, token_hash: str, body: bytes) -> None:
        row = self._insert(push_subscriptions).values(token_hash=token_hash, body=body)
        replacing = row.on_conflict_do_update(index_elements=["token_hash"], set_={"body": body})
        await self._store.write_in_thread(lambda connection: connection.execute(replacing))

    async def unsubscribe(self, token_hash: str) -> None:
        statement = delete(push_subscriptions).where(push_subscriptions.c.token_hash == token_hash)
        await self._store.write_in_thread(lambda connection: connection.execute(statement))

    async def subscriptions(self, token_hashes: Collection[str]) -> dict[str, bytes]:
        query = select(push_subscriptions).where(push_subscriptions.c.token_hash.in_(sorted(token_hashes)))
        return {row.token_hash: row.body for row in await self._store.fetch_in_thread(query)}
