"""In both databases, each review is computed by one process, and deleted with its table."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from trapezi.store import open_store
from trapezi.store.interface import NotStored, ReviewEntry, Store, TableEntry


def run(database: str, scenario: Callable[[Store], Awaitable[None]]) -> None:
    async def run_with_store() -> None:
        store = open_store(database)
        try:
            await store.create(TableEntry("BCDFG", False, False, b"{}"), [b"1"], [])
            await scenario(store)
        finally:
            await store.close()

    asyncio.run(run_with_store())


def test_a_review_is_claimed_once_and_then_stored(database: str) -> None:
    async def scenario(store: Store) -> None:
        assert await store.reviews.find("BCDFG", 1) is None
        assert await store.reviews.claim("BCDFG", 1, 2)
        assert await store.reviews.finished_reviews_of_table("BCDFG") == []
        assert await store.reviews.report_progress("BCDFG", 1, 0.25)
        await store.reviews.finish("BCDFG", 1, b"review")
        found = await store.reviews.find("BCDFG", 1)
        assert found is not None
        assert (found.body, found.version, found.progress) == (b"review", 2, 1.0)
        assert not await store.reviews.claim("BCDFG", 1, 2)
        assert not await store.reviews.report_progress("BCDFG", 1, 0.5)
        await store.reviews.finish("BCDFG", 1, b"another")
        await store.reviews.give_up_claim("BCDFG", 1)
        assert await store.reviews.finished_reviews_of_table("BCDFG") == [found], "the first one stays"

    run(database, scenario)


def test_a_review_in_an_older_form_is_computed_again(database: str) -> None:
    async def scenario(store: Store) -> None:
        await store.reviews.restore([ReviewEntry("BCDFG", 1, 1, b"old"), ReviewEntry("WXYZZ", 1, 1, b"no such table")])
        assert not await store.reviews.claim("BCDFG", 1, 1)
        assert await store.reviews.claim("BCDFG", 1, 2)
        await store.reviews.finish("BCDFG", 1, b"new")
        await store.reviews.restore([ReviewEntry("BCDFG", 1, 1, b"old")])
        assert [each.body for each in await store.reviews.finished_reviews_of_table("BCDFG")] == [b"new"]
        assert await store.reviews.find("WXYZZ", 1) is None

    run(database, scenario)


def test_a_deleted_table_has_no_reviews(database: str) -> None:
    async def scenario(store: Store) -> None:
        assert await store.reviews.claim("BCDFG", 1, 1)
        assert await store.reviews.claim("BCDFG", 2, 1)
        await store.reviews.finish("BCDFG", 1, b"review")
        assert await store.delete("BCDFG")
        assert not await store.reviews.report_progress("BCDFG", 2, 0.5)
        await store.reviews.finish("BCDFG", 2, b"too late")
        await store.create(TableEntry("BCDFG", False, False, b"{}"), [b"1"], [])
        assert await store.reviews.find("BCDFG", 1) is await store.reviews.find("BCDFG", 2) is None
        with pytest.raises(NotStored):
            await store.reviews.claim("WXYZZ", 1, 1)

    run(database, scenario)


def test_a_review_that_was_given_up_can_be_claimed_again(database: str) -> None:
    async def scenario(store: Store) -> None:
        assert await store.reviews.claim("BCDFG", 1, 1)
        await store.reviews.give_up_claim("BCDFG", 1)
        assert await store.reviews.find("BCDFG", 1) is None
        assert await store.reviews.claim("BCDFG", 1, 1)

    run(database, scenario)


def test_a_killed_server_leaves_a_review_that_can_be_claimed_again(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/t.db"

    async def claim(store: Store) -> None:
        assert await store.reviews.claim("BCDFG", 1, 1)

    async def claim_again() -> None:
        store = open_store(database)
        assert await store.reviews.claim("BCDFG", 1, 1)
        await store.close()

    run(database, claim)
    asyncio.run(claim_again())


@pytest.mark.postgres
def test_another_process_takes_over_only_when_the_first_is_gone(postgres: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "trapezi.store.postgres.TERM", 3600.0
    )  # With this term in seconds, no process is considered dead because the machine is slow.
    url = postgres.database()

    async def scenario(store: Store) -> None:
        other = open_store(url)
        await store.keep_only_leases([])
        await other.keep_only_leases([])
        assert await store.reviews.claim("BCDFG", 1, 1)
        assert not await other.reviews.claim("BCDFG", 1, 1)
        await store.reviews.report_progress("BCDFG", 1, 0.5)
        seen = await other.reviews.find("BCDFG", 1)
        assert seen is not None
        assert (seen.body, seen.progress) == (None, 0.5)
        await store.close()
        assert await other.reviews.claim("BCDFG", 1, 1)
        assert await other.reviews.report_progress("BCDFG", 1, 0.1)
        await other.close()

    run(url, scenario)
