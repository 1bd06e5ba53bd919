"""Moves and rolls of Qwixx as text and as data, both ways."""

from __future__ import annotations

from typing import Any

from trapezi.games.qwixx.sheet import COLOURS, Sheet

CELLS = 11
PASS = 44
ROLL = 45
ROLLS = 7**6
DICE = ("white", "white", *COLOURS)


def text(sheet: Sheet, move: int) -> str:
    """`red 7`, `pass` or `roll 4 1 3 6 2 5`; a die that has left is a dash."""
    if move == PASS:
        return "pass"
    if move >= ROLL:
        return "roll " + " ".join(str(face or "-") for face in faces(move))
    colour, number = sheet.cells[move]
    return f"{COLOURS[colour]} {number}"


def parse(sheet: Sheet, text: str) -> int | None:
    match text.split(" "):
        case ["pass"]:
            return PASS
        case ["roll", *dice] if len(dice) == 6 and all(die in set("123456-") for die in dice):
            roll = 0
            for die in dice:
                roll = roll * 7 + (0 if die == "-" else int(die))
            return ROLL + roll
        case [colour, number] if colour in COLOURS and number.isascii() and number.isdigit() and number[0] != "0":
            cell = (COLOURS.index(colour), int(number))
            return sheet.cells.index(cell) if cell in sheet.cells else None
    return None


def describe(sheet: Sheet, move: int) -> dict[str, Any]:
    if move == PASS:
        return {"kind": "pass"}
    if move >= ROLL:
        first, second, *coloured = faces(move)
        return {"kind": "roll", "white": [first, second], **dict(zip(COLOURS, coloured, strict=True))}
    colour, number = sheet.cells[move]
    return {
        "kind": "cross",
        "row": move // CELLS,
        "position": move % CELLS,
        "colour": COLOURS[colour],
        "number": number,
    }


def faces(move: int) -> list[int]:
    """The six dice of a roll, 0 for one that has left."""
    return [(move - ROLL) // 7 ** (5 - die) % 7 for die in range(6)]
