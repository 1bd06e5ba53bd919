"""The cards of The Game as they are played with, and what a turn can still come to.

A set of cards is two words: bit `card` of the low one up to 63, bit `card - 64` of the high one.
The visible tops of the four piles are one number, seven bits a pile: 0 and 1 ascend, 2 and 3 descend.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from trapezi.core import bits

COMMANDS = ("stop", "skull", "three", "silence", "no_trick", "one_pile", "draw_one")  # bit n of a mark is the n-th
FIRE_CARDS = (22, 33, 44, 55, 66, 77)  # TG-21

STOP = 1  # what a card says, as bits of its mark
SKULL = 2
THREE = 4
NO_TRICK = 16
ONE_PILE = 32
FIRE = 128
TRICK = -10  # the distance of a backwards trick (TG-5)
PILES = 4


class Cards:
    """What each card says under the options of a game."""

    __slots__ = ("commands", "mark", "played")

    def __init__(self, commands: Mapping[str, Iterable[int]], fire: bool) -> None:
        mark = [0] * 128
        for name, numbers in commands.items():
            for card in numbers:
                mark[card] |= 1 << COMMANDS.index(name)
        for card in FIRE_CARDS:
            mark[card] |= FIRE if fire else 0
        self.mark = mark
        self.commands = [name for name in COMMANDS if name in commands]  # those in the game
        self.played = sum(1 << COMMANDS.index(name) for name in self.commands)  # the same as bits

    def command(self, card: int) -> str | None:
        """The command on a card."""
        for n, name in enumerate(COMMANDS):
            if self.mark[card] >> n & 1:
                return name
        return None

    def fire(self, card: int) -> bool:
        """Whether it is a fire card."""
        return self.mark[card] & FIRE != 0

    def piles(self, tops: int, wanted: int) -> int:
        """The piles whose visible card says one of these, as bits."""
        found = 0
        for pile in range(PILES):
            if self.mark[tops >> 7 * pile & 127] & wanted:
                found |= 1 << pile
        return found

    def ends_well(
        self, low: int, high: int, tops: int, laid: int, open: int, due: int, must: int, three: bool, least: int
    ) -> bool:
        """Whether some continuation of a turn obeys the lightning commands in `must` and reaches the minimum (TG-9, TG-19).

        `low` and `high` are the hand, `laid` the cards of this turn, `open` the piles that take cards (TG-15), `due` those with a
        fire card to cover (TG-21), `three` whether this turn is under three, `least` the minimum that counts.
        """
        cover = due | self.piles(tops, must & SKULL)
        if three and laid >= 3:  # TG-13
            return laid == 3 and cover == 0
        if cover == 0 and not three and laid >= least:
            return True
        if cover & ~open:
            return False
        no_trick = self.piles(tops, NO_TRICK)
        one_pile = self.piles(tops, ONE_PILE)
        # Once it no longer matters how many cards are laid, only these piles can bring a cover nearer.
        useful = open if three or laid < least else (cover | no_trick | one_pile) & open
        back = 0 if no_trick else TRICK  # TG-14
        for half in range(2):
            hand = high if half else low
            while hand:
                bit = hand & (~hand + 1)
                hand ^= bit
                card = 64 * half + bits.lowest(bit)
                mark = self.mark[card]
                for pile in range(PILES):
                    gap = card - (tops >> 7 * pile & 127)
                    if pile >= 2:
                        gap = -gap
                    if not useful >> pile & 1 or not (gap > 0 or gap == back):
                        continue
                    if mark & STOP:  # TG-11 to TG-13: the turn ends here
                        if cover & ~(1 << pile) == 0 and (not three or laid == 2):
                            return True
                    elif self.ends_well(
                        low if half else low ^ bit,
                        high ^ bit if half else high,
                        tops & ~(127 << 7 * pile) | card << 7 * pile,
                        laid + 1,
                        1 << pile if one_pile & ~(1 << pile) else open,
                        due & ~(1 << pile),
                        must,
                        three or mark & must & THREE != 0,
                        least,
                    ):
                        return True
        return False
