"""Moves and rolls of Qwixx as text and as data, in both directions. `notation.pxd` repeats the numbers for compiled modules."""

from __future__ import annotations

from typing import Any

from trapezi.games.qwixx.layout import Layout
from trapezi.games.qwixx.sheet import COLOURS, PASS

ROLL = 45  # outcomes: ROLL + six base-7 digits (white, white, red, yellow, green, blue), 0 for a die that has left
ROLLS = 7**6


def text(layout: Layout, move: int) -> str:
    """Return `red 7`, `pass` or `roll 4 1 3 6 2 5`, with a dash for a die that has left the game."""
    if move == PASS:
        return "pass"
    if move >= ROLL:
        return "roll " + " ".join(str(face or "-") for face in faces(move))
    return layout.text(move)


def parse(layout: Layout, text: str) -> int | None:
    match text.split(" "):
        case ["pass"]:
            return PASS
        case ["roll", *dice] if len(dice) == 6 and all(die in set("123456-") for die in dice):
            roll = 0
            for die in dice:
                roll = roll * 7 + (0 if die == "-" else int(die))
            return ROLL + roll
    return layout.parse(text)


def describe(layout: Layout, move: int) -> dict[str, Any]:
    """Return a move or a roll as data."""
    if move == PASS:
        return {"kind": "pass"}
    if move >= ROLL:
        first, second, *coloured = faces(move)
        return {"kind": "roll", "white": [first, second], **dict(zip(COLOURS, coloured, strict=True))}
    return layout.describe(move)


def faces(roll: int) -> list[int]:
    """Return the six dice of a roll, 0 for a die that has left the game."""
    return [(roll - ROLL) // 7 ** (5 - die) % 7 for die in range(6)]
