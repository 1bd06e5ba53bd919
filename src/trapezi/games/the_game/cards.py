"""The cards of The Game with their commands, and the search for a way to finish a turn.

A set of cards is two words: bit `card` of the low word for the cards up to 63, bit `card - 64` of the high word for the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from trapezi.core import bits
from trapezi.games.the_game import commands, piles


class Cards:
    """The command on each card, under the options of one game."""

    def __init__(self, cards_by_command: Mapping[str, Iterable[int]], fire: bool) -> None:
        command_bits = [0] * 128
        for name, numbers in cards_by_command.items():
            for card in numbers:
                command_bits[card] |= 1 << commands.NAMES.index(name)
        for card in commands.FIRE_CARDS:
            command_bits[card] |= commands.FIRE if fire else 0
        self.command_bits = command_bits  # by card
        self.commands = [name for name in commands.NAMES if name in cards_by_command]  # the commands in this game
        self.mask = sum(1 << commands.NAMES.index(name) for name in self.commands)  # the same as bits

    def command(self, card: int) -> str | None:
        """Return the name of the command on a card, or None."""
        for n, name in enumerate(commands.NAMES):
            if self.command_bits[card] >> n & 1:
                return name
        return None

    def is_fire(self, card: int) -> bool:
        return self.command_bits[card] & commands.FIRE != 0

    def piles_showing(self, tops: int, command: int) -> int:
        """Return the piles whose top card carries this command, as bits."""
        showing = 0
        for pile in range(piles.COUNT):
            if self.command_bits[piles.top(tops, pile)] & command:
                showing |= 1 << pile
        return showing

    def can_finish_turn(
        self, low: int, high: int, tops: int, laid: int, open_piles: int, fires: int, lightning: int, three: bool, minimum: int
    ) -> bool:
        """Return whether some continuation of a turn obeys these lightning commands and reaches the minimum (TG-9, TG-19).

        `low` and `high` are the hand, `laid` the number of cards laid in this turn, `open_piles` the piles that accept cards
        (TG-15), `fires` the piles with a fire card to cover (TG-21); `three` tells whether a three was laid in this turn.
        """
        cover = fires | self.piles_showing(tops, lightning & commands.SKULL)
        if three and laid >= 3:  # TG-13
            return laid == 3 and cover == 0
        if cover == 0 and not three and laid >= minimum:
            return True
        if cover & ~open_piles:
            return False
        no_trick = self.piles_showing(tops, commands.NO_TRICK)
        one_pile = self.piles_showing(tops, commands.ONE_PILE)
        # Once the number of cards no longer matters, only these piles can help to cover a card.
        useful = open_piles if three or laid < minimum else (cover | no_trick | one_pile) & open_piles
        trick_distance = 0 if no_trick else piles.TRICK  # TG-14
        for half in range(2):
            hand = high if half else low
            while hand:
                bit = hand & (~hand + 1)
                hand ^= bit
                card = 64 * half + bits.lowest(bit)
                own = self.command_bits[card]
                for pile in range(piles.COUNT):
                    distance = piles.distance(tops, pile, card)
                    if not useful >> pile & 1 or not (distance > 0 or distance == trick_distance):
                        continue
                    if own & commands.STOP:  # TG-11 to TG-13: the turn ends here
                        if cover & ~(1 << pile) == 0 and (not three or laid == 2):
                            return True
                    elif self.can_finish_turn(
                        low if half else low ^ bit,
                        high ^ bit if half else high,
                        piles.lay(tops, pile, card),
                        laid + 1,
                        1 << pile if one_pile & ~(1 << pile) else open_piles,
                        fires & ~(1 << pile),
                        lightning,
                        three or own & lightning & commands.THREE != 0,
                        minimum,
                    ):
                        return True
        return False
