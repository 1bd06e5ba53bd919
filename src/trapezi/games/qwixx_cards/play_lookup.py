"""Lists of all ways to play cards from a hand of five: which slots are played, and which of them are crossed (QC-7).

There are 25 plays without a cross (`SETS`). There are 105 pairs (played, crossed) for plays with crosses (`PAIRS`). The pairs are
ordered by their crossed slots, so that all pairs with the same crossed slots are consecutive.
"""

from __future__ import annotations

Slots = int  # a set of slots of a hand, one bit per slot
SlotsByColour = int  # four sets of slots, five bits per colour

SETS = tuple(slots for slots in range(32) if 1 <= slots.bit_count() <= 3)
PAIRS = tuple((played, crossed) for crossed in SETS for played in SETS if played & crossed == crossed)


class PlayLookup:
    """Lists of plays that the rules look up. All positions of a game share them.

    - `within[slots]` has a bit for each member of `SETS` that consists of these slots only.
    - `first[crossed]` is the index of the first pair with these crossed slots in `PAIRS`.
    - `over[crossed * 32 + slots]` has a bit for each pair with these crossed slots that is played from `slots` only. The bits are
      counted from `first[crossed]`.
    """

    __slots__ = ("crossed", "first", "over", "played", "sets", "within")

    def __init__(self) -> None:
        self.sets = list(SETS)
        self.played = [played for played, _ in PAIRS]
        self.crossed = [crossed for _, crossed in PAIRS]
        self.within = [subsets_mask(list(SETS), slots) for slots in range(32)]
        played = [[slots for slots, crosses in PAIRS if crosses == crossed] for crossed in range(32)]
        self.first = [sum(map(len, played[:crossed])) for crossed in range(32)]
        self.over = [subsets_mask(played[crossed], slots) for crossed in range(32) for slots in range(32)]


def subsets_mask(sets: list[Slots], slots: Slots) -> int:
    """Return the indices of those sets that are subsets of `slots`, one bit per index.

    >>> bin(subsets_mask([0b001, 0b011, 0b100], 0b011))
    '0b11'
    """
    return sum(1 << index for index, members in enumerate(sets) if members & ~slots == 0)
