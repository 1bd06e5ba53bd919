"""Logs that are damaged, copies of all tables, and what an operator does while people play; in both stores."""

from __future__ import annotations

import asyncio
import gzip
import json
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, text
from tests.tables.ears import forgotten

from trapezi import protocol
from trapezi.protocol import http
from trapezi.protocol.commands import Hello
from trapezi.protocol.types import Being
from trapezi.store import Entry, open_store
from trapezi.tables import admin
from trapezi.tables import events as r
from trapezi.tables import log as book
from trapezi.tables.backup import BadBackup, backup, restore
from trapezi.tables.errors import Rejected
from trapezi.tables.registry import Settings, TableRegistry

TOKEN = "a" * 40


class Ear:
    """A connection that remembers what it heard."""

    def __init__(self) -> None:
        self.person: str | None = None
        self.being: Being = "away"
        self.heard: list[dict[str, Any]] = []

    def send(self, *messages: bytes) -> None:
        self.heard += map(json.loads, messages)

    async def until(self, wanted: Callable[[dict[str, Any]], bool]) -> None:
        async with asyncio.timeout(30):
            while not any(wanted(message) for message in self.heard):
                await asyncio.sleep(0.01)


def at(database: str, story: Callable[[TableRegistry], Awaitable[None]]) -> None:
    async def run() -> None:
        house = TableRegistry(open_store(database), Settings(pace=0))
        await house.open()
        try:
            await asyncio.wait_for(story(house), 60)
        finally:
            await house.close()

    asyncio.run(run())


async def begun(house: TableRegistry) -> str:
    """The code of a table where one person plays two seats."""
    new = http.NewTable(game="qwixx", options={"players": 2}, names=["Ada", "Bo"], start=True)
    return (await house.create(TOKEN, new)).table.code


async def played(house: TableRegistry, code: str, moves: int = 6) -> Ear:
    """Somebody plays some moves there."""
    ear, rng = Ear(), random.Random(code)
    await house.hello(ear, Hello(code, TOKEN))
    for _ in range(moves):
        table = (await house.find(code)).table
        assert table.play is not None
        seat = table.asked[0]
        move = rng.choice(list(table.play.state.legal(seat)))
        wish = {"t": "act", "id": f"w{table.seq}", "seat": seat, "version": table.play.versions[seat], "move": move}
        await house.wish(ear, code, protocol.read(json.dumps(wish).encode()))  # type: ignore[arg-type]
    return ear


