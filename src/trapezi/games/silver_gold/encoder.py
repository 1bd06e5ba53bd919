"""Encode Silver & Gold as numbers, in this order. A treasure card takes 72 numbers: 16 each for its squares, X, coins and palms,
then 4 for its colour and 4 for its seal.

- Each seat, beginning with the encoded seat: two cards with 16 marks each, coins / 12, 3 coin rows settled, 3 trophies / 6,
  4 palms / 10, 64 completed cards, how many of each colour and with each seal / 8, cards dealt / 4, points / 100.
- The table: 4 cards of the display, points for a palm / 10, cards in the pile / 64, trophies left / 6, 5 rounds, turn / 7,
  8 phases, 8 expeditions, the start player, the settling seat.
- The encoded seat: 4 cards dealt, 6 for the choice among them, 2 × 16 drafted squares, squares owed / 8.
"""

from __future__ import annotations

from typing import Any

from trapezi.core import bits
from trapezi.core.state import State
from trapezi.envs.features import Encoder, FeatureSchema
from trapezi.games.silver_gold import counts, phases


class SilverGoldEncoder(Encoder):
    __slots__ = ()

    def encode(self, state: State, seat: int, features: FeatureSchema) -> None:
        p: Any = state
        n = p.players
        dealt = p.dealt_count()
        for k in range(n):
            s = (seat + k) % n
            for slot in range(2 * s, 2 * s + 2):
                self.add_card(p, p.treasure[slot], features)
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
            self.add_card(p, p.display[i], features)
        features.add(p.palm_value() / 10)
        features.add(bits.count(p.pile) / 64)
        features.add(p.trophies / 6)
        features.add_one_hot(p.round, 5)
        features.add(bits.count(p.used) / 7)
        features.add_one_hot(p.phase, phases.END + 1)
        # Cards of one design look the same, so the first of them stands for all.
        features.add_one_hot(-1 if p.expedition == counts.NO_EXPEDITION else bits.lowest(p.cards.designs[p.expedition]), 8)
        features.add_one_hot((p.starter - seat) % n, n)
        features.add_one_hot((p.settling_seat() - seat) % n if p.phase in (phases.TAKING, phases.DRAWING) else -1, n)
        for i in range(4 * seat, 4 * seat + 4):
            self.add_card(p, p.hand[i] if p.phase <= phases.KEEPING else counts.NO_CARD, features)
        features.add_one_hot(p.choice[seat], 6)
        for slot in range(2 * seat, 2 * seat + 2):
            features.add_bits(p.draft[slot] if p.phase == phases.MARKING else 0, 16)
        features.add(p.owed[seat] / 8 if p.waiting >> seat & 1 else 0.0)

    def add_card(self, p: Any, card: int, features: FeatureSchema) -> None:
        """Add what is printed on a treasure card, or zeros for NO_CARD."""
        features.add_bits(p.cards.squares[card], 16)
        features.add_bits(p.cards.crosses[card], 16)
        features.add_bits(p.cards.coins[card], 16)
        features.add_bits(p.cards.palms[card], 16)
        for colour in range(4):
            features.add(p.cards.of_colour[colour] >> card & 1 if card < counts.NO_CARD else 0)
        for colour in range(4):
            features.add(p.cards.of_seal[colour] >> card & 1 if card < counts.NO_CARD else 0)
