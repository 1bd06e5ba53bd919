"""Hints: who can get them, what they contain, how they are computed, and how they are counted."""

from __future__ import annotations

import asyncio
import pickle
from pathlib import Path
from typing import Any

import pytest
from tests.coach.played_games import play_game
from tests.tables.connections import Connection, evict_all, open_table, run_scenario
from tests.tables.fast_hints import SHARE, FastWorkers, use_fast_workers

import trapezi
from trapezi import protocol
from trapezi.coach import Judgement, observe
from trapezi.core.errors import IllegalMove
from trapezi.core.match import Match
from trapezi.core.random import Stream
from trapezi.games import find
from trapezi.protocol import http
from trapezi.protocol.commands import AskHint
from trapezi.store.interface import NotStored
from trapezi.tables import hints
from trapezi.tables.errors import Rejected
from trapezi.tables.fair_queue import Owner
from trapezi.tables.hint_worker_functions import judge_moves
from trapezi.tables.live import LiveTable
from trapezi.tables.registry import TableRegistry
from trapezi.tables.workers import WorkerFailed


async def begin(
    registry: TableRegistry, names: tuple[str, ...] = ("ada",), **more: Any
) -> tuple[list[Connection], LiveTable, FastWorkers]:
    """Start a game of these people at a new table, with bots on the other seats."""
    people = await open_table(registry, names=names, **{"fill": "level-1" if len(names) == 1 else None, **more})
    live = registry.live[people[0].code]
    workers = use_fast_workers(live)
    await people[0].command("start")
    if len(names) == 1:
        await people[0].until(lambda: bool(people[0].view(0)["view"]["moves"]))
    return people, live, workers


def ask(connection: Connection, seat: int = 0, question: str = "h1", address: str = "", **more: Any) -> None:
    live = connection.registry.live[connection.code]
    version = more["version"] if "version" in more else connection.view(seat)["version"]
    live.hints.ask(connection, AskHint(question, seat, version), address)


def rejection(connection: Connection, seat: int = 0, **more: Any) -> str:
    with pytest.raises((Rejected, IllegalMove)) as caught:
        ask(connection, seat, **more)
    return caught.value.reason.key


async def hint_for(connection: Connection, seat: int = 0, question: str = "h1") -> dict[str, Any]:
    ask(connection, seat, question)
    return await answer_to(connection, question)


async def answer_to(connection: Connection, question: str = "h1") -> dict[str, Any]:
    def answers() -> list[dict[str, Any]]:
        return [each for each in connection.received if each.get("id") == question]

    await connection.until(lambda: bool(answers()))
    return answers()[-1]


def used(connection: Connection) -> list[int]:
    return [seat["hints"] for seat in connection.table["seats"]]


