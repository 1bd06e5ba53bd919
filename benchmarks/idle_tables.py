"""Measure how much memory a table without connections needs, while it is loaded and after it was evicted.

Each table is in the middle of a game, `MOVES` moves after its start.
"""

from __future__ import annotations

import asyncio
import gc
import multiprocessing
import os
import secrets
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from trapezi.protocol import http
from trapezi.protocol.commands import Act, Hello
from trapezi.store import open_store
from trapezi.tables.registry import Settings, TableRegistry

MOVES = 30
BATCH = 50  # This many tables are played at the same time.


class SilentListener:
    """A listener without a connection."""

    person: str | None = None
    presence: Any = "away"
    device = ""

    def send(self, *messages: bytes) -> None:
        pass


def resident_memory(pid: int) -> int:
    """Return the resident memory of a process in bytes."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


async def play_and_leave(registry: TableRegistry, game: str) -> None:
    """Create a table, play some moves, and leave."""
    token, listener = secrets.token_urlsafe(32), SilentListener()
    new = http.NewTable(game=game, options={"players": 3}, names=["Ada", "Bo", "Cleo"], start=True)
    code = (await registry.create(token, new)).table.code
    await registry.hello(listener, Hello(code, token))
    table = registry.live[code].table
    for n in range(MOVES):
        if not table.deciding or table.session is None:
            break
        seat = table.deciding[0]
        moves = table.session.state.legal(seat)
        await registry.execute(listener, code, Act(f"a{n}", seat, table.session.versions[seat], moves[n % len(moves)]))
    registry.disconnect(listener, code)


async def measure_growth(games: Sequence[str], folder: str) -> dict[str, float]:
    registry = TableRegistry(open_store(f"{folder}/tables.db"), Settings(idle=1e9))
    for game in dict.fromkeys(games):  # Load what each game loads only once, which is not counted.
        await play_and_leave(registry, game)
    await registry.evict_idle(0)

    async def growth(*, evict: bool) -> float:
        gc.collect()
        before = resident_memory(os.getpid())
        for start in range(0, len(games), BATCH):
            await asyncio.gather(*(play_and_leave(registry, game) for game in games[start : start + BATCH]))
            while evict and registry.live:
                await registry.evict_idle(0)
                await asyncio.sleep(0.1)
        gc.collect()
        return (resident_memory(os.getpid()) - before) / len(games) / 1000

    await growth(evict=True)  # This fills buffers of the store and of Python, which later tables reuse.
    evicted = await growth(evict=True)
    loaded = await growth(evict=False)
    await registry.close()
    return {"loaded": loaded, "evicted": evicted}


def send_growth(games: Sequence[str], results: Any) -> None:
    with tempfile.TemporaryDirectory() as folder:
        results.send(asyncio.run(measure_growth(games, folder)))


def measure(games: Sequence[str]) -> dict[str, float]:
    """Return kilobytes per loaded and per evicted table, measured in a process of its own."""
    spawn = multiprocessing.get_context("spawn")
    here, there = spawn.Pipe()
    spawn.Process(target=send_growth, args=(games, there), daemon=True).start()
    return here.recv()  # type: ignore[no-any-return]
