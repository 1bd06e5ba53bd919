"""What lies on the table of the card game: cards and sheets, who may see them, and what they are worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trapezi.core import bits
from trapezi.core.random import Stream
from trapezi.core.score import ScoreLine, score_line
from trapezi.core.state import State
from trapezi.games.qwixx_cards import deck
from trapezi.games.qwixx_cards.deck import COLOURS
from trapezi.games.qwixx_cards.notation import number
from trapezi.games.qwixx_cards.plays import Plays

if TYPE_CHECKING:
    from trapezi.games.qwixx_cards.game import QwixxCards

ROWS = 4
CELLS = 11
LAST = 10  # position of the right-most number
LOCKS = 44  # marks: 44 cells (row * 11 + position), then four locks
ROW = 0x7FF  # the eleven cells of row 0
NUMBERS = 0x3FF  # the same without the last
ONE = 1

JOKER = 4  # cards: colour * 11 + number - 2, the jokers' colour is 4
NONE = 55  # no card
SAME = 0x100200400801  # the five cards of number 2
HAND = 5
PLACES = 4
PASS = 44
UNDECIDED = 45

LOTS = 0  # phases
TAKING = 3
EVERYONE = 4
PLAYING = 5
PHASES = ("lots", "deal", "refill", "take", "everyone", "play", "end")


class Table(State):
    """Cards and sheets. Cards are drawn lazily: `pile` and `discards` are sets, one bit per card."""

    __slots__ = (
        "active", "cards", "choice", "discards", "display", "free", "hands", "last_cards", "last_cells", "last_colour",
        "last_seat", "marks", "misses", "phase", "pile", "plays", "sizes", "top",
    )  # fmt: skip

    def __init__(self, game: QwixxCards) -> None:
        super().__init__(game)
        self.plays: Plays = game.plays
        self.cards = game.cards  # 44, or 55 with jokers (QC-1, QC-14)
        self.pile = (ONE << self.cards) - 1  # the draw pile below its top card
        self.top = NONE
        self.discards = 0
        self.display = [NONE] * 4
        self.hands = [NONE] * 25  # seat * 5 + slot, in order of arrival
        self.sizes = [0] * 5
        self.marks = [0] * 5  # per seat: cells crossed, and locks
        self.free = [0] * 5  # per seat: cells it could cross alone (QC-3)
        self.misses = [0] * 5
        self.choice = [UNDECIDED] * 5  # what was decided in step 2
        self.active = -1
        self.phase = LOTS
        self.forget()
        for seat in range(5):
            self.rule(seat)

    def forget(self) -> None:
        """No play is remembered: none was made, or its cards have been shuffled away (QC-10)."""
        self.last_seat = -1
        self.last_cards = 0
        self.last_colour = JOKER
        self.last_cells = 0

    # -- sheets (QC-3, QC-4) -------------------------------------------------------------------------------------------

    def rule(self, seat: int) -> None:
        """Works out which cells a sheet takes as a single cross."""
        self.free[seat] = 0
        for row in range(ROWS):
            self.free[seat] |= ONE * self.reach(self.marks[seat] >> (row * CELLS) & ROW) << (row * CELLS)

    def reach(self, crossed: int) -> int:
        """Right of a row's last cross, and the last number only after five; so a completed row takes nothing more."""
        passed = crossed | crossed >> 1  # from the last cross leftwards
        passed |= passed >> 2
        passed |= passed >> 4
        passed |= passed >> 8
        return (ROW if bits.count(crossed) >= 5 else NUMBERS) & ~passed

    def open_in(self, seat: int, row: int) -> int:
        """The positions right of a row's last cross, the last number among them."""
        return self.free[seat] >> (row * CELLS) & ROW | ~self.marks[seat] >> (row * CELLS) & 1 << LAST

    def cross(self, seat: int, row: int, cells: int) -> None:
        """Crosses in one row, and with the last number the lock too."""
        self.marks[seat] |= ONE * cells << (row * CELLS)
        if cells >> LAST & 1:
            self.marks[seat] |= ONE << (LOCKS + row)
        self.free[seat] &= ~(ONE * ROW << (row * CELLS))
        self.free[seat] |= ONE * self.reach(self.marks[seat] >> (row * CELLS) & ROW) << (row * CELLS)

    def completed(self, seat: int) -> int:
        """How many rows a player has completed."""
        return bits.count(self.marks[seat] >> LOCKS)

    def options(self, seat: int) -> int:
        """QC-6: the number on top of the draw pile in one row, or nothing; one bit each."""
        return self.plays.of_number[self.top % CELLS + 2] & self.free[seat] | ONE << PASS

    # -- score (QC-13) -------------------------------------------------------------------------------------------------

    def crosses(self, seat: int, row: int) -> int:
        """How many crosses a row has, its lock included."""
        return bits.count(self.marks[seat] >> (row * CELLS) & ROW) + (self.marks[seat] >> (LOCKS + row) & 1)

    def score(self, seat: int) -> int:
        total = -5 * self.misses[seat]
        for row in range(ROWS):
            n = self.crosses(seat, row)
            total += n * (n + 1) // 2
        return total

    def score_lines(self, seat: int) -> list[ScoreLine]:
        rows = [(row, self.crosses(seat, row)) for row in range(ROWS)]
        return [
            *(score_line(n * (n + 1) // 2, "qwixx_cards.score.row", row=row, crosses=n) for row, n in rows),
            score_line(-5 * self.misses[seat], "qwixx_cards.score.misses", misses=self.misses[seat]),
        ]

    # -- view (QC-1) ---------------------------------------------------------------------------------------------------

    def public_board(self) -> dict[str, Any]:
        choices = list(self.choice)
        display = list(self.display)
        return {
            "jokers": self.cards == deck.CARDS,
            "phase": PHASES[self.phase],
            "active": self.active if self.active >= 0 else None,
            "display": [None if card == NONE else deck.number(card) for card in display],
            "top": None if self.top == NONE else deck.number(self.top),
            "pile": bits.count(self.pile) + (self.top != NONE),
            "discards": bits.count(self.discards),
            "take": HAND - self.sizes[self.active] if self.phase == TAKING else 0,
            "sheets": [self.sheet_of(s) for s in range(self.players)],
            "choices": choices[: self.players] if self.phase >= PLAYING else None,
            "last": self.last_play() if self.last_seat >= 0 else None,
        }

    def private_board(self, seat: int) -> dict[str, Any]:
        """The own colours, and a choice that nobody else has seen yet."""
        return {
            "hands": [self.hand_of(s, s == seat) for s in range(self.players)],
            "choice": self.choice[seat] if seat >= 0 and self.choice[seat] != UNDECIDED else None,
            "instead": self.instead(seat),
        }

    def instead(self, seat: int) -> list[int]:
        """What a seat could choose instead of its choice, which nobody has seen yet."""
        if seat < 0 or self.phase != EVERYONE or self.choice[seat] == UNDECIDED:
            return []
        return [move for move in bits.members(self.options(seat)) if move != self.choice[seat]]

    def hand_of(self, seat: int, own: bool) -> list[dict[str, Any]]:
        """Numbers are seen by all, colours by the holder."""
        cards = [self.hands[seat * HAND + slot] for slot in range(self.sizes[seat])]
        return [deck.face(card) if own else deck.back(card) for card in cards]

    def sheet_of(self, seat: int) -> dict[str, Any]:
        """A sheet as data, per row: positions crossed, positions still open, lock, crosses missing before the last number."""
        rows = []
        for row in range(ROWS):
            crossed = self.marks[seat] >> (row * CELLS) & ROW
            rows.append(
                {
                    "crossed": [pos for pos in range(CELLS) if crossed >> pos & 1],
                    "open": [pos for pos in range(CELLS) if self.free[seat] >> (row * CELLS + pos) & 1],
                    "lock": self.marks[seat] >> (LOCKS + row) & 1 == 1,
                    "missing": max(0, 5 - bits.count(crossed)),
                }
            )
        return {"rows": rows, "misses": self.misses[seat]}

    def last_play(self) -> dict[str, Any]:
        """The cards last played, as long as they lie on the discards, and the numbers crossed with them."""
        colour = self.last_colour
        return {
            "seat": self.last_seat,
            "colour": None if colour == JOKER else COLOURS[colour],
            "cards": [deck.face(card) for card in range(deck.CARDS) if self.last_cards >> card & 1],
            "crossed": [number(colour * CELLS + pos) for pos in range(CELLS) if self.last_cells >> pos & 1],
        }

    # -- resample ------------------------------------------------------------------------------------------------------

    def resample_hidden(self, seat: int, rng: Stream) -> None:
        """Every card whose number is seen may be any unseen one of that number; the rest is draw pile or discards."""
        unseen = (ONE << self.cards) - 1 & ~self.last_cards
        for i in range(25):
            if i // HAND == seat and self.hands[i] != NONE:
                unseen &= ~(ONE << self.hands[i])
        for i in range(25):
            if i // HAND != seat and self.hands[i] != NONE:
                self.hands[i] = self.another(self.hands[i], unseen, rng)
                unseen &= ~(ONE << self.hands[i])
        for place in range(PLACES):
            if self.display[place] != NONE:
                self.display[place] = self.another(self.display[place], unseen, rng)
                unseen &= ~(ONE << self.display[place])
        if self.top != NONE:
            self.top = self.another(self.top, unseen, rng)
            unseen &= ~(ONE << self.top)
        size = bits.count(self.pile)
        self.pile = 0
        while bits.count(self.pile) < size:
            card = bits.nth(unseen, rng.below(bits.count(unseen)))
            self.pile |= ONE << card
            unseen &= ~(ONE << card)
        self.discards = unseen | self.last_cards
        if self.phase == EVERYONE:  # QC-6
            self.rethink(seat, rng)

    def another(self, card: int, unseen: int, rng: Stream) -> int:
        """A random unseen card with the number of this one."""
        mask = unseen & SAME << (card % CELLS)
        return bits.nth(mask, rng.below(bits.count(mask)))

    def rethink(self, seat: int, rng: Stream) -> None:
        """Draws the pending choices of the others anew."""
        for other in range(self.players):
            if other != seat and self.choice[other] != UNDECIDED:
                mask = self.options(other)
                self.choice[other] = bits.nth(mask, rng.below(bits.count(mask)))

    # -- copies --------------------------------------------------------------------------------------------------------

    def copy_to(self, new: Table) -> None:
        new.game = self.game
        new.players = self.players
        new.waiting = self.waiting
        new.over = self.over
        new.plays = self.plays
        new.cards = self.cards
        new.pile = self.pile
        new.top = self.top
        new.discards = self.discards
        new.display = self.display[:]
        new.hands = self.hands[:]
        new.sizes = self.sizes[:]
        new.marks = self.marks[:]
        new.free = self.free[:]
        new.misses = self.misses[:]
        new.choice = self.choice[:]
        new.active = self.active
        new.phase = self.phase
        new.last_seat = self.last_seat
        new.last_cards = self.last_cards
        new.last_colour = self.last_colour
        new.last_cells = self.last_cells

    def save(self) -> list[Any]:
        return [
            self.pile, self.top, self.discards, list(self.display), list(self.hands), list(self.sizes),
            list(self.marks), list(self.misses), list(self.choice), self.active, self.phase,
            self.last_seat, self.last_cards, self.last_colour, self.last_cells,
        ]  # fmt: skip

    def load(self, fields: list[Any]) -> None:
        pile, top, discards, display, hands, sizes, marks, misses, choice, active, phase, *last = fields
        self.pile = pile
        self.top = top
        self.discards = discards
        self.display = display
        self.hands = hands
        self.sizes = sizes
        self.marks = marks
        self.misses = misses
        self.choice = choice
        self.active = active
        self.phase = phase
        last_seat, last_cards, last_colour, last_cells = last
        self.last_seat = last_seat
        self.last_cards = last_cards
        self.last_colour = last_colour
        self.last_cells = last_cells
        for seat in range(5):
            self.rule(seat)
        if not self.sound():
            raise ValueError("cards are missing or in two places")

    def sound(self) -> bool:
        """Whether every card is in one place, and all else is possible."""
        hands, choices = list(self.hands), list(self.choice)
        cards = [card for card in [*hands, *list(self.display), self.top] if card != NONE]
        cards += [card for card in range(64) if self.pile >> card & 1] + [card for card in range(64) if self.discards >> card & 1]
        return (
            sorted(cards) == list(range(self.cards))
            and [HAND - hands[seat * HAND : seat * HAND + HAND].count(NONE) for seat in range(5)] == list(self.sizes)
            and self.last_cards & ~self.discards == 0
            and 0 <= self.phase < len(PHASES)
            and (0 <= self.active < self.players if self.phase != LOTS else self.active == -1)
            and min(choices) >= 0
            and max(choices) <= UNDECIDED
        )
