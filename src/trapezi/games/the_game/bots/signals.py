"""Signals about piles in The Game (TG-8): choose a signal to give, and sample hands of others that fit their signals."""

from __future__ import annotations

from trapezi.core import bits
from trapezi.core.random import Stream
from trapezi.games.the_game import notation, phases, piles
from trapezi.games.the_game.rules import Position

# What `Position.signals` stores for a pile:
NO_SIGNAL = 0
HANDS_OFF = 1
GOOD = 2
TRICK = 3
FREE = 4
HANDS_OFF_DISTANCE = 2  # A card at most this far from the top is worth the signal "hands off".
GOOD_DISTANCE = 5  # A card at most this far from the top is worth the signal "something good".
# Where a card is, if no seat holds it:
DRAW_PILE = -1
PILES_ON_TABLE = -2


def choose_signal(position: Position, seat: int) -> int:
    """Return the move by which a seat gives its most useful signal. Return -1 if it has none to give or is on turn itself."""
    if position.active == seat and position.phase == phases.TURN:
        return -1
    for signal in (TRICK, HANDS_OFF, GOOD):
        for pile in range(piles.COUNT):
            if (
                honest_signal(position, seat, pile) == signal
                and position.signals[seat] >> 3 * pile & 7 != signal
                and not position.signalled[seat] >> pile & 1
            ):
                return notation.PILE_SIGNAL + pile * 4 + signal - 1
    return -1


def honest_signal(position: Position, seat: int, pile: int) -> int:
    """Return the signal about a pile that fits a seat's hand, or NO_SIGNAL if no signal fits."""
    for distance in range(GOOD_DISTANCE + 1):
        card = card_at_distance(position, pile, distance or position.trick_distance)
        if card and position.holds(seat, card):
            return TRICK if distance == 0 else HANDS_OFF if distance <= HANDS_OFF_DISTANCE else GOOD
    return NO_SIGNAL


def card_at_distance(position: Position, pile: int, distance: int) -> int:
    """Return the card that would jump this distance on a pile, or 0 if there is no card with this number."""
    top = piles.top(position.tops, pile)
    card = top + distance if pile < 2 else top - distance
    return card if notation.FIRST <= card <= notation.LAST else 0


def swap_cards_to_match_signals(world: Position, viewer: int, rng: Stream) -> None:
    """Swap cards in a sampled position until the hands of all seats except the viewer fit their signals."""
    implied = []
    for other in range(world.players):
        for pile in range(piles.COUNT):
            signal = world.signals[other] >> 3 * pile & 7
            if other == viewer or signal in (NO_SIGNAL, FREE):
                continue
            farthest = 0 if signal == TRICK else HANDS_OFF_DISTANCE if signal == HANDS_OFF else GOOD_DISTANCE
            candidates = []
            for distance in range(farthest + 1):
                card = card_at_distance(world, pile, distance or world.trick_distance)
                if card and card not in implied and card_location(world, card) not in (PILES_ON_TABLE, viewer):
                    candidates.append(card)
            in_hand = [card for card in candidates if world.holds(other, card)]
            if in_hand:
                implied += in_hand
            elif candidates:
                card = candidates[rng.below(len(candidates))]
                if swap_into_hand(world, other, card, implied, rng):
                    implied.append(card)


def card_location(world: Position, card: int) -> int:
    """Return the seat that holds a card, DRAW_PILE or PILES_ON_TABLE."""
    for seat in range(world.players):
        if world.holds(seat, card):
            return seat
    return DRAW_PILE if world.draw_pile[card >> 6] >> (card & 63) & 1 else PILES_ON_TABLE


def swap_into_hand(world: Position, seat: int, card: int, implied: list[int], rng: Stream) -> bool:
    """Give a card to a seat in exchange for a random card of its hand. Return whether that was possible.

    The cards in `implied`, which fit the seat's other signals, stay in its hand.
    """
    spare = [own for own in range(notation.FIRST, notation.LAST + 1) if world.holds(seat, own) and own not in implied]
    if not spare:
        return False
    returned, giver = spare[rng.below(len(spare))], card_location(world, card)
    move_card(world, giver, seat, card)
    move_card(world, seat, giver, returned)
    return True


def move_card(world: Position, giver: int, receiver: int, card: int) -> None:
    """Move a card between two hands, or between a hand and the draw pile."""
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
