"""95 % confidence intervals of means and rates, also for games that are correlated because they share dice and cards."""

from __future__ import annotations

import math
from collections.abc import Sequence

Z95 = 1.959963984540054
# Games with the same dice can make a result more precise. A game never counts as more than this many independent games, because
# with few deals the results may agree by accident.
MAX_GAIN = 4


def mean_interval(n: int, total: float, squares: float) -> list[float]:
    """Return the confidence interval of the mean of n numbers, given their sum and the sum of their squares.

    >>> [round(end, 2) for end in mean_interval(4, 8, 20)]
    [0.87, 3.13]
    """
    mean = total / n
    variance = max(0.0, (squares * n - total * total) / (n * (n - 1))) if n > 1 else 0.0
    half = Z95 * math.sqrt(variance / n)
    return [mean - half, mean + half]


def wilson_interval(won: float, n: float) -> list[float]:
    """Return the Wilson confidence interval of the rate won / n, which is also valid for rare events.

    >>> [round(end, 4) for end in wilson_interval(0, 100)]
    [0.0, 0.037]
    """
    rate, z2 = won / n, Z95 * Z95
    middle = (rate + z2 / (2 * n)) / (1 + z2 / n)
    half = Z95 * math.sqrt(rate * (1 - rate) / n + z2 / (4 * n * n)) / (1 + z2 / n)
    return [max(0.0, middle - half) if won else 0.0, min(1.0, middle + half) if won < n else 1.0]


def variance_of_grouped_mean(totals: Sequence[float], counts: Sequence[int]) -> float:
    """Return the variance of the mean of numbers that are correlated within groups, given each group's total and count."""
    groups, n = len(counts), sum(counts)
    mean = sum(totals) / n
    return sum((total - mean * count) ** 2 for total, count in zip(totals, counts, strict=True)) * groups / (groups - 1) / n**2


def grouped_mean_interval(totals: Sequence[float], counts: Sequence[int]) -> list[float]:
    """Return the confidence interval of the mean of numbers that are correlated within groups, from each group's total and count.

    >>> grouped_mean_interval([3, 1, 2, 2], [1, 1, 1, 1]) == mean_interval(4, 8, 18)
    True
    """
    mean = sum(totals) / sum(counts)
    half = Z95 * math.sqrt(variance_of_grouped_mean(totals, counts)) if len(counts) > 1 else 0.0
    return [mean - half, mean + half]


def grouped_rate_interval(won: Sequence[float], games: Sequence[int]) -> list[float]:
    """Return the confidence interval of a win rate, given the number of wins and of games of each deal.

    Games of the same deal are correlated. The result is therefore the Wilson interval for an equivalent number of independent
    games, which would give a win rate with the same variance. This number is at most `MAX_GAIN` times the number of games.

    >>> [round(end, 2) for end in grouped_rate_interval([1, 1, 1, 1], [2, 2, 2, 2])]
    [0.34, 0.66]
    >>> grouped = grouped_rate_interval([1, 0, 1, 0], [1, 1, 1, 1])
    >>> [round(end, 3) for end in (*grouped, *wilson_interval(1.5, 3))]
    [0.125, 0.875, 0.125, 0.875]
    """
    deals, n = len(games), sum(games)
    rate = sum(won) / n
    if deals < 2 or not 0 < rate < 1:
        return wilson_interval(rate * deals, deals)
    variance = variance_of_grouped_mean(won, games)
    effective = min(rate * (1 - rate) / variance, MAX_GAIN * n) if variance else MAX_GAIN * n
    return wilson_interval(rate * effective, effective)
