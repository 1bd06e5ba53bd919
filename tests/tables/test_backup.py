"""Damaged logs are found, backups can be restored, and the operator can change tables while people play, in both databases."""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import random
from collections.abc import Awaitable, Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, text
from tests.tables.connections import evict_all
from tests.time_limits import HANG

from trapezi import protocol
from trapezi.core import hash_chain
from trapezi.protocol import http
from trapezi.protocol.commands import Hello
from trapezi.store import open_store
from trapezi.store.interface import TableEntry
from trapezi.tables import admin, events, log_format
from trapezi.tables import backup as backups
from trapezi.tables.backup import BadBackup, backup, restore
from trapezi.tables.errors import Rejected
from trapezi.tables.people_and_seats import Presence
from trapezi.tables.registry import Settings, TableRegistry

TOKEN = "a" * 40


class Connection:
    """A connection that remembers every message that it received."""

    def __init__(self) -> None:
        self.person: str | None = None
        self.presence: Presence = "away"
        self.device = ""
        self.received: list[dict[str, Any]] = []

    def send(self, *messages: bytes) -> None:
        self.received += map(json.loads, messages)

    async def until(self, wanted: Callable[[dict[str, Any]], bool]) -> None:
        async with asyncio.timeout(HANG):
            while not any(wanted(message) for message in self.received):
                await asyncio.sleep(0.01)


def at(database: str, scenario: Callable[[TableRegistry], Awaitable[None]]) -> None:
    async def run() -> None:
        registry = TableRegistry(open_store(database), Settings(pace=0))
        await registry.start_background_work()
        try:
            await asyncio.wait_for(scenario(registry), HANG)
        finally:
            await registry.close()

    asyncio.run(run())


async def begun(registry: TableRegistry) -> str:
    """Create a table at which one person has two seats, and return its code."""
    new = http.NewTable(game="qwixx", options={"players": 2}, names=["Ada", "Bo"], start=True)
    return (await registry.create(TOKEN, new)).table.code


async def played(registry: TableRegistry, code: str, moves: int = 6) -> Connection:
    """Make some moves at a table, and return the connection that made them."""
    connection, rng = Connection(), random.Random(code)
    await registry.hello(connection, Hello(code, TOKEN))
    for _ in range(moves):
        table = (await registry.find_or_load(code)).table
        assert table.session is not None
        seat = table.deciding[0]
        move = rng.choice(list(table.session.state.legal(seat)))
        command = {"t": "act", "id": f"w{table.seq}", "seat": seat, "version": table.session.versions[seat], "move": move}
        await registry.execute(connection, code, protocol.read(json.dumps(command).encode()))
    return connection


