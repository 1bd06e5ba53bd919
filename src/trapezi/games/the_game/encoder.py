"""Positions of The Game as numbers, in this order. Signals are left out.

- Each pile: its top / 100, 8 bits for its command and fire, whether it is open, whether its fire is due, whether the last card
  went there.
- The table: 98 bits for the cards laid; cards in the draw pile and cards left / 98; cards laid in this turn, its minimum and
  cards to draw / 8; whether three is in force; 4 phases.
- Each seat, starting with the observer: its number of cards / 8; then the active seat.
- The observer: 98 bits for the hand; 98 × 4 distances that each card jumps on each pile / 100 (0 where it does not fit).
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
            features.add_bits(p.cards.command_bits[p.tops >> 7 * pile & 127], COMMANDS)
            features.add(p.open_piles >> pile & 1)
            features.add(p.fires >> pile & 1)
            features.add(1.0 if p.last_move and p.last_move & 3 == pile else 0.0)
        low = p.draw_pile[0]
        high = p.draw_pile[1]
        for k in range(n):
            low |= p.hands[2 * k]
            high |= p.hands[2 * k + 1]
        for card in range(2, 100):
            features.add(0.0 if (low >> card if card < 64 else high >> (card - 64)) & 1 else 1.0)
        features.add(p.draw_count / 98)
        features.add(p.cards_left / 98)
        features.add(p.laid / 8)
        features.add(p.minimum() / 8)
        features.add(p.draw_size() / 8)
        features.add(1.0 if p.under_three else 0.0)
        features.add_one_hot(p.phase, PHASES)
        for k in range(n):
            features.add(p.hand_sizes[(seat + k) % n] / 8)
        features.add_one_hot((p.active - seat) % n, n)
        for card in range(2, 100):
            features.add(1.0 if p.holds(seat, card) else 0.0)
        for card in range(2, 100):
            held = p.holds(seat, card)
            for pile in range(PILES):
                features.add(self.jump(card, pile, p.tops >> 7 * pile & 127, p.trick_distance) / 100 if held else 0.0)
        return 0

    def jump(self, card: int, pile: int, top: int, trick_distance: int) -> int:
        """Return how far a card jumps, negative for a trick, or 0 if its number does not fit."""
        gap = card - top
        if pile >= 2:
            gap = -gap
        return gap if gap > 0 or gap == trick_distance else 0
