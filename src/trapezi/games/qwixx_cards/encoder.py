"""Encode a position of Qwixx, the card game, as a list of numbers for learning algorithms.

The list has four parts:

- for each seat, beginning with the encoded seat: 48 crosses and locks, 44 crossable cells, 4 misses, the points divided by 100,
  5 × 11 numbers for the backs of its hand, and 45 for its choice in step 2 once this choice is revealed;
- for the whole game: 4 × 11 numbers for the display, 11 for the top card, the sizes of the draw pile and of the discards divided
  by 55, 7 phases, the active seat;
- for the last play: the seat that made it, 4 colours, 55 cards, 11 crossed positions;
- for the encoded seat only: 5 × 5 numbers for the suits in its hand, and 45 for its choice in step 2.
"""

from __future__ import annotations

from typing import Any

from trapezi.core import bits
from trapezi.core.state import State
from trapezi.envs.encoder_base import FeatureCounter
from trapezi.games.qwixx import sheet
from trapezi.games.qwixx.encoder import SheetEncoder
from trapezi.games.qwixx_cards import deck, phases


class QwixxCardsEncoder(SheetEncoder):
    """Encodes positions of the card game."""

    __slots__ = ()

    def encode(self, state: State, seat: int, features: FeatureCounter) -> None:
        p: Any = state
        n = p.players
        for k in range(n):
            s = (seat + k) % n
            self.encode_sheet(p.marks[s], p.crossable[s], p.misses[s], features)
            for slot in range(deck.HAND):
                self.add_card_number(p.hands[s * deck.HAND + slot], features)
            features.add_one_hot(p.choice[s] if p.phase >= phases.PLAYING else -1, sheet.UNDECIDED)
        for place in range(deck.PLACES):
            self.add_card_number(p.display[place], features)
        self.add_card_number(p.top, features)
        features.add((bits.count(p.pile) + (p.top != deck.NONE)) / 55)
        features.add(bits.count(p.discards) / 55)
        features.add_one_hot(p.phase, phases.END + 1)
        features.add_one_hot((p.active - seat) % n if p.active >= 0 else -1, n)
        features.add_one_hot((p.last_seat - seat) % n if p.last_seat >= 0 else -1, n)
        features.add_one_hot(p.last_colour if p.last_seat >= 0 else -1, 4)
        features.add_bits(p.last_cards, 55)
        features.add_bits(p.last_cells, sheet.CELLS)
        for slot in range(deck.HAND):
            features.add_one_hot(p.hands[seat * deck.HAND + slot] // deck.NUMBERS, 5)
        features.add_one_hot(p.choice[seat], sheet.UNDECIDED)

    def add_card_number(self, card: int, features: FeatureCounter) -> None:
        """Add the number of a card as a one-hot vector, or only zeros if there is no card. (Everybody can see the number.)"""
        features.add_one_hot(-1 if card == deck.NONE else card % deck.NUMBERS, deck.NUMBERS)