def change(database: str, statement: str, **given: Any) -> None:
    """Somebody or something changes the database behind our back."""
    engine = create_engine(database.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        assert connection.execute(text(statement), given).rowcount
    engine.dispose()


DAMAGE = {
    "altered 4": "UPDATE records SET body = :body WHERE code = :code AND seq = 4",
    "unreadable 1": "UPDATE records SET body = :noise WHERE code = :code AND seq = 1",
    "missing 5": "DELETE FROM records WHERE code = :code AND seq = 5",
    "missing 8": "DELETE FROM records WHERE code = :code AND seq >= 8",
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_log_is_set_aside_and_never_served_while_others_go_on(database: str, damage: str, tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        code, other = await begun(house), await begun(house)
        await played(house, code)
        actor = await house.find(code)
        await actor._list()  # type: ignore[attr-defined]
        kept = await house.store.read(code)
        assert (await backup(house.store, tmp_path / "good"))[0] == 2
        given = {"code": code, "body": kept[3].replace(b"Bo", b"By"), "noise": b'{"t":"op'}
        change(database, DAMAGE[damage], **{name: value for name, value in given.items() if f":{name}" in DAMAGE[damage]})
        house.bye(next(iter(actor.listeners)), code)
        await forgotten(house)
        for _ in range(2):
            with pytest.raises(Rejected, match="damaged"):
                await house.find(code)
            with pytest.raises(Rejected, match="damaged"):
                await house.join(code, "b" * 40, http.Join("Eve"))
        assert {e.code: e.trouble for e in await house.store.entries()} == {code: damage, other: ""}
        assert await backup(house.store, tmp_path / "copy") == (1, [code])
        await played(house, other)
        assert (await restore(house.store, tmp_path / "good")) == {"mended": 1, "kept": 1}
        assert await house.store.read(code) == kept
        await played(house, code, 2)

    at(database, story)


def test_a_table_that_is_found_damaged_elsewhere_is_taken_away_from_those_who_look_at_it(database: str) -> None:
    async def story(house: TableRegistry) -> None:
        code = await begun(house)
        ear = await played(house, code)
        other = open_store(database)
        await other.set_aside(code, "altered 3")
        await other.close()
        await ear.until(lambda m: m["t"] == "refusal" and m["key"] == "table.damaged")
        with pytest.raises(Rejected, match="damaged"):
            await played(house, code)

    at(database, story)


def test_records_of_a_later_version_are_not_taken_for_damage(database: str) -> None:
    async def story(house: TableRegistry) -> None:
        code = await begun(house)
        table = (await house.find(code)).table
        body = b'{"t":"a_thing_of_tomorrow"}'
        await house.store.append(code, table.seq + 1, [book.checked(table.check, body) + body])
        await forgotten(house)
        with pytest.raises(Rejected, match="damaged"):
            await house.find(code)
        assert [entry.trouble for entry in await house.store.entries()] == [""]

    at(database, story)


def test_a_backup_made_while_people_play_restores_into_the_other_database(
    database: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    other = request.getfixturevalue("postgres").database() if "sqlite" in database else f"sqlite:///{tmp_path / 'other.db'}"
    file = tmp_path / "tables.backup"
    logs: dict[str, list[bytes]] = {}

    async def save(house: TableRegistry) -> None:
        codes = [await begun(house) for _ in range(3)]
        playing = asyncio.gather(*(played(house, code, 12) for code in codes))
        assert await backup(house.store, file) == (3, [])
        await playing
        logs.update({code: await house.store.read(code) for code in codes})

    async def bring_back(house: TableRegistry) -> None:
        assert await restore(house.store, file) == {"added": 3}
        for code, log in logs.items():
            found = await house.store.read(code)
            assert 0 < len(found) <= len(log)
            assert found == log[: len(found)]
            await played(house, code, 2)
            assert code in [line.code for line in await house.mine(TOKEN)]
        assert await restore(house.store, file) == {"kept": 3}, "what is newer stays"

    at(database, save)
    assert file.stat().st_mode & 0o077 == 0, "for the operator's eyes"
    at(other, bring_back)


def test_a_restore_while_serving_brings_live_tables_up_to_date_or_leaves_them_alone(database: str, tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"

    async def first(house: TableRegistry) -> None:
        codes = [await begun(house) for _ in range(2)]
        await backup(house.store, old)
        for code in codes:
            await played(house, code, 8)
        await backup(house.store, new)
        for code in codes:
            await house.store.delete(code)
        assert await restore(house.store, old) == {"added": 2}

    async def second(house: TableRegistry) -> None:
        here, there = [entry.code for entry in await house.store.entries()]
        ear = await played(house, here, 0)
        await played(house, there, 3)
        before = await house.store.read(there)
        beside = open_store(database)
        done = await restore(beside, new)
        await beside.close()
        assert done["continued"] >= 1
        assert sum(done.values()) == 2
        await ear.until(lambda m: m["t"] in ("update", "welcome") and m["seq"] == len(before) + 5)
        assert (await house.store.read(there))[: len(before)] == before
        await played(house, here, 2)
        await played(house, there, 2)

    at(database, first)
    at(database, second)


def test_where_another_game_was_played_since_nothing_is_overwritten(database: str, tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        code = await begun(house)
        await played(house, code, 4)
        await backup(house.store, tmp_path / "b")
        log = await house.store.read(code)
        await house.forget(0)
        table = book.rebuilt(code, log[:-2])
        other = [*log[:-2], *book.lines(table.check, [r.Paused(on=True), r.Paused(on=False), r.Paused(on=True)])]
        await house.store.replace(Entry(code, False, False, b"{}"), other, [])
        assert await restore(house.store, tmp_path / "b") == {"other": 1}
        assert await house.store.read(code) == other

    at(database, story)


@pytest.mark.parametrize(
    ("spoil", "key"),
    [
        (lambda data: b"no backup at all", "backup.none"),
        (lambda data: data[:-20], "backup.broken"),
        (lambda data: data[:200] + b"x" + data[201:], "backup."),
        (lambda data: gzip.compress(gzip.decompress(data).rpartition(b'{"tables"')[0]), "backup.broken"),
        (lambda data: gzip.compress(gzip.decompress(data).replace(b"Ada", b"Eve")), "backup.broken"),
        (lambda data: gzip.compress(b'{"trapezi-backup": 99}\n'), "backup.version"),
        (lambda data: gzip.compress(b"[1]\n"), "backup.none"),
        (lambda data: b"", "backup."),
    ],
)
def test_a_spoilt_backup_is_refused_as_a_whole(tmp_path: Path, spoil: Callable[[bytes], bytes], key: str) -> None:
    async def story(house: TableRegistry) -> None:
        code = await begun(house)
        await backup(house.store, tmp_path / "b")
        await house.store.delete(code)
        (tmp_path / "b").write_bytes(spoil((tmp_path / "b").read_bytes()))
        with pytest.raises(BadBackup) as told:
            await restore(house.store, tmp_path / "b")
        assert told.value.reason.key.startswith(key)
        assert await house.store.entries() == []

    at(f"sqlite:///{tmp_path / 't.db'}", story)


def test_tables_are_closed_and_deleted_while_people_look_at_them(database: str) -> None:
    async def story(house: TableRegistry) -> None:
        code, other = await begun(house), await begun(house)
        ear, watching = await played(house, code, 3), await played(house, other, 3)
        beside = open_store(database)
        assert await admin.close(beside, code)
        assert not await admin.close(beside, code)
        await ear.until(lambda m: m["t"] == "update" and m["table"] is not None and m["table"]["ending"] == "early")
        for refused in (house.join(code, "b" * 40, http.Join("Eve")), house.wish(ear, code, chat())):
            with pytest.raises(Rejected, match="closed"):
                await refused
        assert await beside.delete(other)
        await watching.until(lambda m: m["t"] == "refusal" and m["key"] == "table.unknown")
        with pytest.raises(Rejected, match="unknown"):
            await house.wish(watching, other, chat())
        change(database, "UPDATE entries SET updated = updated - 864000")
        assert await admin.stale(beside, 11) == []
        assert await admin.stale(beside, 9) == [code]
        await beside.close()

    at(database, story)


def chat() -> Any:
    return protocol.read(b'{"t":"chat","id":"c","text":"hello"}')
