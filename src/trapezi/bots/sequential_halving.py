"""Sequential halving: find the best of several candidates by noisy trials, and drop the worst ones while the budget is spent."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt

from trapezi.bots.budget import Clock

CandidateIndex = int
RewardFunction = Callable[[CandidateIndex], float]  # Returns the reward of a candidate in one trial.


def sequential_halving(
    candidate_count: int, sample_reward_function: Callable[[], RewardFunction], clock: Clock, margin: float = 0.0
) -> CandidateIndex:
    """Return the index of the best candidate, or 0 if there is no time for a trial.

    Each trial calls `sample_reward_function` once and rates all candidates with the function that it returns. So they all get the
    same dice and hidden cards, and few trials are enough to compare them. The number of remaining candidates shrinks
    geometrically while the budget is spent. With a margin, candidate 0 is never dropped, and another candidate wins only if it
    is better by that many standard errors.

    >>> from trapezi.bots.budget import Budget
    >>> sequential_halving(5, lambda: lambda n: n % 4, Budget(simulations=50).start_clock())
    3
    """
    remaining = list(range(candidate_count))
    # A difference is the reward of a candidate minus the reward of the first remaining candidate in the same trial.
    sums = [0.0] * candidate_count  # The sum of the differences of each candidate.
    squares = [0.0] * candidate_count  # The sum of the squares of the differences of each candidate.

    def pessimistic_sum(candidate: int) -> float:
        return sums[candidate] - margin * sqrt(squares[candidate])

    while len(remaining) > 1:
        trial_reward = sample_reward_function()
        rewards = []
        for n in remaining:
            if not clock.try_to_spend():  # The budget ends in the middle of this trial, so the trial does not count.
                return max(remaining, key=pessimistic_sum)
            rewards.append(trial_reward(n))
        for n, reward in zip(remaining, rewards, strict=True):
            sums[n] += reward - rewards[0]
            squares[n] += (reward - rewards[0]) ** 2
        size = max(2, round(candidate_count ** (1 - clock.fraction_used)))
        if size < len(remaining):
            first = remaining[: margin > 0]
            remaining = sorted(first + sorted(remaining[len(first) :], key=lambda n: -sums[n])[: size - len(first)])
    return remaining[0]
