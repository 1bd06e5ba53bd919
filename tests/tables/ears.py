"""People at a table without a network: ears that remember what they heard, and a house to be in."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from trapezi import protocol
from trapezi.protocol import http
from trapezi.protocol.commands import Hello
from trapezi.protocol.types import Being
from trapezi.store import open_store
from trapezi.tables.registry import Settings, TableRegistry

TOKENS = {name: f"{name:_<40}" for name in ("ada", "bo", "cy", "eve", "phone")}


class Ear:
    """A connection that remembers what it heard."""

    def __init__(self, house: TableRegistry, code: str, name: str) -> None:
        self.house, self.code, self.name = house, code, name
        self.person: str | None = None
        self.being: Being = "away"
        self.heard: list[dict[str, Any]] = []
        self.news = asyncio.Event()
        self.wishes = 0

    def send(self, *messages: bytes) -> None:
        self.heard += map(json.loads, messages)
        self.news.set()

    async def hello(self, *, watch: bool = False) -> Ear:
        await self.house.hello(self, Hello(self.code, None if watch else TOKENS[self.name]))
        return self

    async def wish(self, kind: str, **more: Any) -> None:
        self.wishes += 1
        wish = {"t": kind, "id": f"w{self.wishes}", **more}
        await self.house.wish(self, self.code, protocol.read(json.dumps(wish).encode()))  # type: ignore[arg-type]

    async def refused(self, kind: str, **more: Any) -> str:
        with pytest.raises(Exception) as caught:
            await self.wish(kind, **more)
        return str(caught.value.reason.key)  # type: ignore[attr-defined]

    @property
    def table(self) -> dict[str, Any]:
        tables = [m["table"] for m in self.heard if m["t"] in ("welcome", "update") and m["table"]]
        return tables[-1]  # type: ignore[no-any-return]

    def view(self, seat: int) -> dict[str, Any]:
        views = [v for m in self.heard if m["t"] in ("welcome", "update") for v in m["views"] if v["seat"] == seat]
        return {**views[-1], "view": {name: part for view in views for name, part in view["view"].items()}}

    def chat(self) -> list[str]:
        return [m["said"]["text"] for m in self.heard if m["t"] == "chat"]

    async def until(self, wanted: Callable[[], bool]) -> None:
        while not wanted():
            self.news.clear()
            await asyncio.wait_for(self.news.wait(), 20)

    async def pass_on(self, seat: int, move: int = 44) -> None:
        view = self.view(seat)
        await self.wish("act", seat=seat, version=view["version"], move=move)


Story = Callable[[TableRegistry], Awaitable[None]]


def at_home(path: Path, story: Story, running: Callable[..., Any] = asyncio.run, **settings: Any) -> None:
    async def run() -> None:
        house = TableRegistry(open_store(path / "t.db"), Settings(pace=0, **settings))
        await house.open()
        try:
            await asyncio.wait_for(story(house), 30)
        finally:
            await house.close()

    running(run())


async def opened(
    house: TableRegistry, players: int = 2, game: str = "qwixx", names: tuple[str, ...] = ("ada", "bo"), **more: Any
) -> list[Ear]:
    """A table with these people, each with a connection."""
    options = {"players": players, **more.pop("options", {})}
    new = http.NewTable(game=game, options=options, names=["ada"], **more)
    made = await house.create(TOKENS["ada"], new)
    for name in names[1:]:
        await house.join(made.table.code, TOKENS[name], http.Join(name))
    return [await Ear(house, made.table.code, name).hello() for name in names]


async def forgotten(house: TableRegistry) -> None:
    """Once nobody looks and nothing is on its way."""
    while await house.forget(0):
        await asyncio.sleep(0.05)
