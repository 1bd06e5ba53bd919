"""Moves, outcomes and cards of Silver & Gold as text and as data, in both directions.

`notation.pxd` repeats the numbers for compiled modules.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

from trapezi.core.text import parse_number_up_to
from trapezi.games.silver_gold.deck import COLOURS, Treasure
from trapezi.games.silver_gold.patterns import SQUARES

if TYPE_CHECKING:
    from trapezi.games.silver_gold.cards import Cards

# Moves: six ways to keep two of four cards; TAKE + a place of the display; PILE; MARK + a placement on the left card, and then
# all placements on the right card.
TAKE = 6
PILE = 10
MARK = 11
UNDECIDED = 6  # in place of a way to keep two cards
KEEPS = list(combinations(range(4), 2))
SLOTS = ("left", "right")


def text(cards: Cards, move: int) -> str:
    """Return `keep 1 3`, `take 2`, `take pile`, `left a1 b1 c1`, `right d4`, `expedition 3` or `treasure 17`."""
    if move >= cards.treasure:
        return f"treasure {move - cards.treasure + 1}"
    if move >= cards.expedition:
        return f"expedition {move - cards.expedition + 1}"
    if move >= MARK:
        slot, place = divmod(move - MARK, cards.size)
        return " ".join([SLOTS[slot], *cards.square_names[place]])
    if move >= TAKE:
        return "take pile" if move == PILE else f"take {move - TAKE + 1}"
    first, second = KEEPS[move]
    return f"keep {first + 1} {second + 1}"


def parse(cards: Cards, text: str) -> int | None:
    """Return the move or outcome that a text names, or None."""
    match text.split(" "):
        case ["keep", first, second]:
            pair = (parse_number_up_to(4, first) - 1, parse_number_up_to(4, second) - 1)
            return KEEPS.index(pair) if pair in KEEPS else None
        case ["take", "pile"]:
            return PILE
        case ["take", place] if parse_number_up_to(4, place):
            return TAKE + int(place) - 1
        case ["expedition", number] if parse_number_up_to(cards.treasure - cards.expedition, number):
            return cards.expedition + int(number) - 1
        case ["treasure", number] if parse_number_up_to(cards.limit - cards.treasure, number):
            return cards.treasure + int(number) - 1
        case [slot, *names] if slot in SLOTS and set(names) <= set(SQUARES):
            way = sum(1 << SQUARES.index(name) for name in set(names))
            if len(set(names)) == len(names) and way in cards.index:
                return MARK + SLOTS.index(slot) * cards.size + cards.index[way]
    return None


def describe(cards: Cards, move: int) -> dict[str, Any]:
    """Return a move or outcome as data."""
    if move >= cards.treasure:
        return {"kind": "treasure", "card": treasure_data(cards, move - cards.treasure)}
    if move >= cards.expedition:
        card = move - cards.expedition
        return {"kind": "expedition", "number": card + 1, **expedition_data(cards, card)}
    if move >= MARK:
        slot, place = divmod(move - MARK, cards.size)
        return {"kind": "mark", "slot": slot, "squares": cards.square_numbers[place][:], "names": cards.square_names[place][:]}
    if move >= TAKE:
        return {"kind": "take", "place": move - TAKE if move < PILE else "pile"}
    return {"kind": "keep", "places": list(KEEPS[move])}


def expedition_data(cards: Cards, card: int) -> dict[str, Any]:
    """Return what everybody sees of an expedition card: two cards of one design look the same."""
    printed = cards.deck.expeditions[card]
    return {"design": printed.name, "pattern": [list(square) for square in printed.pattern]}


def treasure_data(cards: Cards, card: int) -> dict[str, Any]:
    """Return what is printed on a treasure card."""
    printed: Treasure = cards.deck.treasures[card]
    seal = None
    if printed.seal is not None:
        seal = {"colour": printed.seal, "points": cards.deck.seal_points[COLOURS.index(printed.seal)]}
    return {
        "id": printed.number,
        "colour": printed.colour,
        "points": printed.points,
        "grid": list(printed.grid),
        "seal": seal,
    }
