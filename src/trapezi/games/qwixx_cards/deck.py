"""The cards: numbers 2 to 12 in four colours, and a joker of each number (QC-1, QC-14).

A card is colour * 11 + number - 2; the jokers come after the four colours. Its back shows the number and no colour.
"""

from __future__ import annotations

from typing import Any

COLOURS = ("red", "yellow", "green", "blue")
JOKER = "joker"
SUITS = (*COLOURS, JOKER)
PLAIN = 44  # how many cards there are without jokers
CARDS = 55  # and with them


def number(card: int) -> int:
    """
    >>> number(5), number(44)
    (7, 2)
    """
    return card % 11 + 2


def face(card: int) -> dict[str, Any]:
    """A card as one sees it who holds it.

    >>> face(5)
    {'number': 7, 'colour': 'red'}
    """
    return {"number": number(card), "colour": SUITS[card // 11]}


def back(card: int) -> dict[str, Any]:
    """A card as the others see it.

    >>> back(5) == back(49)
    True
    """
    return {"number": number(card), "colour": None}


def text(card: int) -> str:
    """
    >>> text(5), text(49)
    ('red 7', 'joker 7')
    """
    return f"{SUITS[card // 11]} {number(card)}"


def read(suit: str, number: str) -> int | None:
    """The card that two words name, or None.

    >>> read("blue", "12"), read("blue", "13")
    (43, None)
    """
    if suit not in SUITS or number not in {str(n) for n in range(2, 13)}:
        return None
    return SUITS.index(suit) * 11 + int(number) - 2
