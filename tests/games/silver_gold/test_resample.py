"""Resampling a position of Silver & Gold keeps what a seat knows and draws the rest evenly."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from tests.properties import examples

import trapezi
from trapezi import NATURE, SPECTATOR


def position(players: int, seed: int, steps: int) -> Any:
    """Return a position after this many random events."""
    state = trapezi.game("silver_gold", players=players).start()
    rng = trapezi.Stream(seed)
    for _ in range(steps):
        if state.over:
            break
        seats = sorted(state.deciders)
        seat = seats[rng.below(len(seats))]
        state.play(seat, state.choose(seat, rng))
    return state


@examples(80)
@given(st.integers(2, 4), st.integers(0, 2**32), st.integers(0, 150), st.integers(0, 2**32))
def test_a_resampled_position_looks_the_same_and_needs_only_the_view(players: int, seed: int, steps: int, other: int) -> None:
    state = position(players, seed, steps)
    for seat in (SPECTATOR, *range(players)):
        before = json.dumps(state.view(seat))
        one = state.resample(seat, trapezi.Stream(other))
        assert json.dumps(one.view(seat)) == before
        again = state.resample(seat, trapezi.Stream(other + 1)).resample(seat, trapezi.Stream(other))
        assert again == one
        assert json.dumps(state.view(seat)) == before


@examples(20)
@given(st.integers(2, 4), st.integers(0, 2**32), st.integers(0, 100))
def test_a_resampled_position_can_be_played_to_its_end(players: int, seed: int, steps: int) -> None:
    rng = trapezi.Stream(seed)
    state = position(players, seed, steps).resample(0, rng)
    while not state.over:
        seat = min(state.deciders)
        state.play(seat, state.choose(seat, rng))
    cards = [card for seat in state.view(0)["board"]["seats"] for card in ids(seat)]
    assert len(set(cards)) == len(cards)


def ids(seat: dict[str, Any]) -> list[int]:
    return [card["id"] for card in [*seat["completed"], *seat["cards"]] if card]


def test_every_unseen_card_can_be_in_a_hidden_hand() -> None:
    state = position(2, 5, 8)
    own = {card["id"] for card in state.view(0)["board"]["hand"]}
    seen: Counter[int] = Counter()
    for n in range(400):
        seen.update(card["id"] for card in state.resample(0, trapezi.Stream(n)).view(1)["board"]["hand"])
    assert set(seen) == set(range(1, 48)) - own
    assert all(15 < times < 70 for times in seen.values())  # The expected number is 400 * 4 / 43 = 37.


def test_the_remaining_pile_does_not_tell_which_expedition_cards_were_used() -> None:
    match = trapezi.game("silver_gold", players=2).match(by_hand=True)
    rng = trapezi.Stream(3)
    turned = 0
    while turned < 3:
        seat = min(match.state.deciders)
        if match.state.view(0)["board"]["phase"] == "turning":
            match.play(NATURE, ("expedition 1", "expedition 6", "expedition 2")[turned])
            turned += 1
        else:
            match.play(seat, match.state.choose(seat, rng))
    left: Counter[str] = Counter()
    for n in range(700):
        state = match.state.resample(0, trapezi.Stream(n))
        assert state.view(0)["board"]["expedition"]["design"] == "I3"
        while state.view(0)["board"]["phase"] != "turning":
            seat = min(state.deciders)
            state.play(seat, state.choose(seat, rng))
        assert state.chance().count == 5
        left.update(state.game.text(outcome) for outcome in state.chance())
    others = [left[f"expedition {n}"] for n in (1, 4, 5, 6, 7, 8)]
    assert all(440 < times < 560 for times in others)  # Two of the other seven cards are used. The expected number is 500.
    assert 200 < left["expedition 2"] < 300  # One of the two cards with this design is on top.
    assert 200 < left["expedition 3"] < 300


@examples(25)
@given(st.integers(2, 4), st.integers(0, 2**32))
def test_nobody_sees_the_draft_of_another_player_before_it_is_revealed(players: int, seed: int) -> None:
    match = trapezi.game("silver_gold", players=players).match(seed=seed)
    rng = trapezi.Stream(seed)
    for _ in range(60):
        seats = sorted(match.state.deciders)
        seat = seats[rng.below(len(seats))]
        others = [s for s in (SPECTATOR, *range(players)) if s != seat]
        before = [match.state.view(other) for other in others]
        move = match.state.choose(seat, rng)
        pending = len(seats) > 1
        match.play(seat, move)
        if pending:
            for other, was in zip(others, before, strict=True):
                now = match.state.view(other)
                assert {**now, "deciders": 0} == {**was, "deciders": 0}


def test_marks_may_be_taken_back_one_by_one_until_all_are_revealed() -> None:
    match = trapezi.game("silver_gold", players=2).match(by_hand=True)
    for card in (13, 14, 15, 16, 25, 26, 27, 28):
        match.play(NATURE, f"treasure {card}")
    match.play(0, "keep 1 2")
    match.take_back(0)
    match.play(0, "keep 1 3")
    match.play(1, "keep 1 2")
    for card in (1, 2, 3, 4):
        match.play(NATURE, f"treasure {card}")
    match.play(NATURE, "expedition 1")
    fresh = match.state.clone()
    match.play(0, "left a1 b1")  # Square a1 is an X, so the player must mark one more square.
    match.play(1, "left a1 b1")
    match.take_back(1)
    match.take_back(0)
    assert match.state == fresh
    match.play(0, "left a1 b1")
    match.play(0, "right a1")
    match.take_back(0)
    match.play(0, "right b1")
    match.play(1, "left a1 b1")
    assert not match.can_take_back(0)
    assert match.state.view(0)["board"]["seats"][0]["cards"][1]["marked"] == [1]


def test_others_do_not_learn_how_many_marks_a_pending_decision_has() -> None:
    match = trapezi.game("silver_gold", players=2).match(seed=1)
    for seat in (0, 1):
        match.play(seat, match.state.legal(seat)[0])
    known = match.history(0)
    owing = [move for move in match.state.legal(1) if match.state.preview(1, move).get("owed", 0) > 0]
    match.play(1, owing[0])
    assert 1 in match.state.deciders
    assert match.history(0) == known
    while 1 in match.state.deciders:
        match.play(1, match.state.legal(1)[0])
    assert match.history(0) == known
    assert 1 not in match.state.deciders
