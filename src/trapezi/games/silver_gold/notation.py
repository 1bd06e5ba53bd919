"""Moves, outcomes and cards of Silver & Gold: from numbers to text and data, and from text back to numbers."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from trapezi.games.silver_gold import patterns
from trapezi.games.silver_gold.cards import Cards
from trapezi.games.silver_gold.deck import COLOURS, Treasure

TAKE = 6  # moves: six ways to keep two of four, five places to take a card from, then placements
PILE = 4
MARK = 11
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
        return " ".join([SLOTS[slot], *map(patterns.name, patterns.numbers(cards.placements[place]))])
    if move >= TAKE:
        return "take pile" if move - TAKE == PILE else f"take {move - TAKE + 1}"
    first, second = KEEPS[move]
    return f"keep {first + 1} {second + 1}"


def parse(cards: Cards, text: str) -> int | None:
    """Return the move or outcome that a text names, or None."""
    match text.split(" "):
        case ["keep", first, second]:
            pair = (index(first, 4), index(second, 4))
            return KEEPS.index(pair) if pair in KEEPS else None
        case ["take", "pile"]:
            return TAKE + PILE
        case ["take", place]:
            return offset(TAKE, index(place, 4))
        case ["expedition", number]:
            return offset(cards.expedition, index(number, cards.treasure - cards.expedition))
        case ["treasure", number]:
            return offset(cards.treasure, index(number, cards.limit - cards.treasure))
        case [slot, *names] if slot in SLOTS:
            squares = [patterns.number(name) for name in names]
            way = sum(1 << square for square in set(squares) if square is not None)
            if None in squares or len(set(squares)) < len(squares) or way not in cards.index:
                return None
            return MARK + SLOTS.index(slot) * cards.size + cards.index[way]
    return None


def index(text: str, most: int) -> int | None:
    """Return a number from 1 to `most`, less one, or None."""
    if text.isascii() and text.isdigit() and len(text) < 3 and text[0] != "0" and int(text) <= most:
        return int(text) - 1
    return None


def offset(start: int, number: int | None) -> int | None:
    return None if number is None else start + number


def describe(cards: Cards, move: int) -> dict[str, Any]:
    """Return a move or outcome as data."""
    if move >= cards.treasure:
        return {"kind": "treasure", "card": treasure(cards, move - cards.treasure)}
    if move >= cards.expedition:
        card = move - cards.expedition
        return {"kind": "expedition", "number": card + 1, **expedition(cards, card)}
    if move >= MARK:
        slot, place = divmod(move - MARK, cards.size)
        squares = patterns.numbers(cards.placements[place])
        return {"kind": "mark", "slot": slot, "squares": squares, "names": [patterns.name(square) for square in squares]}
    if move >= TAKE:
        return {"kind": "take", "place": move - TAKE if move - TAKE < PILE else "pile"}
    return {"kind": "keep", "places": list(KEEPS[move])}


def expedition(cards: Cards, card: int) -> dict[str, Any]:
    """Return what everybody sees of an expedition card: two cards of one design look the same."""
    printed = cards.deck.expeditions[card]
    return {"design": printed.name, "pattern": [list(square) for square in printed.pattern]}


def treasure(cards: Cards, card: int) -> dict[str, Any]:
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
