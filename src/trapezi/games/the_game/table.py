"""The table of The Game: piles, hands, draw pile and signals; what a position is made of, before any rule of play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trapezi.core import bits
from trapezi.core.errors import Reason
from trapezi.core.random import Stream
from trapezi.core.state import Moves, State
from trapezi.games.the_game.cards import COMMANDS, Cards
from trapezi.games.the_game.notation import OF_COMMAND, OF_PILE, face

if TYPE_CHECKING:
    from trapezi.games.the_game.game import TheGame

ONE = 1
PILES = 4
ALL_PILES = 15
CARDS = 98  # 2 to 99, one each (TG-1)
LOW = 0xFFFFFFFFFFFFFFFC  # the cards 2 to 63
HIGH = 0xFFFFFFFFF  # the cards 64 to 99
START = 1 | 1 << 7 | 100 << 14 | 100 << 21  # two piles from 1, two from 100 (TG-1)
PILE_SIGNAL = 401  # moves
COMMAND_SIGNAL = 417
DRAW = 431  # outcomes: DRAW + card
SILENCE = 8
NO_TRICK = 16
TRICK = -10
SUBJECTS = 7  # commands of which something can be said
DEALING = 0
TURN = 1
OVER = 3
FATES = 8  # ways to stand or to end


class Table(State):
    """What lies on the table, and what was said."""

    __slots__ = (
        "active", "back", "before", "cards", "due", "fate", "full", "hands", "laid", "last", "left", "open", "owed", "phase",
        "rest", "seen", "signals", "sizes", "talk", "three", "told", "tops", "unseen", "usual",
    )  # fmt: skip

    def __init__(self, game: TheGame) -> None:
        super().__init__(game)
        self.cards: Cards = game.cards
        self.full = game.full  # TG-2
        self.usual = game.usual  # the minimum while the draw pile lasts (TG-3, TG-21)
        self.hands = [0] * 10  # two words per seat
        self.sizes = [0] * 5
        self.unseen = [LOW, HIGH]  # the draw pile
        self.left = CARDS  # cards in it
        self.rest = CARDS  # cards not laid yet
        self.tops = START
        self.before = START  # the tops before the last card was laid
        self.last = 0  # the move that laid it
        self.seen = 0  # what the four tops say
        self.back = TRICK  # the distance of a trick, 0 under no trick
        self.active = game.first  # TG-20
        self.laid = 0  # cards in this turn
        self.three = False  # whether this turn is under three (TG-13)
        self.open = ALL_PILES  # the piles that take the active player's cards (TG-15), as bits
        self.due = 0  # the piles whose fire card must be covered in this turn (TG-21), as bits
        self.owed = self.players * self.full  # cards to deal or to draw
        self.phase = DEALING
        self.fate = 0
        self.signals = [0] * 5  # standing: three bits per pile, then two per command
        self.told = [0] * 5  # said in this turn: a bit per pile, then per command
        self.talk = False  # whether any of these may be set

    # -- the draw pile -------------------------------------------------------------------------------------------------

    def chance_count(self) -> int:
        return self.left

    def chance_outcome(self, k: int) -> int:
        low = bits.count(self.unseen[0])
        if k < low:
            return DRAW + bits.nth(self.unseen[0], k)
        return DRAW + 64 + bits.nth(self.unseen[1], k - low)

    def regive(self, seat: int, rng: Stream) -> None:
        """A new hand of the same size from the draw pile."""
        self.hands[2 * seat] = 0
        self.hands[2 * seat + 1] = 0
        for _ in range(self.sizes[seat]):
            n = bits.count(self.unseen[0]) + bits.count(self.unseen[1])
            card = self.chance_outcome(rng.below(n)) - DRAW
            self.unseen[card >> 6] &= ~(ONE << (card & 63))
            self.hands[2 * seat + (card >> 6)] |= ONE << (card & 63)

    # -- piles and hands -----------------------------------------------------------------------------------------------

    def pile(self, pile: int) -> dict[str, Any]:
        """A pile as everybody sees it: `open` unless one pile bars it, `due` if its fire must be covered in this turn."""
        top = self.tops >> 7 * pile & 127
        return {
            "direction": "up" if pile < 2 else "down",
            "top": top,
            "command": self.cards.command(top),
            "fire": self.cards.fire(top),
            "open": self.open >> pile & 1 == 1,
            "due": self.due >> pile & 1 == 1,
        }

    def holds(self, seat: int, card: int) -> bool:
        return self.hands[2 * seat + (card >> 6)] >> (card & 63) & 1 == 1

    def hand(self, seat: int) -> list[dict[str, Any]]:
        return [face(self.cards, card) for card in range(2, 100) if self.holds(seat, card)]

    def jumps(self, seat: int) -> list[list[int | None]]:
        """How far each card of a hand jumps on each pile, None where its number does not fit: to plan with while others play."""
        return [[self.jump(card, pile) for pile in range(PILES)] for card in range(2, 100) if self.holds(seat, card)]

    def jump(self, card: int, pile: int) -> int | None:
        """TG-4, TG-5, TG-14: the distance, negative for a backwards trick."""
        gap = card - (self.tops >> 7 * pile & 127)
        if pile >= 2:
            gap = -gap
        return gap if gap > 0 or gap == self.back else None

    def gone(self, card: int) -> bool:
        """Whether a card is laid already."""
        held = self.unseen[card >> 6]
        for seat in range(self.players):
            held |= self.hands[2 * seat + (card >> 6)]
        return held >> (card & 63) & 1 == 0

    # -- signals (TG-8) ------------------------------------------------------------------------------------------------

    def generate_signals(self, seat: int, moves: Moves) -> int:
        """Each seat with cards says one thing per turn of each pile and each command, unless silence reigns (TG-16)."""
        moves.size = 0
        if self.phase != TURN or self.players == 1 or self.sizes[seat] == 0 or self.seen & SILENCE:
            return 0
        for pile in range(PILES):
            for word in range(4):
                if not self.told[seat] >> pile & 1 and self.signals[seat] >> 3 * pile & 7 != word + 1:
                    moves.add(PILE_SIGNAL + pile * 4 + word)
        for command in range(SUBJECTS):
            for word in range(2):
                if (
                    self.cards.played >> command & 1
                    and not self.told[seat] >> (PILES + command) & 1
                    and self.signals[seat] >> (12 + 2 * command) & 3 != word + 1
                ):
                    moves.add(COMMAND_SIGNAL + command * 2 + word)
        return moves.size

    def hush(self, seat: int, move: int) -> Reason:
        """Why a signal may not be given."""
        if self.players == 1:
            return Reason("the_game.hush.solo")
        if self.phase != TURN:
            return Reason("the_game.hush.not-now")
        if self.seen & SILENCE:
            return Reason("the_game.hush.silence")
        if self.sizes[seat] == 0:
            return Reason("the_game.hush.no-cards")
        if move >= COMMAND_SIGNAL and not self.cards.played >> (move - COMMAND_SIGNAL) // 2 & 1:
            return Reason("the_game.hush.no-such-command", {"command": self.game.describe(move)["command"]})
        return Reason("the_game.hush.said")

    def translate(self, seat: int, move: int) -> None:
        """TG-8: a signal, in place of an earlier one."""
        self.talk = True
        if move >= COMMAND_SIGNAL:
            move -= COMMAND_SIGNAL
            self.told[seat] |= 1 << (PILES + move // 2)
            self.signals[seat] &= ~(3 << (12 + move // 2 * 2))
            self.signals[seat] |= (move % 2 + 1) << (12 + move // 2 * 2)
        else:
            move -= PILE_SIGNAL
            self.told[seat] |= 1 << move // 4
            self.signals[seat] &= ~(7 << 3 * (move // 4))
            self.signals[seat] |= (move % 4 + 1) << 3 * (move // 4)

    def spoken(self, seat: int) -> dict[str, Any]:
        """The signals of a seat that stand."""
        said = self.signals[seat]
        piles = [("", *OF_PILE)[said >> 3 * pile & 7] or None for pile in range(PILES)]
        commands = {}
        for name in self.cards.commands:
            word = said >> (12 + 2 * COMMANDS.index(name)) & 3
            if word:
                commands[name] = OF_COMMAND[word - 1]
        return {"piles": piles, "commands": commands}

    # -- copies --------------------------------------------------------------------------------------------------------

    def copy_to(self, new: Table) -> None:
        new.game = self.game
        new.players = self.players
        new.waiting = self.waiting
        new.over = self.over
        new.cards = self.cards
        new.full = self.full
        new.usual = self.usual
        new.hands = self.hands[:]
        new.sizes = self.sizes[:]
        new.unseen = self.unseen[:]
        new.left = self.left
        new.rest = self.rest
        new.tops = self.tops
        new.before = self.before
        new.last = self.last
        new.seen = self.seen
        new.back = self.back
        new.active = self.active
        new.laid = self.laid
        new.three = self.three
        new.open = self.open
        new.due = self.due
        new.owed = self.owed
        new.phase = self.phase
        new.fate = self.fate
        new.signals = self.signals[:]
        new.told = self.told[:]
        new.talk = self.talk

    def save(self) -> list[Any]:
        turn = [self.active, self.laid, self.three, self.open, self.due, self.owed, self.phase, self.fate]
        return [
            list(self.hands), list(self.unseen), self.tops, self.before, self.last, turn, list(self.signals), list(self.told)
        ]  # fmt: skip

    def load(self, fields: list[Any]) -> None:
        hands, unseen, tops, before, last, turn, signals, told = fields
        self.hands = hands
        self.unseen = unseen
        self.tops = tops
        self.before = before
        self.last = last
        active, laid, three, open, due, owed, phase, fate = turn
        if not (0 <= active < self.players and 0 <= phase <= OVER and 0 <= fate < FATES and 0 <= last < 400):
            raise ValueError("no such seat, phase, fate or card")
        if not (0 < open <= ALL_PILES and 0 <= due <= ALL_PILES):
            raise ValueError("no such piles")
        self.active = active
        self.laid = laid
        self.three = three
        self.open = open
        self.due = due
        self.owed = owed
        self.phase = phase
        self.fate = fate
        self.signals = signals
        self.told = told
        self.talk = any(signals) or any(told)
        self.seen = 0
        for each in range(PILES):
            self.seen |= self.cards.mark[self.tops >> 7 * each & 127]
        self.back = 0 if self.seen & NO_TRICK else TRICK
        self.left = bits.count(self.unseen[0]) + bits.count(self.unseen[1])
        self.rest = self.left
        for seat in range(5):
            self.sizes[seat] = bits.count(self.hands[2 * seat]) + bits.count(self.hands[2 * seat + 1])
            self.rest += self.sizes[seat]
