"""Sequential halving: find the best of several candidates from noisy trials, dropping the worst as the budget is spent."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt

from trapezi.bots.budget import Clock

RewardFunction = Callable[[int], float]  # returns the reward of candidate n in one trial


def sequential_halving(
    candidates: int, sample_reward_function: Callable[[], RewardFunction], clock: Clock, margin: float = 0.0
) -> int:
    """Return the number of the best candidate, or 0 if there is no time for a trial.

    Each trial shares its randomness among all candidates, so that a few trials are enough to tell two of them apart. The number
    of candidates shrinks geometrically with the part of the budget that is spent. With a margin, candidate 0 is never dropped,
    and wins unless another is better by that many standard errors.

    >>> from trapezi.bots.budget import Budget
    >>> sequential_halving(5, lambda: lambda n: n % 4, Budget(simulations=50).begin())
    3
    """
    remaining = list(range(candidates))
    sums = [0.0] * candidates  # of each candidate's rewards minus those of the first remaining candidate, over all trials
    squares = [0.0] * candidates  # the same with squared differences

    def lower_bound(n: int) -> float:
        return sums[n] - margin * sqrt(squares[n])

    while len(remaining) > 1:
        trial_reward = sample_reward_function()
        rewards = []
        for n in remaining:
            if not clock.spend():  # an incomplete trial cannot be compared
                return max(remaining, key=lower_bound)
            rewards.append(trial_reward(n))
        for n, reward in zip(remaining, rewards, strict=True):
            sums[n] += reward - rewards[0]
            squares[n] += (reward - rewards[0]) ** 2
        size = max(2, round(candidates ** (1 - clock.fraction_used)))
        if size < len(remaining):
            first = remaining[: margin > 0]
            remaining = sorted(first + sorted(remaining[len(first) :], key=lambda n: -sums[n])[: size - len(first)])
    return remaining[0]
