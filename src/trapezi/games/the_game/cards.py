"""The cards of The Game with their commands, and the search for a way to finish a turn.

A set of cards is stored as two ints, `low` and `high`. Bit `card` of `low` stands for a card up to 63. Bit `card - 64` of `high`
stands for a card from 64 on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from trapezi.core import bits
from trapezi.games.the_game import command_bits, piles


class Cards:
    """All cards of a game, with those commands that the options of the game switch on."""

    def __init__(self, cards_by_command: Mapping[str, Iterable[int]], with_fire: bool) -> None:
        commands_on = [0] * 128
        for name, numbers in cards_by_command.items():
            for card in numbers:
                commands_on[card] |= 1 << command_bits.NAMES.index(name)
        for card in command_bits.FIRE_CARDS:
            commands_on[card] |= command_bits.FIRE if with_fire else 0
        self.commands_on = commands_on  # The commands on each card, one bit per command.
        self.commands = [
            name for name in command_bits.NAMES if name in cards_by_command
        ]  # The names of the commands in this game.
        self.command_mask = sum(1 << command_bits.NAMES.index(name) for name in self.commands)  # The same commands as bits.

    def command_name(self, card: int) -> str | None:
        """Return the name of the command on a card, or None if the card has no command."""
        for n, name in enumerate(command_bits.NAMES):
            if self.commands_on[card] >> n & 1:
                return name
        return None

    def is_fire_card(self, card: int) -> bool:
        return self.commands_on[card] & command_bits.FIRE != 0

    def piles_showing(self, tops: int, command: int) -> int:
        """Return the piles whose top card carries this command, as bits."""
        showing = 0
        for pile in range(piles.COUNT):
            if self.commands_on[piles.top(tops, pile)] & command:
                showing |= 1 << pile
        return showing

    def can_finish_turn(
        self, low: int, high: int, tops: int, laid: int, open_piles: int, fires: int, lightning: int, three: bool, minimum: int
    ) -> bool:
        """Return whether the hand can finish the turn so that the turn obeys all commands and reaches its minimum (TG-9, TG-19).

        - `low` and `high` are the set of the cards in hand.
        - `laid` is the number of cards that were laid in this turn.
        - `open_piles` are the piles on which cards may be laid (TG-15).
        - `fires` are the piles whose fire card must be covered (TG-21).
        - `lightning` says which of the commands stop, skull and three must be obeyed.
        - `three` says whether a three was laid in this turn.
        - `minimum` is the number of cards that the turn needs.
        """
        cover = fires | self.piles_showing(tops, lightning & command_bits.SKULL)
        if three and laid >= 3:  # TG-13
            return laid == 3 and cover == 0
        if cover == 0 and not three and laid >= minimum:
            return True
        if cover & ~open_piles:
            return False
        no_trick = self.piles_showing(tops, command_bits.NO_TRICK)
        one_pile = self.piles_showing(tops, command_bits.ONE_PILE)
        # If the turn has enough cards, a card is useful only on a pile that must be covered or that shows a restricting command.
        useful = open_piles if three or laid < minimum else (cover | no_trick | one_pile) & open_piles
        trick_distance = 0 if no_trick else piles.TRICK  # TG-14
        for half in range(2):
            hand = high if half else low
            while hand:
                bit = hand & (~hand + 1)
                hand ^= bit
                card = 64 * half + bits.lowest_member(bit)
                own = self.commands_on[card]
                for pile in range(piles.COUNT):
                    distance = piles.distance(tops, pile, card)
                    if not useful >> pile & 1 or not (distance > 0 or distance == trick_distance):
                        continue
                    if own & command_bits.STOP:  # The turn ends with this card (TG-11 to TG-13).
                        if cover & ~(1 << pile) == 0 and (not three or laid == 2):
                            return True
                    elif self.can_finish_turn(
                        low if half else low ^ bit,
                        high ^ bit if half else high,
                        piles.tops_after(tops, pile, card),
                        laid + 1,
                        1 << pile if one_pile & ~(1 << pile) else open_piles,
                        fires & ~(1 << pile),
                        lightning,
                        three or own & lightning & command_bits.THREE != 0,
                        minimum,
                    ):
                        return True
        return False
