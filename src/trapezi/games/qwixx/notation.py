"""Convert moves and rolls of Qwixx to text and back, and to data. `notation.pxd` repeats the numbers for compiled modules."""

from __future__ import annotations

from typing import Any

from trapezi.games.qwixx.layout import Layout
from trapezi.games.qwixx.sheet import COLOURS, PASS

# A roll is ROLL plus a base-7 number. It has one digit per die: white, white, red, yellow, green, blue. A removed die has a 0.
ROLL = 45
ROLLS = 7**6


def text(layout: Layout, move: int) -> str:
    """Return `red 7`, `pass` or `roll 4 1 3 6 2 5`. A roll has a dash for each die that was removed from the game."""
    if move == PASS:
        return "pass"
    if move >= ROLL:
        return "roll " + " ".join(str(face or "-") for face in dice_faces(move))
    return layout.cell_text(move)


def parse(layout: Layout, text: str) -> int | None:
    """Return the move or roll with this text, or None if no move or roll has this text."""
    match text.split(" "):
        case ["pass"]:
            return PASS
        case ["roll", *dice] if len(dice) == 6 and all(die in set("123456-") for die in dice):
            roll = 0
            for die in dice:
                roll = roll * 7 + (0 if die == "-" else int(die))
            return ROLL + roll
    return layout.parse_cell(text)


def describe(layout: Layout, move: int) -> dict[str, Any]:
    """Return a move or a roll as data."""
    if move == PASS:
        return {"kind": "pass"}
    if move >= ROLL:
        first, second, *coloured = dice_faces(move)
        return {"kind": "roll", "white": [first, second], **dict(zip(COLOURS, coloured, strict=True))}
    return layout.describe_cross(move)


def dice_faces(roll: int) -> list[int]:
    """Return the faces of the six dice in a roll. A die that was removed from the game has the face 0."""
    return [(roll - ROLL) // 7 ** (5 - die) % 7 for die in range(6)]
