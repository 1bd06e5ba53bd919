"""What PostgreSQL adds: several houses at one store, and a database that goes away and returns."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from trapezi.store import Conflict, Entry, Note, NotStored, Store, open_store
from trapezi.store import postgres as pg

ENTRY = Entry("BCDFG", True, True, b"{}")


@pytest.fixture
def database(postgres: Any) -> str:
    made: str = postgres.database()
    return made


@contextlib.asynccontextmanager
async def houses(database: str, count: int = 2) -> AsyncIterator[list[Store]]:
    stores = [open_store(database) for _ in range(count)]
    try:
        yield stores
    finally:
        for store in stores:
            await store.close()


@contextlib.asynccontextmanager
async def hearing(store: Store) -> AsyncIterator[asyncio.Queue[Note | None]]:
    """What a house hears, from the moment on when it listens."""
    heard: asyncio.Queue[Note | None] = asyncio.Queue()
    task = asyncio.ensure_future(store.listen(heard.put_nowait))
    assert await asyncio.wait_for(heard.get(), 30) is None
    yield heard
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task


async def until(holds: Callable[[], Any]) -> None:
    async with asyncio.timeout(30):
        while not holds():
            await asyncio.sleep(0.02)


def test_a_house_hears_what_others_write_and_say_but_not_itself(database: str) -> None:
    async def story() -> None:
        async with houses(database) as (one, two), hearing(two) as heard:
            await two.create(ENTRY, [b"1"], [])
            await one.append("BCDFG", 2, [b"2", b"3"])
            assert await heard.get() == Note(one.house, "BCDFG", 3)
            one.tell(Note(one.house, "BCDFG", beings={"p1": "here"}, asking=True))
            assert await heard.get() == Note(one.house, "BCDFG", 0, {"p1": "here"}, True)
            await one.set_aside("BCDFG", "altered 2")
            assert await heard.get() == Note(one.house, "BCDFG")
            with pytest.raises(Conflict):
                await one.append("BCDFG", 3, [b"other"])
            await one.delete("BCDFG")
            assert await heard.get() == Note(one.house, "BCDFG"), "what was refused is not told"

    asyncio.run(story())


def test_a_table_belongs_to_one_house_until_it_lets_go_or_its_lease_lapses(database: str, monkeypatch: Any) -> None:
    async def story() -> None:
        async with houses(database, 3) as (one, two, three):
            for code in ("AAAAA", "BBBBB"):
                await one.create(Entry(code, False, False, b"{}"), [b"1"], [])
            assert (await one.own(["AAAAA", "NONE"])).codes == {"AAAAA"}
            lease = await two.own(["AAAAA", "BBBBB"])
            assert lease.codes == {"BBBBB"}
            assert lease.houses == {one.house, two.house}
            assert (await one.own([])).codes == set()
            assert (await two.own(["AAAAA", "BBBBB"])).codes == {"AAAAA", "BBBBB"}
            await two.close()
            assert (await one.own(["AAAAA"])).codes == {"AAAAA"}, "a house that closes leaves its tables at once"
            monkeypatch.setattr(pg, "TERM", -1.0)
            await one.own(["AAAAA"])
            monkeypatch.undo()
            lease = await three.own(["AAAAA"])
            assert (lease.codes, lease.houses) == ({"AAAAA"}, {three.house})
            assert (await one.own(["AAAAA"])).codes == set()

    asyncio.run(story())


def test_houses_that_write_the_same_number_at_once_agree_on_one(database: str) -> None:
    async def story() -> None:
        async with houses(database, 3) as stores:
            codes = [f"BCDF{letter}" for letter in "BCDFG"]
            for code in codes:
                await stores[0].create(Entry(code, False, False, b"{}"), [b"1"], [])
            for seq in range(2, 12):
                tries = [
                    (n, code, store.append(code, seq, [f"{n}".encode()]))
                    for n, store in enumerate(stores)
                    for code in (codes if n else codes[::-1])
                ]
                answers = await asyncio.gather(*(each for _, _, each in tries), return_exceptions=True)
                for code in codes:
                    won = [n for (n, other, _), answer in zip(tries, answers, strict=True) if other == code and answer is None]
                    assert len(won) == 1
                    assert (await stores[0].read(code))[-1] == str(won[0]).encode()
                assert {type(answer) for answer in answers} == {type(None), Conflict}

    asyncio.run(story())


def test_a_database_that_goes_away_refuses_and_goes_on_when_it_is_back(database: str, postgres: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr("trapezi.store.sql.AGAIN", 0.2)

    async def story() -> None:
        async with houses(database) as (one, two), hearing(two) as heard:
            await one.create(ENTRY, [b"1"], [])
            await heard.get()
            postgres.shut(database)
            for _ in range(2):
                with pytest.raises(NotStored):
                    await one.append("BCDFG", 2, [b"2"])
                with pytest.raises(NotStored):
                    await one.read("BCDFG")
                with pytest.raises(NotStored):
                    await one.own(["BCDFG"])
            postgres.reopen(database)
            await one.append("BCDFG", 2, [b"2"])
            assert await two.read("BCDFG") == [b"1", b"2"]
            assert await asyncio.wait_for(heard.get(), 30) is None, "news may have been missed"

    asyncio.run(story())


def test_of_many_that_wait_for_a_database_that_is_away_none_waits_for_the_others(database: str, monkeypatch: Any) -> None:
    monkeypatch.setattr("trapezi.store.sql.AGAIN", 0.1)
    tries: list[int] = []

    def silent(batch: list[Any]) -> None:
        tries.append(len(batch))
        raise OperationalError("silence", None, Exception())

    async def story() -> None:
        async with houses(database, 1) as (one,):
            with monkeypatch.context() as away:
                away.setattr(one, "_transact", silent)
                waiting = [one.append(f"BCDF{letter}", 2, [b"2"]) for letter in "BCDFGHJK"]
                answers = await asyncio.gather(*waiting, return_exceptions=True)
                assert {type(answer) for answer in answers} == {NotStored}
                first = tries.count(1)
                await asyncio.gather(*(one.append("BCDFG", 2, [b"2"]) for _ in range(8)), return_exceptions=True)
                assert tries.count(1) - first <= 1, "the rest are refused together"

    asyncio.run(story())


def test_a_line_cut_in_the_middle_loses_and_doubles_nothing(database: str, postgres: Any) -> None:

    async def story() -> None:
        async with houses(database, 1) as (store,):
            await store.create(ENTRY, [b"1"], [])
            for seq in range(2, 40):
                cutting = asyncio.ensure_future(asyncio.to_thread(postgres.cut, database)) if seq % 3 else None
                await asyncio.sleep(0.0005 * seq)
                await store.append("BCDFG", seq, [str(seq).encode()])
                if cutting is not None:
                    await cutting
            assert await store.read("BCDFG") == [str(seq).encode() for seq in range(1, 40)]

    asyncio.run(story())


def test_processes_that_start_at_once_migrate_once(database: str) -> None:
    async def close(stores: list[Store]) -> None:
        for store in stores:
            await store.close()

    with ThreadPoolExecutor(4) as pool:
        stores = list(pool.map(open_store, [database] * 4))
    asyncio.run(close(stores))


def test_commits_are_synchronous_even_where_the_database_would_not(database: str, postgres: Any) -> None:
    postgres.run(f"ALTER DATABASE {postgres.name(database)} SET synchronous_commit = off")

    async def story() -> None:
        async with houses(database, 1) as (store,):
            asked = store._with(store._writing, lambda c: c.exec_driver_sql("SHOW synchronous_commit").scalar())  # type: ignore[attr-defined]
            assert asked == "on"

    asyncio.run(story())


@pytest.mark.parametrize("url", ["postgresql://nobody@127.0.0.1:1/none", "postgresql://[", "postgresql://a:b:c@d:e/f"])
def test_a_database_that_is_not_there_is_told(url: str) -> None:
    with pytest.raises(NotStored) as told:
        open_store(url)
    assert "\n" not in str(told.value)
