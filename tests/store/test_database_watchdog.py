"""If a database hangs with open connections, all requests are rejected in time. Afterwards the store works again."""

from __future__ import annotations

import asyncio
import logging
import signal
import threading
from typing import Any

import httpx
import pytest
from tests.server.client import Clients, rejection_of
from tests.server.server_process import ServerProcess
from tests.time_limits import HANG

from trapezi.store import open_store
from trapezi.store import postgres as pg
from trapezi.store.interface import NotStored, TableEntry

pytestmark = pytest.mark.postgres

ENTRY = TableEntry("BCDFG", True, True, b"{}")
SHORT_LIMIT = "postgres.TIME_LIMIT, postgres.CONNECTION['connect_timeout'] = 0.5, 2"


def set_time_limit(store: Any, seconds: float) -> None:
    store.time_limit = store._watchdog.seconds = seconds


def test_everything_asked_of_a_hanging_database_is_rejected_and_logged(
    postgres: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(pg.CONNECTION, "connect_timeout", 2)
    caplog.set_level(logging.ERROR)
    database = postgres.database()

    async def scenario() -> None:
        store = open_store(database)
        await store.create(ENTRY, [b"1"], [])
        set_time_limit(store, 0.3)
        with postgres.frozen():
            asked = (
                store.append("BCDFG", 2, [b"2"]),
                store.read("BCDFG"),
                store.entries(),
                store.keep_only_leases(["BCDFG"]),
                store.check_writable(),
                store.append("BCDFG", 2, [b"2"]),
            )
            answers = await asyncio.wait_for(asyncio.gather(*asked, return_exceptions=True), HANG)
            assert {type(answer) for answer in answers} == {NotStored}
        set_time_limit(store, HANG)
        await store.append("BCDFG", 2, [b"2"])  # The database may have written this event later, which is no conflict.
        assert await store.read("BCDFG") == [b"1", b"2"]
        await store.close()

    asyncio.run(scenario())
    assert "the database did not answer within 0.3 seconds: connection given up" in caplog.messages


def test_a_store_closes_although_its_database_hangs(postgres: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(pg.CONNECTION, "connect_timeout", 2)
    database = postgres.database()

    async def scenario() -> None:
        store = open_store(database)
        await store.create(ENTRY, [b"1"], [])
        set_time_limit(store, 0.3)
        with postgres.frozen():
            await asyncio.wait_for(store.close(), HANG)
        assert [thread.name for thread in threading.enumerate() if thread.name.startswith("store_")] == []

    asyncio.run(scenario())


def test_the_server_ends_statements_that_wait_for_a_lock(postgres: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pg, "TIME_LIMIT", 7.5)
    database = postgres.database()

    async def scenario() -> list[Any]:
        store = open_store(database)
        settings = ("statement_timeout", "idle_in_transaction_session_timeout")
        work = [f"SELECT current_setting('{name}')" for name in settings]
        run, engine = store._run_in_transaction, store._write_engine  # type: ignore[attr-defined]
        found = [run(engine, lambda connection, query=query: connection.exec_driver_sql(query).scalar()) for query in work]
        await store.close()
        return found

    assert asyncio.run(scenario()) == ["7500ms", "7500ms"]


def test_a_server_whose_database_hangs_rejects_commands_and_stops_when_asked(postgres: Any) -> None:
    server = ServerProcess(postgres.database(), before=SHORT_LIMIT)
    clients = Clients(lambda: server.url)

    async def scenario() -> None:
        ada = clients(seed=1)
        await ada.create("qwixx", 1, start=True)
        await ada.hello()
        await ada.play(2)
        with postgres.frozen():
            assert await rejection_of(ada.command("chat", text="hello?")) == "table.not-stored"
            async with httpx.AsyncClient(base_url=server.url, timeout=HANG) as http:
                assert (await http.get("/api/ready")).status_code == 503
                assert (await http.get("/api/health")).status_code == 200
            server.process.send_signal(signal.SIGTERM)
            await asyncio.wait_for(asyncio.to_thread(server.process.wait), HANG)

    clients.run(scenario())
    server.process.stdout.close()
    assert "not stored: the database does not answer" in server.log.read_text()
