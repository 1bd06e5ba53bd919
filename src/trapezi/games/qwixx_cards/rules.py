"""Qwixx, the card game: the law. A number for everybody in each turn, then cards of one colour for the active player."""

from __future__ import annotations

from typing import Any

from trapezi.core import bits
from trapezi.core.errors import Reason
from trapezi.core.state import Moves
from trapezi.games.qwixx_cards import deck
from trapezi.games.qwixx_cards.deck import COLOURS
from trapezi.games.qwixx_cards.notation import crossing, number
from trapezi.games.qwixx_cards.notation import describe as describe_move
from trapezi.games.qwixx_cards.plays import SETS
from trapezi.games.qwixx_cards.table import Table

NATURE = -1
ROWS = 4
CELLS = 11
LAST = 10  # position of the right-most number
LOCKS = 44  # marks: 44 cells (row * 11 + position), then four locks
ROW = 0x7FF  # the eleven cells of row 0
ONE = 1

JOKER = 4  # cards: colour * 11 + number - 2, the jokers' colour is 4
NONE = 55  # no card
HAND = 5
SLOTS = 0x1F
EVERY_SUIT = 0x8421  # slot 0 in all four colours
PLACES = 4

PASS = 44  # moves: a cell, or PASS
UNDECIDED = 45
TAKE = 45  # TAKE + set of places - 1
DROP = 59  # DROP + a play without a cross
CROSSING = 84  # CROSSING + colour * PAIRS + a play with crosses
PAIRS = 105
LOT = 504  # outcomes: LOT + seat
DRAW = 509  # DRAW + card

# Crosses of one step 3, bit 0 the first of them:  #  ##  #.#  ###  ##.#  #.##  (QC-8)
SHAPES = 0b0010_1000_1010_1010

LOTS = 0  # phases
DEALING = 1
REFILLING = 2
TAKING = 3
EVERYONE = 4
PLAYING = 5
END = 6


