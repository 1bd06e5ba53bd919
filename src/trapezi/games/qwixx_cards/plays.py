"""All ways to play cards from a hand of five, numbered: which slots are played, and which of those are crossed (QC-7).

A set of slots is five bits. Without a cross there are 25 plays. With crosses there are 105 pairs (played, crossed), ordered by
what is crossed, so that those with the same crosses stand together.
"""

from __future__ import annotations

SETS = tuple(slots for slots in range(32) if 1 <= slots.bit_count() <= 3)
PAIRS = tuple((played, crossed) for crossed in SETS for played in SETS if played & crossed == crossed)


class Plays:
    """The tables that the rules ask for, shared by all positions of a game.

    `within[slots]`              the plays made of these slots only, one bit each
    `first[crossed]`             where the pairs with these crosses begin
    `over[crossed * 32 + slots]` those of them played from these slots only, one bit each, counted from `first`
    `of_number[number]`          the four cells of a number on a sheet (row * 11 + position)
    """

    __slots__ = ("crossed", "first", "of_number", "over", "played", "sets", "within")

    def __init__(self) -> None:
        self.sets = list(SETS)
        self.played = [played for played, _ in PAIRS]
        self.crossed = [crossed for _, crossed in PAIRS]
        self.within = [members(list(SETS), slots) for slots in range(32)]
        starts = [0] * 32
        above = [0] * 1024
        for crossed in SETS:
            over = [played for played, crosses in PAIRS if crosses == crossed]
            starts[crossed] = PAIRS.index((over[0], crossed))
            for slots in range(32):
                above[crossed * 32 + slots] = members(over, slots)
        self.first = starts
        self.over = above
        self.of_number = [0, 0] + [sum(1 << cell for cell in (n - 2, n + 9, 34 - n, 45 - n)) for n in range(2, 13)]


def members(sets: list[int], slots: int) -> int:
    """Which of these sets lie within the slots, as bits.

    >>> members([0b001, 0b011, 0b100], 0b011)
    3
    """
    return sum(1 << k for k, members in enumerate(sets) if members & ~slots == 0)
