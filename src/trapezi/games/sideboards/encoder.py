"""Encode Sideboards as numbers, in this order. A laid card takes 40 numbers: 5 colours and 3 handles for each of five drawers.

- Each seat, beginning with the encoded seat: 8 cards of its sideboard, cards in hand / 4, exchange card, exchanging, drawers in
  counted runs / 16, points / 100, 60 cards known to be in its hand.
- The table: 7 + 7 + 16 for the goals, 5 phases, 9 for the cards laid, cards in pile and discards / 60, which seat draws.
- The encoded seat: 4 cards of its hand in order, 60 cards known among the discards, 61 for its choice.
"""

from __future__ import annotations

from typing import Any

from trapezi.core import bits
from trapezi.core.state import State
from trapezi.envs.features import Encoder, FeatureSchema
from trapezi.games.sideboards import faces, notation, phases


class SideboardsEncoder(Encoder):
    __slots__ = ()

    def encode(self, state: State, seat: int, features: FeatureSchema) -> None:
        p: Any = state
        n = p.players
        for k in range(n):
            s = (seat + k) % n
            for column in range(faces.LENGTH):
                self.add_face(p, faces.face_at(p.board[s], column) if column < p.length else -1, features)
            features.add(bits.count(p.hand[s]) / 4)
            features.add(p.exchange_cards >> s & 1)
            features.add(p.exchanging >> s & 1)
            features.add(p.drawers_in_runs(s) / 16)
            features.add(p.score(s) / 100)
            features.add_bits(p.hand[s] if k == 0 else p.hand[s] & p.known_cards[seat], 60)
        features.add_one_hot(p.goals[0] - 1, 7)
        features.add_one_hot(p.goals[1] - 8, 7)
        features.add_one_hot(p.goals[2] - 15, 16)
        features.add_one_hot(p.phase, phases.END + 1)
        features.add_one_hot(p.length, faces.LENGTH + 1)
        features.add(bits.count(p.pile) / 60)
        features.add(bits.count(p.discards) / 60)
        features.add_one_hot((bits.lowest(p.drawing_seats) - seat) % n if p.phase == phases.DRAWING else -1, n)
        hand = p.hand[seat]
        for _ in range(4):
            self.add_face(p, 2 * bits.lowest(hand) if hand else -1, features)
            hand &= hand - 1 if hand else 0
        features.add_bits(p.discards & p.known_cards[seat], 60)
        features.add_one_hot(p.choice[seat], notation.UNDECIDED)

    def add_face(self, p: Any, face: int, features: FeatureSchema) -> None:
        """Add the drawers of a face, or zeros if there is no card (-1)."""
        for row in range(faces.ROWS):
            features.add_one_hot(p.cards.mark[face * faces.ROWS + row] if face >= 0 else -1, 5)
            features.add_one_hot(p.cards.mark[(faces.COUNT + face) * faces.ROWS + row] if face >= 0 else -1, 3)
