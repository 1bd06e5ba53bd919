"""In SQLite and PostgreSQL, events are stored durably, all or none, and each number of a log only once."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine

from trapezi.store import open_store
from trapezi.store.interface import CodeTaken, Conflict, MissingEvent, NewerSchema, NotStored, Store, TableEntry
from trapezi.store.schema import metadata


def entry(code: str = "BCDFG", *, public: bool = True, waiting: bool = True, summary: bytes = b"{}") -> TableEntry:
    return TableEntry(code, public, waiting, summary)


def run_with_store(path: Path | str, scenario: Callable[[Store], Awaitable[None]]) -> None:
    async def run() -> None:
        store = open_store(path)
        try:
            await scenario(store)
        finally:
            await store.close()

    asyncio.run(run())


def test_records_come_back_in_order_after_reopening(database: str) -> None:
    async def write(store: Store) -> None:
        await store.create(entry(), [b"one"], ["k"])
        await store.append("BCDFG", 2, [b"two", b"three"])

    async def read(store: Store) -> None:
        assert await store.read("BCDFG") == [b"one", b"two", b"three"]
        assert await store.read("BCDFG", since=2) == [b"three"]
        assert await store.read("ZZZZZ") == []
        assert [e.code for e in await store.entries_by_token_hash("k")] == ["BCDFG"]

    run_with_store(database, write)
    run_with_store(database, read)


def test_the_newest_tables_come_first_with_the_number_of_all(database: str) -> None:
    async def scenario(store: Store) -> None:
        for code in ("BBBBB", "CCCCC", "DDDDD"):
            await store.create(entry(code, public=False), [b"one"], [])
        await store.append("BBBBB", 2, [b"two"], entry("BBBBB", public=False))
        newest, count = await store.newest_entries(2)
        assert ([each.code for each in newest], count) == (["BBBBB", "DDDDD"], 3)

    run_with_store(database, scenario)


def test_a_number_is_given_once_and_a_code_too(database: str) -> None:
    async def scenario(store: Store) -> None:
        await store.create(entry(), [b"one"], [])
        with pytest.raises(CodeTaken):
            await store.create(entry(), [b"other"], [])
        with pytest.raises(Conflict):
            await store.append("BCDFG", 1, [b"again"])
        with pytest.raises(NotStored):
            await store.append("NONE", 1, [b"no such table"])
        assert await store.read("BCDFG") == [b"one"]

    run_with_store(database, scenario)


def test_one_rejected_append_does_not_affect_others_in_the_same_batch(database: str) -> None:
    async def scenario(store: Store) -> None:
        codes = [f"BCDF{letter}" for letter in "BCDFGHJKLM"]
        await asyncio.gather(*(store.create(entry(code), [b"1"], []) for code in codes))
        appends = [store.append(code, 1 if code == "BCDFF" else 2, [b"2"]) for code in codes]
        answers = await asyncio.gather(*appends, return_exceptions=True)
        assert [type(answer) for answer in answers] == [Conflict if code == "BCDFF" else type(None) for code in codes]
        for code in codes:
            assert len(await store.read(code)) == (1 if code == "BCDFF" else 2)

    run_with_store(database, scenario)


def test_lists_show_public_tables_that_wait_newest_first(database: str) -> None:
    async def scenario(store: Store) -> None:
        await store.create(entry("AAAAA"), [], [])
        await store.create(entry("BBBBB", public=False), [], [])
        await store.create(entry("CCCCC"), [], [])
        await store.create(entry("DDDDD", waiting=False), [], [])
        assert [e.code for e in await store.public_entries()] == ["CCCCC", "AAAAA"]
        await store.append("AAAAA", 1, [b"x"], entry("AAAAA", summary=b"new"))
        assert [e.code for e in await store.public_entries(limit=1)] == ["AAAAA"]
        found = await store.entry("AAAAA")
        assert found is not None
        assert found.summary == b"new"
        assert await store.entry("EEEEE") is None

    run_with_store(database, scenario)


def test_an_entry_is_written_with_its_events_or_not_at_all(database: str) -> None:
    async def scenario(store: Store) -> None:
        await store.create(entry(), [b"one"], [])
        with pytest.raises(Conflict):
            await store.append("BCDFG", 1, [b"other"], entry(summary=b"of the other log"))
        found = await store.entry("BCDFG")
        assert found is not None
        assert found.summary == b"{}"
        await store.append("BCDFG", 2, [b"two"], entry(summary=b"of both events", public=False))
        found = await store.entry("BCDFG")
        assert found is not None
        assert (found.summary, found.public) == (b"of both events", False)
        assert await store.read("BCDFG") == [b"one", b"two"]

    run_with_store(database, scenario)


def test_a_full_disk_raises_and_leaves_the_log_unchanged(tmp_path: Path) -> None:
    async def scenario(store: Store) -> None:
        await store.create(entry(), [b"one"], [])
        file = tmp_path / "t.db"
        other = sqlite3.connect(file, isolation_level=None)
        pages = other.execute("PRAGMA page_count").fetchone()[0]
        with closing(store._write_engine.raw_connection()) as pooled:  # type: ignore[attr-defined]
            pooled.driver_connection.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(NotStored):
            await store.append("BCDFG", 2, [b"x" * 200_000])
        assert await store.read("BCDFG") == [b"one"]
        await store.append("BCDFG", 2, [b"small"])
        assert await store.read("BCDFG") == [b"one", b"small"]
        other.close()

    run_with_store(tmp_path / "t.db", scenario)


def test_the_migrations_produce_the_schema_that_the_code_uses(database: str) -> None:
    async def nothing(store: Store) -> None:
        pass

    run_with_store(database, nothing)
    migrated = create_engine(database.replace("postgresql:", "postgresql+psycopg:"))
    with migrated.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    migrated.dispose()


WRITER = """
import asyncio, os, sys
from trapezi.store import open_store
from trapezi.store.interface import TableEntry
async def main():
    store = open_store(sys.argv[1])
    have = {code: len(await store.read(code)) for code in ("AAAAA", "BBBBB")}
    async def fill(code):
        if not have[code]:
            await store.create(TableEntry(code, False, False, b"{}"), [b"1"], [])
            have[code] = 1
        while True:
            have[code] += 1
            await store.append(code, have[code], [str(have[code]).encode()])
            os.write(1, f"{code} {have[code]}\\n".encode())  # one system call: a kill leaves no partial line
    await asyncio.gather(fill("AAAAA"), fill("BBBBB"))
