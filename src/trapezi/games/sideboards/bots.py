"""The bots of Sideboards: a greedy one, and an expert that searches with it."""

from __future__ import annotations

from trapezi.bots.budget import Budget
from trapezi.bots.policy import ScoringPolicy
from trapezi.bots.search import Search
from trapezi.core.state import State
from trapezi.games.sideboards import notation
from trapezi.games.sideboards.rules import Position


class Greedy(ScoringPolicy):
    """Makes the move that adds most points now; exchanges only if every other move loses points."""

    __slots__ = ()

    def value(self, state: State, seat: int, move: int) -> int:
        position: Position = state  # type: ignore[assignment]
        if move == notation.EXCHANGE:
            return -1
        then: Position = position.clone()
        then.lay(seat, move)
        n = position.length + (1 if position.length else 2)
        return then.board_points(seat, n) - position.board_points(seat, position.length)


class Expert(Search):
    """Searches all moves, with greedy players for the rest of the game."""

    game = "sideboards"
    policy = Greedy
    scale = 8.0
    max_candidates = 24
    default_budget = Budget(simulations=1000)
