"""A review says what decisions cost and what luck brought, and its sums are exact."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest
from tests.coach.played_games import play_game

import trapezi
from trapezi import Stream
from trapezi.bots import Budget
from trapezi.coach import Reviewer, review
from trapezi.core.log import log_lines, save_log

BUDGET = Budget(simulations=60)
SIZES = [
    ("qwixx", 1),
    ("qwixx", 3),
    ("qwixx_cards", 2),
    ("sideboards", 1),
    ("sideboards", 3),
    ("silver_gold", 2),
    ("the_game", 2),
]


@pytest.mark.parametrize(("name", "players"), SIZES)
def test_the_sum_of_every_seat_is_exact_after_a_trip_through_json(name: str, players: int) -> None:
    match = play_game(name, players)
    data = json.loads(json.dumps(review(match, BUDGET).data()))
    for seat in data["seats"]:
        assert seat["start"] + seat["luck"] - seat["lost"] + seat["others"] == seat["result"]
        own = [decision for decision in data["decisions"] if decision["seat"] == seat["seat"]]
        assert sum(decision["cost"] for decision in own) == seat["lost"]
        assert sum(event["luck"][seat["seat"]] for event in data["chance"]) == seat["luck"]
        assert sum(decision["mistake"] for decision in own) == seat["mistakes"]
    for decision in data["decisions"]:
        values = {move["text"]: move["value"] for move in decision["moves"]}
        assert decision["cost"] == values[decision["best"]] - values[decision["played"]] >= 0
        assert len(values) > 1


@pytest.mark.parametrize(("name", "players"), SIZES)
def test_results_are_shares_of_the_win_or_points(name: str, players: int) -> None:
    match = play_game(name, players)
    found = review(match, Budget(simulations=8))
    results = [seat.data()["result"] for seat in found.seats]
    if found.unit == "points":
        assert results == match.state.scores
    else:
        assert sum(results) == pytest.approx(1, abs=1e-4)
        assert [seat for seat, result in enumerate(results) if result] == list(match.state.final_result().winners)


def test_every_event_that_changes_something_is_on_the_curve() -> None:
    match = play_game("qwixx", 2)
    found = review(match, BUDGET)
    numbers = [n for n, _ in found.curve]
    assert numbers == sorted({0, *(each.n for each in found.decisions), *(each.n for each in found.chance)})
    assert all(sum(position.win or ()) == pytest.approx(1) for _, position in found.curve)
    texts = {n: match.game.text(move) for n, (_, move) in enumerate(match.events, 1)}
    assert all(texts[each.n] == each.text for each in found.chance)
    assert all(texts[each.n] == each.played.text for each in found.decisions)


def test_luck_is_the_change_of_the_curve_at_a_roll() -> None:
    found = review(play_game("qwixx", 2), BUDGET)
    positions = [position.values for _, position in found.curve]
    for before, (n, after) in zip(positions, found.curve[1:], strict=False):
        for event in found.chance:
            if event.n == n:
                assert event.luck == tuple(new - old for new, old in zip(after.values, before, strict=True))


def test_the_moments_are_the_most_expensive_mistakes() -> None:
    found = review(play_game("silver_gold", 2, bot="level-1"), Budget(simulations=300))
    moments = found.most_instructive_decisions()
    assert len(moments) == 3
    assert all(each.is_mistake for each in moments)
    assert moments[0].cost == max(each.cost for each in found.decisions if each.is_mistake)
    assert all(each.seat == 1 for each in found.most_instructive_decisions([1]))
    assert moments[0] not in found.most_instructive_decisions(without=[moments[0].n])


def test_turning_points_are_the_greatest_changes_of_the_curve() -> None:
    found = review(play_game("qwixx", 2), BUDGET)
    values = [position.values[0] for _, position in found.curve]
    changes = {n: abs(after - before) for (n, _), before, after in zip(found.curve[1:], values, values[1:], strict=False)}
    points = found.turning_points()
    assert 0 < len(points) <= 5
    assert points == sorted(points)
    assert min(changes[n] for n in points) >= max(change for n, change in changes.items() if n not in points)


def test_processes_can_share_a_review() -> None:
    match = play_game("qwixx", 2, events=30)
    parts = []
    for first, last in ((0, 9), (10, 10), (11, 30)):
        reviewer = Reviewer(match, BUDGET)
        part = [event for event in reviewer.review_events_from(first) if event.n <= last]
        parts += pickle.loads(pickle.dumps(part))
    assert Reviewer(match, BUDGET).assemble(parts).data() == review(match, BUDGET).data()


def test_a_review_of_a_log_is_the_review_of_its_match(tmp_path: Path) -> None:
    match = play_game("qwixx", 2, events=30)
    save_log(match, tmp_path / "game.jsonl")
    expected = review(match, BUDGET).data()
    assert review(tmp_path / "game.jsonl", BUDGET).data() == expected
    assert review(log_lines(match), BUDGET).data() == expected


def test_a_game_that_is_not_over_ends_with_its_expectation() -> None:
    found = review(play_game("qwixx", 2, events=30), BUDGET)
    assert not found.over
    assert all(0 < seat.result < 65536 for seat in found.seats)


def test_progress_adds_up_to_the_whole_work_and_can_be_stopped() -> None:
    match = play_game("qwixx", 2, events=30)
    fractions: list[float] = []
    review(match, Budget(simulations=2), fractions.append)
    assert sum(fractions) == pytest.approx(1)
    reviewer = Reviewer(match, Budget(simulations=2))
    next(reviewer.steps)
    assert [event.n for event in reviewer.reviewed] == [0, 1]
    assert reviewer.run_to_end().data() == review(match, Budget(simulations=2)).data()


@pytest.mark.parametrize("name", trapezi.names())
def test_what_a_seat_could_not_know_changes_no_byte_of_the_review_of_its_decision(name: str) -> None:
    match = play_game(name, 2, seed=3, events=25)
    seat = min(match.state.deciders)
    reviewer, move, texts = Reviewer(match, BUDGET), match.state.legal(seat)[-1], set()
    state = match.state
    for n in range(3):
        match.state = state.resample(seat, Stream(n))
        decision = reviewer.review_decision(match, 26, seat, move)
        assert decision is not None
        texts.add(json.dumps(decision.data()))
    assert len(texts) == 1


def test_signals_and_forced_moves_are_no_decisions() -> None:
    match = trapezi.game("the_game", players=2).match(seed=3)
    signal = match.state.optional(1)[0]
    match.play(1, signal)
    match.play(0, match.state.legal(0)[0])
    found = review(match, Budget(simulations=40))
    assert [decision.seat for decision in found.decisions] == [0]


def test_taken_back_moves_are_not_reviewed() -> None:
    match = trapezi.game("qwixx", players=2).match(seed=7)
    match.play(0, match.state.legal(0)[0])
    match.take_back(0)
    match.play(0, "pass")
    found = review(match, BUDGET)
    assert [decision.played.text for decision in found.decisions] == ["pass"]
