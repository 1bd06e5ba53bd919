"""The bots of Market Day: a greedy bot, an expert that searches, and the five levels."""

from __future__ import annotations

from market_day.rules import COINS, HIGH, LOW
from trapezi.bots import Observation
from trapezi.bots.levels import Level, budget_with_time_limit
from trapezi.bots.policy import ScoringPolicy
from trapezi.bots.search import Search
from trapezi.core.random import Stream
from trapezi.core.state import State


class Greedy(ScoringPolicy):
    """Bids as many coins as the crate deserves, and shouts the truth when its hand is extreme."""

    def value(self, state: State, seat: int, move: int) -> int:
        value: int = state.game.deck.crates[state.crate][1]  # type: ignore[attr-defined]
        return -abs(move - COINS * abs(value) // 9)

    def signal(self, observation: Observation, rng: Stream) -> int | None:
        hand = observation.legal
        if not hand or not observation.optional:
            return None
        return HIGH if hand[0] > COINS // 2 else LOW if hand[-1] < COINS // 2 else None


class Expert(Search):
    game = "market_day"
    policy = Greedy
    scale = 5.0


LEVELS = (
    Level("greedy", 60),
    Level("greedy", 25),
    Level("greedy"),
    Level("expert", 10, budget_with_time_limit(50)),
    Level("expert", 0, budget_with_time_limit(300)),
)
