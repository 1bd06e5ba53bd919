"""Confidence intervals contain the true value as often as they claim, also for games that share their dice and cards."""

from __future__ import annotations

from typing import Any

import pytest

from trapezi.core.random import branch
from trapezi.lab.confidence_intervals import grouped_mean_interval, grouped_rate_interval, mean_interval, wilson_interval


@pytest.mark.parametrize("swing", [-30, 0, 30])
def test_the_interval_of_a_rate_contains_it_95_times_in_100(swing: Any) -> None:
    """Each deal has two correlated games, and each game is won with a probability of 60 %."""
    hits = 0
    for n in range(400):
        rng = branch(swing, n)
        deals = []
        for _ in range(80):
            first = rng.below(100) < 60
            second = rng.below(1000) < 600 + 10 * swing * (0.4 if first else -0.6)
            deals.append(first + second)
        low, high = grouped_rate_interval(deals, [2] * 80)
        hits += low <= 0.6 <= high
    assert 365 <= hits <= 394


def test_correlated_games_make_intervals_narrower_or_wider() -> Any:
    def width(won: Any) -> Any:
        low, high = grouped_rate_interval(won, [2] * len(won))
        return high - low

    plain = wilson_interval(20, 40)
    assert width([1] * 20) < plain[1] - plain[0] < width([0, 2] * 10)


def test_the_interval_of_a_bot_that_always_won_reaches_below_one() -> None:
    assert grouped_rate_interval([2, 2, 2], [2, 2, 2])[1] == 1
    assert 0.3 < grouped_rate_interval([2, 2, 2], [2, 2, 2])[0] < 0.6


def test_a_single_group_has_an_interval() -> None:
    assert grouped_mean_interval([6], [2]) == [3, 3]
    low, high = grouped_rate_interval([1], [2])
    assert 0 <= low < 0.5 < high <= 1


def test_a_single_game_has_an_interval() -> None:
    assert mean_interval(1, 5, 25) == [5, 5]


def test_wilson_intervals_match_published_values() -> None:
    assert wilson_interval(0, 7)[0] == 0
    assert wilson_interval(7, 7)[1] == 1
    assert wilson_interval(50, 100) == pytest.approx([0.4038, 0.5962], abs=1e-4)
    assert wilson_interval(0, 10) == pytest.approx([0, 0.2775], abs=1e-4)
    assert wilson_interval(10, 10) == pytest.approx([0.7225, 1], abs=1e-4)
