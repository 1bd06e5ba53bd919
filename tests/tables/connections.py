"""Connections to live tables without a network, for tests. They remember what they received."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from tests.received_messages import MessageReader
from tests.time_limits import HANG

from trapezi import protocol
from trapezi.protocol import http
from trapezi.protocol.commands import Hello
from trapezi.store import open_store
from trapezi.tables import bots, commands_to_events, hints, reviews, workers
from trapezi.tables import registry as registries
from trapezi.tables.people_and_seats import Presence
from trapezi.tables.registry import Settings, TableRegistry

# A slow machine could reach these time limits.
bots.MAX_SECONDS = hints.MAX_SECONDS = reviews.CALL_SECONDS = registries.REQUEST_SECONDS = registries.LOAD_SECONDS = HANG
workers.START_SECONDS = HANG
commands_to_events.AWAY_SECONDS = 0.0  # A test that needs this delay sets it.
IN_PROCESS: dict[str, Any] = {"pace": 0, "bot_processes": 0, "hint_processes": 0, "request_processes": 0}
TOKENS = {name: f"{name:_<40}" for name in ("ada", "bo", "cy", "eve", "phone")}


class Connection:
    """A connection that remembers every message that it received."""

    def __init__(self, registry: TableRegistry, code: str, name: str) -> None:
        self.registry, self.code, self.name = registry, code, name
        self.person: str | None = None
        self.presence: Presence = "away"
        self.device = ""
        self.received: list[dict[str, Any]] = []
        self._reader = MessageReader()
        self.arrived = asyncio.Event()
        self.commands_sent = 0

    def send(self, *messages: bytes) -> None:
        self.received += [self._reader.complete(json.loads(message)) for message in messages]
        self.arrived.set()

    async def hello(self, *, watch: bool = False) -> Connection:
        await self.registry.hello(self, Hello(self.code, None if watch else TOKENS[self.name]))
        return self

    async def command(self, kind: str, **more: Any) -> None:
        self.commands_sent += 1
        command = {"t": kind, "id": f"w{self.commands_sent}", **more}
        await self.registry.execute(self, self.code, protocol.read(json.dumps(command).encode()))

    async def leave(self) -> None:
        await self.registry.leave(self.code, TOKENS[self.name])

    async def rejection(self, kind: str, **more: Any) -> str:
        with pytest.raises(Exception) as caught:
            await self.command(kind, **more)
        return str(caught.value.reason.key)  # type: ignore[attr-defined]

    @property
    def table(self) -> dict[str, Any]:
        assert self._reader.table is not None
        return self._reader.table

    def view(self, seat: int) -> dict[str, Any]:
        views = [v for m in self.received if m["t"] in ("welcome", "update") for v in m["views"] if v["seat"] == seat]
        return dict(views[-1])

    def chat(self) -> list[str]:
        return [m["line"]["text"] for m in self.received if m["t"] == "chat"]

    def history(self) -> list[dict[str, Any]]:
        """Return all history entries that were received, in the order of their numbers."""
        entries = [entry for m in self.received if m["t"] in ("welcome", "update") for entry in m["history"]]
        return [entry for _, entry in sorted({entry["n"]: entry for entry in entries}.items())]

    def last(self, kind: str) -> dict[str, Any]:
        """Return the last received message of this kind."""
        return [message for message in self.received if message["t"] == kind][-1]

    async def until(self, wanted: Callable[[], bool]) -> None:
        while not wanted():
            self.arrived.clear()
            await asyncio.wait_for(self.arrived.wait(), HANG)

    async def act(self, seat: int, move: int = 44) -> None:
        view = self.view(seat)
        await self.command("act", seat=seat, version=view["version"], move=move)


Scenario = Callable[[TableRegistry], Awaitable[None]]


def run_scenario(path: Path, scenario: Scenario, running: Callable[..., Any] = asyncio.run, **settings: Any) -> None:
    async def run() -> None:
        registry = TableRegistry(open_store(path / "t.db"), Settings(**{**IN_PROCESS, **settings}))
        await registry.start_background_work()
        try:
            await asyncio.wait_for(scenario(registry), HANG)
        finally:
            await registry.close()

    running(run())


async def open_table(
    registry: TableRegistry, players: int = 2, game: str = "qwixx", names: tuple[str, ...] = ("ada", "bo"), **more: Any
) -> list[Connection]:
    """Create a table with these people. Return a connection for each of them."""
    options = {"players": players, **more.pop("options", {})}
    new = http.NewTable(game=game, options=options, names=["ada"], **more)
    made = await registry.create(TOKENS["ada"], new)
    for name in names[1:]:
        await registry.join(made.table.code, TOKENS[name], http.Join(name))
    return [await Connection(registry, made.table.code, name).hello() for name in names]


async def evict_all(registry: TableRegistry) -> None:
    """Evict all tables. Wait until nobody is connected to them and no task is running."""
    while registry.live:
        await registry.evict_idle(0)
        await asyncio.sleep(0.05)
