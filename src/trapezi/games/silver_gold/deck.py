"""Read and check the deck file of Silver & Gold, which says what is printed on the cards (SG-1).

A grid has up to four rows of up to four letters. An o stands for a plain square, an X for a square with a cross, a C for a square
with a coin and a P for a square with a palm. A dot stands for a place without a square.

    {"game": "silver_gold", "name": "…", "provenance": {…},
     "seal_points": {"purple": 2, "orange": 2, "green": 1, "grey": 1},
     "expedition": [{"name": "L4", "count": 1, "grid": ["ooo", "..o"]}, …],
     "treasure": [{"id": 1, "colour": "grey", "points": 8, "seal": null, "grid": ["Xo..", "ooo.", "ooo."]}, …]}
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from trapezi.core.deck_files import DeckOption, check_deck_header, reject_unknown_keys, require_label, require_value
from trapezi.core.errors import BadDeck
from trapezi.core.safe_text import escape_invisible, quote
from trapezi.games.silver_gold import patterns

GAME = "silver_gold"
COLOURS = ("purple", "orange", "green", "grey")
SYMBOLS = "oXCP"
FEWEST = 16  # A deck has at least this many treasure cards, four for each of four players.
MOST = 64  # A deck has at most this many treasure cards.
EXPEDITIONS = 8  # A deck has this many expedition cards.
MOST_SEAL_POINTS = 9  # The maximum number of points that a seal gives per card.

KEYS = ("game", "name", "provenance", "seal_points", "expedition", "treasure")
EXPEDITION_KEYS = ("name", "count", "grid")
TREASURE_KEYS = ("id", "colour", "points", "seal", "grid")


@dataclass(frozen=True)
class Treasure:
    """A treasure card. It is worth as many points as it has squares."""

    number: int  # The number of the card, counted from 1.
    colour: str
    seal: str | None  # The colour of the seal, which gives points for each completed card of this colour; None without a seal.
    grid: tuple[str, ...]  # Four rows of four letters.

    @cached_property
    def points(self) -> int:
        return sum(letter != "." for row in self.grid for letter in row)


@dataclass(frozen=True)
class Expedition:
    """An expedition card with the pattern printed on it."""

    name: str
    pattern: tuple[patterns.Square, ...]


@dataclass(frozen=True)
class Deck:
    """The cards of a valid deck file.

    >>> deck = STANDARD.deck
    >>> len(deck.treasures), [card.name for card in deck.expeditions]
    (47, ['I2', 'I3', 'I3', 'V3', 'V3', 'T4', 'L4', 'O4'])
    """

    content: dict[str, Any] = field(hash=False)
    treasures: tuple[Treasure, ...] = field(compare=False)
    expeditions: tuple[Expedition, ...] = field(compare=False)  # The eight expedition cards, some of which are equal.
    seal_points: tuple[int, ...] = field(compare=False)  # How many points a seal of each colour gives per card.


# -- reading -----------------------------------------------------------------------------------------------------------


def read_deck(content: Any) -> Deck:
    """Return the deck that the content of a deck file describes. If it has a fault, raise `BadDeck` and name the faulty place."""
    reject_unknown_keys(content, KEYS)
    check_deck_header(content, GAME)
    points_by_colour = require_value(content, "seal_points", dict)
    reject_unknown_keys(points_by_colour, COLOURS, "seal_points")
    seal_points = [require_int_between(points_by_colour, colour, "seal_points", 0, MOST_SEAL_POINTS) for colour in COLOURS]
    designs = [
        read_expedition_and_count(card, f"expedition[{i}]") for i, card in enumerate(require_value(content, "expedition", list))
    ]
    cards = require_value(content, "treasure", list)[: MOST + 1]
    treasures = tuple(read_treasure(card, i, f"treasure[{i}]") for i, card in enumerate(cards))
    check_designs_differ([card for card, _ in designs])
    expeditions = tuple(card for card, count in designs for _ in range(count))
    if len(expeditions) != EXPEDITIONS:
        raise BadDeck("silver_gold.deck.expeditions", where="expedition", cards=len(expeditions), needed=EXPEDITIONS)
    if not FEWEST <= len(treasures) <= MOST:
        raise BadDeck("silver_gold.deck.treasures", where="treasure", cards=len(treasures), least=FEWEST, most=MOST)
    return Deck(content, treasures, expeditions, tuple(seal_points))


def read_expedition_and_count(card: Any, where: str) -> tuple[Expedition, int]:
    """Return an expedition card, and how many copies of it the deck has."""
    reject_unknown_keys(card, EXPEDITION_KEYS, where)
    name = require_label(card, "name", where, 12)
    count = require_int_between(card, "count", where, 1, EXPEDITIONS)
    rows = require_grid(card, where, "o.")
    cells = tuple((x, y) for y, row in enumerate(rows) for x, letter in enumerate(row) if letter == "o")
    return Expedition(name, cells), count


def read_treasure(card: Any, index: int, where: str) -> Treasure:
    """Return the treasure card that the content of a deck file describes.

    Raise `BadDeck` unless the number of the card is its index plus 1, and its points equal the number of its squares.
    """
    reject_unknown_keys(card, TREASURE_KEYS, where)
    number = require_value(card, "id", int, where)
    if number != index + 1:
        raise BadDeck("silver_gold.deck.id", where=f"{where}.id", value=quote(number), needed=index + 1)
    colour = require_colour(card, "colour", where)
    seal = require_colour(card, "seal", where) if card.get("seal", 0) is not None else None
    rows = require_grid(card, where, SYMBOLS + ".")
    full = tuple((rows[y] if y < len(rows) else "").ljust(patterns.SIDE, ".") for y in range(patterns.SIDE))
    treasure = Treasure(number, colour, seal, full)
    points = require_value(card, "points", int, where)
    if points != treasure.points:
        raise BadDeck("silver_gold.deck.points", where=f"{where}.points", value=quote(points), squares=treasure.points)
    return treasure


# -- checking ----------------------------------------------------------------------------------------------------------


def require_int_between(content: Any, key: str, where: str, least: int, most: int) -> int:
    """Return the number under a key. Raise `BadDeck` unless it is an int from `least` to `most`."""
    value = require_value(content, key, int, where)
    if not least <= value <= most:
        raise BadDeck("silver_gold.deck.number", where=f"{where}.{key}", value=quote(value), least=least, most=most)
    return value


def require_colour(card: Any, key: str, where: str) -> str:
    """Return the colour under a key. Raise `BadDeck` unless it is one of `COLOURS`."""
    value = require_value(card, key, str, where)
    if value not in COLOURS:
        raise BadDeck(
            "silver_gold.deck.colour", where=f"{where}.{key}", value=escape_invisible(value[:40]), known=", ".join(COLOURS)
        )
    return value


def require_grid(card: Any, where: str, letters: str) -> list[str]:
    """Return the rows of a card's grid.

    Raise `BadDeck` unless there are at most four rows of at most four letters, all rows have the same length and consist of
    `letters`, and the grid has at least one square.
    """
    where = f"{where}.grid"
    rows = require_value(card, "grid", list, where.removesuffix(".grid"))
    if not all(isinstance(row, str) for row in rows):
        raise BadDeck("silver_gold.deck.grid-rows", where=where)
    if not 1 <= len(rows) <= patterns.SIDE or not all(1 <= len(row) <= patterns.SIDE for row in rows):
        raise BadDeck("silver_gold.deck.grid-size", where=where, side=patterns.SIDE)
    if len({len(row) for row in rows}) > 1:
        raise BadDeck("silver_gold.deck.grid-uneven", where=where)
    for y, row in enumerate(rows):
        unknown = [escape_invisible(letter) for letter in row if letter not in letters]
        if unknown:
            raise BadDeck("silver_gold.deck.grid-letter", where=f"{where}[{y}]", value=unknown[0], known=" ".join(letters))
    if all(letter == "." for row in rows for letter in row):
        raise BadDeck("silver_gold.deck.grid-empty", where=where)
    return list(rows)


def check_designs_differ(designs: Sequence[Expedition]) -> None:
    """Raise `BadDeck` if two designs have the same name, or patterns that are equal when they are turned or mirrored."""
    for i, card in enumerate(designs):
        for other in designs[:i]:
            same = patterns.orientations(card.pattern) == patterns.orientations(other.pattern)
            if same or card.name.lower() == other.name.lower():
                raise BadDeck("silver_gold.deck.same-design", where=f"expedition[{i}]", name=card.name, other=other.name)


DECKS = DeckOption("trapezi.games.silver_gold", ("silver-gold-1",), read_deck)
STANDARD = DECKS.load_shipped_deck("silver-gold-1")
