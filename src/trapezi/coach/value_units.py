"""The units in which the coach values positions, and the fixed-point numbers that make sums of values exact.

The value of a competitive game is a share of the win: 1 for a single winner, 1/2 for each of two winners, 0 for the others. The
value of a game for one player is its points. The value of a cooperative game is the chance that the team wins, unless the coach
of the game prefers points.
"""

from __future__ import annotations

from typing import Any

from trapezi.core.game import Game
from trapezi.core.state import State

WIN = "win"
POINTS = "points"

FixedPoint = int  # A fixed-point number: a value as a multiple of 1 / FIXED_POINT_ONE.
FIXED_POINT_ONE = 1 << 16  # A power of two, so that sums of such values are exact in floating point and in JSON.


def unit_of(game: Game[Any]) -> str:
    """Return the unit in which a game is valued.

    >>> import trapezi
    >>> unit_of(trapezi.game("qwixx", players=1)), unit_of(trapezi.game("qwixx", players=2))
    ('points', 'win')
    """
    return POINTS if game.players == 1 and not game.cooperative else WIN


def can_be_won(game: Game[Any]) -> bool:
    """Return whether a game can be won. A game for one player that only counts points cannot be won."""
    return game.players > 1 or game.cooperative


def win_shares(end: State) -> list[float]:
    """Return each seat's share of the win at the end of a game. With one player or a team, each share is 1 or 0."""
    result = end.final_result()
    if result.won is not None or end.game.cooperative:
        return [1.0 if result.won else 0.0] * end.players
    share = 1.0 / len(result.winners)
    return [share if seat in result.winners else 0.0 for seat in range(end.players)]


def to_fixed_point(value: float) -> FixedPoint:
    """Return a value as a fixed-point number: the nearest multiple of 1 / FIXED_POINT_ONE.

    >>> to_fixed_point(0.5), from_fixed_point(to_fixed_point(0.5))
    (32768, 0.5)
    """
    return round(value * FIXED_POINT_ONE)


def from_fixed_point(fixed_point: FixedPoint) -> float:
    """Return the value of a fixed-point number as a float, which is exact."""
    return fixed_point / FIXED_POINT_ONE
