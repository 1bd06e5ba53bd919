"""Moves, lots and draws of the card game as text and as data, both ways. Places and slots are counted from 1, seats from 0."""

from __future__ import annotations

from typing import Any

from trapezi.games.qwixx_cards import deck
from trapezi.games.qwixx_cards.deck import COLOURS
from trapezi.games.qwixx_cards.plays import PAIRS, SETS

CELLS = 11
PASS = 44  # after 44 cells: row * 11 + position
TAKE = 45  # a set of one to three of the four places, less 1
DROP = 59  # a play without a cross
CROSSING = 84  # a play with crosses: colour * 105 + pair
LOT = 504  # outcomes: who begins
DRAW = 509  # a card
END = 564


def text(move: int) -> str:
    """`red 7`, `pass`, `take 1 3`, `play 2 4`, `play 1 3 5 cross 1 3 green`, `begin 0` or `draw joker 7`."""
    if move >= DRAW:
        return f"draw {deck.text(move - DRAW)}"
    if move >= LOT:
        return f"begin {move - LOT}"
    if move >= CROSSING:
        colour, played, crossed = crossing(move)
        return f"play {words(played)} cross {words(crossed)} {COLOURS[colour]}"
    if move >= DROP:
        return f"play {words(SETS[move - DROP])}"
    if move >= TAKE:
        return f"take {words(move - TAKE + 1)}"
    return "pass" if move == PASS else f"{COLOURS[move // CELLS]} {number(move)}"


def parse(given: str) -> int | None:
    match given.split(" "):
        case ["pass"]:
            return PASS
        case ["begin", seat] if seat in set("01234"):
            return LOT + int(seat)
        case ["draw", suit, number]:
            card = deck.read(suit, number)
            return None if card is None else DRAW + card
        case ["take", *places]:
            mask = bits(places, 4)
            return TAKE + mask - 1 if mask else None
        case ["play", *rest, colour] if "cross" in rest and colour in COLOURS:
            split = rest.index("cross")
            pair = (bits(rest[:split], 5), bits(rest[split + 1 :], 5))
            return CROSSING + COLOURS.index(colour) * len(PAIRS) + PAIRS.index(pair) if pair in PAIRS else None
        case ["play", *slots]:
            mask = bits(slots, 5)
            return DROP + SETS.index(mask) if mask else None
        case [colour, number] if colour in COLOURS:
            card = deck.read(colour, number)
            return None if card is None else card if card < 22 else card // CELLS * CELLS + 10 - card % CELLS
    return None


def describe(move: int) -> dict[str, Any]:
    """A move as data. Slots and places are counted from 0 for programs, and once more in words, as people count them."""
    if move >= DRAW:
        card = deck.face(move - DRAW)
        return {"kind": "draw", "card": card, **card}
    if move >= LOT:
        return {"kind": "begin", "seat": move - LOT}
    if move >= CROSSING:
        colour, played, crossed = crossing(move)
        said = {"colour": COLOURS[colour], "at": words(played), "cross": words(crossed)}
        return {"kind": "play", "slots": members(played), "crossed": members(crossed), **said}
    if move >= DROP:
        played = SETS[move - DROP]
        return {"kind": "drop", "slots": members(played), "crossed": [], "at": words(played)}
    if move >= TAKE:
        return {"kind": "take", "places": members(move - TAKE + 1), "at": words(move - TAKE + 1)}
    if move == PASS:
        return {"kind": "pass"}
    row, position = divmod(move, CELLS)
    return {"kind": "cross", "row": row, "position": position, "colour": COLOURS[row], "number": number(move)}


def number(cell: int) -> int:
    """The number of a cell: red and yellow run from 2 to 12, green and blue from 12 to 2 (QC-3)."""
    return cell % CELLS + 2 if cell < 22 else 12 - cell % CELLS


def crossing(move: int) -> tuple[int, int, int]:
    """Colour, slots played and slots crossed of a play with crosses."""
    colour, pair = divmod(move - CROSSING, len(PAIRS))
    return colour, *PAIRS[pair]


def members(mask: int) -> list[int]:
    return [i for i in range(5) if mask >> i & 1]


def words(mask: int) -> str:
    return " ".join(str(i + 1) for i in members(mask))


def bits(given: list[str], size: int) -> int:
    """A set of one to three different numbers from 1 to `size`, in any order; 0 for anything else."""
    known = {str(i + 1): 1 << i for i in range(size)}
    if not 1 <= len(given) <= 3 or len(set(given)) != len(given) or not set(given) <= set(known):
        return 0
    return sum(known[word] for word in given)
