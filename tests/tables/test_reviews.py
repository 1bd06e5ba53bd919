"""Reviews of finished games are computed once in the background, stored with the game, and the same for everyone."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from tests.tables.connections import Connection, open_table, run_scenario
from tests.tables.test_replays import random_log
from tests.time_limits import HANG

from trapezi.store import open_store
from trapezi.tables import review_worker_functions as worker
from trapezi.tables import reviews
from trapezi.tables.errors import Rejected
from trapezi.tables.registry import Settings, TableRegistry
from trapezi.tables.workers import WorkerFailed

SETTINGS: dict[str, Any] = {"review_processes": 0, "review_simulations": 4}


async def allow() -> None:
    """Allow a client to start any number of reviews."""


class GatedWorkers:
    """A replacement for the worker pool that runs calls at once, but lets a review wait at a gate before each event."""

    def __init__(self, error: Exception | None = None) -> None:
        self.error = error
        self.gate = asyncio.Semaphore(0)
        self.calls: list[str] = []

    async def run(self, owner: Any, seconds: float, function: Any, *arguments: Any) -> Any:
        self.calls.append(function.__name__)
        if self.error is not None:
            raise self.error
        if function is worker.review_events:
            await self.gate.acquire()
            arguments = (*arguments[:2], 0.0)
        return function(*arguments)

    def open(self, events: int = 10_000) -> None:
        for _ in range(events):
            self.gate.release()

    async def close(self) -> None:
        pass


def gated(registry: TableRegistry, error: Exception | None = None) -> GatedWorkers:
    workers: Any = GatedWorkers(error)
    registry.reviews.workers = workers
    return workers


async def finished_game(registry: TableRegistry, rounds: int = 3) -> Connection:
    """Return a connection to a table at which one game was ended early, after some moves."""
    ada, bo = await open_table(registry)
    await ada.command("start")
    for _ in range(rounds):
        await play_round(ada, bo)
    await ada.command("end_early")
    return ada


async def play_round(*connections: Connection) -> None:
    for seat, connection in enumerate(connections):
        await connection.until(lambda: connection.view(seat)["view"]["moves"])  # noqa: B023
        await connection.act(seat, connection.view(seat)["view"]["moves"][0]["move"])


async def ask(registry: TableRegistry, code: str, number: int = 1) -> bytes | float:
    return await registry.reviews.ask(code, number, "1.2.3.4", allow)


async def review_of(registry: TableRegistry, code: str, number: int = 1) -> bytes:
    """Ask for a review until it is finished, and return it."""
    while not isinstance(found := await ask(registry, code, number), bytes):
        await asyncio.sleep(0.01)
    return found


async def until_idle(registry: TableRegistry) -> None:
    while registry.reviews.running:
        await asyncio.sleep(0.01)


def decoded(review: bytes) -> Any:
    return json.loads(gzip.decompress(review))


def test_a_review_is_computed_once_stored_and_the_same_for_everyone(tmp_path: Path) -> None:
    stored: list[bytes] = []

    async def scenario(registry: TableRegistry) -> None:
        ada = await finished_game(registry)
        workers = gated(registry)
        assert await registry.reviews.find(ada.code, 1) is None, "nobody has asked for it"
        assert await asyncio.gather(*(ask(registry, ada.code) for _ in range(5))) == [0.0] * 5
        workers.open()
        stored.append(await review_of(registry, ada.code.lower()))
        assert await registry.reviews.find(ada.code, 1) == await ask(registry, ada.code) == stored[0]
        assert [workers.calls.count(name) for name in ("prepare_game_of_table", "encode_review")] == [1, 1]

    async def after_a_restart(registry: TableRegistry) -> None:
        workers = gated(registry)
        (entry,) = await registry.store.entries()
        assert await ask(registry, entry.code) == stored[0]
        assert workers.calls == []

    run_scenario(tmp_path, scenario, **SETTINGS)
    run_scenario(tmp_path, after_a_restart, **SETTINGS)
    review = decoded(stored[0])
    assert (review["game"], review["players"], review["over"]) == ("qwixx", 2, False)
    for seat in review["seats"]:
        assert seat["start"] + seat["luck"] - seat["lost"] + seat["others"] == seat["result"]


def test_everyone_who_asks_sees_the_progress(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada = await finished_game(registry)
        workers = gated(registry)
        seen = [await ask(registry, ada.code)]
        for _ in range(3):
            workers.open(1)
            while (asked := await ask(registry, ada.code)) == seen[-1]:
                await asyncio.sleep(0.01)
            assert asked == await registry.reviews.find(ada.code, 1)
            seen.append(asked)
        progress = [each for each in seen if isinstance(each, float)]
        assert len(progress) == 4
        assert 0 == progress[0] < progress[1] < progress[2] < progress[3] < 1
        workers.open()
        assert isinstance(await review_of(registry, ada.code), bytes)

    run_scenario(tmp_path, scenario, **SETTINGS)


def test_a_game_in_progress_is_never_reviewed(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada = await finished_game(registry)
        await ada.command("start")
        for number in (0, 2, 3, -1):
            for work in (ask(registry, ada.code, number), registry.reviews.find(ada.code, number)):
                with pytest.raises(Rejected, match=r"table\.no-such-game"):
                    await work
        finished = decoded(await review_of(registry, ada.code, 1))
        assert len(finished["curve"]) <= 1 + 3 * 5, "a review of the earlier game shows nothing of the one in progress"

    run_scenario(tmp_path, scenario, **SETTINGS)


def test_reviews_are_limited_per_client_per_table_and_per_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def reject() -> None:
        raise Rejected("protocol.too-fast")

    async def scenario(registry: TableRegistry) -> None:
        ada = await finished_game(registry)
        await ada.command("start")
        await play_round(ada, await Connection(registry, ada.code, "bo").hello())
        await ada.command("end_early")
        workers = gated(registry)
        with pytest.raises(Rejected, match=r"protocol\.too-fast"):
            await registry.reviews.ask(ada.code, 1, "1.2.3.4", reject)
        assert registry.reviews.running == 0
        await ask(registry, ada.code, 1)
        assert await registry.reviews.ask(ada.code, 1, "1.2.3.4", reject) == 0.0, "looking at a review that runs is not limited"
        with pytest.raises(Rejected, match=r"table\.other-review"):
            await ask(registry, ada.code, 2)
        monkeypatch.setattr(reviews, "MAX_REVIEWS", 1)
        with pytest.raises(Rejected, match=r"table\.too-many-reviews"):
            await registry.reviews.ask_for_log(random_log(), "5.6.7.8", allow)
        workers.open()
        await until_idle(registry)
        await review_of(registry, ada.code, 2)

    run_scenario(tmp_path, scenario, **SETTINGS)


def test_an_operator_can_switch_reviews_off(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada = await finished_game(registry)
        assert ada.table["reviews"] is False
        for work in (
            ask(registry, ada.code),
            registry.reviews.find(ada.code, 1),
            registry.reviews.ask_for_log(random_log(), "1.2.3.4", allow),
        ):
            with pytest.raises(Rejected, match=r"table\.no-reviews"):
                await work
        assert registry.reviews.running == 0

    run_scenario(tmp_path, scenario, **SETTINGS, reviews=False)


def test_a_killed_server_begins_the_review_again_when_asked(tmp_path: Path) -> None:
    codes = []

    async def killed(registry: TableRegistry) -> None:
        ada = await finished_game(registry)
        codes.append(ada.code)
        workers = gated(registry)
        await ask(registry, ada.code)
        workers.open(3)
        while await ask(registry, ada.code) == 0:
            await asyncio.sleep(0.01)

    async def started_again(registry: TableRegistry) -> None:
        assert await registry.reviews.find(codes[0], 1) is None
        assert decoded(await review_of(registry, codes[0]))["game"] == "qwixx"

    run_scenario(tmp_path, killed, **SETTINGS)
    run_scenario(tmp_path, started_again, **SETTINGS)


def test_deleting_a_table_stops_and_deletes_its_reviews(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada = await finished_game(registry)
        workers = gated(registry)
        await ask(registry, ada.code)
        assert await registry.store.delete(ada.code)
        workers.open(1)
        await until_idle(registry)
        assert workers.calls == ["prepare_game_of_table", "review_events"]
        assert await registry.store.reviews.find(ada.code, 1) is None

    run_scenario(tmp_path, scenario, **SETTINGS)


def test_a_review_that_fails_says_so_and_can_be_tried_again_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada = await finished_game(registry)
        workers = gated(registry, WorkerFailed("ValueError: a game of another package"))
        await ask(registry, ada.code)
        await until_idle(registry)
        for _ in range(2):
            with pytest.raises(Rejected, match=r"table\.review-failed"):
                await ask(registry, ada.code)
        assert workers.calls == ["prepare_game_of_table"]
        assert await registry.reviews.find(ada.code, 1) is None
        monkeypatch.setattr(reviews, "FAILURE_SECONDS", 0.0)
        gated(registry).open()
        assert isinstance(await review_of(registry, ada.code), bytes)

    run_scenario(tmp_path, scenario, **SETTINGS)


def test_a_game_without_moves_has_no_review(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada = await finished_game(registry, rounds=0)
        await ask(registry, ada.code)
        await until_idle(registry)
        with pytest.raises(Rejected, match=r"table\.nothing-to-review"):
            await ask(registry, ada.code)

    run_scenario(tmp_path, scenario, **SETTINGS)


def test_an_uploaded_log_is_reviewed_but_not_stored(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        async def ask_for(log: str) -> bytes:
            while not isinstance(found := await registry.reviews.ask_for_log(log, "1.2.3.4", allow), bytes):
                await asyncio.sleep(0.01)
            return found

        workers = gated(registry)
        workers.open()
        log = random_log()
        first = await ask_for(log)
        assert decoded(first)["over"]
        assert await ask_for(log) == first
        assert workers.calls.count("encode_review") == 1
        with pytest.raises(Rejected, match=r"common\.log\."):
            await ask_for(log[:-30])

    run_scenario(tmp_path, scenario, **SETTINGS)


def test_workers_review_and_the_server_process_only_waits(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada = await finished_game(registry)
        assert decoded(await review_of(registry, ada.code))["decisions"]
        assert len(registry.reviews.workers.process_ids()) == 1

    run_scenario(tmp_path, scenario, **{**SETTINGS, "review_processes": 1})


@pytest.mark.postgres
def test_one_process_computes_a_review_and_all_show_its_progress(postgres: Any) -> None:
    """If the process that computes the review stops, a request to another process starts the review again."""

    async def scenario(one: TableRegistry, two: TableRegistry) -> None:
        ada = await finished_game(one)
        first, second = gated(one), gated(two)
        await ask(one, ada.code)
        first.open(5)
        while not await ask(two, ada.code):
            await asyncio.sleep(0.01)
        assert second.calls == []
        await one.close()
        second.open()
        assert isinstance(await review_of(two, ada.code), bytes)
        assert second.calls[0] == "prepare_game_of_table"

    asyncio.run(with_two_processes(postgres.database(), scenario))


async def with_two_processes(url: str, scenario: Callable[[TableRegistry, TableRegistry], Awaitable[None]]) -> None:
    settings = Settings(pace=0, bot_processes=0, request_processes=0, **SETTINGS)
    registries = [TableRegistry(open_store(url), settings) for _ in range(2)]
    for registry in registries:
        await registry.start_background_work()
    try:
        await asyncio.wait_for(scenario(*registries), HANG)
    finally:
        for registry in registries:
            await registry.close()
