"""Qwixx, the card game, as numbers, in this order.

- Each seat, the own one first: 48 crosses and locks, 44 cells still open, 4 misses, points / 100, 5 × 11 for the numbers of its
  hand, 45 for its choice in step 2 once it is revealed.
- All: 4 × 11 for the display, 11 for the top card, cards in pile and discards / 55, 7 phases, whose turn it is.
- All, of the last play: whose it was, 4 colours, 55 cards, 11 cells.
- The own seat: 5 × 5 for the colours of its hand, 45 for its choice in step 2.
"""

from __future__ import annotations

from typing import Any

from trapezi.core import bits
from trapezi.core.state import State
from trapezi.envs.features import Encoder, FeatureSchema

ONE = 1
CELLS = 11
NONE = 55  # no card
HAND = 5
CHOICES = 45
PHASES = 7
PLAYING = 5


class QwixxCardsEncoder(Encoder):
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
            for slot in range(HAND):
                self.number(p.hands[s * HAND + slot], features)
            features.add_one_hot(p.choice[s] if p.phase >= PLAYING else -1, CHOICES)
        for place in range(4):
            self.number(p.display[place], features)
        self.number(p.top, features)
        features.add((bits.count(p.pile) + (p.top != NONE)) / 55)
        features.add(bits.count(p.discards) / 55)
        features.add_one_hot(p.phase, PHASES)
        features.add_one_hot((p.active - seat) % n if p.active >= 0 else -1, n)
        features.add_one_hot((p.last_seat - seat) % n if p.last_seat >= 0 else -1, n)
        features.add_one_hot(p.last_colour if p.last_seat >= 0 else -1, 4)
        features.add_bits(p.last_cards, 55)
        features.add_bits(p.last_cells, CELLS)
        for slot in range(HAND):
            features.add_one_hot(p.hands[seat * HAND + slot] // CELLS, 5)
        features.add_one_hot(p.choice[seat], CHOICES)
        return 0

    def number(self, card: int, features: FeatureSchema) -> int:
        """The back of a card, which everybody sees."""
        features.add_one_hot(-1 if card == NONE else card % CELLS, CELLS)
        return 0
