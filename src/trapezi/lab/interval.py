"""How far a figure may be off by luck: 95 % intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence

Z95 = 1.959963984540054
SHARPENED = 4  # common luck makes a game worth at most so many: few games agree by accident


def interval(n: int, total: float, squares: float) -> list[float]:
    """The mean of n numbers with their sum and sum of squares, as low and high end of its 95 % interval.

    >>> [round(end, 2) for end in interval(4, 8, 20)]
    [0.87, 3.13]
    """
    mean = total / n
    variance = max(0.0, (squares * n - total * total) / (n * (n - 1))) if n > 1 else 0.0
    half = Z95 * math.sqrt(variance / n)
    return [mean - half, mean + half]


def of_mean(values: Sequence[float]) -> list[float]:
    """The mean of some numbers, the same way."""
    return interval(len(values), sum(values), sum(value * value for value in values))


def wilson(won: float, n: float) -> list[float]:
    """A rate as low and high end of its 95 % interval, good for rare events too.

    >>> [round(end, 4) for end in wilson(0, 100)]
    [0.0, 0.037]
    """
    rate, z2 = won / n, Z95 * Z95
    middle = (rate + z2 / (2 * n)) / (1 + z2 / n)
    half = Z95 * math.sqrt(rate * (1 - rate) / n + z2 / (4 * n * n)) / (1 + z2 / n)
    return [max(0.0, middle - half) if won else 0.0, min(1.0, middle + half) if won < n else 1.0]


def spread(totals: Sequence[float], numbers: Sequence[int]) -> float:
    """The variance of a mean whose numbers came in groups with the same luck: the total and how many, group by group."""
    groups, n = len(numbers), sum(numbers)
    mean = sum(totals) / n
    return sum((total - mean * m) ** 2 for total, m in zip(totals, numbers, strict=True)) * groups / (groups - 1) / n**2


def of_groups(totals: Sequence[float], numbers: Sequence[int]) -> list[float]:
    """Such a mean as low and high end of its 95 % interval.

    >>> of_groups([3, 1, 2, 2], [1, 1, 1, 1]) == of_mean([3, 1, 2, 2])
    True
    """
    mean = sum(totals) / sum(numbers)
    half = Z95 * math.sqrt(spread(totals, numbers)) if len(numbers) > 1 else 0.0
    return [mean - half, mean + half]


def of_deals(won: Sequence[float], games: Sequence[int]) -> list[float]:
    """The same for a rate: so many won, of so many.

    Games of a group tell more together than apart, or less; as many independent games as would tell the same go to Wilson.

    >>> [round(end, 2) for end in of_deals([1, 1, 1, 1], [2, 2, 2, 2])]
    [0.34, 0.66]
    >>> [round(end, 3) for end in of_deals([1, 0, 1, 0], [1, 1, 1, 1])] == [round(end, 3) for end in wilson(1.5, 3)]
    True
    """
    deals, n = len(games), sum(games)
    rate = sum(won) / n
    if deals < 2 or not 0 < rate < 1:
        return wilson(rate * deals, deals)
    variance = spread(won, games)
    worth = min(rate * (1 - rate) / variance, SHARPENED * n) if variance else SHARPENED * n
    return wilson(rate * worth, worth)
