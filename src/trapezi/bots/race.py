"""Which of several ways is best, if trying one is a matter of luck: a race in which the worst drop out one by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from trapezi.bots.budget import Clock

Trial = Callable[[Sequence[int]], Sequence[float]]


def race(ways: int, trial: Trial, clock: Clock) -> int:
    """The best of so many ways. `trial` gives the rewards of some of them in one and the same world.

    In the same world luck is shared, so that few trials tell two ways apart. The field shrinks evenly, by the same factor in the
    same part of the budget, down to the winner.

    >>> from trapezi.bots.budget import Budget
    >>> race(5, lambda alive: [way % 4 for way in alive], Budget(simulations=50).begin())
    3
    """
    alive = list(range(ways))
    sums = [0.0] * ways
    while len(alive) > 1 and clock.left(len(alive)):
        for way, reward in zip(alive, trial(alive), strict=True):
            sums[way] += reward
        field = max(2, round(ways ** (1 - clock.used)))
        if field < len(alive):
            alive = sorted(sorted(alive, key=lambda way: -sums[way])[:field])
    return max(alive, key=lambda way: sums[way])
