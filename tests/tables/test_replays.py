"""Replays are computed outside the server process, only once, and one at a time for each address."""

from __future__ import annotations

import asyncio
import gzip
import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from tests.tables.connections import Connection, open_table, run_scenario

import trapezi
from trapezi.core.errors import BadLog, BadText
from trapezi.core.log import log_lines
from trapezi.core.random import Stream
from trapezi.tables import registry as registries
from trapezi.tables import replays
from trapezi.tables.errors import Rejected
from trapezi.tables.fair_queue import Owner, QueueFull
from trapezi.tables.registry import TableRegistry
from trapezi.tables.workers import TookTooLong


def decoded(chunk: bytes) -> Any:
    return json.loads(gzip.decompress(chunk))


def random_log(game: str = "qwixx", seed: int = 5) -> str:
    match, rng = trapezi.game(game, players=2).match(seed=seed), Stream(5)
    while not match.state.over:
        seat = min(match.state.deciders)
        match.play(seat, match.state.choose(seat, rng))
    return "\n".join(log_lines(match))


async def finished_game(registry: TableRegistry) -> Connection:
    """Return a connection to a table at which one game was ended early."""
    ada, _ = await open_table(registry)
    await ada.command("start")
    await ada.act(0)
    await ada.command("end_early")
    return ada


class RecordedWorkers:
    """A replacement for the worker pool that answers at once, and records the owners of the calls."""

    def __init__(self, error: Exception | None = None) -> None:
        self.error = error
        self.owners: list[Owner] = []

    async def run(self, owner: Owner, seconds: float, function: Any, *arguments: Any) -> Any:
        self.owners.append(owner)
        if self.error is not None:
            raise self.error
        return function(*arguments)

    async def close(self) -> None:
        pass


