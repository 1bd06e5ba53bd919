"""Ratings: how strong bots are on one scale, where 400 points more win ten games of eleven.

Bradley and Terry's model is the one for players whose strength does not change: all games count alike, whenever they were
played. It is fitted by choix (`pip install trapezi[arena]`); OpenSkill and TrueSkill follow players who learn, and depend on the
order of games.
"""

from __future__ import annotations

import math
from typing import Any

SCALE = 400 / math.log(10)
DRAWS = 200  # times that deals are drawn again, to see how far a rating may be off
SEED = 1

Duel = tuple[int, int, list[tuple[float, int]]]  # a, b, and deal by deal: won by a, of how many


def ratings(bots: int, duels: list[Duel], anchor: int, value: float) -> list[dict[str, Any]]:
    """A rating per bot with its 95 % interval; the anchor has the value by definition. Without choix, none.

    >>> even, strong = ratings(2, [(0, 1, [(1.0, 11)] * 100)], 0, 1000.0)
    >>> even["rating"], round(strong["rating"])
    (1000.0, 1399)
    """
    try:
        import choix
        import numpy as np
    except ImportError:
        return [{"rating": None, "rating_ci95": None}] * bots

    def rated(weigh: Any) -> Any:
        """All ratings, deals weighed by some function. Everybody has tied once: who won all is strong, not infinitely so."""
        wins = np.zeros((bots, bots))
        for a, b, deals in duels:
            told = np.array(deals or [(0.0, 0)], float)
            won, games = weigh(len(told)) @ told
            wins[a, b], wins[b, a] = won + 0.5, games - won + 0.5
        strengths = choix.ilsr_pairwise_dense(wins)
        return value + SCALE * (strengths - strengths[anchor])

    if bots == 1:
        return [{"rating": value, "rating_ci95": [value, value]}]
    rng = np.random.default_rng(SEED)
    best = rated(np.ones)
    drawn = np.array([rated(lambda n: rng.multinomial(n, np.full(n, 1 / n))) for _ in range(DRAWS)])
    low, high = np.percentile(drawn, [2.5, 97.5], axis=0)
    return [{"rating": float(best[bot]), "rating_ci95": [float(low[bot]), float(high[bot])]} for bot in range(bots)]
