"""Encode a position of The Game as a list of numbers for learning algorithms. Signals are not encoded.

The list has four parts:

- for each pile: its top card divided by 100, 8 bits for the command and the fire on this card, whether cards may be laid on
  the pile, whether its fire card must be covered, whether the last card was laid there;
- for the whole game: 98 bits for the laid cards, the size of the draw pile divided by 98, the number of cards left divided
  by 98, the number of cards laid in this turn, the minimum of this turn and the number of cards to draw, each divided by 8,
  whether a three was laid in this turn, 5 phases;
- for each seat, beginning with the encoded seat: the size of its hand divided by 8; then, in that order, if it is active
  (while the players agree who starts, no seat is);
- for the encoded seat only: 3 bits for how much it has said that it would like to start, 98 bits for its hand, and for each card
  and pile the distance that the card would jump divided by 100, or 0 if the card does not fit or is not in the hand.
"""

from __future__ import annotations

from typing import Any

from trapezi.core.state import State
from trapezi.envs.encoder_base import Encoder, FeatureCounter
from trapezi.games.the_game import notation, phases, piles


class TheGameEncoder(Encoder):
    def encode(self, state: State, seat: int, features: FeatureCounter) -> None:
        p: Any = state
        n = p.players
        for pile in range(piles.COUNT):
            top = piles.top(p.tops, pile)
            features.add(top / 100)
            features.add_bits(p.cards.commands_on[top], 8)
            features.add(p.open_piles >> pile & 1)
            features.add(p.fires >> pile & 1)
            features.add(1.0 if p.last_move and p.last_move & 3 == pile else 0.0)
        low = p.unseen_cards(-1, 0)
        high = p.unseen_cards(-1, 1)
        for card in range(notation.FIRST, notation.LAST + 1):
            features.add(0.0 if (low >> card if card < 64 else high >> (card - 64)) & 1 else 1.0)
        features.add(p.draw_count / 98)
        features.add(p.cards_left / 98)
        features.add(p.laid / 8)
        features.add(p.turn_minimum() / 8)
        features.add(p.upcoming_draws() / 8)
        features.add(1.0 if p.under_three else 0.0)
        features.add_one_hot(p.phase, phases.STARTING + 1)
        for k in range(n):
            features.add(p.hand_sizes[(seat + k) % n] / 8)
        for k in range(n):
            features.add(1.0 if p.phase != phases.STARTING and p.active == (seat + k) % n else 0.0)
        for wish in range(1, 4):
            features.add(1.0 if p.wishes[seat] == wish else 0.0)
        for card in range(notation.FIRST, notation.LAST + 1):
            features.add(1.0 if p.holds(seat, card) else 0.0)
        for card in range(notation.FIRST, notation.LAST + 1):
            held = p.holds(seat, card)
            for pile in range(piles.COUNT):
                distance = piles.distance(p.tops, pile, card)
                jumps = held and (distance > 0 or distance == p.trick_distance)
                features.add(distance / 100 if jumps else 0.0)
