"""Check that a saved position of the card game is possible, so that the compiled rules never read outside their arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trapezi.core import bits
from trapezi.games.qwixx import sheet
from trapezi.games.qwixx_cards import deck, phases

if TYPE_CHECKING:
    from trapezi.games.qwixx_cards.rules import Position


def check_saved_position(position: Position) -> None:
    """Raise `ValueError` unless every card is in exactly one place and all other numbers of the position are in range."""
    hands, choices = list(position.hands), list(position.choice)
    cards = [card for card in [*hands, *list(position.display), position.top] if card != deck.NONE]
    sizes = [deck.HAND - hands[start : start + deck.HAND].count(deck.NONE) for start in range(0, 25, deck.HAND)]
    if min(position.pile, position.discards) < 0 or sizes != list(position.sizes) or position.last_cards & ~position.discards:
        raise ValueError("the sizes of hands or piles are wrong, or the last play is not among the discards")
    if sorted(cards + bits.members(position.pile) + bits.members(position.discards)) != list(range(position.cards)):
        raise ValueError("a card is missing or in two places")
    if not (0 <= position.last_cells <= sheet.ROW and 0 <= position.phase < len(phases.NAMES)):
        raise ValueError("the last crossed cells or the phase are out of range")
    if not (0 <= position.active < position.players if position.phase != phases.LOTS else position.active == -1):
        raise ValueError("the active seat is out of range")
    if min(choices) < 0 or max(choices) > sheet.UNDECIDED:
        raise ValueError("a choice is out of range")
