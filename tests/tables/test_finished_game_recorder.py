"""Finished games are added to the histories of their players exactly once, even if a server is killed meanwhile."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.tables.connections import IN_PROCESS, TOKENS, Connection, evict_all, open_table, run_scenario

from trapezi.protocol import http
from trapezi.store import open_store
from trapezi.store.interface import NotStored, TableEntry
from trapezi.tables import backup, finished_games_of_player, table_list_entry
from trapezi.tables.people_and_seats import token_hash
from trapezi.tables.registry import Settings, TableRegistry


async def history(registry: TableRegistry, name: str) -> list[http.PastGame]:
    return await finished_games_of_player.games_of(registry, TOKENS[name], 100)


async def finished_table(registry: TableRegistry, games: int = 1) -> list[Connection]:
    """Return the connections to a table of Ada and Bo, at which Bo has resigned in every game."""
    ada, bo = await open_table(registry)
    for _ in range(games):
        await ada.command("start")
        await bo.command("resign", seat=1)
    return [ada, bo]


async def disconnect_and_forget(registry: TableRegistry, *connections: Connection, recorded: bool) -> None:
    """Leave the table. Without `recorded`, act as if the server was killed when it had written only the events."""
    code, live = connections[0].code, registry.live[connections[0].code]
    for connection in connections:
        registry.disconnect(connection, code)
    if not recorded:
        summary = table_list_entry.encode_summary(
            table_list_entry.Summary(game="qwixx", phase="playing", seats_by_token={token_hash(TOKENS["ada"]): [0]})
        )
        live.broken = True
        del registry.live[code]
        await live.close()
        await registry.store.append(code, live.table.seq + 1, (), TableEntry(code, False, False, summary))
    await evict_all(registry)


def test_a_finished_game_is_in_the_history_of_its_players_only(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, _ = await finished_table(registry)
        watching = await Connection(registry, ada.code, "cy").hello(watch=True)
        (game,) = await history(registry, "ada")
        assert (game.code, game.number, game.game, game.ending) == (ada.code, 1, "qwixx", "resigned")
        assert (game.names, game.seats, game.winners) == (["ada", "bo"], [0], [0])
        assert [each.seats for each in await history(registry, "bo")] == [[1]]
        assert watching.person is None
        assert await history(registry, "cy") == []

    run_scenario(tmp_path, scenario)


@pytest.mark.parametrize("recorded", [True, False])
def test_a_crash_after_the_last_move_neither_loses_nor_doubles_a_game(
    tmp_path: Path, recorded: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(registry: TableRegistry) -> None:
        add = registry.store.history.add_games

        async def fail(*_: Any) -> None:
            raise NotStored("killed")

        if not recorded:
            monkeypatch.setattr(registry.store.history, "add_games", fail)
        connections = await finished_table(registry, 2)
        await disconnect_and_forget(registry, *connections, recorded=recorded)
        monkeypatch.setattr(registry.store.history, "add_games", add)
        for _ in range(2):
            assert [game.number for game in await history(registry, "ada")] == [2, 1]
            await evict_all(registry)
        assert len(await registry.store.history.all_games()) == 4, "two games of two players"

    run_scenario(tmp_path, scenario)


def test_games_from_before_the_history_are_added_when_a_player_looks(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        connections = await finished_table(registry)
        await disconnect_and_forget(registry, *connections, recorded=True)
        for game in await registry.store.history.all_games():
            await registry.store.history.delete_games(game.token_hash, 0)
        (entry,) = await registry.store.entries()
        old = json.loads(entry.summary)
        del old["results"], old["recorded"]
        events = await registry.store.read(entry.code)
        await registry.store.append(entry.code, len(events) + 1, (), replace(entry, summary=json.dumps(old).encode()))
        assert len(await history(registry, "ada")) == 1

    run_scenario(tmp_path, scenario)


def test_a_deleted_history_stays_deleted_when_tables_are_loaded_again(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        connections = await finished_table(registry)
        assert len(await history(registry, "ada")) == 1
        await finished_games_of_player.delete_games(registry, TOKENS["ada"])
        await disconnect_and_forget(registry, *connections, recorded=False)
        assert await history(registry, "ada") == []
        assert len(await history(registry, "bo")) == 1, "everyone deletes only their own"

    run_scenario(tmp_path, scenario)


def test_a_history_outlives_the_deletion_of_its_table(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        connections = await finished_table(registry)
        await disconnect_and_forget(registry, *connections, recorded=True)
        assert await registry.store.delete(connections[0].code)
        assert len(await history(registry, "ada")) == 1

    run_scenario(tmp_path, scenario)


def test_a_second_device_sees_the_history_until_it_is_signed_out(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        await finished_table(registry)
        ada, _ = await open_table(registry)
        offer = await registry.offer_pairing(ada.code, TOKENS["ada"])
        for _ in range(2):  # The second request changes nothing.
            await registry.pair_device(ada.code, TOKENS["phone"], offer.secret)
            assert await history(registry, "phone") == await history(registry, "ada") != []
        phone = await Connection(registry, ada.code, "phone").hello()
        await phone.command("start", fill="easy")
        await phone.command("resign", seat=0)
        assert len(await history(registry, "ada")) == 2, "each game once, whichever device has played it"
        ada.commands_sent = phone.commands_sent  # Both devices belong to one person, whose command ids must differ.
        await ada.command("revoke")
        assert len(await history(registry, "ada")) == 2
        assert [game.number for game in await history(registry, "phone")] == [1], "what it has played itself"

    run_scenario(tmp_path, scenario)


def test_the_host_cannot_separate_another_persons_devices(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, bo = await finished_table(registry)
        offer = await registry.offer_pairing(bo.code, TOKENS["bo"])
        await registry.pair_device(bo.code, TOKENS["phone"], offer.secret)
        await ada.command("revoke", person=bo.person)
        assert await history(registry, "phone") == await history(registry, "bo") != []

    run_scenario(tmp_path, scenario)


def test_a_backup_contains_the_histories_also_of_deleted_tables(database: str, tmp_path: Path) -> None:
    file = tmp_path / "b"

    async def scenario() -> None:
        registry = TableRegistry(open_store(database), Settings(**IN_PROCESS))
        connections = await finished_table(registry)
        offer = await registry.offer_pairing(connections[0].code, TOKENS["ada"])
        await registry.pair_device(connections[0].code, TOKENS["phone"], offer.secret)
        before = await history(registry, "phone")
        await disconnect_and_forget(registry, *connections, recorded=True)
        await registry.store.delete(connections[0].code)
        await finished_games_of_player.delete_games(registry, TOKENS["bo"])
        assert (await backup.backup(registry.store, file))[0] == 0
        other = TableRegistry(open_store(tmp_path / "other.db"), registry.settings)
        for _ in range(2):
            assert await backup.restore(other.store, file) == {}
            assert await history(other, "phone") == await history(other, "ada") == before
            assert await history(other, "bo") == []
        await other.close()
        await registry.close()

    asyncio.run(scenario())
