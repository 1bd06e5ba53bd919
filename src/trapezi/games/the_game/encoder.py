"""Encode The Game as numbers, in this order. Signals are left out.

- Each pile: its top / 100, 8 bits for its command and fire, whether it is open, whether its fire is due, whether the last card
  went there.
- The table: 98 bits for the cards laid; cards in the draw pile and cards left / 98; cards laid in this turn, its minimum and
  cards to draw / 8; whether three is in force; 4 phases.
- Each seat, beginning with the encoded seat: its number of cards / 8; then the active seat.
- The encoded seat: 98 bits for the hand; 98 × 4 distances that each card jumps on each pile / 100 (0 where it does not fit).
"""

from __future__ import annotations

from typing import Any

from trapezi.core.state import State
from trapezi.envs.features import Encoder, FeatureSchema
from trapezi.games.the_game import notation, phases, piles


class TheGameEncoder(Encoder):
    __slots__ = ()

    def encode(self, state: State, seat: int, features: FeatureSchema) -> None:
        p: Any = state
        n = p.players
        for pile in range(piles.COUNT):
            top = piles.top(p.tops, pile)
            features.add(top / 100)
            features.add_bits(p.cards.command_bits[top], 8)
            features.add(p.open_piles >> pile & 1)
            features.add(p.fires >> pile & 1)
            features.add(1.0 if p.last_move and p.last_move & 3 == pile else 0.0)
        low = p.unseen_cards(-1, 0)
        high = p.unseen_cards(-1, 1)
        for card in range(notation.FIRST, notation.LAST + 1):
            features.add(0.0 if (low >> card if card < 64 else high >> (card - 64)) & 1 else 1.0)
        features.add(p.draw_count / 98)
        features.add(p.cards_left / 98)
        features.add(p.laid / 8)
        features.add(p.minimum() / 8)
        features.add(p.next_draw_size() / 8)
        features.add(1.0 if p.under_three else 0.0)
        features.add_one_hot(p.phase, phases.OVER + 1)
        for k in range(n):
            features.add(p.hand_sizes[(seat + k) % n] / 8)
        features.add_one_hot((p.active - seat) % n, n)
        for card in range(notation.FIRST, notation.LAST + 1):
            features.add(1.0 if p.holds(seat, card) else 0.0)
        for card in range(notation.FIRST, notation.LAST + 1):
            held = p.holds(seat, card)
            for pile in range(piles.COUNT):
                distance = piles.distance(p.tops, pile, card)
                jumps = held and (distance > 0 or distance == p.trick_distance)
                features.add(distance / 100 if jumps else 0.0)
