"""Encode a position of Silver & Gold as a list of numbers for learning algorithms.

A treasure card takes 72 numbers: 16 bits each for its squares, crosses, coins and palms, then 4 for its colour and 4 for its
seal. The list has three parts:

- for each seat, beginning with the encoded seat: its two cards, each followed by 16 bits for its marks, the number of coins
  divided by 12, 3 bits for the coin rows with a trophy, the points of 3 trophies divided by 6, the points of 4 palms divided
  by 10, 64 bits for the completed cards, the number of completed cards of each colour and with each seal divided by 8, the
  number of dealt cards divided by 4, the points divided by 100;
- for the whole game: the 4 cards of the display, the value of a palm divided by 10, the size of the pile divided by 64, the
  number of trophies left divided by 6, 5 bits for the round, the number of the turn divided by 7, 8 phases, 8 expedition
  cards, the start player, the seat that gets trophies and new cards;
- for the encoded seat only: the 4 dealt cards, 6 bits for its choice of two cards, 2 × 16 bits for the drafted squares, the
  number of squares that it still has to mark divided by 8.
"""

from __future__ import annotations

from typing import Any

from trapezi.core import bits
from trapezi.core.state import State
from trapezi.envs.encoder_base import Encoder, FeatureCounter
from trapezi.games.silver_gold import constants, phases


class SilverGoldEncoder(Encoder):
    def encode(self, state: State, seat: int, features: FeatureCounter) -> None:
        p: Any = state
        n = p.players
        dealt = p.dealt_card_count()
        for k in range(n):
            s = (seat + k) % n
            for slot in range(2 * s, 2 * s + 2):
                self.add_card_features(p, p.treasure[slot], features)
                features.add_bits(p.marks[slot], 16)
            features.add(p.coins[s] / 12)
            features.add_bits((1 << p.rows[s]) - 1, 3)
            for i in range(3):
                features.add(p.won[3 * s + i] / 6)
            for i in range(4):
                features.add(p.palms[4 * s + i] / 10)
            features.add_bits(p.completed[s], 64)
            for i in range(4):
                features.add(p.completed_count(s, i) / 8)
            for i in range(4):
                features.add(bits.count(p.completed[s] & p.cards.of_seal[i]) / 8)
            features.add(max(0, min(4, dealt - 4 * s)) / 4)
            features.add(p.score(s) / 100)
        for i in range(4):
            self.add_card_features(p, p.display[i], features)
        features.add(p.palm_value() / 10)
        features.add(bits.count(p.pile) / 64)
        features.add(p.trophies / 6)
        features.add_one_hot(p.round, 5)
        features.add(bits.count(p.used) / 7)
        features.add_one_hot(p.phase, phases.END + 1)
        # Expedition cards with the same pattern look the same, so encode the first card with this pattern.
        features.add_one_hot(
            -1 if p.expedition == constants.NO_EXPEDITION else bits.lowest_member(p.cards.designs[p.expedition]), 8
        )
        features.add_one_hot((p.starter - seat) % n, n)
        features.add_one_hot((p.next_seat_to_settle() - seat) % n if p.phase in (phases.TAKING, phases.DRAWING) else -1, n)
        for i in range(4 * seat, 4 * seat + 4):
            self.add_card_features(p, p.hand[i] if p.phase <= phases.KEEPING else constants.NO_CARD, features)
        features.add_one_hot(p.choice[seat], 6)
        for slot in range(2 * seat, 2 * seat + 2):
            features.add_bits(p.draft[slot] if p.phase == phases.MARKING else 0, 16)
        features.add(p.owed[seat] / 8 if p.waiting >> seat & 1 else 0.0)

    def add_card_features(self, position: Any, card: int, features: FeatureCounter) -> None:
        """Add the 72 numbers of a treasure card, all zero for NO_CARD."""
        features.add_bits(position.cards.squares[card], 16)
        features.add_bits(position.cards.crosses[card], 16)
        features.add_bits(position.cards.coins[card], 16)
        features.add_bits(position.cards.palms[card], 16)
        for colour in range(4):
            features.add(position.cards.of_colour[colour] >> card & 1 if card < constants.NO_CARD else 0)
        for colour in range(4):
            features.add(position.cards.of_seal[colour] >> card & 1 if card < constants.NO_CARD else 0)
