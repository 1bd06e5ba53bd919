"""Monte Carlo search for any game: sample what is hidden, try each move, and play the rest of the game with fast policies.

Simultaneous decisions need no special treatment: a policy does not look at the hidden decisions of other seats.
"""

from __future__ import annotations

from typing import ClassVar

from trapezi.bots.budget import Budget
from trapezi.bots.observation import Observation
from trapezi.bots.policy import Policy, ScoringPolicy, rollout_reward
from trapezi.bots.sequential_halving import RewardFunction, sequential_halving
from trapezi.core.random import Stream


class Search:
    """A bot that finds the best move by sequential halving over rollouts, in states that are consistent with the seat's view.

    The expert of a game can be a subclass that sets a better policy and other class attributes.
    """

    policy: ClassVar[type[Policy] | None] = None  # The policy that plays the rollouts; None means `greedy_or_random_policy`.
    scale: ClassVar[float] = 20.0  # A lead of this many points gives a reward of 0.75 (see `policy.reward`).
    max_candidates: ClassVar[int] = 64  # If the policy is a `ScoringPolicy`, try only this many of its best moves.
    default_budget: ClassVar[Budget] = Budget(simulations=400)

    def __init__(self, budget: Budget | None = None) -> None:
        self.budget = budget or self.default_budget

    def decide(self, observation: Observation, rng: Stream) -> int:
        if len(observation.legal) == 1:
            return observation.legal[0]
        policy_class = self.policy or greedy_or_random_policy(observation.game.name)
        policies = [policy_class() for _ in range(observation.game.players)]
        moves = self.candidate_moves(observation, policies[observation.seat])

        def sample_reward_function() -> RewardFunction:
            state, seed = observation.resample(rng), rng.next64()
            return lambda n: rollout_reward(state, observation.seat, moves[n], policies, seed, self.scale)

        return moves[sequential_halving(len(moves), sample_reward_function, self.budget.start_clock())]

    def candidate_moves(self, observation: Observation, policy: Policy) -> list[int]:
        """Return the moves to try, the most promising first."""
        if isinstance(policy, ScoringPolicy):
            return policy.best_moves(observation.sample, observation.seat, self.max_candidates)
        return observation.legal


def greedy_or_random_policy(game_name: str) -> type[Policy]:
    """Return the class of a game's greedy bot. If it is not a `Policy`, return `Policy` itself, which plays at random."""
    from trapezi.bots import find_class

    greedy = find_class("greedy", game_name)
    return greedy if issubclass(greedy, Policy) else Policy
