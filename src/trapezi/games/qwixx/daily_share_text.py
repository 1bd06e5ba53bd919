"""The lines that players of Qwixx may share about the deal of the day, which do not reveal the deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trapezi.games.qwixx.sheet import CELLS, COLOURS

if TYPE_CHECKING:
    from trapezi.games.qwixx.rules import Position

SQUARES = {"red": "🟥", "yellow": "🟨", "green": "🟩", "blue": "🟦"}


def share_lines(position: Position, seat: int) -> list[str]:
    """Return one line per row that shows how many crosses the row has, but not which numbers are crossed."""
    lines = []
    for row, colour in enumerate(COLOURS):
        crosses = (position.marks[seat] >> CELLS * row & (1 << CELLS) - 1).bit_count()
        lines.append(f"{SQUARES[colour]} {'✕' * crosses}{'□' * (CELLS - crosses)}")
    return lines