def test_a_finished_game_is_replayed_by_a_worker_and_only_once(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada = await finished_game(registry)
        workers: Any = RecordedWorkers()
        registry.request_workers = workers
        for seat in (0, 0, 1, 0):
            replay = decoded(await registry.replay_chunk_of_game("1.2.3.4", ada.code, 1, seat, 0))
            assert (replay["seat"], replay["total"]) == (seat, len(replay["steps"]))
        log = gzip.decompress(await registry.compressed_game_log("1.2.3.4", ada.code, 1)).decode()
        assert len(trapezi.replay(log).events) == replay["total"] - 1
        assert workers.owners == [Owner("1.2.3.4")] * 3, "one call for each seat, and one for the log"

    run_scenario(tmp_path, scenario)


def test_a_game_that_goes_on_cannot_be_replayed(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada = await finished_game(registry)
        await ada.command("start")
        for number in (0, 2, 3):
            with pytest.raises(Rejected, match=r"table\.no-such-game"):
                await registry.replay_chunk_of_game("", ada.code, number, 0, 0)

    run_scenario(tmp_path, scenario)


def test_the_server_process_computes_no_replay(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada = await finished_game(registry)
        assert decoded(await registry.replay_chunk_of_game("", ada.code, 1, 0, 0))["game"] == "qwixx"
        assert decoded(await registry.compressed_replay_chunk_of_log("", random_log(), 0, 0))["game"] == "qwixx"
        assert len(registry.request_workers.process_ids()) == 1

    run_scenario(tmp_path, scenario, request_processes=1)


def test_one_address_gets_one_worker_and_a_short_queue(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        queue = registry.request_workers.queue
        assert (queue.max_running, queue.max_waiting) == (1, registries.MAX_WAITING)
        for error, key in ((QueueFull(), "table.busy"), (TookTooLong(), "table.too-long")):
            workers: Any = RecordedWorkers(error)
            registry.request_workers = workers
            with pytest.raises(Rejected, match=key):
                await registry.compressed_replay_chunk_of_log("1.2.3.4", random_log(), 0, 0)

    run_scenario(tmp_path, scenario)


def test_steps_come_in_chunks_of_a_hundred() -> None:
    chunks = replays.replay_of_uploaded_log(random_log("silver_gold"), 0)
    steps = [[step["n"] for step in decoded(chunk)["steps"]] for chunk in chunks]
    total = decoded(chunks[0])["total"]
    assert total > 100
    assert [n for chunk in steps for n in chunk] == list(range(total))
    assert all(chunk[0] % 100 == 0 for chunk in steps[:-1])
    assert decoded(replays.chunk_at(chunks, 150))["steps"][0]["n"] == 100
    assert decoded(replays.chunk_at(chunks, 10**9))["steps"] == []


@pytest.mark.parametrize("game", trapezi.names())
def test_the_first_chunk_has_all_events_and_the_beginnings_of_turns(game: str) -> None:
    first, *others = map(decoded, replays.replay_of_uploaded_log(random_log(game), 0))
    assert len(first["events"]) == first["total"] - 1
    assert [chunk["events"] for chunk in others] == [[]] * len(others)
    for n in first["turns"]:
        assert first["events"][n - 1]["seat"] == trapezi.NATURE
    for before, after in pairwise(first["turns"]):
        assert any(event["seat"] >= 0 for event in first["events"][before:after])
    if game == "silver_gold":
        assert len(first["turns"]) == 28  # The game has four rounds of seven turns.


def test_the_reason_against_a_move_is_that_of_the_step() -> None:
    """At the start of Qwixx, red 12 is not allowed because it needs five crosses. At every step, only deciding seats may move."""
    log = random_log()
    assert decoded(replays.why_not_in_uploaded_log(log, 1, 0, "red 12")[0])["key"].startswith("qwixx.")
    over = replays.why_not_in_uploaded_log(log, log.count("\n") - 1, 0, "red 12")
    assert decoded(over[0]) == {"key": "common.move.game-over", "params": {}}
    # The log has no step with the first number. At the second step, passing was legal, so there is no reason.
    for step, text in ((10**6, "red 12"), (1, "pass")):
        with pytest.raises(Rejected, match=r"protocol\.no-such-page"):
            replays.why_not_in_uploaded_log(log, step, 0, text)
    with pytest.raises(BadText):
        replays.why_not_in_uploaded_log(log, 1, 0, "purple 12")


def test_the_game_of_a_table_gives_the_same_reasons_once_it_is_finished(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        phone = await finished_game(registry)
        reason = decoded(await registry.why_not_in_finished_game("", phone.code, 1, 1, 0, "red 12"))
        assert reason["key"].startswith("qwixx.")
        with pytest.raises(Rejected, match=r"table\.no-such-game"):
            await registry.why_not_in_finished_game("", phone.code, 2, 1, 0, "red 12")

    run_scenario(tmp_path, scenario)


def test_a_log_with_too_many_lines_is_not_replayed() -> None:
    with pytest.raises(BadLog, match=r"common\.log\.too-long"):
        replays.replay_of_uploaded_log("\n" * (replays.MAX_STEPS + 1), 0)


def test_the_cache_forgets_the_replays_that_were_not_used_for_longest() -> None:
    cache = replays.ReplayCache(max_bytes=10)
    for key in ("a", "b"):
        cache.add(key, [b"1234", b"5"])
    assert cache.find("a") == [b"1234", b"5"]
    cache.add("c", [b"12345"])
    assert [key for key in ("a", "b", "c") if cache.find(key) is not None] == ["a", "c"]
    cache.add("c", [b"1"])
    assert cache.bytes == 6
    cache.add("larger than all", [b"12345678901"])
    assert cache.bytes == 0


def test_many_requests_of_one_address_do_not_delay_another_address(tmp_path: Path) -> None:
    """While one address asks for many replays, a request of another address is answered soon."""

    async def scenario(registry: TableRegistry) -> None:
        order: list[str] = []

        async def ask(address: str, seat: int) -> None:
            await registry.run_in_worker(address, abs, seat)
            order.append(address)

        await asyncio.gather(*(ask("vandal", n) for n in range(5)), ask("visitor", 0))
        assert order.index("visitor") <= 2

    run_scenario(tmp_path, scenario, request_processes=1)
