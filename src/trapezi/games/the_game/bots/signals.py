"""The Game: what a player has to say of the piles, and which cards others then hold who said something (TG-8)."""

from __future__ import annotations

from trapezi.core.random import Stream
from trapezi.games.the_game.rules import Position

ONE = 1
PILES = 4
PILE_SIGNAL = 401  # moves: then pile * 4 + word - 1
HANDS_OFF = 1  # words, as they stand in a position
GOOD = 2
TRICK = 3
FREE = 4
CLOSE = 2  # so far beyond the top is a card that asks for hands off
NEAR = 5  # … and one that is something good
NOBODY = -1
GONE = -2


def to_say(position: Position, seat: int) -> int:
    """The signal that tells best which pile should be left to a seat, or -1. In its own turn it would be for nothing."""
    if position.active == seat:
        return -1
    for word in (TRICK, HANDS_OFF, GOOD):
        for pile in range(PILES):
            if (
                word_for(position, seat, pile) == word
                and position.signals[seat] >> 3 * pile & 7 != word
                and not position.told[seat] >> pile & 1
            ):
                return PILE_SIGNAL + pile * 4 + word - 1
    return -1


def word_for(position: Position, seat: int, pile: int) -> int:
    """What a seat thinks of a pile, or 0 if nothing much."""
    for distance in range(NEAR + 1):
        card = beyond(position, pile, distance)
        if card and position.holds(seat, card):
            return TRICK if distance == 0 else HANDS_OFF if distance <= CLOSE else GOOD
    return 0


def beyond(position: Position, pile: int, distance: int) -> int:
    """The card so far beyond the top of a pile, for 0 the one for a trick; 0 if there is none."""
    if distance == 0:
        if position.back == 0:
            return 0
        distance = position.back
    top = position.tops >> 7 * pile & 127
    card = top + distance if pile < 2 else top - distance
    return card if 2 <= card <= 99 else 0


def heed(world: Position, seat: int, rng: Stream) -> None:
    """Gives others, in a world drawn at random, a card of those that they spoke of."""
    promised = []
    for other in range(world.players):
        for pile in range(PILES):
            word = world.signals[other] >> 3 * pile & 7
            if other == seat or word == 0 or word == FREE:
                continue
            meant = []
            for distance in range(1 if word == TRICK else (CLOSE if word == HANDS_OFF else NEAR) + 1):
                card = beyond(world, pile, distance)
                if card and card not in promised and holder(world, card) not in (GONE, seat):
                    meant.append(card)
            held = [card for card in meant if world.holds(other, card)]
            if held:
                promised += held
            elif meant:
                card = meant[rng.below(len(meant))]
                if trade(world, other, card, promised, rng):
                    promised.append(card)


def holder(world: Position, card: int) -> int:
    """The seat that has a card, NOBODY if it is in the draw pile, GONE if it is laid."""
    for seat in range(world.players):
        if world.holds(seat, card):
            return seat
    return NOBODY if world.unseen[card >> 6] >> (card & 63) & 1 else GONE


def trade(world: Position, seat: int, card: int, promised: list[int], rng: Stream) -> bool:
    """Gives a seat a card for another one of its hand that it did not speak of, if there is one."""
    spare = [mine for mine in range(2, 100) if world.holds(seat, mine) and mine not in promised]
    if not spare:
        return False
    given, owner = spare[rng.below(len(spare))], holder(world, card)
    move(world, owner, seat, card)
    move(world, seat, owner, given)
    return True


def move(world: Position, giver: int, taker: int, card: int) -> None:
    half = card >> 6
    bit = ONE << (card & 63)
    if giver == NOBODY:
        world.unseen[half] &= ~bit
    else:
        world.hands[2 * giver + half] &= ~bit
    if taker == NOBODY:
        world.unseen[half] |= bit
    else:
        world.hands[2 * taker + half] |= bit
