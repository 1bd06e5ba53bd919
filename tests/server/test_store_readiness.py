"""`StoreReadiness` writes to the store at most once a second, and reports why a write failed."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest

from trapezi.server import store_readiness
from trapezi.server.store_readiness import StoreReadiness
from trapezi.store.interface import NotStored
from trapezi.tables.errors import Rejected


class FakeStore:
    """A store that fails with a message, or hangs."""

    def __init__(self) -> None:
        self.error: str | None = None
        self.writes = 0

    async def check_writable(self) -> None:
        self.writes += 1
        if self.error == "hang":
            await asyncio.Event().wait()
        if self.error is not None:
            raise NotStored(self.error)


def test_readiness_writes_once_for_many_requests_and_names_a_full_disk(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    clock = [0.0]
    monkeypatch.setattr(store_readiness, "STORE_TIMEOUT", 0.01)
    caplog.set_level(logging.WARNING)

    async def scenario() -> None:
        store: Any = FakeStore()
        ready = StoreReadiness(store, lambda: clock[0])
        await asyncio.gather(*(ready.check() for _ in range(20)))
        assert store.writes == 1
        errors = {"database or disk is full": "table.disk-full", "gone": "table.not-stored", "hang": "table.not-stored"}
        for store.error, key in errors.items():
            clock[0] += 10
            for _ in range(3):
                with pytest.raises(Rejected) as error:
                    await ready.check()
                assert error.value.reason.key == key
        clock[0] += 10
        store.error = None
        await ready.check()
        assert store.writes == 5

    asyncio.run(scenario())
    assert [record.getMessage() for record in caplog.records] == [
        "not ready: database or disk is full",
        "not ready: gone",
        "not ready: the database does not answer",
        "ready again",
    ]
