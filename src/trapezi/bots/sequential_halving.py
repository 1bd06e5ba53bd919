"""Which of several ways is best, if trying one is a matter of luck: a race in which the worst drop out one by one."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt

from trapezi.bots.budget import Clock

Trial = Callable[[int], float]


def sequential_halving(ways: int, world: Callable[[], Trial], clock: Clock, doubt: float = 0.0) -> int:
    """The best of so many ways, the first if there is no time to try. `world` gives a new world to try ways in, for their reward.

    In the same world luck is shared, so that few trials tell two ways apart. The field shrinks evenly, by the same factor in the
    same part of the budget, down to the winner. With some doubt, the first way stays in the race and wins it unless another is
    better by so many standard errors.

    >>> from trapezi.bots.budget import Budget
    >>> sequential_halving(5, lambda: lambda way: way % 4, Budget(simulations=50).begin())
    3
    """
    alive = list(range(ways))
    sums = [0.0] * ways  # of how much better each was than the first of the field
    squares = [0.0] * ways

    def standing(way: int) -> float:
        return sums[way] - doubt * sqrt(squares[way])

    while len(alive) > 1:
        trial = world()
        rewards = []
        for way in alive:
            if not clock.left():  # what only some have tried tells nothing
                return max(alive, key=standing)
            rewards.append(trial(way))
        for way, reward in zip(alive, rewards, strict=True):
            sums[way] += reward - rewards[0]
            squares[way] += (reward - rewards[0]) ** 2
        field = max(2, round(ways ** (1 - clock.used)))
        if field < len(alive):
            first = alive[: doubt > 0]
            alive = sorted(first + sorted(alive[len(first) :], key=lambda way: -sums[way])[: field - len(first)])
    return alive[0]
