"""Convert moves and outcomes of the card game to text and back, and to data.

In texts, places of the display and slots of a hand are counted from 1, and seats from 0. `notation.pxd` repeats the numbers for
compiled modules.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from trapezi.core import bits
from trapezi.games.qwixx.layout import Layout
from trapezi.games.qwixx.sheet import COLOURS, PASS
from trapezi.games.qwixx_cards import deck
from trapezi.games.qwixx_cards.play_lookup import PAIRS, SETS, Slots

# Moves 0 to 43 cross a cell, and move 44 is PASS. The other moves and the outcomes have these numbers:
TAKE = 45  # TAKE - 1 + places takes one to three cards of the display; `places` is the set of their places.
DROP = 59  # DROP + k plays the cards in the slots SETS[k] without a cross.
CROSSING = 84  # CROSSING + colour * PLAYS_PER_COLOUR + k plays cards and crosses some of their numbers, as PAIRS[k] says.
PLAYS_PER_COLOUR = len(PAIRS)
LOT = 504  # LOT + seat decides which seat begins.
DRAW = 509  # DRAW + card draws a card.
END = 564  # All outcomes are lower than this number.

ZeroBasedSet = int  # A set of places or slots, counted from 0, one bit each.


class CrossingPlay(NamedTuple):
    """A move that plays cards of one colour and crosses numbers of that colour."""

    colour: int
    played: Slots  # The slots of the cards that are played.
    crossed: Slots  # The slots of those played cards whose numbers are crossed.


def text(layout: Layout, move: int) -> str:
    """Return `red 7`, `pass`, `take 1 3`, `play 2 4`, `play 1 3 5 cross 1 3 green`, `begin 0` or `draw joker 7`."""
    if move >= DRAW:
        return f"draw {deck.text(move - DRAW)}"
    if move >= LOT:
        return f"begin {move - LOT}"
    if move >= CROSSING:
        colour, played, crossed = decode_crossing_play(move)
        return f"play {one_based_text(played)} cross {one_based_text(crossed)} {COLOURS[colour]}"
    if move >= DROP:
        return f"play {one_based_text(SETS[move - DROP])}"
    if move >= TAKE:
        return f"take {one_based_text(move - TAKE + 1)}"
    return "pass" if move == PASS else layout.cell_text(move)


def parse(layout: Layout, text: str) -> int | None:
    """Return the move or outcome with this text, or None if no move or outcome has this text."""
    match text.split(" "):
        case ["pass"]:
            return PASS
        case ["begin", seat] if seat in set("01234"):
            return LOT + int(seat)
        case ["draw", suit, number]:
            card = deck.parse(suit, number)
            return None if card is None else DRAW + card
        case ["take", *places]:
            taken = parse_one_to_three_numbers(places, deck.PLACES)
            return None if taken is None else TAKE + taken - 1
        case ["play", *rest, colour] if "cross" in rest and colour in COLOURS:
            split = rest.index("cross")
            pair = (parse_one_to_three_numbers(rest[:split], deck.HAND), parse_one_to_three_numbers(rest[split + 1 :], deck.HAND))
            return CROSSING + COLOURS.index(colour) * PLAYS_PER_COLOUR + PAIRS.index(pair) if pair in PAIRS else None
        case ["play", *slots]:
            played = parse_one_to_three_numbers(slots, deck.HAND)
            return None if played is None else DROP + SETS.index(played)
    return layout.parse_cell(text)


def describe(layout: Layout, move: int) -> dict[str, Any]:
    """Return a move or an outcome as data. Slots and places are given as lists counted from 0 and as texts counted from 1."""
    if move >= DRAW:
        card = deck.face(move - DRAW)
        return {"kind": "draw", "card": card, **card}
    if move >= LOT:
        return {"kind": "begin", "seat": move - LOT}
    if move >= CROSSING:
        colour, played, crossed = decode_crossing_play(move)
        texts = {"colour": COLOURS[colour], "at": one_based_text(played), "cross": one_based_text(crossed)}
        return {"kind": "play", "slots": bits.members(played), "crossed": bits.members(crossed), **texts}
    if move >= DROP:
        played = SETS[move - DROP]
        return {"kind": "drop", "slots": bits.members(played), "crossed": [], "at": one_based_text(played)}
    if move >= TAKE:
        return {"kind": "take", "places": bits.members(move - TAKE + 1), "at": one_based_text(move - TAKE + 1)}
    return {"kind": "pass"} if move == PASS else layout.describe_cross(move)


def decode_crossing_play(move: int) -> CrossingPlay:
    """Return the colour, the played slots and the crossed slots of a move that plays cards with crosses."""
    colour, pair = divmod(move - CROSSING, PLAYS_PER_COLOUR)
    return CrossingPlay(colour, *PAIRS[pair])


def one_based_text(members: ZeroBasedSet) -> str:
    """Return the members of a set as text, counted from 1.

    >>> one_based_text(0b101)
    '1 3'
    """
    return " ".join(str(member + 1) for member in bits.members(members))


def parse_one_to_three_numbers(words: list[str], highest: int) -> ZeroBasedSet | None:
    """Return the set that these words name, or None if they are not one to three different numbers from 1 to `highest`.

    >>> parse_one_to_three_numbers(["3", "1"], 5), parse_one_to_three_numbers(["6"], 5)
    (5, None)
    """
    known = {str(member + 1): 1 << member for member in range(highest)}
    if not 1 <= len(words) <= 3 or len(set(words)) != len(words) or not set(words) <= set(known):
        return None
    return sum(known[word] for word in words)
