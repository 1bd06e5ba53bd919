"""Views of Sideboards contain what a seat may see and know, and resampling changes only the rest."""

from __future__ import annotations

from collections import Counter
from typing import Any

import trapezi
from trapezi.core.random import Stream
from trapezi.core.state import State


def hand(state: State, seat: int) -> list[int]:
    return list(state.visible_board(seat)["hand"])


def after(events: int, seed: int, **options: Any) -> State:
    """Return a position after this many decisions of a random game."""
    match = trapezi.game("sideboards", **options).match(seed=seed)
    rng = Stream(seed)
    for _ in range(events):
        seat = min(match.state.deciders)
        match.play(seat, match.state.choose(seat, rng))
    return match.state


def test_every_card_is_always_in_one_place() -> None:
    for seed in range(20):
        state = after(9, seed, players=3)
        for seat in range(3):
            other = state.resample(seat, Stream(seed))
            held = [card for s in range(3) for card in hand(other, s)]
            laid = [card["number"] for s in range(3) for card in other.visible_board(s)["seats"][s]["board"]]
            table = other.visible_board(seat)
            assert len(set(held + laid)) == len(held) + len(laid) == 60 - table["pile"] - table["discards"]


def test_unknown_cards_come_to_a_hand_equally_often() -> None:
    state = after(0, 3, players=2, goals="set-1")
    rng = Stream(11)
    seen: Counter[int] = Counter()
    for _ in range(5700):
        seen.update(hand(state.resample(0, rng), 1))
    assert set(seen) == set(range(1, 61)) - set(hand(state, 0))
    assert min(seen.values()) > 230  # The expected number is 300, its standard deviation about 17.
    assert max(seen.values()) < 370


def test_pending_choices_are_resampled_among_all_legal_ones() -> None:
    state = after(1, 5, players=2, goals="set-1")
    rng = Stream(12)
    boards = set()
    for _ in range(400):
        other = state.resample(1, rng)
        other.play(1, other.legal(1)[0])
        boards.add(tuple((card["number"], card["turned"]) for card in other.visible_board(-2)["seats"][0]["board"]))
    assert len(boards) > 300


def test_a_choice_that_waits_for_an_exchange_is_resampled_as_a_laid_card() -> None:
    """Seat 0 has chosen a card to lay while seat 1 exchanges. Seat 1 knows only that seat 0 does not exchange."""
    game = trapezi.game("sideboards", players=2, goals="set-1")
    match = game.match(seed=9)
    for seat in (0, 1):
        match.play(seat, "start 1 2 straight straight")
    match.play(0, "lay 1 left turned")
    match.play(1, "exchange")
    rng = Stream(13)
    ends: Counter[tuple[str, bool]] = Counter()
    for _ in range(300):
        other = match.state.resample(1, rng)
        assert other.view(1) == match.state.view(1)
        other.play(1, game.parse("lay 1 right straight"))
        board = other.visible_board(-2)["seats"][0]["board"]
        assert len(board) == 3
        old = [card["number"] for card in match.state.visible_board(-2)["seats"][0]["board"]]
        end, card = ("left", board[0]) if board[0]["number"] not in old else ("right", board[2])
        ends[end, card["turned"]] += 1
    assert len(ends) == 4
    assert min(ends.values()) > 45


def test_known_cards_stay_where_they_are() -> None:
    for seed in range(10):
        state = after(12, seed, players=4)
        for seat in range(4):
            table = state.visible_board(seat)
            other = state.resample(seat, Stream(seed))
            for s in range(4):
                known = set(table["known"]["hands"][s])
                assert known <= set(hand(other, s))
            assert known_of(other, seat) == known_of(state, seat)


def known_of(state: State, seat: int) -> list[list[int]]:
    return list(state.visible_board(seat)["known"]["hands"])


def test_previews_add_up_to_the_change_of_the_score() -> None:
    """In a solo game, a preview gives exactly the change of the score."""
    for seed in range(10):
        state = after(seed % 7, seed, players=1)
        for move in state.legal(0):
            then = state.clone()
            then.play(0, move)
            assert then.score(0) - state.score(0) == state.preview(0, move)["points"]


def test_previews_say_how_much_each_goal_gains() -> None:
    for seed in range(10):
        state = after(seed % 7, seed, players=1)
        before = gained(state)
        for move in state.legal(0):
            then = state.clone()
            then.play(0, move)
            if adds := state.preview(0, move).get("adds"):
                now = gained(then)
                change = {goal: now.get(goal, 0) - before.get(goal, 0) for goal in ("colour", "handle", "row", "bonus")}
                assert {goal: points for goal, points in change.items() if points} == adds


def gained(state: State) -> dict[str, int]:
    lines = {line.reason.key.removeprefix("sideboards.score."): line.points for line in state.score_lines(0)}
    return {**lines, "bonus": lines.get("solo-bonus", 0)}


def test_a_seat_sees_its_own_choice_with_its_preview() -> None:
    match = trapezi.game("sideboards", players=2).match(seed=5)
    offered = match.state.view(0)["moves"][7]
    match.play(0, offered["move"])
    assert match.state.visible_board(0)["chosen"] == offered
    assert match.state.visible_board(1)["chosen"] is None
    assert match.state.visible_board(-2)["chosen"] is None


def test_the_view_says_which_seat_gets_the_remaining_cards() -> None:
    last = trapezi.game("sideboards", players=3).match(seed=5)
    assert [last.state.visible_board(seat)["passes_to"] for seat in (0, 1, 2, -2)] == [1, 2, 0, None]
    rng = Stream(5)
    while last.state.visible_board(0)["turn"] < 7:
        for seat in sorted(last.state.deciders):
            last.play(seat, last.state.choose(seat, rng))
    assert last.state.visible_board(0)["passes_to"] is None
    assert trapezi.game("sideboards", players=1).match(seed=5).state.visible_board(0)["passes_to"] is None


def test_no_turn_comes_after_the_last_one() -> None:
    state = after(0, 5, players=1)
    while not state.over:
        seat = min(state.deciders)
        state.play(seat, state.choose(seat, Stream(5)))
    assert state.visible_board(0)["turn"] == state.visible_board(0)["turns"] == 7
