"""Bots for Silver & Gold: a greedy policy, a policy that looks ahead, and an expert that simulates games with `LookAhead`."""

from __future__ import annotations

from trapezi.bots.budget import Budget
from trapezi.bots.policy import ScoringPolicy
from trapezi.bots.search import Search
from trapezi.core import bits
from trapezi.core.state import State
from trapezi.games.silver_gold import constants, notation, phases
from trapezi.games.silver_gold.rules import Position

POINT = 10  # The value of a point, because all values are in tenths of a point.


class Greedy(ScoringPolicy):
    """Marks as many squares, coins and palms as possible, and takes cards with many symbols and few squares."""

    def value(self, state: State, seat: int, move: int) -> int:
        position: Position = state  # type: ignore[assignment]
        if position.phase == phases.MARKING:
            return self.mark_value(position, seat, move)
        if position.phase == phases.KEEPING:
            return self.kept_pair_value(position, seat, move)
        return 0 if move == notation.PILE else self.card_value(position, position.display[move - notation.TAKE])

    def mark_value(self, position: Position, seat: int, move: int) -> int:
        slot = 1 if move - notation.MARK >= position.cards.size else 0
        squares = position.cards.cells[move - notation.MARK - slot * position.cards.size]
        return self.squares_value(position, constants.SLOTS * seat + slot, squares)

    def squares_value(self, position: Position, slot: int, squares: int) -> int:
        """Return the value of marking these squares of the card in a slot."""
        card = position.treasure[slot]
        value = POINT * bits.count(squares) + POINT * bits.count(squares & position.cards.coins[card])
        value += POINT * position.palm_value() * bits.count(squares & position.cards.palms[card])
        value += POINT * bits.count(squares & position.cards.crosses[card])
        if (position.marks[slot] | position.draft[slot] | squares) == position.cards.squares[card]:
            value += 2 * POINT
        return value

    def card_value(self, position: Position, card: int) -> int:
        """Return the value of taking a card. It is higher for many symbols, and for few squares, which are completed sooner."""
        symbols = position.cards.coins[card] | position.cards.palms[card] | position.cards.crosses[card]
        return 3 * bits.count(symbols) - bits.count(position.cards.squares[card])

    def kept_pair_value(self, position: Position, seat: int, move: int) -> int:
        """Return the value of a move that keeps two of the four dealt cards (`notation.KEEPS` lists which two)."""
        first = 0 if move < 3 else 1 if move < 5 else 2
        second = move + 1 if move < 3 else move - 1 if move < 5 else 3
        hand = constants.HAND * seat
        return self.card_value(position, position.hand[hand + first]) + self.card_value(position, position.hand[hand + second])


class LookAhead(Greedy):
    """Prefers marks that leave room for many patterns on the card, because such a card is completed sooner."""

    def squares_value(self, position: Position, slot: int, squares: int) -> int:
        card = position.treasure[slot]
        value = POINT * bits.count(squares) + 15 * bits.count(squares & position.cards.coins[card])
        value += 8 * position.palm_value() * bits.count(squares & position.cards.palms[card])
        value += 12 * bits.count(squares & position.cards.crosses[card])
        left = position.cards.squares[card] & ~(position.marks[slot] | position.draft[slot] | squares)
        if left == 0:
            return value + 30
        return value + 3 * self.fitting_expedition_count(position, left) - 2 * bits.count(left)

    def fitting_expedition_count(self, position: Position, free: int) -> int:
        """Return how many of the eight expedition cards show a pattern that fits on these free squares."""
        count = 0
        for card in range(8):
            start = 256 * card
            if position.cards.fits_above[start + (free & 255)] & position.cards.fits_below[start + (free >> 8)]:
                count += 1
        return count


class Expert(Search):
    """Compares the best moves of `LookAhead` by simulated games in which `LookAhead` plays for all seats."""

    game = "silver_gold"
    policy = LookAhead
    scale = 15.0
    max_candidates = 12
    default_budget = Budget(simulations=800)
