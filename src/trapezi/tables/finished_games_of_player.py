"""Find, complete and delete the history of one player: the finished games of all the player's devices."""

from __future__ import annotations

import contextlib
import time
from typing import TYPE_CHECKING

import msgspec

from trapezi.protocol import http
from trapezi.store.interface import NotStored, TableEntry
from trapezi.tables import finished_game_recorder, table_list_entry
from trapezi.tables.errors import Rejected
from trapezi.tables.people_and_seats import token_hash

if TYPE_CHECKING:
    from trapezi.tables.registry import TableRegistry


async def games_of(registry: TableRegistry, token: str, limit: int) -> list[http.PastGame]:
    """Return the newest finished games, at most `limit`, of the player whose browser has this token."""
    key = token_hash(token)
    try:
        for entry in await registry.store.entries_by_token_hash(key):
            await add_missing_games(registry, key, entry)
        stored = await registry.store.history.games_of(key, limit)
    except NotStored as error:
        raise Rejected("table.not-stored") from error
    games = []
    for each in stored:
        with contextlib.suppress(msgspec.MsgspecError):  # Leave out rows that cannot be decoded.
            games.append(http.PastGame(**msgspec.structs.asdict(finished_game_recorder.decode(each.body))))
    return sorted(games, key=lambda game: (-game.at, -game.number))


async def add_missing_games(registry: TableRegistry, key: str, entry: TableEntry) -> None:
    """Add the finished games of a table to its players' histories, if they lack them.

    They lack a game if the server was killed before it could add the game, or if an earlier version finished the game.
    """
    live = registry.live.get(entry.code)
    summary = table_list_entry.decode_summary(entry.summary)
    if live is None and (entry.trouble or key not in summary.seats_by_token):
        return
    with contextlib.suppress(Rejected):  # Ignore a table that cannot be loaded.
        if live is None and (may_lack_games(summary) or await has_later_events(registry, entry.code, summary)):
            live = await registry.find_or_load(entry.code)
        if live is not None and live.recorder.has_unrecorded_games:
            await live.recorder.record()


def may_lack_games(summary: table_list_entry.Summary) -> bool:
    """Return whether, according to the summary of a table, some of its finished games may be missing in the histories."""
    return summary.recorded < summary.results or (summary.results < 0 and summary.phase == "finished")


async def has_later_events(registry: TableRegistry, code: str, summary: table_list_entry.Summary) -> bool:
    """Return whether the log has later events than the table's summary, which is possible if a server was killed."""
    return summary.phase == "playing" and bool(await registry.store.read(code, summary.seq))


async def delete_games(registry: TableRegistry, token: str) -> None:
    """Delete permanently the history of the player whose browser has this token."""
    try:
        await registry.store.history.delete_games(token_hash(token), int(time.time()))
        await registry.store.daily.set_name(token_hash(token), "")
    except NotStored as error:
        raise Rejected("table.not-stored") from error
