"""Convert moves and outcomes of Silver & Gold to text and back, and to data.

`notation.pxd` repeats the numbers for compiled modules.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

from trapezi.core.safe_text import parse_number_or_zero
from trapezi.games.silver_gold.deck import COLOURS, Treasure
from trapezi.games.silver_gold.patterns import SQUARES

if TYPE_CHECKING:
    from trapezi.games.silver_gold.card_lookup import CardLookup

# The moves 0 to 5 keep two of four cards. TAKE + place takes a card of the display, PILE takes a card of the pile. From MARK on
# there is one move for each placement on the left card, then one for each placement on the right card.
TAKE = 6
PILE = 10
MARK = 11
UNDECIDED = 6  # A choice with this number means that the seat has not yet chosen which two cards it keeps.
KEEPS = list(combinations(range(4), 2))  # KEEPS[move] has the two places of the cards that a move from 0 to 5 keeps.
# The same as `KEEPS` in one number: bit 4 * move + place is set if the move keeps the card at this place.
KEPT_PLACES = sum(1 << 4 * move + place for move, places in enumerate(KEEPS) for place in places)
SLOTS = ("left", "right")


def text(cards: CardLookup, move: int) -> str:
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


def parse(cards: CardLookup, text: str) -> int | None:
    """Return the move or outcome that a text names, or None if the text names none."""
    match text.split(" "):
        case ["keep", first, second]:
            pair = (parse_number_or_zero(first, 4) - 1, parse_number_or_zero(second, 4) - 1)
            return KEEPS.index(pair) if pair in KEEPS else None
        case ["take", "pile"]:
            return PILE
        case ["take", place] if parse_number_or_zero(place, 4):
            return TAKE + int(place) - 1
        case ["expedition", number] if parse_number_or_zero(number, cards.treasure - cards.expedition):
            return cards.expedition + int(number) - 1
        case ["treasure", number] if parse_number_or_zero(number, cards.limit - cards.treasure):
            return cards.treasure + int(number) - 1
        case [slot, *names] if slot in SLOTS and set(names) <= set(SQUARES):
            way = sum(1 << SQUARES.index(name) for name in set(names))
            if len(set(names)) == len(names) and way in cards.index:
                return MARK + SLOTS.index(slot) * cards.size + cards.index[way]
    return None


def describe(cards: CardLookup, move: int) -> dict[str, Any]:
    """Return a move or outcome as plain data, from which clients draw it."""
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


def expedition_data(cards: CardLookup, card: int) -> dict[str, Any]:
    """Return what is printed on an expedition card. Two cards with the same pattern have the same data."""
    printed = cards.deck.expeditions[card]
    return {"design": printed.name, "pattern": [list(square) for square in printed.pattern]}


def treasure_data(cards: CardLookup, card: int) -> dict[str, Any]:
    """Return what is printed on a treasure card, as plain data."""
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
