"""The chance of a deal of the day is the same for everyone, and all outcomes have the right probabilities."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import trapezi
from trapezi.core.game import Game
from trapezi.core.match import Match
from trapezi.core.random import Stream
from trapezi.core.special_seats import NATURE
from trapezi.tables.daily_chance import DailyChance
from trapezi.tables.daily_deals import daily_setup, games_with_deals, keyed_hash
from trapezi.tables.verifiable_chance import BY_DEAL, Proof, chance_streams, commitment

SECRET = "5a" * 32


def deal(game: str) -> Game[Any]:
    return trapezi.game(game, **daily_setup(game).options)


def played(game: Game[Any], secret: str, seed: int) -> tuple[Match, dict[str, list[int]]]:
    """Play a deal with random moves. Return the match, and its outcomes by pile and shuffle."""
    match, shared, streams, rng = Match(game, by_hand=True), DailyChance(), chance_streams(secret), Stream(seed)
    drawn: dict[str, list[int]] = {}
    while not match.state.over:
        seat = min(match.state.deciders)
        if seat == NATURE:
            outcome = shared.next_outcome(match.state, streams)
            shared.record(match.state, outcome)
            order = next((f"{d.kind} {d.shuffles}" for d in reversed(shared.piles) if outcome in d.known), "rolls")
            drawn.setdefault(order, []).append(outcome)
            match.play(NATURE, outcome)
        else:
            match.play(seat, match.state.choose(seat, rng))
    return match, drawn


@pytest.mark.parametrize("name", games_with_deals())
def test_two_players_with_different_moves_get_the_same_rolls_and_draws(name: str) -> None:
    game = deal(name)
    (_, first), (_, second) = played(game, SECRET, 1), played(game, SECRET, 2)
    others = played(game, keyed_hash(SECRET, "another day"), 1)[1]
    assert any(len(each) > 5 for each in first.values())
    for order in first.keys() & second.keys():
        # If only one of two players has drawn a card, it was not in the other's pile, or comes later in the same order.
        one, two = first[order], second[order]
        both = set(one) & set(two)
        assert [each for each in one if each in both] == [each for each in two if each in both], order
    # Until the first move, all outcomes are the same.
    begin = next(iter(first))
    assert first[begin][:1] == second[begin][:1]
    assert first != others


def test_a_die_that_leaves_the_game_does_not_change_the_others() -> None:
    state: Any = deal("qwixx").start()
    shared, streams = DailyChance(), chance_streams(SECRET)
    before = state.game.describe(shared.next_outcome(state, streams))
    state.gone = 0b0100
    after = state.game.describe(shared.next_outcome(state, streams))
    assert after["green"] == 0 != before["green"]
    assert {**after, "green": before["green"]} == before


def test_draws_have_the_right_probabilities_also_after_cards_were_put_back() -> None:
    """After two cards were put back in Silver & Gold, each card of the pile is drawn next equally often."""
    game = deal("silver_gold")
    first: Counter[bool] = Counter()
    for n in range(3000):
        state, shared, streams = game.start(), DailyChance(), chance_streams(keyed_hash(SECRET, str(n)))
        dealt = []
        while state.is_on_turn(NATURE):
            dealt.append(shared.next_outcome(state, streams))
            shared.record(state, dealt[-1])
            state.play(NATURE, dealt[-1])
        for seat in range(2):
            state.play(seat, 0)
        first[shared.next_outcome(state, streams) in dealt] += 1
    returned = 4 / state.chance_count()  # Each of the two players has put back two cards.
    assert abs(first[True] / 3000 - returned) < 4 * (returned * (1 - returned) / 3000) ** 0.5


@pytest.mark.parametrize("name", ["qwixx", "silver_gold"])
def test_every_outcome_of_a_deal_can_be_checked_from_its_secret(name: str) -> None:
    match, _ = played(deal(name), SECRET, 3)
    Proof(commitment(SECRET), SECRET, (), BY_DEAL).check(match)
    other = keyed_hash(SECRET, "x")
    with pytest.raises(trapezi.core.errors.BadLog):
        Proof(commitment(other), other, (), BY_DEAL).check(match)
