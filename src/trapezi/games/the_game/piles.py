"""The top cards of the four piles as one number. Piles 0 and 1 ascend from 1, and piles 2 and 3 descend from 100 (TG-1).

The four top cards are stored as one number with seven bits per pile. `piles.pxd` repeats the numbers and functions for
compiled modules.
"""

COUNT = 4
ALL = 15  # The set of all piles, one bit per pile.
START = 1 | 1 << 7 | 100 << 14 | 100 << 21  # The four top cards before a card is laid.
TRICK = -10  # The distance of a backwards trick (TG-5).


def top(tops: int, pile: int) -> int:
    """Return the top card of a pile."""
    return tops >> 7 * pile & 127


def tops_after(tops: int, pile: int, card: int) -> int:
    """Return the four top cards after a card is laid on a pile."""
    return tops & ~(127 << 7 * pile) | card << 7 * pile


def distance(tops: int, pile: int, card: int) -> int:
    """Return how far a card is ahead of the top of a pile, in the direction of the pile (TG-4).

    >>> distance(START, 0, 7), distance(START, 3, 93)
    (6, 7)
    """
    return card - top(tops, pile) if pile < 2 else top(tops, pile) - card
