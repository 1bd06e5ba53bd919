"""Lists of all ways to play cards from a hand of five: which slots are played, and whose numbers are crossed (QC-7).

`SETS` has the 25 plays without a cross: the set of the played slots. `PAIRS` has the 105 plays with crosses: the set of the
played slots, and the set of those slots whose numbers are crossed. All pairs with the same crossed slots are next to each other.
"""

from __future__ import annotations

Slots = int  # A set of slots of a hand, one bit per slot.
SlotsByColour = int  # Four sets of slots, five bits per colour.

SETS = tuple(slots for slots in range(32) if 1 <= slots.bit_count() <= 3)
PAIRS = tuple((played, crossed) for crossed in SETS for played in SETS if played & crossed == crossed)


class PlayLookup:
    """Tables in which the rules look up plays. All positions of a game share them.

    - `within[slots]` has bit k set if SETS[k] needs no other slots than these.
    - `first[crossed]` is the index in `PAIRS` of the first pair with these crossed slots.
    - `over[crossed * 32 + slots]` has bit k set if PAIRS[first[crossed] + k] has these crossed slots and needs no other
      slots than `slots`.
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
