"""Encode Sideboards as numbers, in this order. A laid card takes 40 numbers: 5 colours and 3 handles for each of five drawers.

- For each seat, beginning with the encoded seat: 8 laid cards; cards in hand / 4; whether it has its exchange card; whether it
  exchanges now; drawers in counted runs / 16; points / 100; 60 bits for the cards that the encoded seat knows to be in its hand.
- For the table: 7 + 7 + 16 bits for the goals; 5 bits for the phase; 9 bits for the number of cards laid; cards in the pile / 60;
  discards / 60; one bit per seat for the seat that draws.
- For the encoded seat: 4 cards in hand, ascending; 60 bits for the discards that it knows; 61 bits for its choice.
"""

from __future__ import annotations

from typing import Any

from trapezi.core import bits
from trapezi.core.state import State
from trapezi.envs.features import Encoder, FeatureSchema
from trapezi.games.sideboards import notation, phases, sideboard_bits


class SideboardsEncoder(Encoder):
    def encode(self, state: State, seat: int, features: FeatureSchema) -> None:
        p: Any = state
        n = p.players
        for k in range(n):
            s = (seat + k) % n
            for column in range(sideboard_bits.LENGTH):
                self.add_face_features(p, sideboard_bits.face_at(p.board[s], column) if column < p.length else -1, features)
            features.add(bits.count(p.hand[s]) / 4)
            features.add(p.exchange_cards >> s & 1)
            features.add(p.exchanging >> s & 1)
            features.add(p.count_drawers_in_runs(s) / 16)
            features.add(p.score(s) / 100)
            features.add_bits(p.hand[s] if k == 0 else p.hand[s] & p.known_cards[seat], 60)
        features.add_one_hot(p.goals[0] - 1, 7)
        features.add_one_hot(p.goals[1] - 8, 7)
        features.add_one_hot(p.goals[2] - 15, 16)
        features.add_one_hot(p.phase, phases.END + 1)
        features.add_one_hot(p.length, sideboard_bits.LENGTH + 1)
        features.add(bits.count(p.pile) / 60)
        features.add(bits.count(p.discards) / 60)
        features.add_one_hot((bits.lowest_member(p.drawing_seats) - seat) % n if p.phase == phases.DRAWING else -1, n)
        hand = p.hand[seat]
        for _ in range(4):
            self.add_face_features(p, 2 * bits.lowest_member(hand) if hand else -1, features)
            hand &= hand - 1 if hand else 0
        features.add_bits(p.discards & p.known_cards[seat], 60)
        features.add_one_hot(p.choice[seat], notation.UNDECIDED)

    def add_face_features(self, position: Any, face: int, features: FeatureSchema) -> None:
        """Add the 40 numbers of a face, all zero if there is no card (-1)."""
        for row in range(sideboard_bits.ROWS):
            colour = face * sideboard_bits.ROWS + row
            handle = (sideboard_bits.FACES + face) * sideboard_bits.ROWS + row
            features.add_one_hot(position.matcher.mark[colour] if face >= 0 else -1, 5)
            features.add_one_hot(position.matcher.mark[handle] if face >= 0 else -1, 3)
