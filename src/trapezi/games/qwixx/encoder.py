"""Qwixx as numbers, in this order.

- Each seat, the own one first: 48 crosses and locks, 44 cells still open, 4 misses, points / 100.
- All: 4 rows closed, 4 phases, whose turn it is, 6 × 6 for the dice.
- The own seat: 45 for its choice about the white dice.
"""

from __future__ import annotations

from typing import Any

from trapezi.core.state import State
from trapezi.envs.features import Encoder, FeatureSchema

ONE = 1
PHASES = 4


class QwixxEncoder(Encoder):
    __slots__ = ()

    def encode(self, state: State, seat: int, features: FeatureSchema) -> int:
        p: Any = state
        n = p.players
        for k in range(n):
            s = (seat + k) % n
            features.add_bits(p.marks[s], 48)
            features.add_bits(p.free[s], 44)
            features.add_bits((ONE << p.misses[s]) - 1, 4)
            features.add(p.score(s) / 100)
        features.add_bits(p.closed, 4)
        features.add_one_hot(p.phase, PHASES)
        features.add_one_hot((p.active - seat) % n, n)
        for die in range(6):
            features.add_one_hot(-1 if p.left(die) else p.dice[die] - 1, 6)
        features.add_one_hot(p.choice[seat], 45)
        return 0
