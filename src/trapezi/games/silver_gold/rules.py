"""Silver & Gold, the law. Everybody marks the same pattern, each on two treasure cards; full ones score and are replaced."""

from __future__ import annotations

from typing import Any

from trapezi.core import bits
from trapezi.core.errors import Reason
from trapezi.core.random import Stream
from trapezi.core.state import Moves
from trapezi.games.silver_gold import patterns
from trapezi.games.silver_gold.table import PHASES, Table

NATURE = -1
ONE = 1
NONE = 64  # no treasure card: it has no squares
UNTURNED = 8  # no expedition card
EXPEDITIONS = 0xFF  # all eight, as bits
HAND = 4
SLOTS = 2
DISPLAY = 4
TAKE = 6  # moves: six ways to keep two of four, four places of the display, the pile, then placements left and right
PILE = 10
MARK = 11
UNDECIDED = 6
SINGLES = 16
COINS = 12  # boxes, in rows of four
ROW = 4
COIN_ROWS = 3
PALMS = 4
ROUNDS = 4
TURNS = 7

DEALING = 0  # phases
KEEPING = 1
OPENING = 2
TURNING = 3
MARKING = 4
TAKING = 5
DRAWING = 6
END = 7


class Position(Table):
    """One position of Silver & Gold."""

    __slots__ = ()

    # -- NATURE: cards are drawn when they are needed, from all that nobody sees ---------------------------------------

    def chance_count(self) -> int:
        return bits.count(EXPEDITIONS & ~self.used) if self.phase == TURNING else bits.count(self.unseen)

    def chance_outcome(self, k: int) -> int:
        if self.phase == TURNING:
            return self.cards.expedition + bits.nth(EXPEDITIONS & ~self.used, k)
        return self.cards.treasure + bits.nth(self.unseen, k)

    def can_come(self, outcome: int) -> bool:
        if outcome < self.cards.expedition or outcome >= self.cards.limit:
            return False
        if outcome < self.cards.treasure:
            return self.phase == TURNING and not self.used >> (outcome - self.cards.expedition) & 1
        return self.phase != TURNING and self.unseen >> (outcome - self.cards.treasure) & 1 == 1

    # -- legal moves ---------------------------------------------------------------------------------------------------

    def free(self, seat: int, slot: int) -> int:
        """The squares of a card that are neither marked nor drafted, as 16 bits."""
        slot += SLOTS * seat
        return self.cards.squares[self.held[slot]] & ~(self.marks[slot] | self.draft[slot])

    def begun(self, seat: int) -> bool:
        """Whether the pattern, or one square instead of it, has been marked this turn; then single squares follow (SG-6)."""
        return self.draft[SLOTS * seat] | self.draft[SLOTS * seat + 1] != 0

    def fitting(self, free: int) -> int:
        """The placements of the expedition card on these squares, turned and mirrored at will, whole (SG-4): up to 48 bits."""
        table = 256 * self.expedition
        return self.cards.fits_above[table + (free & 255)] & self.cards.fits_below[table + (free >> 8)]

    def sources(self) -> int:
        """Where a new card can come from, as five bits (SG-9): the display, and the pile if there is one."""
        found = 0
        for place in range(DISPLAY):
            if self.display[place] != NONE:
                found |= 1 << place
        return found | 1 << DISPLAY if self.unseen else found

    def generate_moves(self, seat: int, moves: Moves) -> int:
        n = 0
        if self.phase == MARKING:
            begun = self.begun(seat)
            base = MARK
            for slot in range(SLOTS):
                free = self.free(seat, slot)
                n = put(moves, n, base, free)  # SG-5
                if not begun:
                    n = put(moves, n, base + self.cards.first[self.expedition], self.fitting(free))
                base += self.cards.size
        elif self.phase == TAKING:
            n = put(moves, 0, TAKE, self.sources())
        else:
            n = put(moves, 0, 0, 63)
        moves.size = n
        return n

    def choose(self, seat: int, rng: Stream) -> int:
        if self.phase == MARKING and self.on_turn(seat):
            return self.any_mark(seat, rng)
        return Table.choose(self, seat, rng)

    def any_mark(self, seat: int, rng: Stream) -> int:
        """The k-th of the seat's marks, as `generate_moves` would list them, for a random k."""
        left = self.free(seat, 0)
        right = self.free(seat, 1)
        on_left = 0 if self.begun(seat) else self.fitting(left)
        on_right = 0 if self.begun(seat) else self.fitting(right)
        n = bits.count(left) + bits.count(on_left)
        k = rng.below(n + bits.count(right) + bits.count(on_right))
        base = MARK
        if k >= n:
            k -= n
            base += self.cards.size
            left = right
            on_left = on_right
        if k < bits.count(left):
            return base + bits.nth(left, k)
        return base + self.cards.first[self.expedition] + bits.nth(on_left, k - bits.count(left))

    def is_legal(self, seat: int, move: int) -> bool:
        if seat == NATURE:
            return self.can_come(move)
        if self.phase == KEEPING:
            return move < TAKE
        if self.phase == TAKING:
            return TAKE <= move <= PILE and self.sources() >> (move - TAKE) & 1 == 1
        if move < MARK or move >= self.cards.expedition:
            return False
        slot = 1 if move - MARK >= self.cards.size else 0
        place = move - MARK - slot * self.cards.size
        if self.cards.cells[place] & ~self.free(seat, slot):
            return False
        return place < SINGLES or (not self.begun(seat) and self.shows(place))

    def shows(self, place: int) -> bool:
        """Whether a placement is one of the expedition card's."""
        place -= self.cards.first[self.expedition]
        return 0 <= place < 64 and self.fitting(0xFFFF) >> place & 1 == 1

    def reason(self, seat: int, move: int) -> Reason:
        if seat == NATURE:
            return Reason("silver_gold.no-such-card", {"card": self.game.text(move), "phase": PHASES[self.phase]})
        if self.phase == KEEPING:
            return Reason("silver_gold.keep-two-first")
        if self.phase == TAKING:
            if not TAKE <= move <= PILE:
                return Reason("silver_gold.take-a-card-first")
            if move == PILE:
                return Reason("silver_gold.pile-empty")
            return Reason("silver_gold.place-empty", {"place": move - TAKE})
        if move < MARK:
            return Reason("silver_gold.mark-first")
        slot, place = divmod(move - MARK, self.cards.size)
        own = SLOTS * seat + slot
        cells = self.cards.cells[place]
        if self.held[own] == NONE:
            return Reason("silver_gold.no-card", {"slot": slot})
        for square in patterns.numbers(cells & ~self.cards.squares[self.held[own]]):
            return Reason("silver_gold.no-square", {"square": patterns.name(square)})
        for square in patterns.numbers(cells & (self.marks[own] | self.draft[own])):
            return Reason("silver_gold.already-marked", {"square": patterns.name(square)})
        if self.begun(seat):
            return Reason("silver_gold.one-square", {"owed": self.owed[seat]})
        return Reason("silver_gold.not-the-pattern", {"design": self.cards.deck.expeditions[self.expedition].name})

    # -- play ----------------------------------------------------------------------------------------------------------

    def _apply(self, seat: int, move: int) -> bool:
        if seat == NATURE:
            self.happen(move)
            return True
        if self.phase == MARKING:
            return self.mark(seat, move)
        if self.phase == TAKING:
            self.take(move)
            return False
        return self.keep(seat, move)

    def happen(self, outcome: int) -> None:
        if self.phase == TURNING:
            self.turn(outcome - self.cards.expedition)
            return
        card = outcome - self.cards.treasure
        self.unseen &= ~(ONE << card)
        if self.phase == DEALING:
            self.deal(card)
        elif self.phase == DRAWING:
            self.receive(card)
        else:
            self.open(card)

    # set-up (SG-2)

    def deal(self, card: int) -> None:
        self.hand[self.dealt()] = card
        if self.dealt() == HAND * self.players:
            self.phase = KEEPING
            self.waiting = (ONE << self.players) - 1

    def keep(self, seat: int, move: int) -> bool:
        """Two of four, unseen; when all have chosen, the rest goes back and is shuffled in."""
        self.choice[seat] = move
        self.waiting &= ~(ONE << seat)
        if self.waiting:
            return False
        for other in range(self.players):
            self.lay_out(other)
        self.phase = OPENING
        return True

    def lay_out(self, seat: int) -> None:
        k = 0
        for first in range(HAND):
            for second in range(first + 1, HAND):
                if k == self.choice[seat]:
                    self.held[SLOTS * seat] = self.hand[HAND * seat + first]
                    self.held[SLOTS * seat + 1] = self.hand[HAND * seat + second]
                k += 1
        for place in range(HAND * seat, HAND * seat + HAND):
            if self.hand[place] != self.held[SLOTS * seat] and self.hand[place] != self.held[SLOTS * seat + 1]:
                self.unseen |= ONE << self.hand[place]
            self.hand[place] = NONE
        self.choice[seat] = UNDECIDED

    def open(self, card: int) -> None:
        """A card into the first gap of the display; full, or the pile empty (SG-10), the game goes on."""
        place = 0
        while self.display[place] != NONE:
            place += 1
        self.display[place] = card
        if self.gap() and self.unseen:
            return
        if self.used == 0:  # still the set-up
            self.phase = TURNING
        else:
            self.settled += 1
            self.settle()

    def gap(self) -> bool:
        return self.display[0] == NONE or self.display[1] == NONE or self.display[2] == NONE or self.display[3] == NONE

    # action one and two: an expedition card, and marks (SG-3 to SG-8)

    def turn(self, card: int) -> None:
        self.expedition = card
        self.used |= 1 << card
        self.phase = MARKING
        for seat in range(self.players):
            if self.free(seat, 0) | self.free(seat, 1):  # SG-5: who has no square left owes nothing
                self.waiting |= ONE << seat
        if self.waiting == 0:
            self.reveal()

    def mark(self, seat: int, move: int) -> bool:
        if self.scribble(seat, move):
            self.waiting &= ~(ONE << seat)
            if self.waiting == 0:
                return self.reveal() > 1
        return False

    def scribble(self, seat: int, move: int) -> bool:
        """Drafts a mark; whether the seat has now finished (SG-6)."""
        slot = SLOTS * seat
        place = move - MARK
        if place >= self.cards.size:
            place -= self.cards.size
            slot += 1
        if self.begun(seat):
            self.owed[seat] -= 1
        self.draft[slot] |= self.cards.cells[place]
        self.owed[seat] += bits.count(self.cards.cells[place] & self.cards.crosses[self.held[slot]])
        return self.owed[seat] == 0 or self.free(seat, 0) | self.free(seat, 1) == 0

    def reveal(self) -> int:
        """All drafts at once; how many there were."""
        drafts = 0
        for seat in range(self.players):
            if self.begun(seat):
                drafts += 1
                self.collect(seat)
        self.settled = 0
        self.settle()
        return drafts

    def collect(self, seat: int) -> None:
        """The draft becomes marks, symbols pay out, and a completed card is set aside."""
        worth = self.palm()
        for slot in range(SLOTS * seat, SLOTS * seat + SLOTS):
            card = self.held[slot]
            self.coins[seat] += bits.count(self.draft[slot] & self.cards.coins[card])
            for _ in range(bits.count(self.draft[slot] & self.cards.palms[card])):
                self.enter_palm(seat, worth)
            self.marks[slot] |= self.draft[slot]
            self.draft[slot] = 0
            if card != NONE and self.marks[slot] == self.cards.squares[card]:
                self.done[seat] |= ONE << card
                self.held[slot] = NONE
                self.marks[slot] = 0
        self.coins[seat] = min(self.coins[seat], COINS)  # SG-7
        self.owed[seat] = 0

    def enter_palm(self, seat: int, worth: int) -> None:
        for box in range(PALMS * seat, PALMS * seat + PALMS):
            if self.palms[box] == 0:
                self.palms[box] = worth
                return

    # action three: settling, in turn order (SG-9)

    def settle(self) -> None:
        while self.settled < self.players:
            self.award(self.settler())
            if self.lacks_card(self.settler()):
                self.phase = TAKING
                self.waiting = ONE << self.settler()
                return
            self.settled += 1
        self.end_turn()

    def award(self, seat: int) -> None:
        """The highest trophy left for each coin row that is full and has none yet."""
        while self.rows[seat] < self.coins[seat] // ROW:
            self.won[COIN_ROWS * seat + self.rows[seat]] = self.trophies
            self.rows[seat] += 1
            if self.trophies:
                self.trophies -= 1

    def lacks_card(self, seat: int) -> bool:
        """Whether a seat must take a card: not on the last turn, nor if none is left (SG-10)."""
        if self.round == ROUNDS - 1 and bits.count(self.used) == TURNS:
            return False
        return (self.held[SLOTS * seat] == NONE or self.held[SLOTS * seat + 1] == NONE) and self.sources() != 0

    def take(self, move: int) -> None:
        if move == PILE:
            self.phase = DRAWING
            self.waiting = 0
        else:
            card = self.display[move - TAKE]
            self.display[move - TAKE] = NONE
            self.receive(card)

    def receive(self, card: int) -> None:
        """A new card for the one who settles; after the last of them the display is refilled."""
        seat = self.settler()
        self.held[SLOTS * seat if self.held[SLOTS * seat] == NONE else SLOTS * seat + 1] = card
        self.waiting = 0
        if self.lacks_card(seat):
            self.phase = TAKING
            self.waiting = ONE << seat
        elif self.gap() and self.unseen:
            self.phase = OPENING
        else:
            self.settled += 1
            self.settle()

    def end_turn(self) -> None:
        self.starter = (self.starter + 1) % self.players  # SG-11
        self.phase = TURNING
        self.waiting = 0
        self.settled = 0
        if bits.count(self.used) == TURNS:  # SG-3, SG-14
            self.used = 0
            self.expedition = UNTURNED
            self.round += 1
            if self.round == ROUNDS:
                self.phase = END
                self.over = True

    # -- score: `score` and `lines` are in `table` ---------------------------------------------------------------------

    def preview(self, seat: int, move: int) -> dict[str, Any]:
        """What a mark pays before settling: a trophy comes in turn order, so it is not counted."""
        if self.phase != MARKING:
            return {"marks": [], "points": 0}
        before = self.clone()
        before.collect(seat)
        then = self.clone()
        finished = then.scribble(seat, move)
        owed = 0 if finished else then.owed[seat]
        then.collect(seat)
        slot, place = divmod(move - MARK, self.cards.size)
        marks = [[slot, square] for square in patterns.numbers(self.cards.cells[place])]
        return {"marks": marks, "owed": owed, **then.gain(seat, before)}

    def private_board(self, seat: int) -> dict[str, Any]:
        """What `table` tells, and what the seat's own draft will pay."""
        return {**Table.private_board(self, seat), "gain": self.pay(seat) if seat >= 0 and self.phase == MARKING else None}

    def pay(self, seat: int) -> dict[str, Any]:
        then = self.clone()
        then.collect(seat)
        return then.gain(seat, self)

    # -- resample ------------------------------------------------------------------------------------------------------

    def resample_hidden(self, seat: int, rng: Stream) -> None:
        """The order of the pile is not decided before it is drawn: hands, used expedition cards and drafts remain."""
        if self.phase <= KEEPING:
            self.redeal_hands(seat, rng)
        if self.used:
            self.redeal_expeditions(rng)
        if self.phase == MARKING:
            for other in range(self.players):
                if other != seat:
                    self.redraft(other, rng)

    def redraft(self, seat: int, rng: Stream) -> int:
        """Random marks: all of them for a seat that has finished; for another, those before a random moment. How many."""
        self.draft[SLOTS * seat] = 0
        self.draft[SLOTS * seat + 1] = 0
        self.owed[seat] = 0
        marks = Moves()
        finished = self.free(seat, 0) | self.free(seat, 1) == 0
        while not finished:
            marks.add(self.any_mark(seat, rng))
            finished = self.scribble(seat, marks.items[marks.size - 1])
        if self.waiting >> seat & 1:
            self.draft[SLOTS * seat] = 0
            self.draft[SLOTS * seat + 1] = 0
            self.owed[seat] = 0
            marks.size = rng.below(marks.size)
            for i in range(marks.size):
                self.scribble(seat, marks.items[i])
        return marks.size

    # -- copies --------------------------------------------------------------------------------------------------------

    def clone(self) -> Position:
        new = Position.__new__(Position)
        new.copy(self)
        return new


def put(moves: Moves, n: int, base: int, members: int) -> int:
    """Writes the members of a set as moves, from the n-th on; how many there are now."""
    while members:
        moves.items[n] = base + bits.lowest(members)
        members &= members - 1
        n += 1
    return n
