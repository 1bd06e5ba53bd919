"""Several processes at one PostgreSQL: one dies after the other, or the database goes away, and every game goes on.

`make chaos-processes SECONDS=300` is the long form: more tables, one process or the other killed every few seconds.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.chaos.many_tables import ManyTables
from tests.server.balancer import Balancer
from tests.server.client import Clients, wait_for_moves, play_all, wait_for_rejections
from tests.server.log_check import check_finished_game, read_postgres_log
from tests.server.server_process import ServerProcess

pytestmark = pytest.mark.postgres

SECONDS = float(os.environ.get("TRAPEZI_CHAOS_SECONDS", 0))
RECORD = os.environ.get("TRAPEZI_CHAOS_RECORD")
TABLES = 15 if SECONDS else 3
KILLS = 2  # at least


@pytest.fixture
def database(postgres: Any) -> str:
    made: str = postgres.database()
    return made


@pytest.fixture
def processes(database: str, serve: Callable[..., ServerProcess]) -> list[ServerProcess]:
    """Two processes; who stops one starts it again."""
    return [serve(database), serve(database)]


def test_while_one_process_or_the_other_is_killed_all_tables_go_on(
    processes: list[ServerProcess], clients: Clients, database: str, postgres: Any
) -> None:
    rng, kills = random.Random(SECONDS), 0
    evening = ManyTables(lambda code: read_postgres_log(postgres, database, code), thinks=0.5 if SECONDS else 0.02)

    async def scenario() -> None:
        nonlocal kills
        async with Balancer(processes).open() as balancer:
            playing = asyncio.gather(*(evening.table(n, lambda: balancer.url) for n in range(TABLES)))
            watching = asyncio.ensure_future(evening.watch())
            ends = time.monotonic() + SECONDS
            while kills < KILLS or time.monotonic() < ends:
                await asyncio.sleep(1.0 + rng.random() * (2.0 if SECONDS else 0.5))
                evening.look_around(2)
                process = processes[kills % 2]
                await asyncio.to_thread(process.stop, signal.SIGKILL)
                kills += 1
                await asyncio.sleep(rng.random())
                await balancer.start(process)
                if playing.done():
                    playing.result()
            evening.ending = True
            await playing
            watching.cancel()

    clients.run(scenario(), SECONDS + 120)
    assert evening.found.good
    assert evening.back, "somebody lost the line"
    told = {
        "seconds": SECONDS,
        "tables": TABLES,
        "kills": kills,
        "games": evening.games,
        "wishes": evening.moves,
        **vars(evening.found),
        "lines lost": len(evening.back),
        "back after, median": round(statistics.median(evening.back), 3),
        "back after, most": round(max(evening.back), 3),
        "table silent, most": round(evening.silent, 3),
    }
    print(told, flush=True)
    if RECORD:
        Path(RECORD).mkdir(parents=True, exist_ok=True)
        Path(RECORD, "processes.json").write_text(json.dumps(told))


def test_processes_that_are_asked_to_stop_say_so_and_nobody_notices(
    processes: list[ServerProcess], clients: Clients, database: str, postgres: Any
) -> None:
    async def scenario() -> None:
        async with Balancer(processes).open() as balancer:
            people = await clients.at_table("silver_gold", 3, url=balancer.url)
            playing = play_all(people)
            for n in range(2):
                await wait_for_moves(people)
                await asyncio.to_thread(processes[n % 2].stop)
                await wait_for_moves(people)
                for each in people:
                    each.held = True
                await asyncio.to_thread(processes[n % 2].start)
                for each in people:
                    each.held = False
            await playing
            assert (await check_finished_game(read_postgres_log(postgres, database, people[0].code), people)).good
            codes = [code for each in people for code in each.closed]
            assert len(codes) >= 2
            assert set(codes) == {1012}, "a process that ends says so"

    clients.run(scenario())


def test_while_the_database_is_away_wishes_are_refused_and_then_the_game_goes_on(
    processes: list[ServerProcess], clients: Clients, database: str, postgres: Any
) -> None:
    async def scenario() -> None:
        async with Balancer(processes).open() as balancer:
            at_both = await clients.at_table("silver_gold", 2, bots=0, url=balancer.url)
            # at one process there is always somebody who knows that it is their turn
            people = await clients.at_table("silver_gold", 2, bots=0, url=processes[0].url, seed=2)
            playing = asyncio.gather(play_all(at_both), play_all(people))
            for _ in range(2):
                await wait_for_moves(people)
                await asyncio.to_thread(postgres.shut, database)
                await wait_for_rejections(people, "table.not-stored")
                await asyncio.to_thread(postgres.reopen, database)
            await playing
            for each in (at_both, people):
                assert (await check_finished_game(read_postgres_log(postgres, database, each[0].code), each)).good
            assert all(process.alive for process in processes)
            assert not any(each.close_codes for each in (*at_both, *people)), "nobody lost the line to the server"

    clients.run(scenario())
