"""Bots for Silver & Gold: a greedy policy, a policy that looks ahead, and an expert that searches with the latter."""

from __future__ import annotations

from trapezi.bots.budget import Budget
from trapezi.bots.policy import ScoringPolicy
from trapezi.bots.search import Search
from trapezi.core import bits
from trapezi.core.state import State
from trapezi.games.silver_gold import counts, notation, phases
from trapezi.games.silver_gold.rules import Position

POINT = 10  # values are in tenths of a point


class Greedy(ScoringPolicy):
    """Marks where there are most squares, coins and palms; takes the card with most symbols and fewest squares."""

    __slots__ = ()

    def value(self, state: State, seat: int, move: int) -> int:
        position: Position = state  # type: ignore[assignment]
        if position.phase == phases.MARKING:
            return self.mark_value(position, seat, move)
        if position.phase == phases.KEEPING:
            return self.pair_value(position, seat, move)
        return 0 if move == notation.PILE else self.card_value(position, position.display[move - notation.TAKE])

    def mark_value(self, position: Position, seat: int, move: int) -> int:
        slot = 1 if move - notation.MARK >= position.cards.size else 0
        cells = position.cards.cells[move - notation.MARK - slot * position.cards.size]
        return self.squares_value(position, counts.SLOTS * seat + slot, cells)

    def squares_value(self, position: Position, slot: int, cells: int) -> int:
        """Return the value of marking these squares of a card."""
        card = position.treasure[slot]
        value = POINT * bits.count(cells) + POINT * bits.count(cells & position.cards.coins[card])
        value += POINT * position.palm_value() * bits.count(cells & position.cards.palms[card])
        value += POINT * bits.count(cells & position.cards.crosses[card])
        if (position.marks[slot] | position.draft[slot] | cells) == position.cards.squares[card]:
            value += 2 * POINT
        return value

    def card_value(self, position: Position, card: int) -> int:
        """Return the value of taking a card: many symbols are good, and so are few squares, which are completed sooner."""
        symbols = position.cards.coins[card] | position.cards.palms[card] | position.cards.crosses[card]
        return 3 * bits.count(symbols) - bits.count(position.cards.squares[card])

    def pair_value(self, position: Position, seat: int, move: int) -> int:
        """Return the value of keeping two of the four cards dealt. The moves 0 to 5 keep 01, 02, 03, 12, 13 and 23."""
        first = 0 if move < 3 else 1 if move < 5 else 2
        second = move + 1 if move < 3 else move - 1 if move < 5 else 3
        hand = counts.HAND * seat
        return self.card_value(position, position.hand[hand + first]) + self.card_value(position, position.hand[hand + second])


class LookAhead(Greedy):
    """Also prefers marks after which many patterns still fit on the card, since other cards are slow to complete."""

    __slots__ = ()

    def squares_value(self, position: Position, slot: int, cells: int) -> int:
        card = position.treasure[slot]
        value = POINT * bits.count(cells) + 15 * bits.count(cells & position.cards.coins[card])
        value += 8 * position.palm_value() * bits.count(cells & position.cards.palms[card])
        value += 12 * bits.count(cells & position.cards.crosses[card])
        left = position.cards.squares[card] & ~(position.marks[slot] | position.draft[slot] | cells)
        if left == 0:
            return value + 30
        return value + 3 * self.fitting_count(position, left) - 2 * bits.count(left)

    def fitting_count(self, position: Position, free: int) -> int:
        """Return how many of the eight expedition cards fit on these squares."""
        count = 0
        for card in range(8):
            start = 256 * card
            if position.cards.fits_above[start + (free & 255)] & position.cards.fits_below[start + (free >> 8)]:
                count += 1
        return count


class Expert(Search):
    """Simulates the best moves of `LookAhead`, with all seats played by `LookAhead`."""

    game = "silver_gold"
    policy = LookAhead
    scale = 15.0
    max_candidates = 12
    default_budget = Budget(simulations=800)
