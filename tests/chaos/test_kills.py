"""If the server is killed at random moments, no acknowledged move is lost or doubled, and every game reaches its end.

`make chaos KILLS=1000` is the long form. It records finished rounds in `.work/chaos/`, and a later run continues from there.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from tests.chaos.bad_proxy import BadProxy
from tests.chaos.many_tables import GAMES, ManyTables
from tests.server.log_check import Findings, read_sqlite_log
from tests.server.server_process import ServerProcess
from tests.time_limits import HANG

KILLS = int(os.environ.get("TRAPEZI_CHAOS_KILLS", 8))
RECORD = os.environ.get("TRAPEZI_CHAOS_RECORD")
ROUND = 50  # After this many kills, a new round begins with a new database.
START = 0.5  # A server needs about this many seconds to start.
LONGEST = 3.0  # A server is killed at most this many seconds after its start.


@dataclass
class Progress:
    """The number of kills so far, and the results of the checks."""

    kills: int = 0
    at_start: int = 0  # How many servers were killed before they were ready.
    games: int = 0
    commands: int = 0
    seconds: float = 0.0
    findings: Findings = field(default_factory=Findings)

    @staticmethod
    def load(folder: Path) -> Progress:
        file = folder / "kills.json"
        if not file.exists():
            return Progress()
        data: dict[str, Any] = json.loads(file.read_text())
        return Progress(**{**data, "findings": Findings(**data["findings"])})

    def save(self, folder: Path) -> None:
        fresh = folder / "kills.json.new"
        fresh.write_text(json.dumps(asdict(self)))
        fresh.replace(folder / "kills.json")

    def __str__(self) -> str:
        findings = self.findings
        return (
            f"{self.kills} kills ({self.at_start} while starting), {self.games} games of {len(GAMES)} kinds, "
            f"{self.commands} acknowledged commands checked {findings.acknowledged} times in {findings.checks} checks: "
            f"{findings.lost} lost, {findings.doubled} doubled, {findings.wrong} wrong; {self.seconds:.0f} s"
        )


async def start_and_kill(server: ServerProcess, tables: ManyTables, progress: Progress) -> None:
    """Start a server and kill it: one time in four before it is ready, otherwise after some further commands."""
    rng = tables.rng
    if progress.kills % 4 == 3:
        server.spawn()
        await asyncio.sleep(rng.random() * START)
        progress.at_start += 1
    else:
        await asyncio.to_thread(server.start)
        target, deadline = tables.acknowledged + rng.randrange(24), time.monotonic() + LONGEST
        while tables.acknowledged < target and time.monotonic() < deadline:
            await asyncio.sleep(0.001)
    server.stop(signal.SIGKILL)
    progress.kills += 1


async def round_of_kills(server: ServerProcess, progress: Progress, kills: int) -> None:
    tables = ManyTables(lambda code: read_sqlite_log(Path(server.database), code), seed=progress.kills)
    server.stop(signal.SIGKILL)
    async with BadProxy([server], seed=progress.kills).open() as proxy:
        urls = [lambda: server.url, lambda: proxy.url]
        playing = [asyncio.ensure_future(tables.table(n, urls[n % 2])) for n in range(len(GAMES))]
        for _ in range(kills):
            await start_and_kill(server, tables, progress)
            tables.check_running()
            for table in playing:
                if table.done():
                    table.result()
        await asyncio.to_thread(server.start)
        tables.ending = True
        await asyncio.wait_for(asyncio.gather(*playing), 3 * HANG)
    progress.games += tables.games
    progress.commands += tables.commands
    progress.findings += tables.findings


def test_no_kill_loses_or_doubles_what_was_acknowledged(tmp_path: Path, serve: Callable[..., ServerProcess]) -> None:
    folder = Path(RECORD or tmp_path)
    folder.mkdir(parents=True, exist_ok=True)
    progress = Progress.load(folder)
    while (left := KILLS - progress.kills) > 0:
        database = folder / f"{progress.kills}.db"  # The file stays if something is wrong.
        start = time.monotonic()
        server = serve(database)
        asyncio.run(round_of_kills(server, progress, min(left, ROUND)))
        server.stop()
        progress.seconds += time.monotonic() - start
        progress.save(folder)
        for file in folder.glob(f"{database.stem}.*"):
            file.unlink()
        print(progress, flush=True)
    print("done:", progress)
    assert progress.findings.good, progress
    assert progress.commands > KILLS
