"""Signals about piles in The Game (TG-8): which one to give, and what the signals of others say about their hands."""

from __future__ import annotations

from trapezi.core import bits
from trapezi.core.random import Stream
from trapezi.games.the_game import notation, piles
from trapezi.games.the_game.rules import Position

NO_SIGNAL = 0  # signals, as in a position
HANDS_OFF = 1
GOOD = 2
TRICK = 3
FREE = 4
HANDS_OFF_DISTANCE = 2  # signal "hands off" for a card at most this far from the top
GOOD_DISTANCE = 5  # signal "something good" for a card at most this far from the top
DRAW_PILE = -1  # owners of a card that are not seats
PILES_ON_TABLE = -2


def choose_signal(position: Position, seat: int) -> int:
    """Return the most useful signal that a seat can give, or -1. During its own turn a signal would be useless."""
    if position.active == seat:
        return -1
    for signal in (TRICK, HANDS_OFF, GOOD):
        for pile in range(piles.COUNT):
            if (
                pile_signal(position, seat, pile) == signal
                and position.signals[seat] >> 3 * pile & 7 != signal
                and not position.signalled[seat] >> pile & 1
            ):
                return notation.PILE_SIGNAL + pile * 4 + signal - 1
    return -1


def pile_signal(position: Position, seat: int, pile: int) -> int:
    """Return the signal that describes a seat's hand with regard to a pile, or NO_SIGNAL."""
    for distance in range(GOOD_DISTANCE + 1):
        card = card_at_distance(position, pile, distance)
        if card and position.holds(seat, card):
            return TRICK if distance == 0 else HANDS_OFF if distance <= HANDS_OFF_DISTANCE else GOOD
    return NO_SIGNAL


def card_at_distance(position: Position, pile: int, distance: int) -> int:
    """Return the card at a distance from the top of a pile, or 0 if there is none. Distance 0 means the card for a trick."""
    if distance == 0:
        if position.trick_distance == 0:
            return 0
        distance = position.trick_distance
    top = piles.top(position.tops, pile)
    card = top + distance if pile < 2 else top - distance
    return card if notation.FIRST <= card <= notation.LAST else 0


def apply_signals(world: Position, seat: int, rng: Stream) -> None:
    """Swap cards in a sampled position so that every other seat holds a card that its signals imply."""
    implied = []
    for other in range(world.players):
        for pile in range(piles.COUNT):
            signal = world.signals[other] >> 3 * pile & 7
            if other == seat or signal in (NO_SIGNAL, FREE):
                continue
            farthest = 0 if signal == TRICK else HANDS_OFF_DISTANCE if signal == HANDS_OFF else GOOD_DISTANCE
            candidates = []
            for distance in range(farthest + 1):
                card = card_at_distance(world, pile, distance)
                if card and card not in implied and card_owner(world, card) not in (PILES_ON_TABLE, seat):
                    candidates.append(card)
            in_hand = [card for card in candidates if world.holds(other, card)]
            if in_hand:
                implied += in_hand
            elif candidates:
                card = candidates[rng.below(len(candidates))]
                if swap_into_hand(world, other, card, implied, rng):
                    implied.append(card)


def card_owner(world: Position, card: int) -> int:
    """Return the seat that holds a card, DRAW_PILE or PILES_ON_TABLE."""
    for seat in range(world.players):
        if world.holds(seat, card):
            return seat
    return DRAW_PILE if world.draw_pile[card >> 6] >> (card & 63) & 1 else PILES_ON_TABLE


def swap_into_hand(world: Position, seat: int, card: int, implied: list[int], rng: Stream) -> bool:
    """Give a seat a card in exchange for a random card that no signal implies. Return False if its hand has no such card."""
    spare = [own for own in range(notation.FIRST, notation.LAST + 1) if world.holds(seat, own) and own not in implied]
    if not spare:
        return False
    returned, giver = spare[rng.below(len(spare))], card_owner(world, card)
    move_card(world, giver, seat, card)
    move_card(world, seat, giver, returned)
    return True


def move_card(world: Position, giver: int, receiver: int, card: int) -> None:
    half = card >> 6
    bit = bits.bit(card & 63)
    if giver == DRAW_PILE:
        world.draw_pile[half] &= ~bit
    else:
        world.hands[2 * giver + half] &= ~bit
    if receiver == DRAW_PILE:
        world.draw_pile[half] |= bit
    else:
        world.hands[2 * receiver + half] |= bit
