"""Check that a saved position of the card game is possible, so that the compiled rules never read outside their tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trapezi.core import bits
from trapezi.games.qwixx import sheet
from trapezi.games.qwixx_cards import deck, phases

if TYPE_CHECKING:
    from trapezi.games.qwixx_cards.rules import Position


def check_position(position: Position) -> None:
    """Raise `ValueError` unless every card is in exactly one place and all other numbers are in range."""
    hands, choices = list(position.hands), list(position.choice)
    cards = [card for card in [*hands, *list(position.display), position.top] if card != deck.NONE]
    sizes = [deck.HAND - hands[start : start + deck.HAND].count(deck.NONE) for start in range(0, 25, deck.HAND)]
    if min(position.pile, position.discards) < 0 or sizes != list(position.sizes) or position.last_cards & ~position.discards:
        raise ValueError("no such hands, piles or last play")
    if sorted(cards + bits.members(position.pile) + bits.members(position.discards)) != list(range(position.cards)):
        raise ValueError("cards are missing or in two places")
    if not (0 <= position.last_cells <= sheet.ROW and 0 <= position.phase < len(phases.NAMES)):
        raise ValueError("no such cells or phase")
    if not (0 <= position.active < position.players if position.phase != phases.LOTS else position.active == -1):
        raise ValueError("no such seat")
    if min(choices) < 0 or max(choices) > sheet.UNDECIDED:
        raise ValueError("no such choice")
