"""`check_bot` accepts a correct bot and finds each way to write a wrong one."""

from __future__ import annotations

import itertools
from typing import Any
from zlib import crc32

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


class Unrepeatable(Good):
    calls = itertools.count()

    def decide(self, observation: Observation, rng: Stream) -> int:
        return observation.legal[next(self.calls) % len(observation.legal)]


class Raising(Good):
    def decide(self, observation: Observation, rng: Stream) -> int:
        return observation.legal[len(observation.legal)]


class ChangesThePosition(Good):
    def decide(self, observation: Observation, rng: Stream) -> int:
        move = observation.legal[0]
        observation.sample.play(observation.seat, move)
        return move


class IgnoresItsBudget(Good):
    def __init__(self, budget: Budget | None = None) -> None:
        self.budget = budget

    def decide(self, observation: Observation, rng: Stream) -> int:
        for _ in range(2000 if self.budget else 0):
            observation.resample(rng)
        return observation.legal[0]


class OverrunsItsBudget(IgnoresItsBudget):
    def decide(self, observation: Observation, rng: Stream) -> int:
        if self.budget is not None:
            clock = self.budget.start_clock()
            while clock.simulations < 1_000_000:
                clock.try_to_spend()
        return observation.legal[0]


class KeepsItsBudget(IgnoresItsBudget):
    def decide(self, observation: Observation, rng: Stream) -> int:
        if self.budget is not None:
            clock = self.budget.start_clock()
            while clock.try_to_spend():
                pass
        return observation.legal[0]


def test_a_correct_bot_passes() -> None:
    report = check_bot(Good, GAME, games=3, positions=10)
    assert report.games == 3
    assert report.repeated > 0
    assert report.resampled > 0


def test_a_bot_that_stops_when_its_budget_is_spent_passes() -> None:
    assert check_bot(KeepsItsBudget, GAME).budgeted > 0


@pytest.mark.parametrize(
    ("bot", "fault"),
    [
        (Illegal, "not legal"),
        (Raising, "IndexError .* in decide, .*test_bot_check.py"),
        (Unrepeatable, "with the same seed"),
        (ChangesThePosition, "changed what it was given"),
        (IgnoresItsBudget, "thinks for 1000 simulations or more, but its budget is spent after 50"),
        (OverrunsItsBudget, "but its budget is spent"),
    ],
)
def test_a_broken_promise_is_found_and_explained(bot: str, fault: Any) -> None:
    with pytest.raises(Fault, match=fault):
        check_bot(bot, GAME, games=3, positions=60)


def test_a_bot_that_uses_hidden_information_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Patch `Observation` to tell the bot the real position, which no bot is given."""
    positions: list[Any] = []

    class Cheat(Good):
        def decide(self, observation: Observation, rng: Stream) -> int:
            return observation.legal[crc32(str(positions[-1]).encode()) % len(observation.legal)]

    real = Observation.__init__

    def leaking(self: Observation, state: Any, seat: int, rng: Any) -> None:
        positions.append(state.data())
        real(self, state, seat, rng)

    monkeypatch.setattr(Observation, "__init__", leaking)
    with pytest.raises(Fault, match="cannot know"):
        check_bot(Cheat, GAME, games=3, positions=60)
