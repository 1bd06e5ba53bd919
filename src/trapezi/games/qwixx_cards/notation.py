"""Moves, lots and draws of the card game as text and as data, in both directions.

In texts, places and slots are counted from 1, seats from 0. `notation.pxd` repeats the numbers for compiled modules.
"""

from __future__ import annotations

from typing import Any

from trapezi.core import bits
from trapezi.games.qwixx.layout import Layout
from trapezi.games.qwixx.sheet import COLOURS, PASS
from trapezi.games.qwixx_cards import deck
from trapezi.games.qwixx_cards.plays import PAIRS, SETS

# Moves: 44 cells, PASS, then
TAKE = 45  # TAKE - 1 + a set of one to three of the four places, as bits
DROP = 59  # DROP + the number of a play without a cross
CROSSING = 84  # CROSSING + colour * PLAYS_PER_COLOUR + the number of a play with crosses
PLAYS_PER_COLOUR = len(PAIRS)
# Outcomes:
LOT = 504  # LOT + the seat that begins
DRAW = 509  # DRAW + a card
END = 564


def text(layout: Layout, move: int) -> str:
    """Return `red 7`, `pass`, `take 1 3`, `play 2 4`, `play 1 3 5 cross 1 3 green`, `begin 0` or `draw joker 7`."""
    if move >= DRAW:
        return f"draw {deck.text(move - DRAW)}"
    if move >= LOT:
        return f"begin {move - LOT}"
    if move >= CROSSING:
        colour, played, crossed = colour_played_crossed(move)
        return f"play {members_text(played)} cross {members_text(crossed)} {COLOURS[colour]}"
    if move >= DROP:
        return f"play {members_text(SETS[move - DROP])}"
    if move >= TAKE:
        return f"take {members_text(move - TAKE + 1)}"
    return "pass" if move == PASS else layout.text(move)


def parse(layout: Layout, text: str) -> int | None:
    match text.split(" "):
        case ["pass"]:
            return PASS
        case ["begin", seat] if seat in set("01234"):
            return LOT + int(seat)
        case ["draw", suit, number]:
            card = deck.parse(suit, number)
            return None if card is None else DRAW + card
        case ["take", *places]:
            mask = parse_members(places, deck.PLACES)
            return TAKE + mask - 1 if mask else None
        case ["play", *rest, colour] if "cross" in rest and colour in COLOURS:
            split = rest.index("cross")
            pair = (parse_members(rest[:split], deck.HAND), parse_members(rest[split + 1 :], deck.HAND))
            return CROSSING + COLOURS.index(colour) * PLAYS_PER_COLOUR + PAIRS.index(pair) if pair in PAIRS else None
        case ["play", *slots]:
            mask = parse_members(slots, deck.HAND)
            return DROP + SETS.index(mask) if mask else None
    return layout.parse(text)


def describe(layout: Layout, move: int) -> dict[str, Any]:
    """Return a move as data. Slots and places are given as lists, counted from 0, and as texts, counted from 1."""
    if move >= DRAW:
        card = deck.face(move - DRAW)
        return {"kind": "draw", "card": card, **card}
    if move >= LOT:
        return {"kind": "begin", "seat": move - LOT}
    if move >= CROSSING:
        colour, played, crossed = colour_played_crossed(move)
        texts = {"colour": COLOURS[colour], "at": members_text(played), "cross": members_text(crossed)}
        return {"kind": "play", "slots": bits.members(played), "crossed": bits.members(crossed), **texts}
    if move >= DROP:
        played = SETS[move - DROP]
        return {"kind": "drop", "slots": bits.members(played), "crossed": [], "at": members_text(played)}
    if move >= TAKE:
        return {"kind": "take", "places": bits.members(move - TAKE + 1), "at": members_text(move - TAKE + 1)}
    return {"kind": "pass"} if move == PASS else layout.describe(move)


def colour_played_crossed(move: int) -> tuple[int, int, int]:
    """Return the colour, the slots played and the slots crossed of a play with crosses."""
    colour, pair = divmod(move - CROSSING, PLAYS_PER_COLOUR)
    return colour, *PAIRS[pair]


def members_text(mask: int) -> str:
    """Return the members of a set, counted from 1, as text."""
    return " ".join(str(i + 1) for i in bits.members(mask))


def parse_members(words: list[str], size: int) -> int:
    """Return a set of one to three different numbers from 1 to `size`, given in any order; 0 for anything else."""
    known = {str(i + 1): 1 << i for i in range(size)}
    if not 1 <= len(words) <= 3 or len(set(words)) != len(words) or not set(words) <= set(known):
        return 0
    return sum(known[word] for word in words)
