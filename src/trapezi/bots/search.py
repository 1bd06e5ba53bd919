"""Search over any game of the contract: what is hidden is drawn anew for every trial, then the game is played out.

Simultaneous decisions need no special care: in each world the others decide by the policy of the playouts, without knowing ours.
"""

from __future__ import annotations

from typing import ClassVar

from trapezi.bots.budget import Budget
from trapezi.bots.policy import Judge, Policy, tried
from trapezi.bots.sequential_halving import Trial, race
from trapezi.bots.observation import Seen
from trapezi.core.random import Stream

USUAL = Budget(simulations=400)


class Search:
    """Lets all moves race against one another in worlds that agree with what the seat knows.

    The experts of games without hidden plans are searches with a better policy, told here as class attributes.
    """

    policy: ClassVar[type[Policy] | None] = None  # for the playouts; none: the greedy player of the game if it is quick
    scale: ClassVar[float] = 20.0  # points that are a clear lead
    most: ClassVar[int] = 64  # moves in the race; of more than these a judge takes the best
    usual: ClassVar[Budget] = USUAL

    def __init__(self, budget: Budget | None = None) -> None:
        self.budget = budget or self.usual

    def decide(self, seen: Seen, rng: Stream) -> int:
        if len(seen.legal) == 1:
            return seen.legal[0]
        kind = self.policy or greedy_of(seen.game.name)
        policies = [kind() for _ in range(seen.game.players)]
        moves = self.candidates(seen, policies[seen.seat])

        def world() -> Trial:
            state, luck = seen.resample(rng), rng.next64()
            return lambda way: tried(state, seen.seat, moves[way], policies, luck, self.scale)

        return moves[race(len(moves), world, self.budget.begin())]

    def candidates(self, seen: Seen, policy: Policy) -> list[int]:
        """The moves that are tried, the most promising first."""
        if isinstance(policy, Judge):
            return policy.best(seen.like, seen.seat, self.most)
        return seen.legal


def greedy_of(game: str) -> type[Policy]:
    """The greedy player of a game, if it is a policy; else chance."""
    from trapezi.bots import find

    kind = find("greedy", game)
    return kind if issubclass(kind, Policy) else Policy
