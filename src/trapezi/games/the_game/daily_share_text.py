"""The lines that players of The Game may share about the deal of the day, which do not reveal the deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from trapezi.games.the_game.rules import Position

SQUARES = 14  # The number of squares for 98 cards.
CARDS_PER_SQUARE = 7


def share_lines(position: Position, seat: int) -> list[str]:
    """Return a line of squares, with a cross for every seven cards that were laid."""
    crosses = position.score(seat) // CARDS_PER_SQUARE
    return ["✕" * crosses + "□" * (SQUARES - crosses)]
