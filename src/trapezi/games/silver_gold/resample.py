"""Replace what a seat cannot see by random values: the hands and unrevealed marks of others, and the used expedition cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trapezi.core import bits
from trapezi.core.random import Stream
from trapezi.core.state import Moves
from trapezi.games.silver_gold import constants, notation

if TYPE_CHECKING:
    from trapezi.games.silver_gold.rules import Position


def resample_other_hands(position: Position, seat: int, rng: Stream) -> None:
    """Deal new hands to the other seats. A seat that has already chosen which two cards it keeps chooses again at random."""
    dealt = position.dealt_card_count()
    for place in range(dealt):
        if place // constants.HAND != seat:
            position.pile |= bits.bit(position.hand[place])
    for place in range(dealt):
        if place // constants.HAND != seat:
            position.hand[place] = bits.nth_member(position.pile, rng.below(bits.count(position.pile)))
            position.pile &= ~bits.bit(position.hand[place])
    for other in range(position.players):
        if other != seat and position.choice[other] != notation.UNDECIDED:
            position.choice[other] = rng.below(notation.UNDECIDED)


def resample_used_expeditions(position: Position, rng: Stream) -> None:
    """Replace the used expedition cards at random. Players know only their number and the pattern of the top card (SG-3)."""
    below = bits.count(position.used) - 1
    same = position.cards.designs[position.expedition]
    position.expedition = bits.nth_member(same, rng.below(bits.count(same)))
    position.used = 1 << position.expedition
    for _ in range(below):
        rest = constants.ALL_EXPEDITIONS & ~position.used
        position.used |= 1 << bits.nth_member(rest, rng.below(bits.count(rest)))


def resample_other_drafts(position: Position, seat: int, rng: Stream) -> None:
    """Replace the drafts of the other seats (their unrevealed marks of this turn) by random marks.

    A seat that has finished its marks gets a complete random draft. Any other seat gets the first marks of a complete random
    draft; their number is random too.
    """
    for other in range(position.players):
        if other == seat:
            continue
        marks = Moves()
        clear_draft(position, other)
        while not position.is_draft_complete(other):
            marks.add(position.random_mark(other, rng))
            position.draft_mark(other, marks.items[marks.size - 1])
        if position.waiting >> other & 1:
            clear_draft(position, other)
            marks.size = rng.below(marks.size)
            for i in range(marks.size):
                position.draft_mark(other, marks.items[i])


def clear_draft(position: Position, seat: int) -> None:
    position.draft[constants.SLOTS * seat] = 0
    position.draft[constants.SLOTS * seat + 1] = 0
    position.owed[seat] = 0