def change(database: str, statement: str, **given: Any) -> None:
    """Change the database directly, without the store."""
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
def test_a_damaged_log_is_set_aside_while_other_tables_go_on(database: str, damage: str, tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        code, other = await begun(registry), await begun(registry)
        await played(registry, code)
        live_table = await registry.find_or_load(code)
        await live_table.list_entry_writer.write()
        kept = await registry.store.read(code)
        assert (await backup(registry.store, tmp_path / "good"))[0] == 2
        given = {"code": code, "body": kept[3].replace(b"Bo", b"By"), "noise": b'{"t":"op'}
        change(database, DAMAGE[damage], **{name: value for name, value in given.items() if f":{name}" in DAMAGE[damage]})
        registry.disconnect(next(iter(live_table.listeners)), code)
        await evict_all(registry)
        for _ in range(2):
            with pytest.raises(Rejected, match="damaged"):
                await registry.find_or_load(code)
            with pytest.raises(Rejected, match="damaged"):
                await registry.join(code, "b" * 40, http.Join("Eve"))
        assert {e.code: e.trouble for e in await registry.store.entries()} == {code: damage, other: ""}
        assert await backup(registry.store, tmp_path / "copy") == (1, [code])
        await played(registry, other)
        assert (await restore(registry.store, tmp_path / "good")) == {"mended": 1, "kept": 1}
        assert await registry.store.read(code) == kept
        await played(registry, code, 2)

    at(database, scenario)


def test_a_table_found_damaged_by_another_process_is_no_longer_served(database: str) -> None:
    async def scenario(registry: TableRegistry) -> None:
        code = await begun(registry)
        connection = await played(registry, code)
        other = open_store(database)
        await other.mark_damaged(code, "altered 3")
        await other.close()
        await connection.until(lambda m: m["t"] == "rejection" and m["key"] == "table.damaged")
        with pytest.raises(Rejected, match="damaged"):
            await played(registry, code)

    at(database, scenario)


def test_events_of_a_later_version_are_not_taken_for_damage(database: str) -> None:
    async def scenario(registry: TableRegistry) -> None:
        code = await begun(registry)
        table = (await registry.find_or_load(code)).table
        body = b'{"t":"an_event_of_the_future"}'
        await registry.store.append(code, table.seq + 1, hash_chain.chained_lines(table.checksum, [body]))
        await evict_all(registry)
        with pytest.raises(Rejected, match="damaged"):
            await registry.find_or_load(code)
        assert [entry.trouble for entry in await registry.store.entries()] == [""]

    at(database, scenario)


def test_a_backup_made_while_people_play_restores_into_the_other_database(
    database: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    other = request.getfixturevalue("postgres").database() if "sqlite" in database else f"sqlite:///{tmp_path / 'other.db'}"
    file = tmp_path / "tables.backup"
    logs: dict[str, list[bytes]] = {}

    async def save(registry: TableRegistry) -> None:
        codes = [await begun(registry) for _ in range(3)]
        playing = asyncio.gather(*(played(registry, code, 12) for code in codes))
        assert await backup(registry.store, file) == (3, [])
        await playing
        logs.update({code: await registry.store.read(code) for code in codes})

    async def bring_back(registry: TableRegistry) -> None:
        assert await restore(registry.store, file) == {"added": 3}
        for code, log in logs.items():
            found = await registry.store.read(code)
            assert 0 < len(found) <= len(log)
            assert found == log[: len(found)]
            await played(registry, code, 2)
            assert code in [line.code for line in await registry.tables_of(TOKEN)]
        assert await restore(registry.store, file) == {"kept": 3}, "what is newer stays"

    at(database, save)
    assert file.stat().st_mode & 0o077 == 0, "for the operator's eyes"
    at(other, bring_back)


def test_reviews_are_in_a_backup_and_restored_with_their_tables(database: str, tmp_path: Path) -> None:
    async def save(registry: TableRegistry) -> None:
        code, store = await begun(registry), registry.store
        for number, body in ((1, b"\x1f first"), (2, b"second")):
            assert await store.reviews.claim(code, number, 1)
            await store.reviews.finish(code, number, body)
        assert await store.reviews.claim(code, 3, 1)
        expected = await store.reviews.finished_reviews_of_table(code)
        await backup(store, tmp_path / "b")
        await store.delete(code)
        assert await store.reviews.finished_reviews_of_table(code) == []
        assert await restore(store, tmp_path / "b") == {"added": 1}
        assert await store.reviews.finished_reviews_of_table(code) == expected
        assert await restore(store, tmp_path / "b") == {"kept": 1}
        assert await store.reviews.finished_reviews_of_table(code) == expected
        assert await store.reviews.find(code, 3) is None, "nobody computes it"

    at(database, save)


def test_noise_in_place_of_reviews_is_left_out() -> None:
    noise = [None, [1], ["x", 1, "AAAA"], [1, 1, "no base64"], [2, 1, "YQ=="]]
    (entry,) = backups.read_reviews({"code": "BCDFG", "reviews": noise})
    assert (entry.code, entry.number, entry.version, entry.body) == ("BCDFG", 2, 1, b"a")


def test_a_restore_while_serving_updates_live_tables_or_leaves_them_alone(database: str, tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"

    async def first(registry: TableRegistry) -> None:
        codes = [await begun(registry) for _ in range(2)]
        await backup(registry.store, old)
        for code in codes:
            await played(registry, code, 8)
        await backup(registry.store, new)
        for code in codes:
            await registry.store.delete(code)
        assert await restore(registry.store, old) == {"added": 2}

    async def second(registry: TableRegistry) -> None:
        here, there = [entry.code for entry in await registry.store.entries()]
        connection = await played(registry, here, 0)
        await played(registry, there, 3)
        before = await registry.store.read(there)
        beside = open_store(database)
        done = await restore(beside, new)
        await beside.close()
        assert done["continued"] >= 1
        assert sum(done.values()) == 2
        await connection.until(lambda m: m["t"] in ("update", "welcome") and m["seq"] == len(before) + 5)
        assert (await registry.store.read(there))[: len(before)] == before
        await played(registry, here, 2)
        await played(registry, there, 2)

    at(database, first)
    at(database, second)


def test_a_restore_overwrites_no_table_that_went_another_way(database: str, tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        code = await begun(registry)
        await played(registry, code, 4)
        await backup(registry.store, tmp_path / "b")
        log = await registry.store.read(code)
        await registry.evict_idle(0)
        table = log_format.rebuild(code, log[:-2])
        other = [
            *log[:-2],
            *log_format.encode_events(table.checksum, [events.Paused(on=True), events.Paused(on=False), events.Paused(on=True)]),
        ]
        await registry.store.replace_damaged_log(TableEntry(code, False, False, b"{}"), other, [])
        assert await restore(registry.store, tmp_path / "b") == {"other": 1}
        assert await registry.store.read(code) == other

    at(database, scenario)


@pytest.mark.parametrize(
    ("spoil", "key"),
    [
        (lambda data: b"no backup at all", "cli.backup.none"),
        (lambda data: data[:-20], "cli.backup.broken"),
        (lambda data: data[:200] + bytes([data[200] ^ 255]) + data[201:], "cli.backup."),
        (lambda data: gzip.compress(gzip.decompress(data).rpartition(b'{"tables"')[0]), "cli.backup.broken"),
        (lambda data: gzip.compress(gzip.decompress(data).replace(b"Ada", b"Eve")), "cli.backup.broken"),
        (lambda data: gzip.compress(b'{"trapezi-backup": 99}\n'), "cli.backup.version"),
        (lambda data: gzip.compress(b"[1]\n"), "cli.backup.none"),
        (lambda data: b"", "cli.backup."),
        (lambda data: gzip.compress(gzip.decompress(data) + b" " * 2_000), "cli.backup.too-long"),
    ],
)
def test_a_broken_backup_is_rejected_as_a_whole(
    tmp_path: Path, spoil: Callable[[bytes], bytes], key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if key == "cli.backup.too-long":
        monkeypatch.setattr(backups, "MAX_LINE", 2_000)

    async def scenario(registry: TableRegistry) -> None:
        code = await begun(registry)
        await backup(registry.store, tmp_path / "b")
        await registry.store.delete(code)
        (tmp_path / "b").write_bytes(spoil((tmp_path / "b").read_bytes()))
        with pytest.raises(BadBackup) as told:
            await restore(registry.store, tmp_path / "b")
        assert told.value.reason.key.startswith(key)
        assert await registry.store.entries() == []

    at(f"sqlite:///{tmp_path / 't.db'}", scenario)


def test_tables_are_closed_and_deleted_while_people_look_at_them(database: str) -> None:
    async def scenario(registry: TableRegistry) -> None:
        code, other = await begun(registry), await begun(registry)
        connection, watching = await played(registry, code, 3), await played(registry, other, 3)
        beside = open_store(database)
        assert await admin.close_table(beside, code)
        assert not await admin.close_table(beside, code)
        await connection.until(lambda m: m["t"] == "update" and (m.get("table") or {}).get("ending") == "early")
        for rejected in (registry.join(code, "b" * 40, http.Join("Eve")), registry.execute(connection, code, chat())):
            with pytest.raises(Rejected, match="closed"):
                await rejected
        assert await beside.delete(other)
        await watching.until(lambda m: m["t"] == "rejection" and m["key"] == "table.unknown")
        with pytest.raises(Rejected, match="unknown"):
            await registry.execute(watching, other, chat())
        change(database, "UPDATE entries SET updated = updated - 864000")
        assert await admin.inactive_table_codes(beside, 11) == []
        assert await admin.inactive_table_codes(beside, 9) == [code]
        await beside.close()

    at(database, scenario)


def chat() -> Any:
    return protocol.read(b'{"t":"chat","id":"c","text":"hello"}')


def test_a_backup_replaces_no_file_unless_forced_and_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, someone_elses = tmp_path / "b", tmp_path / "b.part"
    someone_elses.write_text("not ours")
    os.mkfifo(tmp_path / "pipe")

    async def scenario(registry: TableRegistry) -> None:
        await begun(registry)
        await backup(registry.store, file)
        first = file.read_bytes()
        for path, key in ((file, "exists"), (tmp_path, "not-a-file"), (tmp_path / "pipe", "not-a-file")):
            with pytest.raises(BadBackup, match=key):
                await backup(registry.store, path)
        with pytest.raises(BadBackup):
            await backup(registry.store, Path("/dev/null"), force=True)
        assert file.read_bytes() == first
        await begun(registry)
        assert (await backup(registry.store, file, force=True))[0] == 2

        async def appears_meanwhile(*given: Any) -> Any:
            (tmp_path / "new").write_text("somebody's")
            return 0, []

        monkeypatch.setattr(backups, "write_backup", appears_meanwhile)
        with pytest.raises(BadBackup):
            await backup(registry.store, tmp_path / "new")
        assert (tmp_path / "new").read_text() == "somebody's"

    (tmp_path / "database").mkdir()
    at(f"sqlite:///{tmp_path / 'database' / 't.db'}", scenario)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["b", "b.part", "database", "new", "pipe"]
    assert someone_elses.read_text() == "not ours"


def test_the_last_backup_is_noted_and_noise_in_the_note_is_ignored(tmp_path: Path) -> None:
    store = open_store(tmp_path / "t.db")
    assert backups.read_last_backup_note(store) is None
    backups.write_last_backup_note(store, "/backups/tables.backup", 3, 1)
    note = backups.read_last_backup_note(store)
    assert note is not None
    assert (note["file"], note["tables"], note["damaged"]) == ("/backups/tables.backup", 3, 1)
    assert backups.last_backup_note_path(store).stat().st_mode & 0o077 == 0
    for noise in (b"noise", b"[]", b'{"at": "x"}'):
        backups.last_backup_note_path(store).write_bytes(noise)
        assert backups.read_last_backup_note(store) is None
    asyncio.run(store.close())


def test_many_tables_are_restored_in_few_transactions(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        lines = await registry.store.read(await begun(registry))
        codes = [f"BCD{first}{second}" for first in "BCDFGHJKLM" for second in "BCDFGHJKLM"]
        contents: list[dict[str, Any]] = [
            {"trapezi-backup": 1, "at": 0},
            *({"code": code, "records": [x.decode() for x in lines]} for code in codes),
        ]
        data = b"".join(map(backups.encode_line, contents))
        (tmp_path / "b").write_bytes(
            gzip.compress(data + backups.encode_line({"tables": 100, "check": sha256(data).hexdigest()}))
        )
        transactions: list[int] = []
        progress: list[int] = []
        store: Any = registry.store
        write = store._write_in_transaction

        def count_and_write(batch: list[Any]) -> None:
            transactions.append(len(batch))
            write(batch)

        store._write_in_transaction = count_and_write
        assert await restore(registry.store, tmp_path / "b", advance=progress.append) == {"added": 100}
        assert sum(transactions) == sum(progress) == 100
        assert len(transactions) < 50

    at(f"sqlite:///{tmp_path / 't.db'}", scenario)


def test_a_bad_row_breaks_no_list_and_no_backup(database: str, tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        new = http.NewTable(game="qwixx", options={"players": 2}, names=["Ada"], public=True)
        bad, good = [(await registry.create(TOKEN, new)).table.code for _ in range(2)]
        await evict_all(registry)
        change(database, "UPDATE entries SET summary = :noise WHERE code = :code", noise=b"noise", code=bad)
        assert [line.code for line in await registry.public_tables()] == [good]
        assert [line.code for line in await registry.tables_of(TOKEN)] == [good]
        assert await backup(registry.store, tmp_path / "b") == (2, []), "its log is intact"

    at(database, scenario)
