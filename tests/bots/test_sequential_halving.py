"""Sequential halving returns the first option unless another option is significantly better."""

from __future__ import annotations

from collections.abc import Callable

from trapezi.bots import Budget
from trapezi.bots.sequential_halving import sequential_halving
from trapezi.core.random import Stream


def test_in_doubt_the_first_option_is_chosen() -> None:
    """The others are slightly better on average, but not by more than luck explains."""
    rng = Stream(1)

    def world() -> Callable[[int], float]:
        luck = [rng.below(100) for _ in range(4)]
        return lambda way: luck[way] + (1 if way else 0)

    assert sequential_halving(4, world, Budget(simulations=200).start_clock(), margin=2.0) == 0
    assert (
        sequential_halving(4, lambda: lambda way: 10 * way + rng.below(100), Budget(simulations=2000).start_clock(), margin=2.0)
        == 3
    )