# -- what a hint is ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", trapezi.names())
def test_a_hint_has_the_value_of_every_legal_move_the_best_first(game: str, tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        (ada,), _, _ = await begin(registry, game=game)
        hint = await hint_for(ada)
        assert hint["t"] == "hint"
        assert {move["move"] for move in hint["moves"]} == {move["move"] for move in ada.view(0)["view"]["moves"]}
        assert hint["moves"][0]["worse"] is False
        assert all(move["se"] >= 0 for move in hint["moves"])
        assert hint["version"] == ada.view(0)["version"]

    run_scenario(tmp_path, scenario)


def test_a_hint_comes_from_a_worker_process_that_knows_only_the_observation(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        (ada,) = await open_table(registry, names=("ada",), game="the_game", fill="level-1")
        live = registry.live[ada.code]
        await ada.command("start")
        assert not registry.hint_workers.process_ids(), "no process is started before it is needed"
        assert (await hint_for(ada))["t"] == "hint"
        assert len(registry.hint_workers.process_ids()) == 1
        sent = pickle.dumps((judge_moves, observe(live.table.session.match, 0), 1.0))  # type: ignore[union-attr]
        assert not any(secret.encode() in sent for secret in (live.table.secret, live.table.next_secret, "ada"))

    run_scenario(tmp_path, scenario, hint_processes=1)


def hidden_variants(match: Match, seat: int) -> list[Match]:
    """Return matches whose positions differ only in what the seat may not know."""
    found = []
    for n in range(3):
        other = Match(match.game, by_hand=True)
        for who, move in match.events:
            other.play(who, move)
        other.state = match.state.resample(seat, Stream(n))
        found.append(other)
    return found


@pytest.mark.parametrize("most", [False, True], ids=["fewest", "most"])
@pytest.mark.parametrize("game", trapezi.names())
def test_nothing_that_the_seat_may_not_know_changes_a_byte_of_a_hint(game: str, most: bool) -> None:
    counts = [players for players in find(game).player_counts if players > 1]
    players = counts[-1 if most else 0]
    for events in (12, 30, 55):
        match = play_game(game, players, seed=3, events=events)
        if match.state.over:
            continue
        seat = min(match.state.deciders)
        request = hints.Request(seat, 1, None, "p1")  # type: ignore[arg-type]
        sent = {
            protocol.write(hints.encode_hint(request, judge_moves(observe(each, seat), SHARE)))
            for each in hidden_variants(match, seat)
        }
        assert len(sent) == 1


@pytest.mark.parametrize("game", ["qwixx", "silver_gold", "sideboards"])
def test_decisions_of_others_that_are_still_hidden_change_no_byte_of_a_hint(game: str) -> None:
    match = play_game(game, 3, seed=3, events=2)
    while len(match.state.deciders) < 3:
        match = play_game(game, 3, seed=3, events=len(match.events) + 1)
    request = hints.Request(0, 1, None, "p1")  # type: ignore[arg-type]
    before = protocol.write(hints.encode_hint(request, judge_moves(observe(match, 0), SHARE)))
    for seat in (2, 1):
        match.play(seat, match.state.legal(seat)[-1])
        assert protocol.write(hints.encode_hint(request, judge_moves(observe(match, 0), SHARE))) == before


# -- who gets one ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "setting", "allowed"),
    [
        (("ada",), "alone", True),
        (("ada",), "nobody", False),
        (("ada", "bo"), "alone", False),
        (("ada", "bo"), "everyone", True),
    ],
)
def test_the_table_decides_who_may_ask_for_hints(names: tuple[str, ...], setting: str, allowed: bool, tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        (ada, *_), _, _ = await begin(registry, names, hints=setting)
        assert (ada.table["hints"], ada.table["hints_allowed"]) == (setting, allowed)
        if allowed:
            assert (await hint_for(ada))["t"] == "hint"
        else:
            assert rejection(ada) == "table.hints-off"

    run_scenario(tmp_path, scenario)


def test_two_people_at_one_device_do_not_play_alone(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        (ada,) = await open_table(registry, names=("ada",))
        assert ada.table["hints_allowed"]
        await ada.command("sit", seat=1, name="Grandma")
        assert not ada.table["hints_allowed"]

    run_scenario(tmp_path, scenario)


def test_the_host_changes_the_setting_between_games_and_it_lasts(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, bo = await open_table(registry)
        assert await bo.rejection("configure", hints="everyone") == "table.not-host"
        await ada.command("configure", hints="everyone")
        assert bo.table["hints_allowed"]
        await ada.command("configure", clock=60)
        await ada.command("start")
        assert await ada.rejection("configure", hints="nobody") == "table.in-game"
        loaded = await registry.load_table(ada.code)
        assert (loaded.hints, loaded.allows_hints) == ("everyone", True)

    run_scenario(tmp_path, scenario)


def test_every_seat_of_a_shared_device_gets_its_own_hint(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        (ada,) = await open_table(registry, names=("ada",), game="silver_gold", hints="everyone")
        use_fast_workers(registry.live[ada.code])
        await ada.command("sit", seat=1, name="Grandma")
        await ada.command("start")
        first, second = await hint_for(ada, 0), await hint_for(ada, 1, "h2")
        assert (first["seat"], second["seat"]) == (0, 1)
        assert used(ada) == [1, 1]

    run_scenario(tmp_path, scenario)


def test_only_the_seat_that_decides_gets_a_hint(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        (ada, bo), live, _ = await begin(registry, ("ada", "bo"), game="the_game", options={"first": 0}, hints="everyone")
        watcher = await Connection(registry, ada.code, "eve").hello(watch=True)
        assert rejection(watcher, 0, version=ada.view(0)["version"]) == "table.only-watching"
        assert rejection(bo, 0, version=ada.view(0)["version"]) == "table.not-your-seat"
        assert rejection(bo, 1) == "common.move.not-your-turn"
        assert rejection(ada, 0, version=ada.view(0)["version"] + 1) == "table.outdated"
        assert rejection(ada, 7, version=1) == "table.no-such-seat"
        await ada.command("pause", on=True)
        assert rejection(ada) == "table.paused"
        await ada.command("pause", on=False)
        await ada.command("stand_in", seat=0)
        assert rejection(ada) == "table.bot-plays"
        await ada.command("end_early")
        assert rejection(ada) == "table.no-game"
        assert not live.table.hints_used

    run_scenario(tmp_path, scenario)


@pytest.mark.parametrize("kind", ["counted", "world"])
def test_a_deal_of_the_day_is_played_without_hints(kind: Any, tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        joined = await registry.daily.open_or_resume_table("a" * 40, "qwixx", http.PlayDeal("ada", kind))
        live = await registry.find_or_load(joined.table.code)
        assert not joined.table.hints_allowed
        with pytest.raises(Rejected, match=r"table\.no-hints-in-deal"):
            hints.check_request(live.table, joined.person, AskHint("h1", 0, live.table.session.versions[0]))  # type: ignore[union-attr]

    run_scenario(tmp_path, scenario)


# -- counting ----------------------------------------------------------------------------------------------------------


def test_a_hint_is_recorded_before_it_is_sent_and_everyone_sees_the_number(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        (ada, bo), live, _ = await begin(registry, ("ada", "bo"), hints="everyone")
        before = len(ada.received)
        await hint_for(ada)
        assert [each["t"] for each in ada.received[before:] if each["t"] != "presence"] == ["update", "hint"]
        assert not [each for each in bo.received if each["t"] == "hint"]
        assert used(bo) == [1, 0]
        assert b'"hint"' in (await registry.store.read(ada.code))[-1]
        await ada.command("end_early")
        assert ada.table["results"][-1]["hints"] == [1, 0]
        await ada.command("start")
        assert used(ada) == [0, 0]
        assert live.table.results[0].hints == [1, 0]

    run_scenario(tmp_path, scenario)


def test_used_hints_are_still_counted_after_a_restart(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        (ada,), _, _ = await begin(registry)
        await hint_for(ada)
        registry.disconnect(ada, ada.code)
        await evict_all(registry)
        await ada.hello()
        use_fast_workers(registry.live[ada.code])
        assert used(ada) == [1, 0]
        await hint_for(ada, question="h2")
        assert used(ada) == [1, 0], "the position is the same"

    run_scenario(tmp_path, scenario)


def test_the_same_position_gives_the_same_hint_and_counts_once(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        (ada,), _, workers = await begin(registry, game="the_game", players=1)
        first = await hint_for(ada)
        await ada.act(0, first["moves"][0]["move"])
        await ada.command("take_back", seat=0)
        again = await hint_for(ada, question="h2")
        assert {**again, "id": "h1", "version": first["version"]} == first
        assert again["version"] == ada.view(0)["version"] != first["version"]
        assert len(workers.calls) == 1
        assert used(ada) == [1]
        await ada.act(0, first["moves"][0]["move"])
        await hint_for(ada, question="h3")
        assert used(ada) == [2]

    run_scenario(tmp_path, scenario)


def test_the_number_of_hints_does_not_tell_how_many_steps_a_hidden_decision_has(tmp_path: Path) -> None:
    """In Silver & Gold, a decision can have several steps. The others see them only when all seats have decided."""

    async def scenario(registry: TableRegistry) -> None:
        (ada, bo), live, workers = await begin(registry, ("ada", "bo"), game="silver_gold", hints="everyone")
        session = live.table.session
        assert session is not None
        for seat, connection in enumerate((ada, bo)):
            await connection.act(seat, session.state.legal(seat)[0])
        seen = len(bo.received)
        while session.state.is_on_turn(0) and len(workers.calls) < 5:
            await hint_for(ada, question=f"h{len(workers.calls)}")
            options = {move: session.state.clone() for move in session.state.legal(0)}
            for move, state in options.items():
                state.play(0, move)
            more = [move for move, state in options.items() if state.is_on_turn(0)]
            await ada.act(0, (more or list(options))[0])
        assert used(ada) == [1, 0]
        assert len([each for each in bo.received[seen:] if each["t"] == "update"]) <= 2

    run_scenario(tmp_path, scenario)


def test_a_hint_that_cannot_be_recorded_is_not_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(registry: TableRegistry) -> None:
        (ada,), live, _ = await begin(registry)

        async def fail(*_: Any) -> None:
            raise NotStored("disk full")

        monkeypatch.setattr(live.store, "append", fail)
        assert (await hint_for(ada))["key"] == "table.not-stored"
        monkeypatch.undo()
        assert (await hint_for(ada, question="h2"))["t"] == "hint"
        assert used(ada) == [1, 0]

    run_scenario(tmp_path, scenario)


# -- what it costs -----------------------------------------------------------------------------------------------------


def test_a_move_does_not_wait_for_a_hint_which_is_then_dropped(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        (ada, bo), live, workers = await begin(registry, ("ada", "bo"), hints="everyone")
        workers.may_answer.clear()
        ask(ada)
        while not workers.running:
            await asyncio.sleep(0)
        await ada.act(0)
        assert (await answer_to(ada))["key"] == "table.outdated"
        while live._tasks:
            await asyncio.sleep(0)
        assert not workers.running, "the judgement was cancelled"
        assert used(ada) == [0, 0]
        ask(bo, 1)
        workers.may_answer.set()
        assert (await answer_to(bo))["t"] == "hint"

    run_scenario(tmp_path, scenario)


def test_a_table_has_one_judgement_at_a_time(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        (ada, bo), _, workers = await begin(registry, ("ada", "bo"), hints="everyone")
        workers.may_answer.clear()
        ask(ada)
        ask(ada, question="h2")
        ask(bo, 1)
        while not workers.running:
            await asyncio.sleep(0)
        workers.may_answer.set()
        answers = [await answer_to(ada), await answer_to(ada, "h2"), await answer_to(bo)]
        assert [answer["t"] for answer in answers] == ["hint"] * 3
        assert workers.most_running == 1
        assert len(workers.calls) == 2, "the same decision is judged once"

    run_scenario(tmp_path, scenario)


def test_nothing_is_judged_for_a_browser_that_has_gone(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        (ada,), live, workers = await begin(registry)
        workers.may_answer.clear()
        ask(ada)
        while not workers.running:
            await asyncio.sleep(0)
        registry.disconnect(ada, ada.code)
        while workers.running:
            await asyncio.sleep(0)
        assert not live.table.hints_used

    run_scenario(tmp_path, scenario)


def test_an_address_waits_for_only_so_many_hints_and_load_makes_budgets_smaller(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        (ada,), _, workers = await begin(registry)
        for _ in range(3):
            workers.queue.put(Owner("1.2.3.4", "other table"), None)
        await hint_for(ada)
        assert [share for _, _, share in workers.calls] == [0.25]
        assert [owner for owner, _, _ in workers.calls] == [Owner("", ada.code)]
        for _ in range(hints.MAX_WAITING - 3):
            workers.queue.put(Owner("1.2.3.4", "other table"), None)
        await ada.act(0)
        await ada.until(lambda: bool(ada.view(0)["view"]["moves"]))
        assert rejection(ada, address="1.2.3.4") == "table.busy"
        assert (await hint_for(ada, question="h2"))["t"] == "hint", "other addresses do not notice"
        assert workers.calls[-1][2] == hints.MIN_SHARE

    run_scenario(tmp_path, scenario)


def test_a_server_has_a_limit_of_waiting_hints_for_all_addresses_together(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        (ada,), _, workers = await begin(registry)
        for n in range(hints.MAX_WAITING_IN_ALL):
            workers.queue.put(Owner(f"1.2.3.{n}", "other table"), None)
        assert rejection(ada) == "table.many-hints"
        while workers.queue.take():
            pass
        assert (await hint_for(ada))["t"] == "hint"

    run_scenario(tmp_path, scenario)


def test_a_judgement_that_fails_is_reported_and_not_counted(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    class FailingWorkers(FastWorkers):
        async def run(self, *_: Any) -> Judgement:
            raise WorkerFailed("ZeroDivisionError: a bug of a guest's coach")

    async def scenario(registry: TableRegistry) -> None:
        (ada,), live, _ = await begin(registry)
        failing: Any = FailingWorkers()
        live.hints.workers = failing
        assert (await hint_for(ada))["key"] == "table.no-hint"
        assert used(ada) == [0, 0]

    run_scenario(tmp_path, scenario)
    assert "no hint for seat 0" in caplog.messages
