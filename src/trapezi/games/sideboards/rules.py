"""Sideboards, the law. Everybody lays eight cards side by side, all at once, so that drawers match three common goals."""

from __future__ import annotations

from typing import Any

from trapezi.core import bits
from trapezi.core.errors import Reason
from trapezi.core.random import Stream
from trapezi.core.state import Moves
from trapezi.games.sideboards.table import Table, check

NATURE = -1
ONE = 1
LENGTH = 8  # cards of a finished sideboard
BITS = 7  # of a face in a sideboard (see cards.py)
FACE = 127

LAY = 48  # moves: a start, LAY + slot * 4 + end * 2 + turned, EXCHANGE (see text.py)
EXCHANGE = 60
UNDECIDED = 61
DRAW = 61  # outcomes: DRAW + card, GOAL + number
GOAL = 120

GOALS = 0  # phases
DRAWING = 1
START = 2
LAYING = 3
END = 4


def first_of(pair: int) -> int:
    """The slot whose card lies at the left after a start: 01 02 10 12 20 21, then 03 13 23 30 31 32."""
    if pair < 6:
        return pair // 2
    return pair - 6 if pair < 9 else 3


def second_of(pair: int) -> int:
    if pair < 6:
        return pair % 2 + (1 if pair % 2 >= pair // 2 else 0)
    return 3 if pair < 9 else pair - 9


class Position(Table):
    """One position of Sideboards: a table, and how it goes on."""

    __slots__ = ()

    # -- NATURE: goals first, then card by card ------------------------------------------------------------------------

    def open_group(self) -> int:
        """The first group of goals without a goal (SB-2)."""
        return 0 if self.goals[0] == 0 else 1 if self.goals[1] == 0 else 2

    def drawable(self) -> int:
        """SB-12: an empty draw pile is made anew from the discards."""
        return self.pile if self.pile else self.discards

    def chance_count(self) -> int:
        if self.phase == GOALS:
            return 16 if self.open_group() == 2 else 7
        return bits.count(self.drawable())

    def chance_outcome(self, k: int) -> int:
        if self.phase == GOALS:
            return GOAL + 1 + self.open_group() * 7 + k
        return DRAW + bits.nth(self.drawable(), k)

    def hand_size(self) -> int:
        """How many cards everybody draws up to: three, later two (SB-3); one more with four cards (SB-10)."""
        return (2 if self.laid else 3) + (1 if self.four else 0)

    def take(self, card: int) -> None:
        """SB-12: the next who draws gets a card; draws go clockwise from the first seat."""
        if self.pile == 0:
            self.pile = self.discards
            self.discards = 0
            for seat in range(self.players):
                self.known[seat] &= ~self.pile
        self.pile &= ~(ONE << card)
        seat = bits.lowest(self.drawers)
        self.hand[seat] |= ONE << card
        self.known[seat] |= ONE << card
        if bits.count(self.hand[seat]) == self.hand_size():
            self.drawers &= self.drawers - 1
            if self.drawers == 0:
                self.ask()

    def ask(self) -> None:
        """Everybody chooses unseen (SB-4); after an exchange only those who have new cards (SB-5)."""
        self.phase = LAYING if self.laid else START
        self.waiting = self.exchanged if self.exchanged else (ONE << self.players) - 1

    # -- legal moves ---------------------------------------------------------------------------------------------------

    def starts(self) -> int:
        """How many starts there are: ordered pairs of hand cards, each straight or turned (SB-3, SB-10)."""
        return 48 if self.four else 24

    def layings(self) -> int:
        """One of two or three hand cards, left or right, straight or turned (SB-4, SB-10)."""
        return 12 if self.four else 8

    def may_exchange(self, seat: int) -> bool:
        """SB-5: once. Those who exchange in a turn say so together (SB-12), so that nobody follows later."""
        return self.exchanged == 0 and self.spare >> seat & 1 == 1

    def generate_moves(self, seat: int, moves: Moves) -> int:
        if self.phase == START:
            n = self.starts()
            for i in range(n):
                moves.items[i] = i
        else:
            n = self.layings()
            for i in range(n):
                moves.items[i] = LAY + i
            if self.may_exchange(seat):
                moves.items[n] = EXCHANGE
                n += 1
        moves.size = n
        return n

    def is_legal(self, seat: int, move: int) -> bool:
        if seat == NATURE:
            if self.phase == GOALS:
                return 0 <= move - self.chance_outcome(0) < self.chance_count()
            return DRAW <= move <= GOAL and self.drawable() >> (move - DRAW) & 1 == 1
        if self.phase == START:
            return move < self.starts()  # no exchange yet (SB-5)
        return LAY <= move < LAY + self.layings() or (move == EXCHANGE and self.may_exchange(seat))

    def reason(self, seat: int, move: int) -> Reason:
        if seat == NATURE:
            if self.phase == GOALS:
                first = self.chance_outcome(0) - GOAL
                return Reason("sideboards.not-that-goal", {"first": first, "last": first + self.chance_count() - 1})
            if move > GOAL:
                return Reason("sideboards.goals-lie-open")
            return Reason("sideboards.not-in-the-pile", {"card": move - DRAW + 1})
        if move == EXCHANGE:
            if self.four:
                return Reason("sideboards.no-exchange-card")
            return Reason("sideboards.exchange-too-early" if self.phase == START else "sideboards.exchange-used")
        if (move < LAY) != (self.phase == START):
            return Reason("sideboards.start-first" if self.phase == START else "sideboards.already-started")
        return Reason("sideboards.no-such-card", {"cards": bits.count(self.hand[seat])})

    # -- play ----------------------------------------------------------------------------------------------------------

    def _apply(self, seat: int, move: int) -> bool:
        if seat == NATURE:
            if self.phase == GOALS:
                self.goals[self.open_group()] = move - GOAL
                if self.goals[0] and self.goals[1] and self.goals[2]:
                    self.phase = DRAWING
            else:
                self.take(move - DRAW)
            return True
        self.choice[seat] = move
        self.waiting &= ~(ONE << seat)
        if self.waiting:
            return False
        self.resolve()
        return self.players > 1

    def resolve(self) -> None:
        """All have chosen: exchanges come first (SB-5), and when there are none all lay at once (SB-4)."""
        exchanging = 0
        for seat in range(self.players):
            if self.choice[seat] == EXCHANGE:
                exchanging |= 1 << seat
        if exchanging:
            self.exchange(exchanging)
            return
        for seat in range(self.players):
            self.lay(seat, self.choice[seat])
            self.choice[seat] = UNDECIDED
        self.laid += 1 if self.laid else 2
        self.exchanged = 0
        self.hand_on()
        if self.laid == LENGTH:
            self.phase = END
            self.over = True
        else:
            self.phase = DRAWING
            self.drawers = (1 << self.players) - 1

    def exchange(self, seats: int) -> None:
        """SB-5, SB-12: all discard first; what the others have chosen stays face down."""
        for seat in range(self.players):
            if seats >> seat & 1:
                self.discards |= self.hand[seat]
                self.hand[seat] = 0
                self.choice[seat] = UNDECIDED
        self.spare &= ~seats
        self.exchanged = seats
        self.drawers = seats
        self.phase = DRAWING

    def lay(self, seat: int, move: int) -> None:
        """SB-3: two cards side by side; SB-4: one card at an end. Laid cards keep their place and turn."""
        if move < LAY:
            card = bits.nth(self.hand[seat], first_of(move // 4))
            other = bits.nth(self.hand[seat], second_of(move // 4))
            self.board[seat] = ONE * (card * 2 + (move >> 1 & 1)) | ONE * (other * 2 + (move & 1)) << BITS
            self.hand[seat] &= ~(ONE << card | ONE << other)
            return
        move -= LAY
        card = bits.nth(self.hand[seat], move >> 2)
        face = ONE * (card * 2 + (move & 1))
        if move & 2:
            self.board[seat] |= face << BITS * self.laid
        else:
            self.board[seat] = self.board[seat] << BITS | face
        self.hand[seat] &= ~(ONE << card)

    def hand_on(self) -> None:
        """SB-4: what is left goes to the left neighbour; in the last turn, and alone (SB-9), to the discards."""
        if self.laid == LENGTH or self.players == 1:
            for seat in range(self.players):
                self.discards |= self.hand[seat]
                self.hand[seat] = 0
            return
        passed = self.hand[self.players - 1]
        for seat in range(self.players):
            left = self.hand[seat]
            self.hand[seat] = passed
            self.known[seat] |= passed
            passed = left

    def preview(self, seat: int, move: int) -> dict[str, Any]:
        """What a laying adds by itself: the bonus of SB-8 is left out, since it depends on what the others lay meanwhile."""
        if move == EXCHANGE:
            return {"marks": [], "points": -1}
        then = self.clone()
        then.lay(seat, move)
        n = self.laid + (1 if self.laid else 2)
        new = [0, 1] if n == 2 else [n - 1] if move - LAY & 2 else [0]
        matched = self.matched(then.board[seat], n)
        marks = [cell for sets in matched.values() for cells in sets for cell in cells if cell[0] in new]
        now = self.shares(seat, self.laid)
        adds = {goal: points - now[goal] for goal, points in then.shares(seat, n).items()}
        return {"marks": marks, "points": sum(adds.values()), "matched": matched, "adds": adds}

    # -- resample ------------------------------------------------------------------------------------------------------

    def resample_hidden(self, seat: int, rng: Stream) -> None:
        """Cards that this seat cannot place change places; pending choices are drawn among the legal ones.

        Places are filled in an order that no hidden card decides, so that the draw depends on the view and on chance alone.
        """
        unknown = self.pile | self.discards
        for other in range(self.players):
            unknown |= self.hand[other]
        if seat >= 0:
            unknown &= ~self.known[seat]
        was = self.clone()
        places = Moves()
        free = unknown
        while unknown:
            place = was.place_of(bits.lowest(unknown))
            unknown &= unknown - 1
            i = places.add(place) - 1
            while i > 0 and places.items[i - 1] > place:
                places.items[i] = places.items[i - 1]
                i -= 1
            places.items[i] = place
        unknown = free
        self.pile &= ~unknown
        self.discards &= ~unknown
        for other in range(self.players):
            self.hand[other] &= ~unknown
            self.known[other] &= ~unknown
        for i in range(places.size):
            place = places.items[i]
            new = ONE << bits.nth(free, rng.below(bits.count(free)))
            free &= ~new
            if place >> 6 == self.players:
                self.pile |= new
            elif place >> 6 > self.players:
                self.discards |= new
            else:
                self.hand[place >> 6] |= new
            for other in range(self.players):
                if place >> other & 1:
                    self.known[other] |= new
        for other in range(self.players):
            if other != seat and self.choice[other] != UNDECIDED:
                self.choice[other] = self.any_move(other, rng)

    def place_of(self, card: int) -> int:
        """Where a card is that is not laid (a hand, the pile, the discards), times 64, and a bit per seat that knows it."""
        place = self.players if self.pile >> card & 1 else self.players + 1
        knowing = 0
        for seat in range(self.players):
            if self.hand[seat] >> card & 1:
                place = seat
            if self.known[seat] >> card & 1:
                knowing |= 1 << seat
        return place * 64 + knowing

    def any_move(self, seat: int, rng: Stream) -> int:
        if self.laid == 0:
            return rng.below(self.starts())
        n = self.layings()
        k = rng.below(n + (1 if self.may_exchange(seat) else 0))
        return EXCHANGE if k == n else LAY + k

    # -- copies --------------------------------------------------------------------------------------------------------

    def clone(self) -> Position:
        new = Position.__new__(Position)
        new.game = self.game
        new.players = self.players
        new.waiting = self.waiting
        new.over = self.over
        new.deck = self.deck
        new.cards = self.cards
        new.four = self.four
        new.goals = self.goals[:]
        new.board = self.board[:]
        new.laid = self.laid
        new.hand = self.hand[:]
        new.known = self.known[:]
        new.pile = self.pile
        new.discards = self.discards
        new.choice = self.choice[:]
        new.drawers = self.drawers
        new.spare = self.spare
        new.exchanged = self.exchanged
        new.phase = self.phase
        return new

    def save(self) -> list[Any]:
        seats = [list(self.board), list(self.hand), list(self.known), list(self.choice)]
        turn = [self.laid, self.drawers, self.spare, self.exchanged, self.phase]
        return [list(self.goals), *seats, self.pile, self.discards, *turn]

    def load(self, fields: list[Any]) -> None:
        goals, board, hand, known, choice, pile, discards, laid, drawers, spare, exchanged, phase = fields
        check(goals, board, laid)
        self.goals = goals
        self.board = board
        self.hand = hand
        self.known = known
        self.choice = choice
        self.pile = pile
        self.discards = discards
        self.laid = laid
        self.drawers = drawers
        self.spare = spare
        self.exchanged = exchanged
        self.phase = phase
