"""The bots of Sideboards: a greedy policy, and an expert that simulates games with this policy."""

from __future__ import annotations

from trapezi.bots.budget import Budget
from trapezi.bots.policy import ScoringPolicy
from trapezi.bots.search import Search
from trapezi.core.state import State
from trapezi.games.sideboards import notation
from trapezi.games.sideboards.rules import Position


class Greedy(ScoringPolicy):
    """Makes the move that adds the most points now, and exchanges only if every other move loses points."""

    def value(self, state: State, seat: int, move: int) -> int:
        position: Position = state  # type: ignore[assignment]
        if move == notation.EXCHANGE:
            return -1
        then: Position = position.clone()
        then.lay_cards(seat, move)
        n = position.length + (1 if position.length else 2)
        return then.board_points(seat, n) - position.board_points(seat, position.length)


class Expert(Search):
    """Simulates every move, with `Greedy` playing the rest of the game for all seats."""

    game = "sideboards"
    policy = Greedy
    scale = 8.0
    max_candidates = 24
    default_budget = Budget(simulations=1000)
