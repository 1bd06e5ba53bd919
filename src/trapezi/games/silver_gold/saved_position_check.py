"""Check that a saved position of Silver & Gold is possible. `FIELD_LIMITS` lists all fields of a position."""

from __future__ import annotations

from typing import Any

from trapezi.core import bits
from trapezi.games.silver_gold import phases
from trapezi.games.silver_gold.constants import NO_CARD, NO_EXPEDITION

ALL = (1 << 64) - 1

# Maps each field to two numbers: the length of its list (0 if it is a single number), and the greatest allowed number.
FIELD_LIMITS = {
    "hand": (16, NO_CARD), "choice": (4, 6), "treasure": (8, NO_CARD), "marks": (8, 0xFFFF), "draft": (8, 0xFFFF),
    "owed": (4, 32), "coins": (4, 12), "rows": (4, 3), "won": (12, 6), "palms": (16, 99), "completed": (4, ALL),
    "display": (4, NO_CARD), "pile": (0, ALL), "trophies": (0, 6), "used": (0, 0xFF), "expedition": (0, NO_EXPEDITION),
    "round": (0, 4), "starter": (0, 3), "settled": (0, 4), "phase": (0, 7),
}  # fmt: skip


def check_saved_position(values: list[Any], player_count: int, card_count: int) -> None:
    """Raise `ValueError` unless these values are a position with this many players and treasure cards."""
    fields = dict(zip(FIELD_LIMITS, values, strict=True))
    for name, (length, greatest) in FIELD_LIMITS.items():
        numbers = fields[name] if length else [fields[name]]
        if len(numbers) != (length or 1) or not all(type(n) is int and 0 <= n <= greatest for n in numbers):
            raise ValueError(name)
    if fields["starter"] >= player_count or fields["settled"] > player_count:
        raise ValueError("no such seat")
    if fields["phase"] == phases.MARKING and fields["expedition"] == NO_EXPEDITION:
        raise ValueError("no expedition card")
    places = [*fields["hand"], *fields["treasure"], *fields["display"]]
    if not has_each_card_once(places, [fields["pile"], *fields["completed"]], card_count):
        raise ValueError("a card is missing or in two places")


def has_each_card_once(places: list[int], card_sets: list[int], card_count: int) -> bool:
    """Return whether each card from 0 to `card_count` - 1 is in exactly one of these places and sets.

    >>> has_each_card_once([0, 64, 2], [0b1010], 4), has_each_card_once([0, 64, 2], [0b1110], 4)
    (True, False)
    """
    present = [card for card in places if card != NO_CARD]
    for members in card_sets:
        present += bits.members(members)
    return sorted(present) == list(range(card_count))
