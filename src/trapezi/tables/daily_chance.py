"""Compute the chance of a deal of the day: everyone gets the same k-th roll and the same k-th card, whatever they play.

The secret of the deal determines a shuffled order of the cards. Each draw takes the first card of this order that can still be
drawn. If an outcome becomes possible that was not possible at the last draw, cards were put back, so a new order is used.
Each outcome therefore has its normal probability, given everything that the players have seen, and `State.resample` can
ignore the order.

Each kind of outcome, such as the cards of one pile, has an order of its own. If the outcomes of a game depend on each other in
another way, as with dice that are removed, the game declares a function of its own (`DailyDeal.chance`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from trapezi.core.random import Stream
from trapezi.core.state import State
from trapezi.games import package

MOST_OUTCOMES = 512  # A position with more outcomes than this is treated as a roll of dice, not as a draw from a pile.

RandomStreams = Callable[[int], Stream]  # It returns the random stream of a number.


@dataclass(slots=True)
class DrawPile:
    """The outcomes of one kind, such as the cards of a pile. `drawable` are the outcomes that remain after the last draw."""

    kind: int  # The smallest outcome that was possible at the first draw from the pile, which identifies the pile.
    known: frozenset[int]
    drawable: frozenset[int]
    shuffles: int = 0


@dataclass(slots=True)
class DailyChance:
    """Compute the next outcome of a deal from the number of outcomes so far and from the piles that cards were drawn from."""

    count: int = 0
    piles: list[DrawPile] = field(default_factory=list)

    def copy(self) -> DailyChance:
        return DailyChance(self.count, [DrawPile(each.kind, each.known, each.drawable, each.shuffles) for each in self.piles])

    def next_outcome(self, state: State, streams: RandomStreams) -> int:
        """Return the next outcome of NATURE in a position."""
        own = chance_function_of_game(state)
        if own is not None:
            return int(own(state, streams(self.count)))
        if not is_like_card_draw(state):
            return state.sample_chance(streams(self.count))
        pile = self._pile_for(possible_outcomes(state))
        # The numbers of the streams of piles begin at 2**40, above all possible values of `count`.
        start = (pile.kind + 1 << 40) + (pile.shuffles << 24)
        return min(pile.drawable, key=lambda outcome: streams(start + outcome).key)

    def record(self, state: State, outcome: int) -> None:
        """Record that NATURE drew this outcome in this position."""
        self.count += 1
        if chance_function_of_game(state) is None and is_like_card_draw(state):
            drawn = self._pile_for(possible_outcomes(state))
            others = [each for each in self.piles if each.kind != drawn.kind]
            self.piles = [*others, DrawPile(drawn.kind, drawn.known, drawn.drawable - {outcome}, drawn.shuffles)]

    def _pile_for(self, possible: frozenset[int]) -> DrawPile:
        """Return the pile to which the possible outcomes belong, before a card is drawn."""
        for pile in self.piles:
            if not pile.known.isdisjoint(possible):
                shuffled = not possible <= pile.drawable
                return DrawPile(pile.kind, pile.known | possible, possible, pile.shuffles + shuffled)
        return DrawPile(min(possible), possible, possible)


def chance_function_of_game(state: State) -> Any:
    """Return the function with which the game computes outcomes in deals of the day, or None if it declares none."""
    return package(state.game.name).daily_function("chance")


def is_like_card_draw(state: State) -> bool:
    """Return whether the outcomes are few and equally likely, like the cards of a pile."""
    count = state.chance_count()
    if count > MOST_OUTCOMES:
        return False
    probability = state.chance_probability(state.chance_outcome(0))
    return all(state.chance_probability(state.chance_outcome(k)) == probability for k in range(1, count))


def possible_outcomes(state: State) -> frozenset[int]:
    return frozenset(state.chance_outcome(k) for k in range(state.chance_count()))
