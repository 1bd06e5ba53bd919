"""Bots of live tables run in other processes, know only what their seat may know, and stop when nobody is connected."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.tables.connections import Connection, open_table, run_scenario

from trapezi.bots import Observation
from trapezi.core.random import Stream
from trapezi.tables import bots as table_bots
from trapezi.tables.bot_worker_functions import BotAnswer, BotSeat
from trapezi.tables.events import StoodIn
from trapezi.tables.fair_queue import Owner
from trapezi.tables.live import LiveTable
from trapezi.tables.registry import TableRegistry
from trapezi.tables.workers import CannotBeSent, WorkerLost

Call = Callable[[BotSeat, Observation, Stream], BotAnswer]


class RecordedWorkers:
    """A replacement for the worker pool that decides at once, and records what the bots were asked."""

    def __init__(self) -> None:
        self.waits = 0.0  # A decision seems to have waited for this many seconds.
        self.calls: list[tuple[Owner, BotSeat, Observation, bytes]] = []

    async def run(
        self, owner: Owner, seconds: float, call: Call, seat: BotSeat, observation: Observation, rng: Stream
    ) -> BotAnswer:
        self.calls.append((owner, seat, observation, pickle.dumps((call, seat, observation, rng))))
        return BotAnswer(observation.legal[0], -self.waits)


def record_calls(live: LiveTable) -> RecordedWorkers:
    workers: Any = RecordedWorkers()
    live.bots.workers = workers
    return workers


async def open_with_bots(registry: TableRegistry, bot: str = "level-5") -> tuple[Connection, LiveTable]:
    """Create a table at which Ada plays Qwixx with a bot, and return her connection."""
    (ada,) = await open_table(registry, names=("ada",), fill=bot)
    return ada, registry.live[ada.code]


async def play_until(ada: Connection, wanted: Callable[[], bool]) -> None:
    """Let Ada pass whenever she has to decide, until the condition holds."""
    while not wanted():
        if ada.view(0)["view"]["moves"]:
            await ada.act(0, ada.view(0)["view"]["moves"][-1]["move"])
        await finish_tasks(ada.registry.live[ada.code])


async def finish_tasks(live: LiveTable) -> None:
    while live._tasks:
        await asyncio.gather(*live._tasks)


def test_a_bot_thinks_in_a_worker_process(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, _ = await open_with_bots(registry, bot="level-1")
        await ada.command("start")
        assert not registry.bot_workers.process_ids(), "no process is started before it is needed"
        await play_until(ada, lambda: any(entry["seat"] == 1 for entry in ada.history()))
        assert len(registry.bot_workers.process_ids()) == 1

    run_scenario(tmp_path, scenario, bot_processes=1)


def test_a_worker_gets_only_what_the_seat_may_know(tmp_path: Path) -> None:
    """A worker gets the seat's observation, but not the secret of the table or anything about the people there."""

    async def scenario(registry: TableRegistry) -> None:
        ada, live = await open_with_bots(registry)
        workers = record_calls(live)
        await ada.command("start")
        await play_until(ada, lambda: len(workers.calls) >= 2)
        for owner, seat, observation, sent in workers.calls:
            assert owner == Owner("", live.table.creator_token)
            assert seat == BotSeat(ada.code, 1, "level-5", "qwixx")
            assert type(observation) is Observation
            assert observation.seat == 1
            assert not any(secret.encode() in sent for secret in (live.table.secret, live.table.next_secret, "ada"))

    run_scenario(tmp_path, scenario)


def test_bots_stop_a_minute_after_the_last_person_has_gone(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, live = await open_with_bots(registry)
        workers = record_calls(live)
        await ada.command("start")
        registry.disconnect(ada, ada.code)
        async with live.lock:  # While the test holds the lock, the bots cannot play.
            await live.append([StoodIn(seat=0, bot="level-5", others=False)])
            assert live._tasks, "for a minute, bots go on"
            live._left -= table_bots.UNATTENDED_SECONDS
        await finish_tasks(live)
        live.bots.wake()
        assert not live._tasks
        assert not workers.calls
        await ada.hello()
        await ada.until(lambda: ada.table["phase"] == "finished")

    run_scenario(tmp_path, scenario)


def test_a_bot_on_a_busy_server_thinks_less_and_says_so(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, live = await open_with_bots(registry)
        workers = record_calls(live)
        workers.waits = table_bots.PATIENCE * 2
        await ada.command("start")
        assert not ada.table["seats"][1]["short_of_time"]
        await play_until(ada, lambda: ada.table["seats"][1]["short_of_time"])
        assert [seat.budget_share for _, seat, _, _ in workers.calls[:2]] == [1, 0.5]
        workers.waits = 0.0
        await play_until(ada, lambda: not ada.table["seats"][1]["short_of_time"])
        assert workers.calls[-1][1].budget_share == 1

    run_scenario(tmp_path, scenario)


@pytest.mark.parametrize("error", [WorkerLost("a worker died"), ValueError("a bug")])
def test_a_bot_that_fails_makes_a_simple_move(tmp_path: Path, caplog: pytest.LogCaptureFixture, error: Exception) -> None:
    class FailingWorkers:
        async def run(self, *_: Any) -> BotAnswer:
            raise error

    async def scenario(registry: TableRegistry) -> None:
        ada, live = await open_with_bots(registry)
        workers: Any = FailingWorkers()
        live.bots.workers = workers
        await ada.command("start")
        await play_until(ada, lambda: any(entry["seat"] == 1 for entry in ada.history()))

    run_scenario(tmp_path, scenario)
    assert "the bot of seat 1 failed" in caplog.messages


def test_bots_of_a_game_that_cannot_be_sent_think_in_a_thread(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    class RefusingWorkers:
        async def run(self, *_: Any) -> BotAnswer:
            raise CannotBeSent("TypeError: cannot pickle")

    async def scenario(registry: TableRegistry) -> None:
        ada, live = await open_with_bots(registry, bot="level-1")
        workers: Any = RefusingWorkers()
        live.bots.workers = workers
        await ada.command("start")
        await play_until(ada, lambda: any(entry["seat"] == 1 for entry in ada.history()))

    run_scenario(tmp_path, scenario)
    assert "bots of qwixx run in the server process: TypeError: cannot pickle" in caplog.messages


def test_bots_keep_the_pace_of_the_slowest_player(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, bo = await open_table(registry)
        bots = registry.live[ada.code].bots
        bots.pace = 1.0
        assert bots._seconds_until_move() == 1.0
        await registry.set_speed(ada, ada.code, "none")
        assert bots._seconds_until_move() == 0.0
        await registry.set_speed(bo, bo.code, "calm")
        assert bots._seconds_until_move() > 1.0
        registry.disconnect(bo, bo.code)
        assert bots._seconds_until_move() == 0.0

    run_scenario(tmp_path, scenario)


def test_bots_wait_while_a_player_can_take_back_a_move(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, _ = await open_table(registry)
        await ada.command("start")
        bots = registry.live[ada.code].bots
        bots.pace = 1.0
        assert bots._seconds_until_move() == 1.0
        await ada.act(0, ada.view(0)["view"]["moves"][-1]["move"])
        assert bots._seconds_until_move() == 2.5

    run_scenario(tmp_path, scenario)


def test_a_player_chooses_a_face_that_everybody_sees(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, bo = await open_table(registry)
        await bo.command("face", face=7)
        assert [person["face"] for person in ada.table["people"]] == [0, 7]

    run_scenario(tmp_path, scenario)
