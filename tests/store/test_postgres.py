"""Several processes can share a PostgreSQL store, and a store survives a database that disappears and returns."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError
from tests.time_limits import HANG

from trapezi.store import open_store
from trapezi.store import postgres as pg
from trapezi.store.interface import Conflict, Notification, NotStored, Store, TableEntry

ENTRY = TableEntry("BCDFG", True, True, b"{}")


@pytest.fixture
def database(postgres: Any) -> str:
    url: str = postgres.database()
    return url


@contextlib.asynccontextmanager
async def processes(database: str, count: int = 2) -> AsyncIterator[list[Store]]:
    stores = [open_store(database) for _ in range(count)]
    try:
        yield stores
    finally:
        for store in stores:
            await store.close()


@contextlib.asynccontextmanager
async def listening(store: Store) -> AsyncIterator[asyncio.Queue[Notification | None]]:
    """Collect the notifications that a store receives."""
    received: asyncio.Queue[Notification | None] = asyncio.Queue()
    task = asyncio.ensure_future(store.listen(received.put_nowait))
    assert await asyncio.wait_for(received.get(), HANG) is None
    yield received
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task


def test_a_process_is_notified_of_what_others_write_but_not_of_its_own(database: str) -> None:
    async def scenario() -> None:
        async with processes(database) as (one, two), listening(two) as received:
            await two.create(ENTRY, [b"1"], [])
            await one.append("BCDFG", 2, [b"2", b"3"])
            assert await received.get() == Notification(one.process_id, "BCDFG", 3)
            one.notify(Notification(one.process_id, "BCDFG", presence={"p1": "here"}, reply_wanted=True))
            assert await received.get() == Notification(one.process_id, "BCDFG", 0, {"p1": "here"}, True)
            await one.mark_damaged("BCDFG", "altered 2")
            assert await received.get() == Notification(one.process_id, "BCDFG")
            with pytest.raises(Conflict):
                await one.append("BCDFG", 3, [b"other"])
            await one.delete("BCDFG")
            assert await received.get() == Notification(one.process_id, "BCDFG"), "a rejected append notifies nobody"

    asyncio.run(scenario())


def test_a_process_owns_a_table_until_it_releases_it_or_its_lease_expires(database: str, monkeypatch: Any) -> None:
    monkeypatch.setattr(pg, "TERM", 3600.0)  # With this term in seconds, no lease expires because the machine is slow.

    async def scenario() -> None:
        async with processes(database, 3) as (one, two, three):
            for code in ("AAAAA", "BBBBB"):
                await one.create(TableEntry(code, False, False, b"{}"), [b"1"], [])
            assert (await one.keep_only_leases(["AAAAA", "NONE"])).codes == {"AAAAA"}
            lease = await two.keep_only_leases(["AAAAA", "BBBBB"])
            assert lease.codes == {"BBBBB"}
            assert lease.processes == {one.process_id, two.process_id}
            assert (await one.keep_only_leases([])).codes == set()
            assert (await two.keep_only_leases(["AAAAA", "BBBBB"])).codes == {"AAAAA", "BBBBB"}
            await two.close()
            assert (await one.keep_only_leases(["AAAAA"])).codes == {"AAAAA"}, "a process that closes releases its tables at once"
            monkeypatch.setattr(pg, "TERM", -1.0)
            await one.keep_only_leases(["AAAAA"])
            monkeypatch.setattr(pg, "TERM", 3600.0)
            lease = await three.keep_only_leases(["AAAAA"])
            assert (lease.codes, lease.processes) == (frozenset({"AAAAA"}), frozenset({three.process_id}))
            assert (await one.keep_only_leases(["AAAAA"])).codes == set()

    asyncio.run(scenario())


def test_of_processes_that_write_the_same_number_exactly_one_succeeds(database: str) -> None:
    async def scenario() -> None:
        async with processes(database, 3) as stores:
            codes = [f"BCDF{letter}" for letter in "BCDFG"]
            for code in codes:
                await stores[0].create(TableEntry(code, False, False, b"{}"), [b"1"], [])
            for seq in range(2, 12):
                tries = [
                    (n, code, store.append(code, seq, [f"{n}".encode()]))
                    for n, store in enumerate(stores)
                    for code in (codes if n else codes[::-1])
                ]
                answers = await asyncio.gather(*(each for _, _, each in tries), return_exceptions=True)
                for code in codes:
                    winners = [
                        n for (n, other, _), answer in zip(tries, answers, strict=True) if other == code and answer is None
                    ]
                    assert len(winners) == 1
                    assert (await stores[0].read(code))[-1] == str(winners[0]).encode()
                assert {type(answer) for answer in answers} == {type(None), Conflict}

    asyncio.run(scenario())


def test_a_database_that_disappears_rejects_writes_until_it_returns(database: str, postgres: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr("trapezi.store.sql.RETRY_SECONDS", 0.2)

    async def scenario() -> None:
        async with processes(database) as (one, two), listening(two) as received:
            await one.create(ENTRY, [b"1"], [])
            await received.get()
            postgres.shut(database)
            for _ in range(2):
                with pytest.raises(NotStored):
                    await one.append("BCDFG", 2, [b"2"])
                with pytest.raises(NotStored):
                    await one.read("BCDFG")
                with pytest.raises(NotStored):
                    await one.keep_only_leases(["BCDFG"])
            postgres.reopen(database)
            await one.append("BCDFG", 2, [b"2"])
            assert await two.read("BCDFG") == [b"1", b"2"]
            assert await asyncio.wait_for(received.get(), HANG) is None, "notifications may have been missed"

    asyncio.run(scenario())


def test_jobs_for_an_unreachable_database_fail_together_without_waiting_in_turn(database: str, monkeypatch: Any) -> None:
    monkeypatch.setattr("trapezi.store.sql.RETRY_SECONDS", 0.1)
    attempts: list[int] = []  # The sizes of the batches that were written.

    def unreachable(batch: list[Any]) -> None:
        attempts.append(len(batch))
        raise OperationalError("unreachable", None, Exception())

    async def scenario() -> None:
        async with processes(database, 1) as (one,):
            with monkeypatch.context() as patch:
                patch.setattr(one, "_write_in_transaction", unreachable)
                waiting = [one.append(f"BCDF{letter}", 2, [b"2"]) for letter in "BCDFGHJK"]
                answers = await asyncio.gather(*waiting, return_exceptions=True)
                assert {type(answer) for answer in answers} == {NotStored}
                first = attempts.count(1)
                await asyncio.gather(*(one.append("BCDFG", 2, [b"2"]) for _ in range(8)), return_exceptions=True)
                assert attempts.count(1) - first <= 1, "the rest fail together"

    asyncio.run(scenario())


def test_a_broken_connection_loses_and_doubles_nothing(database: str, postgres: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr("trapezi.store.sql.RETRY_SECONDS", HANG)

    async def scenario() -> None:
        async with processes(database, 1) as (store,):
            await store.create(ENTRY, [b"1"], [])
            for seq in range(2, 40):
                cutting = asyncio.ensure_future(asyncio.to_thread(postgres.cut, database)) if seq % 3 else None
                await asyncio.sleep(0.0005 * seq)
                await store.append("BCDFG", seq, [str(seq).encode()])
                if cutting is not None:
                    await cutting
            assert await store.read("BCDFG") == [str(seq).encode() for seq in range(1, 40)]

    asyncio.run(scenario())


def test_processes_that_start_at_once_migrate_once(database: str) -> None:
    async def close(stores: list[Store]) -> None:
        for store in stores:
            await store.close()

    with ThreadPoolExecutor(4) as pool:
        stores = list(pool.map(open_store, [database] * 4))
    asyncio.run(close(stores))


def test_commits_are_synchronous_whatever_the_database_settings_say(database: str, postgres: Any) -> None:
    postgres.run(f"ALTER DATABASE {postgres.name(database)} SET synchronous_commit = off")

    async def scenario() -> None:
        async with processes(database, 1) as (store,):
            run, engine = store._run_in_transaction, store._write_engine  # type: ignore[attr-defined]
            setting = run(engine, lambda connection: connection.exec_driver_sql("SHOW synchronous_commit").scalar())
            assert setting == "on"

    asyncio.run(scenario())


@pytest.mark.parametrize("url", ["postgresql://nobody@127.0.0.1:1/none", "postgresql://[", "postgresql://a:b:c@d:e/f"])
def test_a_database_that_does_not_exist_is_explained_in_one_line(url: str) -> None:
    with pytest.raises(NotStored) as error:
        open_store(url)
    assert "\n" not in str(error.value)
