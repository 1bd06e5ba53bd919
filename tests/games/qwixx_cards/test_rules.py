"""Resampling draws every position that agrees with a view equally often, and inconsistent saved positions are rejected."""

from __future__ import annotations

from collections import Counter
from math import perm

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.properties import examples

import trapezi
from trapezi import NATURE, SPECTATOR
from trapezi.core.errors import BadData
from trapezi.core.random import Stream, branch

ROUNDS = 3000


def position(players: int, jokers: bool, steps: int, seed: int) -> trapezi.State:
    """Return a random position after this number of events."""
    state, rng = trapezi.game("qwixx_cards", players=players, jokers=jokers).start(), branch(seed, 0)
    for _ in range(steps):
        if not state.over:
            seat = min(state.deciders)
            state.play(seat, state.choose(seat, rng))
    return state


def hidden(state: trapezi.State, viewer: int) -> tuple[list[tuple[str, int]], set[tuple[str, int]]]:
    """Return the cards that are hidden from a seat: all other hands in order and, if a card is due, the draw pile."""
    players = [seat for seat in range(state.players) if seat != viewer]
    hands = [(c["colour"], c["number"]) for seat in players for c in state.view(seat)["board"]["hands"][seat]]
    cards = [state.game.describe(o)["card"] for o in state.chance()] if state.is_on_turn(NATURE) else []
    return hands, {(card["colour"], card["number"]) for card in cards}


@pytest.mark.parametrize("jokers", [False, True])
@pytest.mark.parametrize("viewer", [0, SPECTATOR])
def test_cards_in_other_hands_are_resampled_evenly_per_number(viewer: int, jokers: bool) -> None:
    state = position(3, jokers, 60, 4)
    known = [] if viewer < 0 else [(c["colour"], c["number"]) for c in state.view(viewer)["board"]["hands"][viewer]]
    last = state.view(viewer)["board"]["last"]
    known += [(c["colour"], c["number"]) for c in last["cards"]] if last else []
    hands, _ = hidden(state, viewer)
    rng = Stream(8)
    found = Counter(tuple(hidden(state.resample(viewer, rng), viewer)[0]) for _ in range(ROUNDS))
    suits = 5 if jokers else 4
    for number in {number for _, number in hands}:
        places = [i for i, card in enumerate(hands) if card[1] == number]
        dealt: Counter[tuple[str, ...]] = Counter()
        for hand, times in found.items():
            assert [card[1] for card in hand] == [card[1] for card in hands]
            dealt[tuple(hand[i][0] for i in places)] += times
        unseen = suits - sum(card[1] == number for card in known)
        ways = perm(unseen, len(places))
        assert len(dealt) == ways
        expected = ROUNDS / ways
        chi = sum((times - expected) ** 2 / expected for times in dealt.values())
        assert chi < ways - 1 + 5 * (2 * max(1, ways - 1)) ** 0.5


def test_the_other_cards_are_split_evenly_between_draw_pile_and_discards() -> None:
    states = (position(4, False, steps, 6) for steps in range(80, 200))
    state = next(s for s in states if s.is_on_turn(NATURE) and s.view(1)["board"]["discards"] > 5)
    look = state.view(1)["board"]
    rng = Stream(2)
    drawn: Counter[tuple[str, int]] = Counter()
    for _ in range(ROUNDS):
        other = state.resample(1, rng)
        pile = hidden(other, 1)[1]
        assert len(pile) == look["pile"] - (look["top"] is not None)
        drawn.update(pile)
    last = {(card["colour"], card["number"]) for card in (look["last"] or {"cards": []})["cards"]}
    own = {(card["colour"], card["number"]) for card in look["hands"][1]}
    assert not (last | own) & set(drawn)
    assert len(drawn) == 44 - len(last | own)
    for number in range(2, 13):  # This seat cannot tell hidden cards of the same number apart.
        times = [n for card, n in drawn.items() if card[1] == number]
        assert max(times) - min(times) < 0.08 * ROUNDS


def test_pending_choices_of_the_others_are_resampled() -> None:
    game = trapezi.game("qwixx_cards", players=3)
    match = game.match(seed=11)
    match.play(match.state.view(0)["board"]["active"], "take 1")
    number = match.state.view(0)["board"]["top"]
    match.play(1, f"red {number}")
    match.play(2, f"blue {number}" if number != 2 else "pass")
    rng = Stream(5)
    seen: Counter[int] = Counter()
    for _ in range(500):
        other = match.state.resample(2, rng)
        assert other.view(2) == match.state.view(2)
        seen[other.view(1)["board"]["choice"]] += 1
        other.play(0, game.parse("pass"))
        assert other.view(SPECTATOR)["board"]["phase"] == "play"
    assert set(seen) == set(match.state.clone().legal(0))
    assert min(seen.values()) > 500 / len(seen) / 2


@examples(60)
@given(st.integers(2, 5), st.booleans(), st.integers(0, 250), st.integers(0, 10**6))
def test_every_card_is_in_one_place_before_and_after_resampling(players: int, jokers: bool, steps: int, seed: int) -> None:
    state = position(players, jokers, steps, seed)
    for viewer in (SPECTATOR, *range(players)):
        other = state.resample(viewer, Stream(seed))
        assert other.view(viewer) == state.view(viewer)
        for each in (state, other):
            board = each.view(SPECTATOR)["board"]
            held = [(c["colour"], c["number"]) for seat in range(players) for c in each.view(seat)["board"]["hands"][seat]]
            assert len(set(held)) == len(held)
            display = 4 - board["display"].count(None)
            assert len(held) + display + board["pile"] + board["discards"] == (55 if jokers else 44)
            if each.is_on_turn(NATURE) and board["phase"] != "lots":
                pile = {(c["colour"], c["number"]) for c in (each.game.describe(o)["card"] for o in each.chance())}
                assert not pile & set(held)


@pytest.mark.parametrize("jokers", [False, True])
def test_data_with_a_card_missing_or_in_two_places_is_rejected(jokers: bool) -> None:
    state = position(3, jokers, 60, 4)
    assert state.game.restore(state.data()) == state
    top, rng, rejected = state.data()[2][1], Stream(3), 0
    for _ in range(50):
        data = state.data()
        hand = data[2][4]
        hand[rng.below(15)] = (top, 55, rng.below(44), 99, -1)[rng.below(5)]
        if sorted(hand) == sorted(state.data()[2][4]):
            continue
        with pytest.raises(BadData):
            state.game.restore(data)
        rejected += 1
    assert rejected > 30
