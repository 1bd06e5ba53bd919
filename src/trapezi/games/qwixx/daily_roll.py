"""The rolls in a deal of the day of Qwixx: the k-th roll of each die is the same for everybody (QX-8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trapezi.core.random import Stream
from trapezi.games.qwixx import notation

if TYPE_CHECKING:
    from trapezi.games.qwixx.rules import Position

DICE = 6  # Two white dice, then one of each colour.


def roll(position: Position, stream: Stream) -> int:
    """Return the roll that follows from a stream. Each die uses a number of its own in the stream, even if dice were removed."""
    outcome = 0
    for die in range(DICE):
        value = 1 + stream.below(6)
        outcome = outcome * 7 + (0 if position.gone << 2 >> die & 1 else value)
    return notation.ROLL + outcome
