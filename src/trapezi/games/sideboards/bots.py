"""Sideboards: a greedy player, and the expert that searches with it."""

from __future__ import annotations

from trapezi.bots.budget import Budget
from trapezi.bots.policy import ScoringPolicy
from trapezi.bots.search import Search
from trapezi.core.state import State
from trapezi.games.sideboards.rules import Position

EXCHANGE = 60


class Greedy(ScoringPolicy):
    """Lays where most points are added now; exchanges only if every laying adds less than the point that it costs."""

    __slots__ = ()

    def value(self, state: State, seat: int, move: int) -> int:
        position: Position = state  # type: ignore[assignment]
        if move == EXCHANGE:
            return -1
        then: Position = position.clone()
        then.lay(seat, move)
        n = position.laid + (1 if position.laid else 2)
        return then.earned(seat, n) - position.earned(seat, position.laid)


class Expert(Search):
    """All layings, tried out against greedy players."""

    game = "sideboards"
    policy = Greedy
    scale = 8.0
    max_candidates = 24
    default_budget = Budget(simulations=1000)
