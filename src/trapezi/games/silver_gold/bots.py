"""Silver & Gold: a greedy player, a thoughtful one for playouts, and the expert that searches with it."""

from __future__ import annotations

from trapezi.bots.budget import Budget
from trapezi.bots.policy import ScoringPolicy
from trapezi.bots.search import Search
from trapezi.core import bits
from trapezi.core.state import State
from trapezi.games.silver_gold.rules import Position

NONE = 64
TAKE = 6
PILE = 10
MARK = 11
SLOTS = 2
HAND = 4
KEEPING = 1
MARKING = 4
TENTH = 10  # values are in tenths of a point


class Greedy(ScoringPolicy):
    """Marks where coins, palms and squares are most; a new card is the one with most to gain per square."""

    __slots__ = ()

    def value(self, state: State, seat: int, move: int) -> int:
        position: Position = state  # type: ignore[assignment]
        if position.phase == MARKING:
            return self.of_mark(position, seat, move)
        if position.phase == KEEPING:
            return self.of_pair(position, seat, move)
        return 0 if move == PILE else self.of_card(position, position.display[move - TAKE])

    def of_mark(self, position: Position, seat: int, move: int) -> int:
        slot = 1 if move - MARK >= position.cards.size else 0
        cells = position.cards.cells[move - MARK - slot * position.cards.size]
        slot += SLOTS * seat
        card = position.held[slot]
        value = TENTH * bits.count(cells) + TENTH * bits.count(cells & position.cards.coins[card])
        value += TENTH * position.palm() * bits.count(cells & position.cards.palms[card])
        value += TENTH * bits.count(cells & position.cards.crosses[card])
        if (position.marks[slot] | position.draft[slot] | cells) == position.cards.squares[card]:
            value += 2 * TENTH
        return value

    def of_card(self, position: Position, card: int) -> int:
        """Symbols on a card, and that small ones are finished sooner."""
        symbols = position.cards.coins[card] | position.cards.palms[card] | position.cards.crosses[card]
        return 3 * bits.count(symbols) - bits.count(position.cards.squares[card])

    def of_pair(self, position: Position, seat: int, move: int) -> int:
        """Two of the four cards dealt: 01 02 03 12 13 23."""
        first = 0 if move < 3 else 1 if move < 5 else 2
        second = move + 1 if move < 3 else move - 1 if move < 5 else 3
        hand = HAND * seat
        return self.of_card(position, position.hand[hand + first]) + self.of_card(position, position.hand[hand + second])


class Thoughtful(Greedy):
    """Also looks at what the squares left over will take: cards that no pattern fits any more are slow to finish."""

    __slots__ = ()

    def of_mark(self, position: Position, seat: int, move: int) -> int:
        slot = 1 if move - MARK >= position.cards.size else 0
        cells = position.cards.cells[move - MARK - slot * position.cards.size]
        slot += SLOTS * seat
        card = position.held[slot]
        value = TENTH * bits.count(cells) + 15 * bits.count(cells & position.cards.coins[card])
        value += 8 * position.palm() * bits.count(cells & position.cards.palms[card])
        value += 12 * bits.count(cells & position.cards.crosses[card])
        left = position.cards.squares[card] & ~(position.marks[slot] | position.draft[slot] | cells)
        if left == 0:
            return value + 30
        return value + 3 * self.room(position, left) - 2 * bits.count(left)

    def room(self, position: Position, free: int) -> int:
        """How many of the eight expedition cards fit on some squares."""
        found = 0
        for card in range(8):
            table = 256 * card
            if position.cards.fits_above[table + (free & 255)] & position.cards.fits_below[table + (free >> 8)]:
                found += 1
        return found


class Expert(Search):
    """The best marks by a thoughtful look, tried out against players who look so too."""

    game = "silver_gold"
    policy = Thoughtful
    scale = 15.0
    max_candidates = 12
    default_budget = Budget(simulations=800)
