"""An observation shows the view of a seat and no secrets, not even in its private attributes."""

from __future__ import annotations

import json
from typing import Any

import pytest

import trapezi
from trapezi import bots
from trapezi.bots import Observation
from trapezi.core.random import Stream, branch


@pytest.mark.parametrize("name", trapezi.names())
def test_the_chance_bot_plays_every_game_to_the_end(name: str) -> None:
    match = trapezi.game(name, players=2).match(seed=3)
    bot, rng = bots.make("chance", name), Stream(5)
    while not match.state.over:
        seat = min(match.state.deciders)
        match.play(seat, bot.decide(Observation(match.state, seat, rng), rng))
    assert match.state.result is not None


@pytest.mark.parametrize("name", trapezi.names())
def test_a_bot_observes_the_view_of_its_seat(name: str) -> None:
    match = trapezi.game(name, players=2).match(seed=4)
    rng = Stream(6)
    for _ in range(40):
        if match.state.over:
            break
        for seat in sorted(match.state.deciders):
            observation = Observation(match.state, seat, rng)
            assert json.dumps(observation.view) == json.dumps(match.state.view(seat))
            assert [move["move"] for move in observation.moves] == observation.legal == match.state.legal(seat)
            assert observation.resample(rng).view(seat) == observation.view
        seat = min(match.state.deciders)
        match.play(seat, match.state.choose(seat, rng))


def test_private_attributes_of_an_observation_contain_no_secret() -> None:
    match = trapezi.game("the_game", players=3).match(seed=8)
    seat = min(match.state.deciders)
    others = [s for s in range(3) if s != seat]

    def hands(state: Any) -> list[Any]:
        return [state.visible_board(s)["hand"] for s in others]

    samples = [hands(Observation(match.state, seat, branch(9, n))._sample) for n in range(5)]
    assert hands(match.state) not in samples
    assert samples[0] != samples[1]


@pytest.mark.parametrize("name", trapezi.names())
def test_an_observation_depends_only_on_the_view_and_the_stream(name: str) -> None:
    match = trapezi.game(name, players=3).match(seed=5)
    rng = Stream(7)
    while not match.state.over:
        for seat in sorted(match.state.deciders):
            other = match.state.resample(seat, rng)
            assert Observation(match.state, seat, Stream(9)).sample == Observation(other, seat, Stream(9)).sample
            match.play(seat, match.state.choose(seat, rng))
