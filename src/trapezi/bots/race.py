"""Which of several ways is best, if trying one is a matter of luck: a race in which the worst drop out one by one."""

from __future__ import annotations

from collections.abc import Callable

from trapezi.bots.budget import Clock

Trial = Callable[[int], float]


def race(ways: int, world: Callable[[], Trial], clock: Clock) -> int:
    """The best of so many ways, the first if there is no time to try. `world` gives a new world to try ways in, for their reward.

    In the same world luck is shared, so that few trials tell two ways apart. The field shrinks evenly, by the same factor in the
    same part of the budget, down to the winner.

    >>> from trapezi.bots.budget import Budget
    >>> race(5, lambda: lambda way: way % 4, Budget(simulations=50).begin())
    3
    """
    alive = list(range(ways))
    sums = [0.0] * ways
    while len(alive) > 1:
        trial = world()
        rewards = []
        for way in alive:
            if not clock.left():  # what only some have tried tells nothing
                return max(alive, key=lambda way: sums[way])
            rewards.append(trial(way))
        for way, reward in zip(alive, rewards, strict=True):
            sums[way] += reward
        field = max(2, round(ways ** (1 - clock.used)))
        if field < len(alive):
            alive = sorted(sorted(alive, key=lambda way: -sums[way])[:field])
    return alive[0]
