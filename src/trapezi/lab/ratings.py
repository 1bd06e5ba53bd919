"""Compute the ratings of bots, on the scale of Elo: a bot with 400 points more than another bot wins 10 of 11 games.

The ratings follow the Bradley-Terry model, which is fitted by the library choix (`pip install trapezi[arena]`). The model ignores
the order of the games, so it suits players whose strength does not change. (OpenSkill and TrueSkill are for players who learn.)
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

SCALE = 400 / math.log(10)
BOOTSTRAPS = 200  # How often the deals are resampled to estimate the intervals.
SEED = 1

# The tuple (bot a, bot b, deals), where `deals` has for each deal how many games bot a won and how many games there were.
PairResults = tuple[int, int, list[tuple[float, int]]]


def ratings(bot_count: int, pairs: list[PairResults], anchor: int, anchor_rating: float) -> list[dict[str, Any]]:
    """Return the rating of each bot with its 95 % confidence interval. Both are None if choix is not installed.

    The bot `anchor` has the rating `anchor_rating`.

    >>> even, strong = ratings(2, [(0, 1, [(1.0, 11)] * 100)], 0, 1000.0)
    >>> even["rating"], round(strong["rating"])
    (1000.0, 1399)
    """
    try:
        import choix
        import numpy as np
    except ImportError:
        return [{"rating": None, "rating_ci95": None}] * bot_count

    def fit_ratings(deal_weights: Callable[[int], Any]) -> Any:
        """Return the ratings of all bots. `deal_weights(n)` returns how much each of the n deals of a pair counts.

        Each pair gets one virtual draw, so that the rating of a bot that wins all games stays finite.
        """
        wins = np.zeros((bot_count, bot_count))
        for a, b, deals in pairs:
            results = np.array(deals or [(0.0, 0)], float)
            won, games = deal_weights(len(results)) @ results
            wins[a, b], wins[b, a] = won + 0.5, games - won + 0.5
        strengths = choix.ilsr_pairwise_dense(wins)
        return anchor_rating + SCALE * (strengths - strengths[anchor])

    if bot_count == 1:
        return [{"rating": anchor_rating, "rating_ci95": [anchor_rating, anchor_rating]}]
    rng = np.random.default_rng(SEED)
    best = fit_ratings(np.ones)
    samples = np.array([fit_ratings(lambda n: rng.multinomial(n, np.full(n, 1 / n))) for _ in range(BOOTSTRAPS)])
    low, high = np.percentile(samples, [2.5, 97.5], axis=0)
    return [{"rating": float(best[bot]), "rating_ci95": [float(low[bot]), float(high[bot])]} for bot in range(bot_count)]
