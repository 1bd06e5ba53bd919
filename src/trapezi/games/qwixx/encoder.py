"""Encode a position of Qwixx as a list of numbers for learning algorithms.

The list has three parts:

- for each seat, beginning with the encoded seat: 48 crosses and locks, 44 crossable cells, 4 misses, the points divided by 100;
- for the whole game: 4 closed rows, 4 phases, the active seat, 6 faces for each of the 6 dice;
- for the encoded seat only: 45 numbers for its choice about the white sum.
"""

from __future__ import annotations

from typing import Any

from trapezi.core import bits
from trapezi.core.state import State
from trapezi.envs.encoder_base import Encoder, FeatureCounter
from trapezi.games.qwixx import phases, sheet, sheet_rules
from trapezi.games.qwixx.sheet import Cells


class SheetEncoder(Encoder):
    """Encodes the sheets of Qwixx and of its card game."""

    __slots__ = ()

    def encode_sheet(self, marks: Cells, crossable: Cells, misses: int, features: FeatureCounter) -> None:
        """Add the features of one sheet."""
        for row in range(sheet.ROWS):  # `marks` has no bits for locks, because a lock is crossed together with the last cell.
            marks |= bits.bit(sheet.LOCKS + row) * (sheet.positions_in_row(marks, row) >> sheet.LAST)
        features.add_bits(marks, sheet.LOCKS + sheet.ROWS)
        features.add_bits(crossable, sheet.LOCKS)
        features.add_bits(bits.bit(misses) - 1, 4)
        features.add(sheet_rules.score(marks, misses) / 100)


class QwixxEncoder(SheetEncoder):
    """Encodes positions of Qwixx."""

    __slots__ = ()

    def encode(self, state: State, seat: int, features: FeatureCounter) -> None:
        p: Any = state
        n = p.players
        for k in range(n):
            s = (seat + k) % n
            self.encode_sheet(p.marks[s], p.crossable[s], p.misses[s], features)
        features.add_bits(p.closed, sheet.ROWS)
        features.add_one_hot(p.phase, phases.END + 1)
        features.add_one_hot((p.active - seat) % n, n)
        for die in range(6):
            features.add_one_hot(-1 if p.is_die_removed(die) else p.dice[die] - 1, 6)
        features.add_one_hot(p.choice[seat], sheet.UNDECIDED)
