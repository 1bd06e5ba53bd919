"""Store the finished games of players in an SQL database (`HistoryStore`)."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import Connection, Integer, LargeBinary, String, bindparam, delete, or_, select
from sqlalchemy.dialects import postgresql, sqlite

from trapezi.store.interface import DeviceEntry, FinishedGameEntry
from trapezi.store.schema import devices, finished_games

if TYPE_CHECKING:
    from trapezi.store.sql import SqlStore

T = TypeVar("T")


class SqlHistory:
    """The tables `finished_games` and `devices` of one database."""

    def __init__(self, store: SqlStore, dialect: str) -> None:
        self._store = store
        self._insert: Any = sqlite.insert if dialect == "sqlite" else postgresql.insert
        deleted = select(devices.c.token_hash).where(
            devices.c.token_hash == bindparam("this"), devices.c.deleted_at >= bindparam("ended")
        )
        new = select(
            bindparam("this", type_=String),
            bindparam("game_id", type_=String),
            bindparam("ended", type_=Integer),
            bindparam("body", type_=LargeBinary),
        ).where(~deleted.exists())
        columns = ["token_hash", "game_id", "ended", "body"]
        self._insert_game = self._insert(finished_games).from_select(columns, new).on_conflict_do_nothing()

    # -- games ---------------------------------------------------------------------------------------------------------

    async def add_games(self, games: Sequence[FinishedGameEntry]) -> None:
        rows = [{"this": g.token_hash, "game_id": g.game_id, "ended": g.ended, "body": g.body} for g in games]

        def insert_games(connection: Connection) -> None:
            connection.execute(self._insert_game, rows)

        if rows:
            await self._write(insert_games)

    async def games_of(self, token_hash: str, limit: int) -> list[FinishedGameEntry]:
        games = finished_games
        query = select(games).where(games.c.token_hash.in_(tokens_of_player(token_hash)))
        rows = await self._read(query.order_by(games.c.ended.desc(), games.c.game_id).limit(2 * limit))
        once = {row.game_id: FinishedGameEntry(*row) for row in rows}  # Several devices of a player may have the same game.
        return list(once.values())[:limit]

    async def delete_games(self, token_hash: str, now: int) -> None:
        def delete_games_of_player(connection: Connection) -> None:
            tokens = sorted({token_hash, *connection.execute(tokens_of_player(token_hash)).scalars()})
            connection.execute(delete(finished_games).where(finished_games.c.token_hash.in_(tokens)))
            for token in tokens:
                mark = self._insert(devices).values(token_hash=token, player=new_player_id(), deleted_at=now)
                connection.execute(mark.on_conflict_do_update(index_elements=["token_hash"], set_={"deleted_at": now}))

        await self._write(delete_games_of_player)

    # -- devices -------------------------------------------------------------------------------------------------------

    async def link_devices(self, token_hashes: Collection[str]) -> None:
        def assign_one_player(connection: Connection) -> None:
            known = select(devices.c.player).where(devices.c.token_hash.in_(sorted(token_hashes))).order_by(devices.c.token_hash)
            player = connection.execute(known.limit(1)).scalar() or new_player_id()
            self._set_player(connection, dict.fromkeys(token_hashes, player))

        await self._write(assign_one_player)

    async def unlink_devices(self, token_hashes: Collection[str]) -> None:
        await self._write(lambda connection: self._set_player(connection, {token: new_player_id() for token in token_hashes}))

    def _set_player(self, connection: Connection, players: dict[str, str]) -> None:
        for token, player in sorted(players.items()):
            row = self._insert(devices).values(token_hash=token, player=player)
            connection.execute(row.on_conflict_do_update(index_elements=["token_hash"], set_={"player": player}))

    # -- for the operator ----------------------------------------------------------------------------------------------

    async def all_games(self, after: tuple[str, str] = ("", ""), limit: int = 500) -> list[FinishedGameEntry]:
        games = finished_games
        later = or_(games.c.token_hash > after[0], (games.c.token_hash == after[0]) & (games.c.game_id > after[1]))
        rows = await self._read(select(games).where(later).order_by(games.c.token_hash, games.c.game_id).limit(limit))
        return [FinishedGameEntry(*row) for row in rows]

    async def all_devices(self, after: str = "", limit: int = 500) -> list[DeviceEntry]:
        rows = await self._read(select(devices).where(devices.c.token_hash > after).order_by(devices.c.token_hash).limit(limit))
        return [DeviceEntry(*row) for row in rows]

    async def add_devices(self, entries: Sequence[DeviceEntry]) -> None:
        rows = [{"token_hash": each.token_hash, "player": each.player, "deleted_at": each.deleted_at} for each in entries]

        def insert_devices(connection: Connection) -> None:
            connection.execute(self._insert(devices).on_conflict_do_nothing(), rows)

        if rows:
            await self._write(insert_devices)

    # -- transactions --------------------------------------------------------------------------------------------------

    async def _write(self, work: Callable[[Connection], T]) -> T:
        return await self._store.write_in_thread(work)

    async def _read(self, query: Any) -> list[Any]:
        return await self._store.fetch_in_thread(query)


def tokens_of_player(token_hash: str) -> Any:
    """Return a query for the token hashes of all devices that belong to the same player as this one."""
    player = select(devices.c.player).where(devices.c.token_hash == token_hash).scalar_subquery()
    others = select(devices.c.token_hash).where(devices.c.player == player)
    return others.union(select(bindparam("own", token_hash, String)))


def new_player_id() -> str:
    """Return a random id for a player."""
    return secrets.token_hex(16)
