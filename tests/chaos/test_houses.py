"""Several processes at one PostgreSQL: one dies after the other, or the database goes away, and every game goes on.

`make chaos-cluster SECONDS=300` is the long form: more tables, one process or the other killed every few seconds.
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
from tests.chaos.evening import Evening
from tests.server.balancer import Balancer
from tests.server.browsers import Browsers, further, played_on, refusals
from tests.server.ledger import look_at_the_end, postgres_lines
from tests.server.serving import Serving

pytestmark = pytest.mark.postgres

SECONDS = float(os.environ.get("TRAPEZI_CHAOS_SECONDS", 0))
KEPT = os.environ.get("TRAPEZI_CHAOS_RECORD")
TABLES = 15 if SECONDS else 3
KILLS = 2  # at least


@pytest.fixture
def database(postgres: Any) -> str:
    made: str = postgres.database()
    return made


@pytest.fixture
def houses(database: str, serve: Callable[..., Serving]) -> list[Serving]:
    """Two processes; who stops one starts it again."""
    return [serve(database), serve(database)]


def test_while_one_process_or_the_other_is_killed_all_tables_go_on(
    houses: list[Serving], browser: Browsers, database: str, postgres: Any
) -> None:
    rng, kills = random.Random(SECONDS), 0
    evening = Evening(lambda code: postgres_lines(postgres, database, code), thinks=0.5 if SECONDS else 0.02)

    async def story() -> None:
        nonlocal kills
        async with Balancer(houses).open() as balancer:
            playing = asyncio.gather(*(evening.table(n, lambda: balancer.url) for n in range(TABLES)))
            watching = asyncio.ensure_future(evening.watch())
            ends = time.monotonic() + SECONDS
            while kills < KILLS or time.monotonic() < ends:
                await asyncio.sleep(1.0 + rng.random() * (2.0 if SECONDS else 0.5))
                evening.look_around(2)
                house = houses[kills % 2]
                await asyncio.to_thread(house.stop, signal.SIGKILL)
                kills += 1
                await asyncio.sleep(rng.random())
                await balancer.start(house)
                if playing.done():
                    playing.result()
            evening.ending = True
            await playing
            watching.cancel()

    browser.run(story(), SECONDS + 120)
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
    if KEPT:
        Path(KEPT).mkdir(parents=True, exist_ok=True)
        Path(KEPT, "houses.json").write_text(json.dumps(told))


def test_processes_that_are_asked_to_stop_say_so_and_nobody_notices(
    houses: list[Serving], browser: Browsers, database: str, postgres: Any
) -> None:
    async def story() -> None:
        async with Balancer(houses).open() as balancer:
            people = await browser.at_table("silver_gold", 3, url=balancer.url)
            playing = played_on(people)
            for n in range(2):
                await further(people)
                await asyncio.to_thread(houses[n % 2].stop)
                await further(people)
                for each in people:
                    each.held = True
                await asyncio.to_thread(houses[n % 2].start)
                for each in people:
                    each.held = False
            await playing
            assert (await look_at_the_end(postgres_lines(postgres, database, people[0].code), people)).good
            codes = [code for each in people for code in each.closed]
            assert len(codes) >= 2
            assert set(codes) == {1012}, "a process that ends says so"

    browser.run(story())


def test_while_the_database_is_away_wishes_are_refused_and_then_the_game_goes_on(
    houses: list[Serving], browser: Browsers, database: str, postgres: Any
) -> None:
    async def story() -> None:
        async with Balancer(houses).open() as balancer:
            at_both = await browser.at_table("silver_gold", 2, bots=0, url=balancer.url)
            # at one process there is always somebody who knows that it is their turn
            people = await browser.at_table("silver_gold", 2, bots=0, url=houses[0].url, seed=2)
            playing = asyncio.gather(played_on(at_both), played_on(people))
            for _ in range(2):
                await further(people)
                await asyncio.to_thread(postgres.shut, database)
                await refusals(people, "table.not-stored")
                await asyncio.to_thread(postgres.reopen, database)
            await playing
            for each in (at_both, people):
                assert (await look_at_the_end(postgres_lines(postgres, database, each[0].code), each)).good
            assert all(house.alive for house in houses)
            assert not any(each.closed for each in (*at_both, *people)), "nobody lost the line to the server"

    browser.run(story())
