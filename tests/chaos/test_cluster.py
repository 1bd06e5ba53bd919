"""If one of several processes that share a PostgreSQL database is killed, or the database disappears, every game goes on.

`make chaos-cluster SECONDS=300` is the long form: it has more tables, and kills one of the processes every few seconds.
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
from tests.server.client import Clients, play_all, wait_for_moves, wait_for_rejections
from tests.server.log_check import check_finished_game, read_postgres_log
from tests.server.server_process import ServerProcess
from tests.time_limits import HANG

pytestmark = pytest.mark.postgres

SECONDS = float(os.environ.get("TRAPEZI_CHAOS_SECONDS", 0))
RECORD = os.environ.get("TRAPEZI_CHAOS_RECORD")
TABLES = 15 if SECONDS else 3
KILLS = 2  # The test kills processes at least this many times.


@pytest.fixture
def database(postgres: Any) -> str:
    url: str = postgres.database()
    return url


@pytest.fixture
def processes(database: str, serve: Callable[..., ServerProcess]) -> list[ServerProcess]:
    """Return two server processes. A test that stops one starts it again."""
    return [serve(database), serve(database)]


def test_all_tables_go_on_while_processes_are_killed(
    processes: list[ServerProcess], clients: Clients, database: str, postgres: Any
) -> None:
    rng, kills = random.Random(SECONDS), 0
    tables = ManyTables(lambda code: read_postgres_log(postgres, database, code), think_seconds=0.5 if SECONDS else 0.02)

    async def scenario() -> None:
        nonlocal kills
        async with Balancer(processes).open() as balancer:
            playing = asyncio.gather(*(tables.table(n, lambda: balancer.url) for n in range(TABLES)))
            measuring = asyncio.ensure_future(tables.measure_silence())
            ends = time.monotonic() + SECONDS
            while kills < KILLS or time.monotonic() < ends:
                if SECONDS:
                    await asyncio.sleep(1.0 + 2.0 * rng.random())
                else:
                    await tables.wait_for_commands(rng.randrange(10, 40))
                tables.check_running(2)
                process = processes[kills % 2]
                await asyncio.to_thread(process.stop, signal.SIGKILL)
                kills += 1
                if SECONDS:
                    await asyncio.sleep(rng.random())
                else:
                    await tables.wait_for_commands(rng.randrange(10))
                await balancer.start(process)
                if playing.done():
                    playing.result()
            tables.ending = True
            await playing
            measuring.cancel()

    clients.run(scenario(), SECONDS + 3 * HANG)
    assert tables.findings.good
    assert tables.outages, "some clients lost their connection"
    report = {
        "seconds": SECONDS,
        "tables": TABLES,
        "kills": kills,
        "games": tables.games,
        "commands": tables.commands,
        **vars(tables.findings),
        "connections lost": len(tables.outages),
        "median outage": round(statistics.median(tables.outages), 3),
        "longest outage": round(max(tables.outages), 3),
        "longest silence of a table": round(tables.longest_silence, 3),
    }
    print(report, flush=True)
    if RECORD:
        Path(RECORD).mkdir(parents=True, exist_ok=True)
        Path(RECORD, "cluster.json").write_text(json.dumps(report))


def test_processes_that_are_asked_to_stop_close_with_1012_and_play_goes_on(
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
                    each.holding_back = True
                await asyncio.to_thread(processes[n % 2].start)
                for each in people:
                    each.holding_back = False
            await playing
            assert (await check_finished_game(read_postgres_log(postgres, database, people[0].code), people)).good
            codes = [code for each in people for code in each.close_codes]
            assert len(codes) >= 2
            assert set(codes) == {1012}, "a process that stops says so"

    clients.run(scenario())


def test_commands_are_rejected_while_the_database_is_away_and_then_play_goes_on(
    processes: list[ServerProcess], clients: Clients, database: str, postgres: Any
) -> None:
    async def scenario() -> None:
        async with Balancer(processes).open() as balancer:
            at_both = await clients.at_table("silver_gold", 2, bots=0, url=balancer.url)
            # All people are connected to one process, so there is always somebody who knows whose turn it is.
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
            assert not any(each.close_codes for each in (*at_both, *people)), "nobody lost the connection to the server"

    clients.run(scenario())
