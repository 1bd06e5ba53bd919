"""What a table costs that nobody looks at: memory of a process that keeps many of them, and of one that has forgotten them.

Each table is in the middle of a game: `MOVES` moves by chance after its start.
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
AT_ONCE = 50


class Ear:
    """A listener without a network."""

    person: str | None = None
    presence: Any = "away"
    device = ""

    def send(self, *messages: bytes) -> None:
        pass


def resident(pid: int) -> int:
    """Bytes of memory."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


async def played(registry: TableRegistry, game: str) -> None:
    """A table in mid-game, which everybody has left."""
    token, ear = secrets.token_urlsafe(32), Ear()
    new = http.NewTable(game=game, options={"players": 3}, names=["Ada", "Bo", "Cleo"], start=True)
    code = (await registry.create(token, new)).table.code
    await registry.hello(ear, Hello(code, token))
    table = registry.live[code].table
    for n in range(MOVES):
        if not table.deciding or table.session is None:
            break
        seat = table.deciding[0]
        moves = table.session.state.legal(seat)
        await registry.execute(ear, code, Act(f"a{n}", seat, table.session.versions[seat], moves[n % len(moves)]))
    registry.disconnect(ear, code)


async def grown(games: Sequence[str], folder: str) -> dict[str, float]:
    registry = TableRegistry(open_store(f"{folder}/tables.db"), Settings(idle=1e9))
    for game in dict.fromkeys(games):  # what is loaded once is not a table's
        await played(registry, game)
    await registry.evict_idle(0)

    async def growth(*, forgetting: bool) -> float:
        gc.collect()
        before = resident(os.getpid())
        for start in range(0, len(games), AT_ONCE):
            await asyncio.gather(*(played(registry, game) for game in games[start : start + AT_ONCE]))
            while forgetting and registry.live:
                await registry.evict_idle(0)
                await asyncio.sleep(0.1)
        gc.collect()
        return (resident(os.getpid()) - before) / len(games) / 1000

    await growth(forgetting=True)  # buffers of the store and of Python, which any later tables use again
    forgotten = await growth(forgetting=True)
    loaded = await growth(forgetting=False)
    await registry.close()
    return {"loaded": loaded, "forgotten": forgotten}


def measure(games: Sequence[str], told: Any) -> None:
    with tempfile.TemporaryDirectory() as folder:
        told.send(asyncio.run(grown(games, folder)))


def measured(games: Sequence[str]) -> dict[str, float]:
    """Kilobytes per table in memory and per forgotten one, in a process of its own."""
    spawn = multiprocessing.get_context("spawn")
    here, there = spawn.Pipe()
    spawn.Process(target=measure, args=(games, there), daemon=True).start()
    return here.recv()  # type: ignore[no-any-return]
