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

    def write(self, state: State, seat: int, page: FeatureSchema) -> int:
        p: Any = state
        n = p.players
        for k in range(n):
            s = (seat + k) % n
            page.bits(p.marks[s], 48)
            page.bits(p.free[s], 44)
            page.bits((ONE << p.misses[s]) - 1, 4)
            page.put(p.score(s) / 100)
            for slot in range(HAND):
                self.number(p.hands[s * HAND + slot], page)
            page.one_of(p.choice[s] if p.phase >= PLAYING else -1, CHOICES)
        for place in range(4):
            self.number(p.display[place], page)
        self.number(p.top, page)
        page.put((bits.count(p.pile) + (p.top != NONE)) / 55)
        page.put(bits.count(p.discards) / 55)
        page.one_of(p.phase, PHASES)
        page.one_of((p.active - seat) % n if p.active >= 0 else -1, n)
        page.one_of((p.last_seat - seat) % n if p.last_seat >= 0 else -1, n)
        page.one_of(p.last_colour if p.last_seat >= 0 else -1, 4)
        page.bits(p.last_cards, 55)
        page.bits(p.last_cells, CELLS)
        for slot in range(HAND):
            page.one_of(p.hands[seat * HAND + slot] // CELLS, 5)
        page.one_of(p.choice[seat], CHOICES)
        return 0

    def number(self, card: int, page: FeatureSchema) -> int:
        """The back of a card, which everybody sees."""
        page.one_of(-1 if card == NONE else card % CELLS, CELLS)
        return 0