class Position(Table):
    """One position of the card game: what may be done, and what then happens."""

    __slots__ = ()

    # -- NATURE: the lot (QC-15), and cards one by one (QC-2, QC-5) ----------------------------------------------------

    def chance_count(self) -> int:
        return self.players if self.phase == LOTS else bits.count(self.pile)

    def chance_outcome(self, k: int) -> int:
        return LOT + k if self.phase == LOTS else DRAW + bits.nth(self.pile, k)

    def can_happen(self, outcome: int) -> bool:
        if self.phase == LOTS:
            return LOT <= outcome < LOT + self.players
        return DRAW <= outcome < DRAW + NONE and self.pile >> (outcome - DRAW) & 1 == 1

    def happen(self, outcome: int) -> None:
        if self.phase == LOTS:
            self.active = outcome - LOT
            self.phase = DEALING
            return
        self.pile &= ~(ONE << (outcome - DRAW))
        if self.phase == DEALING:
            self.receive(self.next_dealt(), outcome - DRAW)
            if self.sizes[self.players - 1] == 4:  # QC-2
                self.phase = REFILLING
        else:
            self.top = outcome - DRAW
            self.refill()

    def next_dealt(self) -> int:
        """Who gets the next card: clockwise, the last seat closing each round."""
        seat = 0
        while seat < self.players - 1 and self.sizes[seat] > self.sizes[self.players - 1]:
            seat += 1
        return seat

    def receive(self, seat: int, card: int) -> None:
        self.hands[seat * HAND + self.sizes[seat]] = card
        self.sizes[seat] += 1

    def refill(self) -> None:
        """QC-5: the top card fills the first empty place; once all are full, the next step begins.

        Hands and display hold at most 25 cards, so draw pile and discards are never both used up.
        """
        for place in range(PLACES):
            if self.display[place] == NONE:
                self.display[place] = self.top
                self.top = NONE
                if self.pile == 0:  # QC-10
                    self.pile = self.discards
                    self.discards = 0
                    self.forget()
                return
        if self.sizes[self.active] == HAND:
            self.phase = EVERYONE
            self.waiting = (ONE << self.players) - 1
        else:
            self.phase = TAKING
            self.waiting = ONE << self.active

    # -- legal moves ---------------------------------------------------------------------------------------------------

    def suits(self, seat: int) -> int:
        """The slots of a full hand that can be played as red, yellow, green and blue: five bits each (QC-7, QC-14)."""
        suits = 0
        for slot in range(HAND):
            suit = self.hands[seat * HAND + slot] // CELLS
            suits |= (EVERY_SUIT if suit == JOKER else 1 << suit * HAND) << slot
        return suits

    def drops(self, suits: int) -> int:
        """QC-7: the plays of one colour, one bit each."""
        mask = 0
        for row in range(ROWS):
            mask |= self.plays.within[suits >> row * HAND & SLOTS]
        return mask

    def position(self, seat: int, row: int, slot: int) -> int:
        """Where the number of a card stands in a row (QC-3)."""
        place = self.hands[seat * HAND + slot] % CELLS
        return place if row < 2 else LAST - place

    def cells(self, seat: int, row: int, slots: int) -> int:
        """The positions in a row that these cards name; equal numbers name one (QC-8)."""
        cells = 0
        while slots:
            cells |= 1 << self.position(seat, row, bits.lowest(slots))
            slots &= slots - 1
        return cells

    def may_cross(self, seat: int, row: int, cells: int) -> bool:
        """Whether all of these positions may be crossed in one step 3."""
        if cells & ~self.open_in(seat, row):  # QC-3
            return False
        shape = cells >> bits.lowest(cells)
        if shape >= 16 or SHAPES >> shape & 1 == 0:  # QC-8
            return False
        crossed = bits.count(self.marks[seat] >> (row * CELLS) & ROW)
        return cells >> LAST == 0 or crossed + bits.count(cells) - 1 >= 5  # QC-9

    def named_once(self, seat: int, slots: int, crossed: int) -> int:
        """The slots without those whose number a later crossed card has too: of two equal numbers the first is named (QC-8)."""
        while crossed:
            later = bits.lowest(crossed)
            crossed &= crossed - 1
            for slot in range(later):
                if self.hands[seat * HAND + slot] % CELLS == self.hands[seat * HAND + later] % CELLS:
                    slots &= ~(1 << slot)
        return slots

    def generate_moves(self, seat: int, moves: Moves) -> int:
        if self.phase == PLAYING:
            return self.fill_plays(seat, moves)
        n = 0
        if self.phase == TAKING:  # QC-5
            for places in range(1, 15):
                if bits.count(places) == HAND - self.sizes[seat]:
                    moves.items[n] = TAKE + places - 1
                    n += 1
        else:
            mask = self.options(seat)
            while mask:
                moves.items[n] = bits.lowest(mask)
                mask &= mask - 1
                n += 1
        moves.size = n
        return n

    def fill_plays(self, seat: int, moves: Moves) -> int:
        """QC-7: at most 25 plays without a cross and 4 * 105 with."""
        n = 0
        suits = self.suits(seat)
        mask = self.drops(suits)
        while mask:
            moves.items[n] = DROP + bits.lowest(mask)
            mask &= mask - 1
            n += 1
        for row in range(ROWS):
            slots = suits >> row * HAND & SLOTS
            open_cells = self.open_in(seat, row)
            able = 0
            for slot in range(HAND):
                if slots >> slot & 1 and open_cells >> self.position(seat, row, slot) & 1:
                    able |= 1 << slot
            crossed = able & -able
            while crossed:
                if self.may_cross(seat, row, self.cells(seat, row, crossed)):
                    mask = self.plays.over[crossed * 32 + self.named_once(seat, slots, crossed)]
                    while mask:
                        moves.items[n] = CROSSING + row * PAIRS + self.plays.first[crossed] + bits.lowest(mask)
                        mask &= mask - 1
                        n += 1
                crossed = (crossed - able) & able  # the next subset
        moves.size = n
        return n

    def is_legal(self, seat: int, move: int) -> bool:
        if seat == NATURE:
            return self.can_happen(move)
        if self.phase == TAKING:
            return TAKE <= move < DROP and bits.count(move - TAKE + 1) == HAND - self.sizes[seat]
        if self.phase == EVERYONE:
            return move <= PASS and self.options(seat) >> move & 1 == 1
        if DROP <= move < CROSSING:
            return self.drops(self.suits(seat)) >> (move - DROP) & 1 == 1
        if move < CROSSING or move >= LOT:
            return False
        pair = (move - CROSSING) % PAIRS
        return self.allows_crosses(seat, (move - CROSSING) // PAIRS, self.plays.played[pair], self.plays.crossed[pair])

    def allows_crosses(self, seat: int, row: int, played: int, crossed: int) -> bool:
        return (
            played & ~(self.suits(seat) >> row * HAND) == 0
            and played & ~self.named_once(seat, played, crossed) == 0
            and self.may_cross(seat, row, self.cells(seat, row, crossed))
        )

    def reason(self, seat: int, move: int) -> Reason:
        if seat == NATURE:
            if self.phase == LOTS:
                return Reason("qwixx_cards.draw-lots", {"last": self.players - 1})
            return Reason("qwixx_cards.not-in-the-pile", {"draw": self.game.text(move)})
        if self.phase == TAKING:
            return Reason("qwixx_cards.take", {"cards": HAND - self.sizes[seat]})
        if self.phase == EVERYONE:
            announced = deck.number(self.top)
            if move > PASS:
                return Reason("qwixx_cards.everyone", {"number": announced})
            if number(move) != announced:
                return Reason("qwixx_cards.not-announced", {"number": number(move), "announced": announced})
            return self.blocked(seat, move // CELLS, 1 << move % CELLS)
        if move < DROP:
            return Reason("qwixx_cards.play")
        row, played, crossed = crossing(move) if move >= CROSSING else (0, SETS[move - DROP], 0)
        suits = self.suits(seat)
        if self.drops(suits) >> SETS.index(played) & 1 == 0:
            return Reason("qwixx_cards.different-colours")
        if played & ~(suits >> row * HAND):
            return Reason("qwixx_cards.not-that-colour", {"colour": COLOURS[row]})
        if played & ~self.named_once(seat, played, crossed):
            return Reason("qwixx_cards.same-number")
        return self.blocked(seat, row, self.cells(seat, row, crossed))

    def blocked(self, seat: int, row: int, cells: int) -> Reason:
        """Why these positions of a row cannot be crossed together."""
        crossed = self.marks[seat] >> (row * CELLS) & ROW
        if crossed >> LAST:
            return Reason("qwixx_cards.row-complete", {"row": row})
        late = cells & ~self.open_in(seat, row)
        if late:
            pos = bits.lowest(late)
            cell = {"row": row, "number": number(row * CELLS + pos)}
            return Reason("qwixx_cards.already-crossed" if crossed >> pos & 1 else "qwixx_cards.skipped", cell)
        before = bits.count(crossed) + bits.count(cells) - 1
        if cells >> LAST and before < 5:
            last = {"row": row, "number": number(row * CELLS + LAST), "missing": 5 - before}
            return Reason("qwixx_cards.needs-five", last)
        return Reason("qwixx_cards.gap", {"row": row})

    # -- play ----------------------------------------------------------------------------------------------------------

    def _apply(self, seat: int, move: int) -> bool:
        if seat == NATURE:
            self.happen(move)
            return True
        if self.phase == TAKING:
            self.take(move - TAKE + 1)
            return True  # the taker sees colours
        if self.phase == PLAYING:
            if move < CROSSING:
                self.play_cards(self.plays.sets[move - DROP], 0, JOKER)
            else:
                move -= CROSSING
                self.play_cards(self.plays.played[move % PAIRS], self.plays.crossed[move % PAIRS], move // PAIRS)
            return True  # all see the colours (QC-1)
        self.choice[seat] = move
        self.waiting &= ~(ONE << seat)
        if self.waiting == 0:
            self.resolve()
            return True
        return False

    def take(self, places: int) -> None:
        """QC-5: cards from the display into the hand, then one refill."""
        for place in range(PLACES):
            if places >> place & 1:
                self.receive(self.active, self.display[place])
                self.display[place] = NONE
        self.phase = REFILLING
        self.waiting = 0
        self.refill()

    def resolve(self) -> None:
        """QC-6: all choices of step 2 at once; several players may complete rows (QC-12)."""
        self.phase = PLAYING
        self.waiting = ONE << self.active
        for seat in range(self.players):
            if self.choice[seat] != PASS:
                self.cross(seat, self.choice[seat] // CELLS, 1 << self.choice[seat] % CELLS)
                if self.completed(seat) >= 2:
                    self.finish()

    def play_cards(self, played: int, crossed: int, colour: int) -> None:
        """QC-7: cards are shown, some of their numbers crossed, and all of them discarded (QC-10)."""
        seat = self.active
        self.forget()
        self.last_seat = seat
        if crossed:
            self.last_cells = self.cells(seat, colour, crossed)
            self.cross(seat, colour, self.last_cells)
        elif self.choice[seat] == PASS:  # QC-11
            self.misses[seat] += 1
        kept = 0
        for slot in range(HAND):
            card = self.hands[seat * HAND + slot]
            self.hands[seat * HAND + slot] = NONE
            if played >> slot & 1:
                self.last_cards |= ONE << card
                if card // CELLS != JOKER:
                    colour = card // CELLS
            else:
                self.hands[seat * HAND + kept] = card
                kept += 1
        self.last_colour = colour
        self.discards |= self.last_cards
        self.sizes[seat] = kept
        if self.completed(seat) >= 2 or self.misses[seat] == 4:  # QC-12
            self.finish()
        else:
            self.active = (seat + 1) % self.players  # QC-15
            self.phase = TAKING
            self.waiting = ONE << self.active
            for other in range(self.players):
                self.choice[other] = UNDECIDED

    def finish(self) -> None:
        self.phase = END
        self.waiting = 0
        self.over = True

    # -- knowledge -----------------------------------------------------------------------------------------------------

    def preview(self, seat: int, move: int) -> dict[str, Any]:
        if TAKE <= move < CROSSING or move == PASS:
            miss = self.phase == PLAYING and self.choice[seat] == PASS
            return {"marks": [], "points": -5 if miss else 0}
        row, cells = move // CELLS, 1 << move % CELLS
        if self.phase == PLAYING:
            row, _, crossed = crossing(move)
            cells = self.cells(seat, row, crossed)
        then = self.clone()
        then.cross(seat, row, cells)
        marks = [row * CELLS + pos for pos in range(CELLS) if cells >> pos & 1] + [LOCKS + row] * (cells >> LAST)
        return {"marks": marks, "points": then.score(seat) - self.score(seat)}

    def redact(self, viewer: int, seat: int, move: int) -> dict[str, Any]:
        """QC-1: the back of a card to all, its colour to who holds it, and to all when it is played."""
        told = describe_move(move)
        if self.phase == TAKING:
            cards = [self.display[place] for place in told["places"]]
            faces = [deck.face(card) if viewer == seat else deck.back(card) for card in cards]
            numbers = [deck.number(card) for card in cards]
            return {"kind": "take", "places": told["places"], "cards": faces, "numbers": numbers}
        if self.phase == PLAYING:
            faces = [deck.face(self.hands[seat * HAND + slot]) for slot in told["slots"]]
            suits = [face["colour"] for face in faces if face["colour"] != deck.JOKER]
            return {
                "kind": told["kind"],
                "colour": told.get("colour", suits[0] if suits else deck.JOKER),
                "cards": faces,
                "numbers": [face["number"] for face in faces],
                "crosses": [deck.number(self.hands[seat * HAND + slot]) for slot in told["crossed"]],
            }
        if self.phase == DEALING:
            to = self.next_dealt()
            return {"to": "hand", "seat": to, **(told if viewer == to else turned_down(move))}
        if self.phase == REFILLING:
            to_display = NONE in list(self.display)
            return {"to": "display" if to_display else "pile", **turned_down(move)}
        return told

    def clone(self) -> Position:
        new = Position.__new__(Position)
        self.copy_to(new)
        return new


def turned_down(draw: int) -> dict[str, Any]:
    """A draw of which only the back is seen."""
    card = deck.back(draw - DRAW)
    return {"kind": "draw", "card": card, "number": card["number"]}
