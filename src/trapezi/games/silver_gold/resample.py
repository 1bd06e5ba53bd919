"""Replace what a seat cannot see by random cards and marks: hands, used expedition cards and drafts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trapezi.core import bits
from trapezi.core.random import Stream
from trapezi.core.state import Moves
from trapezi.games.silver_gold import counts, notation

if TYPE_CHECKING:
    from trapezi.games.silver_gold.rules import Position


def resample_hands(position: Position, seat: int, rng: Stream) -> None:
    """Deal the other hands again, with random choices of the cards to keep."""
    dealt = position.dealt_count()
    for place in range(dealt):
        if place // counts.HAND != seat:
            position.pile |= bits.bit(position.hand[place])
    for place in range(dealt):
        if place // counts.HAND != seat:
            position.hand[place] = bits.nth(position.pile, rng.below(bits.count(position.pile)))
            position.pile &= ~bits.bit(position.hand[place])
    for other in range(position.players):
        if other != seat and position.choice[other] != notation.UNDECIDED:
            position.choice[other] = rng.below(notation.UNDECIDED)


def resample_expeditions(position: Position, rng: Stream) -> None:
    """Draw the used expedition cards again: all that is known is how many they are, and the design of the top one (SG-3)."""
    below = bits.count(position.used) - 1
    same = position.cards.designs[position.expedition]
    position.expedition = bits.nth(same, rng.below(bits.count(same)))
    position.used = 1 << position.expedition
    for _ in range(below):
        rest = counts.ALL_EXPEDITIONS & ~position.used
        position.used |= 1 << bits.nth(rest, rng.below(bits.count(rest)))


def resample_drafts(position: Position, seat: int, rng: Stream) -> None:
    """Replace the drafts of the other seats by random marks.

    A seat that has finished gets a whole draft, any other seat a random number of the first marks of a draft.
    """
    for other in range(position.players):
        if other == seat:
            continue
        marks = Moves()
        clear_draft(position, other)
        finished = position.free_squares(other, 0) | position.free_squares(other, 1) == 0
        while not finished:
            marks.add(position.random_mark(other, rng))
            finished = position.draft_mark(other, marks.items[marks.size - 1])
        if position.waiting >> other & 1:
            clear_draft(position, other)
            marks.size = rng.below(marks.size)
            for i in range(marks.size):
                position.draft_mark(other, marks.items[i])


def clear_draft(position: Position, seat: int) -> None:
    position.draft[counts.SLOTS * seat] = 0
    position.draft[counts.SLOTS * seat + 1] = 0
    position.owed[seat] = 0
