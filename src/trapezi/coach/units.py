"""The units in which the coach values positions, and the numbers for values, whose sums are exact.

The value of a competitive game is a share of the win: 1 for the only winner, 1/2 for each of two, 0 for the others. The value of
a game for one player is its points. A cooperative game is valued by the chance that the team wins, unless the coach of the game
prefers points.
"""

from __future__ import annotations

from typing import Any

from trapezi.core.game import Game
from trapezi.core.state import State

WIN = "win"
POINTS = "points"

Parts = int  # a value as a multiple of 1 / PARTS
PARTS = 1 << 16  # a power of two, so that sums of such values are exact in floating point and in JSON


def unit_of(game: Game[Any]) -> str:
    """Return the unit in which a game is valued.

    >>> import trapezi
    >>> unit_of(trapezi.game("qwixx", players=1)), unit_of(trapezi.game("qwixx", players=2))
    ('points', 'win')
    """
    return POINTS if game.players == 1 and not game.cooperative else WIN


def can_be_won(game: Game[Any]) -> bool:
    """Return whether a game can be won, which is not so in a game for one player that counts points."""
    return game.players > 1 or game.cooperative


def win_shares(end: State) -> list[float]:
    """Return each seat's share of the win at the end of a game. With one player, and in a cooperative game, it is 1 or 0."""
    result = end.final_result()
    if result.won is not None or end.game.cooperative:
        return [1.0 if result.won else 0.0] * end.players
    share = 1.0 / len(result.winners)
    return [share if seat in result.winners else 0.0 for seat in range(end.players)]


def to_parts(value: float) -> Parts:
    """Return the nearest multiple of 1 / PARTS.

    >>> to_parts(0.5), from_parts(to_parts(0.5))
    (32768, 0.5)
    """
    return round(value * PARTS)


def from_parts(parts: Parts) -> float:
    """Convert parts back to points or to shares of a win. The conversion is exact."""
    return parts / PARTS
