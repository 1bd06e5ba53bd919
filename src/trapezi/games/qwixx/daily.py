"""The deal of the day in Qwixx: the k-th roll of each die is the same for everybody (QX-8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trapezi.core.random import Stream
from trapezi.games.qwixx import notation
from trapezi.games.qwixx.sheet import CELLS, COLOURS

if TYPE_CHECKING:
    from trapezi.games.qwixx.rules import Position

DICE = 6  # Two white dice, then one of each colour.
SQUARES = {"red": "🟥", "yellow": "🟨", "green": "🟩", "blue": "🟦"}


def roll(position: Position, stream: Stream) -> int:
    """Return the roll that follows from a stream. Each die uses a number of its own in the stream, even if dice were removed."""
    outcome = 0
    for die in range(DICE):
        value = 1 + stream.below(6)
        outcome = outcome * 7 + (0 if position.gone << 2 >> die & 1 else value)
    return notation.ROLL + outcome


def share_lines(position: Position, seat: int) -> list[str]:
    """Return one line per row that shows how many crosses the row has, but not which numbers are crossed."""
    lines = []
    for row, colour in enumerate(COLOURS):
        crosses = (position.marks[seat] >> CELLS * row & (1 << CELLS) - 1).bit_count()
        lines.append(f"{SQUARES[colour]} {'✕' * crosses}{'□' * (CELLS - crosses)}")
    return lines
