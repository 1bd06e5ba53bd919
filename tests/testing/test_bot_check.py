"""The kit finds what a bot does wrong."""

from __future__ import annotations

import itertools
import time

import pytest

import trapezi
from trapezi.bots import Budget, Observation
from trapezi.core.random import Stream
from trapezi.testing import Fault, check_bot

GAME = trapezi.game("the_game", players=3)


class Good:
    def decide(self, observation: Observation, rng: Stream) -> int:
        return observation.legal[rng.below(len(observation.legal))]


class Illegal(Good):
    def decide(self, observation: Observation, rng: Stream) -> int:
        return 10**6


class Moody(Good):
    moods = itertools.count()

    def decide(self, observation: Observation, rng: Stream) -> int:
        return observation.legal[next(self.moods) % len(observation.legal)]


class Meddling(Good):
    def decide(self, observation: Observation, rng: Stream) -> int:
        move = observation.legal[0]
        observation.sample.play(observation.seat, move)
        return move


class Slow(Good):
    def __init__(self, budget: Budget | None = None) -> None:
        self.budget = budget

    def decide(self, observation: Observation, rng: Stream) -> int:
        if self.budget is not None:
            end = time.thread_time() + 0.3
            while time.thread_time() < end:
                pass
        return observation.legal[0]


def test_a_good_bot_passes():
    report = check_bot(Good, GAME, games=3, looks=10)
    assert report.games == 3
    assert report.looks > 0
    assert report.swapped > 0


@pytest.mark.parametrize(
    ("bot", "fault"), [(Illegal, "not legal"), (Moody, "same seed"), (Meddling, "changed what it was given"), (Slow, "budget")]
)
def test_a_bad_one_does_not(bot, fault):
    with pytest.raises(Fault, match=fault):
        check_bot(bot, GAME, games=3, looks=60)


def test_a_bot_that_knows_too_much_is_found():
    """One that somehow learned the real position, which no bot is given."""
    told = []

    class Cheat(Good):
        def decide(self, observation: Observation, rng: Stream) -> int:
            return observation.legal[hash(str(told[-1])) % len(observation.legal)]

    real = Observation.__init__

    def telling(self, state, seat, rng):
        told.append(state.data())
        real(self, state, seat, rng)

    Observation.__init__ = telling
    try:
        with pytest.raises(Fault, match="cannot know"):
            check_bot(Cheat, GAME, games=3, looks=60)
    finally:
        Observation.__init__ = real
