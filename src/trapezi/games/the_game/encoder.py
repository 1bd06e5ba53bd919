"""The Game as numbers, in this order. Signals are left out.

- Each pile: its top / 100, 8 for command and fire on it, open, due, whether the last card went there.
- All: 98 cards gone; cards in the draw pile and cards left / 98; cards laid, to be laid at least and to be drawn / 8; three;
  4 phases.
- Each seat, the own one first: its cards / 8; then whose turn it is.
- The own seat: 98 cards of its hand, 98 × 4 for how far each jumps on each pile / 100 (0 where it does not fit).
"""

from __future__ import annotations

from typing import Any

from trapezi.core.state import State
from trapezi.envs.features import Encoder, FeatureSchema

PHASES = 4
PILES = 4
COMMANDS = 8


class TheGameEncoder(Encoder):
    __slots__ = ()

    def encode(self, state: State, seat: int, features: FeatureSchema) -> int:
        p: Any = state
        n = p.players
        for pile in range(PILES):
            features.add((p.tops >> 7 * pile & 127) / 100)
            features.add_bits(p.cards.mark[p.tops >> 7 * pile & 127], COMMANDS)
            features.add(p.open >> pile & 1)
            features.add(p.due >> pile & 1)
            features.add(1.0 if p.last and p.last & 3 == pile else 0.0)
        for card in range(2, 100):
            features.add(1.0 if p.gone(card) else 0.0)
        features.add(p.left / 98)
        features.add(p.rest / 98)
        features.add(p.laid / 8)
        features.add(p.minimum() / 8)
        features.add(p.draws() / 8)
        features.add(1.0 if p.three else 0.0)
        features.add_one_hot(p.phase, PHASES)
        for k in range(n):
            features.add(p.sizes[(seat + k) % n] / 8)
        features.add_one_hot((p.active - seat) % n, n)
        for card in range(2, 100):
            features.add(1.0 if p.holds(seat, card) else 0.0)
        for card in range(2, 100):
            held = p.holds(seat, card)
            for pile in range(PILES):
                features.add(self.jump(card, pile, p.tops >> 7 * pile & 127, p.back) / 100 if held else 0.0)
        return 0

    def jump(self, card: int, pile: int, top: int, back: int) -> int:
        """How far a card jumps, negative for a trick; 0 if its number does not fit."""
        gap = card - top
        if pile >= 2:
            gap = -gap
        return gap if gap > 0 or gap == back else 0
