"""The deck of Qwixx, the card game: the numbers 2 to 12 in four colours, and a joker of each number (QC-1, QC-14).

A card is stored as the int `suit * 11 + number - 2`. Suits 0 to 3 are the four colours; suit 4 is the jokers. The back of a card
shows its number but not its colour. `deck.pxd` repeats the numbers for compiled modules.
"""

from __future__ import annotations

from typing import Any

from trapezi.games.qwixx.sheet import COLOURS

JOKER = "joker"
SUITS = (*COLOURS, JOKER)
PLAIN = 44  # The number of cards without jokers.
CARDS = 55  # The number of cards with jokers.
NONE = 55  # A card with this number means that a place in the display, or a slot of a hand, is empty.
NUMBERS = 11  # The number of cards in a suit.
HAND = 5  # The number of cards in a full hand.
PLACES = 4  # The number of places in the display.

Places = int  # A set of places of the display, one bit per place.


def number(card: int) -> int:
    """Return the number of a card.

    >>> number(5), number(44)
    (7, 2)
    """
    return card % NUMBERS + 2


def face(card: int) -> dict[str, Any]:
    """Return the face of a card as data: its number and its colour.

    >>> face(5)
    {'number': 7, 'colour': 'red'}
    """
    return {"number": number(card), "colour": SUITS[card // NUMBERS]}


def back(card: int) -> dict[str, Any]:
    """Return the back of a card as data: its number without its colour.

    >>> back(5) == back(49)
    True
    """
    return {"number": number(card), "colour": None}


def text(card: int) -> str:
    """Return the suit and the number of a card.

    >>> text(5), text(49)
    ('red 7', 'joker 7')
    """
    return f"{SUITS[card // NUMBERS]} {number(card)}"


def parse(suit: str, number: str) -> int | None:
    """Return the card of this suit and number, or None if there is no such card.

    >>> parse("blue", "12"), parse("blue", "13")
    (43, None)
    """
    if suit not in SUITS or number not in {str(n) for n in range(2, 13)}:
        return None
    return SUITS.index(suit) * NUMBERS + int(number) - 2
