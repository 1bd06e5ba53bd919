"""Encode a position of Sideboards as a list of numbers for learning algorithms.

A card takes 40 numbers: 5 for the colour and 3 for the handle of each of its five drawers. The list has three parts:

- for each seat, beginning with the encoded seat: its 8 laid cards, the size of its hand divided by 4, whether it has its
  exchange card, whether it exchanges now, the number of drawers in counted runs divided by 16, the points divided by 100, 60
  bits for the cards in its hand that the encoded seat knows;
- for the whole game: 7 + 7 + 16 bits for the goals, 5 phases, 9 bits for the number of laid cards, the sizes of the draw
  pile and of the discards divided by 60, the seat that draws;
- for the encoded seat only: 4 cards in its hand in ascending order, 60 bits for the discards that it knows, 61 bits for its
  choice.
"""

from __future__ import annotations

from typing import Any

from trapezi.core import bits
from trapezi.core.state import State
from trapezi.envs.encoder_base import Encoder, FeatureCounter
from trapezi.games.sideboards import notation, phases, sideboard_bits


class SideboardsEncoder(Encoder):
    def encode(self, state: State, seat: int, features: FeatureCounter) -> None:
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

    def add_face_features(self, position: Any, face: int, features: FeatureCounter) -> None:
        """Add the 40 numbers of a face, all zero if there is no card (-1)."""
        for row in range(sideboard_bits.ROWS):
            colour = face * sideboard_bits.ROWS + row
            handle = (sideboard_bits.FACES + face) * sideboard_bits.ROWS + row
            features.add_one_hot(position.matcher.mark[colour] if face >= 0 else -1, 5)
            features.add_one_hot(position.matcher.mark[handle] if face >= 0 else -1, 3)
