"""Encode Qwixx as numbers, in this order.

- Each seat, beginning with the encoded seat: 48 crosses and locks, 44 cells still open, 4 misses, points / 100.
- The table: 4 rows closed, 4 phases, the active seat, 6 × 6 for the dice.
- The encoded seat: 45 for its choice about the white dice.
"""

from __future__ import annotations

from typing import Any

from trapezi.core import bits
from trapezi.core.state import State
from trapezi.envs.features import Encoder, FeatureSchema
from trapezi.games.qwixx import crosses, phases, sheet


class SheetEncoder(Encoder):
    """Encodes the sheets of Qwixx and of its card game."""

    __slots__ = ()

    def encode_sheet(self, marks: int, free: int, misses: int, features: FeatureSchema) -> None:
        for row in range(sheet.ROWS):  # a lock has no bit of its own in `marks`: it is crossed with the last cell
            marks |= bits.bit(sheet.LOCKS + row) * (sheet.in_row(marks, row) >> sheet.LAST)
        features.add_bits(marks, sheet.LOCKS + sheet.ROWS)
        features.add_bits(free, sheet.LOCKS)
        features.add_bits(bits.bit(misses) - 1, 4)
        features.add(crosses.score(marks, misses) / 100)


class QwixxEncoder(SheetEncoder):
    __slots__ = ()

    def encode(self, state: State, seat: int, features: FeatureSchema) -> None:
        p: Any = state
        n = p.players
        for k in range(n):
            s = (seat + k) % n
            self.encode_sheet(p.marks[s], p.free[s], p.misses[s], features)
        features.add_bits(p.closed, sheet.ROWS)
        features.add_one_hot(p.phase, phases.END + 1)
        features.add_one_hot((p.active - seat) % n, n)
        for die in range(6):
            features.add_one_hot(-1 if p.die_has_left(die) else p.dice[die] - 1, 6)
        features.add_one_hot(p.choice[seat], sheet.UNDECIDED)
