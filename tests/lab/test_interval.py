"""Intervals hold the truth as often as they claim, also for games that share their luck."""

from __future__ import annotations

import pytest

from trapezi.core.random import branch
from trapezi.lab.interval import of_deals, of_groups, wilson


@pytest.mark.parametrize("swing", [-30, 0, 30])
def test_a_rate_of_games_with_common_luck_is_within_its_interval_95_times_of_100(swing):
    """Two games a deal, each won with 60 %; how the first ends makes the second likelier or less so."""
    held = 0
    for n in range(400):
        rng = branch(swing, n)
        deals = []
        for _ in range(80):
            first = rng.below(100) < 60
            second = rng.below(1000) < 600 + 10 * swing * (0.4 if first else -0.6)
            deals.append(first + second)
        low, high = of_deals(deals, [2] * 80)
        held += low <= 0.6 <= high
    assert 365 <= held <= 394


def test_common_luck_makes_intervals_narrower_or_wider():
    def width(won):
        low, high = of_deals(won, [2] * len(won))
        return high - low

    plain = wilson(20, 40)
    assert width([1] * 20) < plain[1] - plain[0] < width([0, 2] * 10)


def test_who_won_all_may_still_lose_one_day():
    assert of_deals([2, 2, 2], [2, 2, 2])[1] == 1
    assert 0.3 < of_deals([2, 2, 2], [2, 2, 2])[0] < 0.6


def test_one_group_has_an_interval_too():
    assert of_groups([6], [2]) == [3, 3]
    low, high = of_deals([1], [2])
    assert 0 <= low < 0.5 < high <= 1