asyncio.run(main())
"""


def test_acknowledged_events_survive_a_kill(database: str) -> None:
    acknowledged = {"AAAAA": 0, "BBBBB": 0}
    for _ in range(3):
        environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "src")}
        command = [sys.executable, "-c", WRITER, database]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as writer:
            assert writer.stdout is not None
            for n, line in enumerate(writer.stdout):
                code, number = line.split()
                acknowledged[code] = max(acknowledged[code], int(number))
                if n == 50:
                    writer.send_signal(signal.SIGKILL)
        assert writer.returncode == -signal.SIGKILL

        async def check(store: Store) -> None:
            for code, number in acknowledged.items():
                found = await store.read(code)
                assert len(found) >= number
                assert found == [str(n + 1).encode() for n in range(len(found))]

        run_with_store(database, check)
    assert min(acknowledged.values()) > 30


def test_appending_the_same_events_again_is_no_conflict(database: str) -> None:
    """A process that has lost its connection during a commit can write the same events again."""

    async def scenario(store: Store) -> None:
        await store.create(entry(), [b"one"], ["k"])
        await store.create(entry(), [b"one"], ["k"])
        await store.append("BCDFG", 2, [b"two", b"three"])
        await store.append("BCDFG", 2, [b"two", b"three"])
        for other in ([b"two", b"four"], [b"two", b"three", b"four"]):
            with pytest.raises(Conflict):
                await store.append("BCDFG", 2, other)
        assert await store.read("BCDFG") == [b"one", b"two", b"three"]

    run_with_store(database, scenario)


def change(database: str, statement: str) -> None:
    engine = create_engine(database.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        connection.exec_driver_sql(statement)
    engine.dispose()


def test_nothing_is_appended_after_a_gap(database: str) -> None:
    async def scenario(store: Store) -> None:
        await store.create(entry(), [b"one", b"two"], ["k"])
        with pytest.raises(Conflict):
            await store.append("BCDFG", 4, [b"four", b"five"])
        await store.append("BCDFG", 4, [], entry(summary=b"for a longer log"))
        found = await store.entry("BCDFG")
        assert found is not None
        assert found.summary == b"{}"
        await store.append("BCDFG", 3, [], entry(summary=b"for this log"))
        found = await store.entry("BCDFG")
        assert found is not None
        assert found.summary == b"for this log"
        assert await store.read("BCDFG") == [b"one", b"two"]

    run_with_store(database, scenario)


def test_a_missing_event_is_noticed_and_a_damaged_table_set_aside_and_replaced(database: str) -> None:
    async def scenario(store: Store) -> None:
        await store.create(entry(), [b"one", b"two", b"three", b"four"], ["k"])
        change(database, "DELETE FROM records WHERE seq = 3")
        with pytest.raises(MissingEvent) as error:
            await store.read("BCDFG")
        assert error.value.seq == 3
        await store.mark_damaged("BCDFG", "missing 3")
        assert await store.public_entries() == []
        assert [(e.code, e.trouble) for e in await store.entries()] == [("BCDFG", "missing 3")]
        await store.replace_damaged_log(entry(summary=b"good"), [b"one", b"two", b"three"], ["k", "l"])
        assert await store.read("BCDFG") == [b"one", b"two", b"three"]
        assert [[e.code for e in await store.entries_by_token_hash(token)] for token in "kl"] == [["BCDFG"], ["BCDFG"]]
        found = await store.entry("BCDFG")
        assert found is not None
        assert (found.summary, found.trouble) == (b"good", "")

    run_with_store(database, scenario)


def test_a_deleted_table_leaves_nothing(database: str) -> None:
    async def scenario(store: Store) -> None:
        await store.create(entry(), [b"one"], ["k"])
        assert await store.delete("BCDFG")
        assert not await store.delete("BCDFG")
        assert await store.read("BCDFG") == []
        assert await store.entries_by_token_hash("k") == await store.entries() == []
        with pytest.raises(Conflict):
            await store.append("BCDFG", 2, [b"two"])

    run_with_store(database, scenario)


def test_a_database_of_a_later_version_is_not_touched(database: str) -> None:
    async def nothing(store: Store) -> None:
        pass

    run_with_store(database, nothing)
    change(database, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(NewerSchema):
        open_store(database)
