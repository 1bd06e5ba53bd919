"""Killed at any moment, as often as one likes: no acknowledged move is lost, none is there twice, every game comes to its end.

`make chaos KILLS=1000` is the long form. What it has done so far is kept in `.work/chaos/`, and a later run goes on from there.
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

from tests.chaos.many_tables import GAMES, ManyTables
from tests.chaos.bad_proxy import BadProxy
from tests.server.log_check import Findings, read_sqlite_log
from tests.server.server_process import ServerProcess

KILLS = int(os.environ.get("TRAPEZI_CHAOS_KILLS", 8))
RECORD = os.environ.get("TRAPEZI_CHAOS_RECORD")
ROUND = 50  # kills with one database, then with a new one
START = 0.5  # seconds that a start takes, about
LONGEST = 3.0  # seconds until the next kill
STUCK = 300  # seconds in which the games that are being played come to their end


@dataclass
class Score:
    """What was done so far, and found."""

    kills: int = 0
    at_start: int = 0  # of them before the server was ready
    games: int = 0
    moves: int = 0
    seconds: float = 0.0
    found: Findings = field(default_factory=Findings)

    @staticmethod
    def kept(folder: Path) -> Score:
        file = folder / "kills.json"
        if not file.exists():
            return Score()
        told: dict[str, Any] = json.loads(file.read_text())
        return Score(**{**told, "found": Findings(**told["found"])})

    def keep(self, folder: Path) -> None:
        fresh = folder / "kills.json.new"
        fresh.write_text(json.dumps(asdict(self)))
        fresh.replace(folder / "kills.json")

    def __str__(self) -> str:
        found = self.found
        return (
            f"{self.kills} kills ({self.at_start} while starting), {self.games} games of {len(GAMES)} kinds, "
            f"{self.moves} acknowledged wishes checked {found.acknowledged} times in {found.looks} looks: "
            f"{found.lost} lost, {found.doubled} doubled, {found.wrong} wrong; {self.seconds:.0f} s"
        )


async def started_and_killed(serving: ServerProcess, evening: ManyTables, score: Score) -> None:
    """One time in four before the server is ready, else after some wishes more."""
    rng = evening.rng
    if score.kills % 4 == 3:
        server.spawn()
        await asyncio.sleep(rng.random() * START)
        score.at_start += 1
    else:
        await asyncio.to_thread(server.start)
        mark, until = evening.granted + rng.randrange(24), time.monotonic() + LONGEST
        while evening.granted < mark and time.monotonic() < until:
            await asyncio.sleep(0.001)
    server.stop(signal.SIGKILL)
    score.kills += 1


async def round_of_kills(serving: ServerProcess, score: Score, kills: int) -> None:
    evening = ManyTables(lambda code: read_sqlite_log(Path(server.database), code), seed=score.kills)
    server.stop(signal.SIGKILL)
    async with BadProxy([serving], seed=score.kills).open() as line:
        urls = [lambda: server.url, lambda: line.url]
        playing = [asyncio.ensure_future(evening.table(n, urls[n % 2])) for n in range(len(GAMES))]
        for _ in range(kills):
            await started_and_killed(serving, evening, score)
            evening.look_around()
            for table in playing:
                if table.done():
                    table.result()
        await asyncio.to_thread(server.start)
        evening.ending = True
        await asyncio.wait_for(asyncio.gather(*playing), STUCK)
    score.games += evening.games
    score.moves += evening.moves
    score.found += evening.found


def test_no_kill_loses_or_doubles_what_was_acknowledged(tmp_path: Path, serve: Callable[..., ServerProcess]) -> None:
    folder = Path(RECORD or tmp_path)
    folder.mkdir(parents=True, exist_ok=True)
    score = Score.kept(folder)
    while (left := KILLS - score.kills) > 0:
        database = folder / f"{score.kills}.db"  # stays, if something is found
        began = time.monotonic()
        serving = serve(database)
        asyncio.run(round_of_kills(serving, score, min(left, ROUND)))
        server.stop()
        score.seconds += time.monotonic() - began
        score.keep(folder)
        for file in folder.glob(f"{database.stem}.*"):
            file.unlink()
        print(score, flush=True)
    print("done:", score)
    assert score.found.good, score
    assert score.moves > KILLS
