"""Numbers for all ways to play cards from a hand of five: which slots are played, and which of these are crossed (QC-7).

A set of slots is five bits. Without a cross there are 25 plays. With crosses there are 105 pairs (played, crossed), ordered by
the slots crossed, so that all pairs with the same crosses are consecutive.
"""

from __future__ import annotations

SETS = tuple(slots for slots in range(32) if 1 <= slots.bit_count() <= 3)
PAIRS = tuple((played, crossed) for crossed in SETS for played in SETS if played & crossed == crossed)


class Plays:
    """Lookup tables for the rules, shared by all positions of a game.

    `within[slots]`              the plays made of these slots only, one bit each
    `first[crossed]`             the number of the first pair with these crosses
    `over[crossed * 32 + slots]` the pairs with these crosses played from these slots only, one bit each, counted from `first`
    """

    __slots__ = ("crossed", "first", "over", "played", "sets", "within")

    def __init__(self) -> None:
        self.sets = list(SETS)
        self.played = [played for played, _ in PAIRS]
        self.crossed = [crossed for _, crossed in PAIRS]
        self.within = [sets_within(list(SETS), slots) for slots in range(32)]
        played = [[slots for slots, crosses in PAIRS if crosses == crossed] for crossed in range(32)]
        self.first = [sum(map(len, played[:crossed])) for crossed in range(32)]
        self.over = [sets_within(played[crossed], slots) for crossed in range(32) for slots in range(32)]


def sets_within(sets: list[int], slots: int) -> int:
    """Return which of these sets lie within the slots, one bit each.

    >>> sets_within([0b001, 0b011, 0b100], 0b011)
    3
    """
    return sum(1 << k for k, members in enumerate(sets) if members & ~slots == 0)
