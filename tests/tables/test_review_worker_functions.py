"""Workers prepare games of tables and logs for reviews, review a few events at a time, and encode the review."""

from __future__ import annotations

import gzip
import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from tests.coach.played_games import play_game
from tests.tables.connections import open_table, run_scenario
from tests.tables.test_reviews import play_round

import trapezi
from trapezi.core.errors import BadLog
from trapezi.core.log import log_lines
from trapezi.games import find
from trapezi.tables import review_worker_functions as worker
from trapezi.tables.errors import Rejected
from trapezi.tables.registry import TableRegistry

SIMULATIONS = 40


def review_in_slices(prepared: bytes, events: int, seconds: float = 0.0) -> Any:
    parts: list[bytes] = []
    done = 0
    while done <= events:
        done, part = worker.review_events(prepared, done, seconds)
        parts.append(part)
    return json.loads(gzip.decompress(worker.encode_review(prepared, parts)))


def log_of(name: str, players: int, **more: Any) -> str:
    return "\n".join(log_lines(play_game(name, players, **more)))


@pytest.mark.parametrize("game", trapezi.names())
def test_every_game_is_reviewed_in_slices_as_at_once(game: str) -> None:
    prepared, events = worker.prepare_log(log_of(game, 2, events=30), SIMULATIONS)
    sliced = review_in_slices(prepared, events)
    assert sliced == review_in_slices(prepared, events, seconds=3600.0)
    assert sliced["cooperative"] == find(game).cooperative
    for decision in sliced["decisions"]:
        played = next(move for move in decision["moves"] if move["move"] == decision["played"])
        assert decision["moves"][0]["cost"] == 0
        assert decision["cost"] == (played["cost"] if played["worse"] else 0)
    by_number = {decision["n"]: decision for decision in sliced["decisions"]}
    assert all(by_number[n]["mistake"] for n in sliced["moments"])
    assert set(sliced["turning_points"]) <= {point["n"] for point in sliced["curve"]}


def test_a_call_reviews_at_least_one_event_and_stops_when_its_time_is_over() -> None:
    prepared, _ = worker.prepare_log(log_of("qwixx", 2, events=30), 2)
    assert [worker.review_events(prepared, first, -1.0)[0] for first in (0, 1, 29)] == [1, 2, 30]
    assert worker.review_events(prepared, 0, 3600.0)[0] == 31


def test_moves_that_the_clock_or_a_bot_made_are_nobodys_mistakes(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, bo = await open_table(registry)
        await ada.command("start")
        live = registry.live[ada.code]
        await ada.act(0, ada.view(0)["view"]["moves"][0]["move"])
        await ada.command("take_back", seat=0)
        await ada.act(0, ada.view(0)["view"]["moves"][0]["move"])
        version = bo.view(1)["version"]
        await live.play_for_seat(1, version, bo.view(1)["view"]["moves"][0]["move"], bot=False)
        await play_round(ada, bo)
        await ada.command("end_early")
        lines = await registry.store.read(ada.code)
        game = worker.unpickle_game(worker.prepare_game_of_table(ada.code, lines, 1, SIMULATIONS)[0])
        by_clock = [n for n, (seat, _) in enumerate(game.match.events, 1) if seat == 1][:1]
        assert game.played_by == dict.fromkeys(by_clock, "clock")
        assert game.people == (0, 1)
        prepared = pickle.dumps(game)
        review = review_in_slices(prepared, len(game.match.events))
        assert {each["n"] for each in review["decisions"] if each["played_by"] == "clock"} <= set(by_clock)
        assert not set(review["moments"]) & set(by_clock)

    run_scenario(tmp_path, scenario)


def test_only_people_learn_from_their_mistakes() -> None:
    match = play_game("silver_gold", 2, bot="level-1", events=80)
    game = worker.unpickle_game(worker.prepare(match, 300, (1,), {})[0])
    review = review_in_slices(pickle.dumps(game), len(match.events))
    seats = {decision["n"]: decision["seat"] for decision in review["decisions"]}
    assert review["moments"]
    assert {seats[n] for n in review["moments"]} == {1}


def test_only_the_best_of_many_moves_and_the_played_one_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "MAX_MOVES", 2)
    prepared, events = worker.prepare_log(log_of("silver_gold", 2, bot="level-1", events=40), SIMULATIONS)
    decisions = review_in_slices(prepared, events)["decisions"]
    assert {len(decision["moves"]) for decision in decisions} == {2, 3}
    assert all(decision["played"] in [move["move"] for move in decision["moves"]] for decision in decisions)


def test_games_without_moves_and_endless_games_are_not_reviewed(monkeypatch: pytest.MonkeyPatch) -> None:
    start = trapezi.game("qwixx", players=2).match(seed=1)
    with pytest.raises(Rejected, match=r"table\.nothing-to-review"):
        worker.prepare(start, None, (), {})
    match = play_game("qwixx", 2, events=30)
    monkeypatch.setattr(worker, "MAX_EVENTS", 29)
    with pytest.raises(Rejected, match=r"table\.too-long-to-review"):
        worker.prepare(match, 2, (), {})
    with pytest.raises(BadLog, match=r"common\.log\.too-long"):
        worker.prepare_log("\n".join(log_lines(match)), 2)
