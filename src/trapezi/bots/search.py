"""Search over any game of the contract: what is hidden is drawn anew for every trial, then the game is played out.

Simultaneous decisions need no special care: in each world the others decide by the policy of the playouts, without knowing ours.
"""

from __future__ import annotations

from typing import ClassVar

from trapezi.bots.budget import Budget
from trapezi.bots.observation import Observation
from trapezi.bots.policy import Policy, ScoringPolicy, tried
from trapezi.bots.sequential_halving import Trial, sequential_halving
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

    def decide(self, observation: Observation, rng: Stream) -> int:
        if len(observation.legal) == 1:
            return observation.legal[0]
        kind = self.policy or greedy_of(observation.game.name)
        policies = [kind() for _ in range(observation.game.players)]
        moves = self.candidates(observation, policies[observation.seat])

        def world() -> Trial:
            state, luck = observation.resample(rng), rng.next64()
            return lambda way: tried(state, observation.seat, moves[way], policies, luck, self.scale)

        return moves[sequential_halving(len(moves), world, self.budget.begin())]

    def candidates(self, observation: Observation, policy: Policy) -> list[int]:
        """The moves that are tried, the most promising first."""
        if isinstance(policy, ScoringPolicy):
            return policy.best(observation.sample, observation.seat, self.most)
        return observation.legal


def greedy_of(game: str) -> type[Policy]:
    """The greedy player of a game, if it is a policy; else chance."""
    from trapezi.bots import find

    kind = find("greedy", game)
    return kind if issubclass(kind, Policy) else Policy
