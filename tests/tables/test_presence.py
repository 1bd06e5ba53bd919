"""Changes of presence are broadcast after a short delay."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests.tables.connections import Connection, open_table, run_scenario

from trapezi.store.interface import Notification
from trapezi.tables import presence
from trapezi.tables.registry import TableRegistry


def presence_messages(connection: Connection) -> list[Any]:
    return [message["people"] for message in connection.received if message["t"] == "presence"]


def test_many_changes_of_presence_cost_one_message(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "DELAY", 1000.0)  # The test itself ends the delay.

    async def scenario(registry: TableRegistry) -> None:
        ada, bo = await open_table(registry)
        tracker = registry.live[ada.code].presence
        tracker.broadcast_changes()
        ada.received.clear()
        for n in range(201):
            await registry.set_presence(bo, bo.code, "away" if n % 2 == 0 else "here")
        assert presence_messages(ada) == []
        tracker.broadcast_changes()
        assert presence_messages(ada) == [{"p1": "here", "p2": "away"}]
        for value in ("here", "away"):
            await registry.set_presence(bo, bo.code, value)
        tracker.broadcast_changes()
        assert len(presence_messages(ada)) == 1, "nothing has changed in the end"

    run_scenario(tmp_path, scenario)


def test_a_change_of_presence_is_broadcast_by_a_timer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "DELAY", 0.0)

    async def scenario(registry: TableRegistry) -> None:
        ada, bo = await open_table(registry)
        registry.disconnect(bo, bo.code)
        await ada.until(lambda: presence_messages(ada)[-1:] == [{"p1": "here", "p2": "away"}])
        live = registry.live[ada.code]
        live.presence.broadcast_soon()
        await live.close()
        assert live.presence._timer is None
        await asyncio.sleep(0)

    run_scenario(tmp_path, scenario)


def test_spectators_without_a_name_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "DELAY", 1000.0)

    async def scenario(registry: TableRegistry) -> None:
        ada, bo = await open_table(registry)
        tracker = registry.live[ada.code].presence
        watchers = [await Connection(registry, ada.code, "eve").hello(watch=True) for _ in range(2)]
        tracker.broadcast_changes()
        assert [message["unnamed"] for message in bo.received if message["t"] == "presence"][-1] == 2
        registry.disconnect(watchers[0], ada.code)
        tracker.broadcast_changes()
        assert bo.received[-1]["unnamed"] == 1
        tracker.on_peer_presence(Notification("other", ada.code, 0, {"p1": "here", presence.UNNAMED: "3"}))
        assert tracker.unnamed_spectators() == 4
        assert presence.UNNAMED not in tracker.everyone_here()

    run_scenario(tmp_path, scenario)
