"""Qwixx, the card game: each turn offers a number to everybody, then the active player plays cards of one colour."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trapezi.core import bits, cloning, seats
from trapezi.core.errors import Reason
from trapezi.core.random import Stream
from trapezi.core.score import ScoreLine
from trapezi.core.state import Moves, State
from trapezi.games.qwixx import crosses, sheet
from trapezi.games.qwixx.layout import Layout
from trapezi.games.qwixx.sheet import COLOURS
from trapezi.games.qwixx_cards import deck, notation, phases, view
from trapezi.games.qwixx_cards.check import check_position
from trapezi.games.qwixx_cards.plays import SETS, Plays

if TYPE_CHECKING:
    from trapezi.games.qwixx_cards.game import QwixxCards

JOKER = 4  # the suit of the jokers, after the four colours
LAST_CELLS = 0x80100200400  # the last cells of all rows
SLOTS = 0x1F  # the five slots of a hand
EVERY_SUIT = 0x8421  # slot 0 of each colour, five bits per colour: a joker counts as all four
SAME = 0x100200400801  # the five cards with number 2; << n for number 2 + n
# The positions that may be crossed in one step 3, counted from the first of them:  #  ##  #.#  ###  ##.#  #.##  (QC-8)
SHAPES = 0b0010_1000_1010_1010


class Position(State):
    """A position of the card game. Cards are drawn lazily: `pile` and `discards` are sets, one bit per card."""

    FIELDS = (
        "pile", "top", "discards", "display", "hands", "sizes", "marks", "free", "misses", "choice", "active", "phase",
        "last_seat", "last_cards", "last_colour", "last_cells",
    )  # fmt: skip
    __slots__ = ("cards", "layout", "plays", *FIELDS)

    def __init__(self, game: QwixxCards) -> None:
        super().__init__(game)
        self.layout: Layout = game.layout
        self.plays: Plays = game.plays
        self.cards = game.cards  # 44, or 55 with jokers (QC-1, QC-14)
        self.pile = bits.bit(self.cards) - 1  # the draw pile below its top card
        self.top = deck.NONE
        self.discards = 0
        self.display = [deck.NONE] * 4
        self.hands = [deck.NONE] * 25  # seat * 5 + slot, in the order in which the cards were taken
        self.sizes = [0] * 5
        self.marks = [0] * 5  # per seat: cells crossed
        self.free = [crosses.EMPTY] * 5  # per seat: cells that could be the only cross of a step (QC-3)
        self.misses = [0] * 5
        self.choice = [sheet.UNDECIDED] * 5  # per seat: the choice of step 2
        self.active = -1
        self.phase = phases.LOTS
        self.clear_last_play()

    # -- NATURE: the lot (QC-15), and cards one by one (QC-2, QC-5) ----------------------------------------------------

    def chance_count(self) -> int:
        return self.players if self.phase == phases.LOTS else bits.count(self.pile)

    def chance_outcome(self, k: int) -> int:
        return notation.LOT + k if self.phase == phases.LOTS else notation.DRAW + bits.nth(self.pile, k)

    def is_possible_outcome(self, outcome: int) -> bool:
        if self.phase == phases.LOTS:
            return notation.LOT <= outcome < notation.LOT + self.players
        return notation.DRAW <= outcome < notation.DRAW + deck.NONE and self.pile >> (outcome - notation.DRAW) & 1 == 1

    # -- legal moves ---------------------------------------------------------------------------------------------------

    def choice_mask(self, seat: int) -> int:
        """Return the choices of step 2 as bits: PASS, and the free cells with the number on top of the draw pile (QC-6)."""
        return self.layout.of_number[self.top % deck.NUMBERS + 2] & self.free[seat] | bits.bit(sheet.PASS)

    def slots_by_colour(self, seat: int) -> int:
        """Return the slots of a full hand that can be played in each colour, five bits per colour (QC-7, QC-14)."""
        suits = 0
        for slot in range(deck.HAND):
            suit = self.hands[seat * deck.HAND + slot] // deck.NUMBERS
            suits |= (EVERY_SUIT if suit == JOKER else 1 << suit * deck.HAND) << slot
        return suits

    def plays_without_cross(self, suits: int) -> int:
        """Return the legal plays without a cross as bits, given the slots by colour. A play has only one colour (QC-7)."""
        mask = 0
        for row in range(sheet.ROWS):
            mask |= self.plays.within[suits >> row * deck.HAND & SLOTS]
        return mask

    def card_position(self, seat: int, row: int, slot: int) -> int:
        """Return the position of a card's number in a row (QC-3)."""
        from_left = self.hands[seat * deck.HAND + slot] % deck.NUMBERS
        return from_left if row < 2 else sheet.LAST - from_left

    def card_positions(self, seat: int, row: int, slots: int) -> int:
        """Return the positions of these cards' numbers in a row, as bits; equal numbers have one position (QC-8)."""
        cells = 0
        while slots:
            cells |= 1 << self.card_position(seat, row, bits.lowest(slots))
            slots &= slots - 1
        return cells

    def open_positions(self, seat: int, row: int) -> int:
        """Return the positions right of a row's last cross, including the last position even before five crosses."""
        return sheet.in_row(self.free[seat], row) | ~sheet.in_row(self.marks[seat], row) & 1 << sheet.LAST

    def can_cross(self, seat: int, row: int, cells: int) -> bool:
        """Return whether all of these positions may be crossed in one step 3."""
        if cells & ~self.open_positions(seat, row):  # QC-3
            return False
        shape = cells >> bits.lowest(cells)
        if shape >= 16 or SHAPES >> shape & 1 == 0:  # QC-8
            return False
        crossed = bits.count(sheet.in_row(self.marks[seat], row))
        return cells >> sheet.LAST == 0 or crossed + bits.count(cells) - 1 >= 5  # QC-9

    def without_earlier_duplicates(self, seat: int, slots: int, crossed: int) -> int:
        """Return the slots without those that hold the number of a later crossed slot.

        Of two cards with one number only the first may be crossed, so that each cross is listed once (QC-8).
        """
        while crossed:
            later = bits.lowest(crossed)
            crossed &= crossed - 1
            for slot in range(later):
                if self.hands[seat * deck.HAND + slot] % deck.NUMBERS == self.hands[seat * deck.HAND + later] % deck.NUMBERS:
                    slots &= ~(1 << slot)
        return slots

    def generate_moves(self, seat: int, moves: Moves) -> int:
        if self.phase == phases.PLAYING:
            return self.generate_plays(seat, moves)
        moves.size = 0
        if self.phase == phases.EVERYONE:
            moves.size = bits.write_members(self.choice_mask(seat), 0, moves.items, 0)
            return moves.size
        for places in range(1, 15):  # QC-5
            if bits.count(places) == deck.HAND - self.sizes[seat]:
                moves.add(notation.TAKE + places - 1)
        return moves.size

    def generate_plays(self, seat: int, moves: Moves) -> int:
        """Generate the plays (QC-7): at most 25 without a cross and 4 * 105 with crosses."""
        suits = self.slots_by_colour(seat)
        n = bits.write_members(self.plays_without_cross(suits), notation.DROP, moves.items, 0)
        for row in range(sheet.ROWS):
            start = notation.CROSSING + row * notation.PLAYS_PER_COLOUR
            slots = suits >> row * deck.HAND & SLOTS
            open_cells = self.open_positions(seat, row)
            able = 0
            for slot in range(deck.HAND):
                if slots >> slot & 1 and open_cells >> self.card_position(seat, row, slot) & 1:
                    able |= 1 << slot
            crossed = able & -able
            while crossed:
                if self.can_cross(seat, row, self.card_positions(seat, row, crossed)):
                    mask = self.plays.over[crossed * 32 + self.without_earlier_duplicates(seat, slots, crossed)]
                    n = bits.write_members(mask, start + self.plays.first[crossed], moves.items, n)
                crossed = (crossed - able) & able  # the next subset
        moves.size = n
        return n

    def is_legal(self, seat: int, move: int) -> bool:
        if seat == seats.NATURE:
            return self.is_possible_outcome(move)
        if self.phase == phases.TAKING:
            return notation.TAKE <= move < notation.DROP and bits.count(move - notation.TAKE + 1) == deck.HAND - self.sizes[seat]
        if self.phase == phases.EVERYONE:
            return move <= sheet.PASS and self.choice_mask(seat) >> move & 1 == 1
        if notation.DROP <= move < notation.CROSSING:
            return self.plays_without_cross(self.slots_by_colour(seat)) >> (move - notation.DROP) & 1 == 1
        if move < notation.CROSSING or move >= notation.LOT:
            return False
        row = (move - notation.CROSSING) // notation.PLAYS_PER_COLOUR
        pair = (move - notation.CROSSING) % notation.PLAYS_PER_COLOUR
        played, crossed = self.plays.played[pair], self.plays.crossed[pair]
        return (
            played & ~(self.slots_by_colour(seat) >> row * deck.HAND) == 0
            and played & ~self.without_earlier_duplicates(seat, played, crossed) == 0
            and self.can_cross(seat, row, self.card_positions(seat, row, crossed))
        )

    def reason(self, seat: int, move: int) -> Reason:
        if seat == seats.NATURE:
            if self.phase == phases.LOTS:
                return Reason("qwixx_cards.draw-lots", {"last": self.players - 1})
            return Reason("qwixx_cards.not-in-the-pile", {"draw": self.game.text(move)})
        if self.phase == phases.TAKING:
            return Reason("qwixx_cards.take", {"cards": deck.HAND - self.sizes[seat]})
        if self.phase == phases.EVERYONE:
            announced = deck.number(self.top)
            if move > sheet.PASS:
                return Reason("qwixx_cards.everyone", {"number": announced})
            if self.layout.cells[move][1] != announced:
                return Reason("qwixx_cards.not-announced", {"number": self.layout.cells[move][1], "announced": announced})
            return self.blocked_reason(seat, move // sheet.CELLS, 1 << move % sheet.CELLS)
        if move < notation.DROP:
            return Reason("qwixx_cards.play")
        if move >= notation.CROSSING:
            row, played, crossed = notation.colour_played_crossed(move)
        else:
            row, played, crossed = 0, SETS[move - notation.DROP], 0
        suits = self.slots_by_colour(seat)
        if self.plays_without_cross(suits) >> SETS.index(played) & 1 == 0:
            return Reason("qwixx_cards.different-colours")
        if played & ~(suits >> row * deck.HAND):
            return Reason("qwixx_cards.not-that-colour", {"colour": COLOURS[row]})
        if played & ~self.without_earlier_duplicates(seat, played, crossed):
            return Reason("qwixx_cards.same-number")
        return self.blocked_reason(seat, row, self.card_positions(seat, row, crossed))

    def blocked_reason(self, seat: int, row: int, cells: int) -> Reason:
        """Return why these positions of a row cannot be crossed together."""
        crossed = sheet.in_row(self.marks[seat], row)
        if crossed >> sheet.LAST:
            return Reason("qwixx_cards.row-complete", {"row": row})
        late = cells & ~self.open_positions(seat, row)
        if late:
            pos = bits.lowest(late)
            cell = {"row": row, "number": self.layout.cells[row * sheet.CELLS + pos][1]}
            return Reason("qwixx_cards.already-crossed" if crossed >> pos & 1 else "qwixx_cards.skipped", cell)
        before = bits.count(crossed) + bits.count(cells) - 1
        if cells >> sheet.LAST and before < 5:
            last = {"row": row, "number": self.layout.cells[row * sheet.CELLS + sheet.LAST][1], "missing": 5 - before}
            return Reason("qwixx_cards.needs-five", last)
        return Reason("qwixx_cards.gap", {"row": row})

    # -- play ----------------------------------------------------------------------------------------------------------

    def _apply(self, seat: int, move: int) -> bool:
        if seat == seats.NATURE:
            self.apply_outcome(move)
            return True
        if self.phase == phases.TAKING:
            self.take_cards(move - notation.TAKE + 1)
            return True  # the seat that takes them sees their colours
        if self.phase == phases.PLAYING:
            if move < notation.CROSSING:
                self.play_cards(self.plays.sets[move - notation.DROP], 0, JOKER)
            else:
                row = (move - notation.CROSSING) // notation.PLAYS_PER_COLOUR
                pair = (move - notation.CROSSING) % notation.PLAYS_PER_COLOUR
                self.play_cards(self.plays.played[pair], self.plays.crossed[pair], row)
            return True  # all see the colours (QC-1)
        self.choice[seat] = move
        self.waiting &= ~bits.bit(seat)
        if self.waiting == 0:
            self.resolve_choices()
            return True
        return False

    def apply_outcome(self, outcome: int) -> None:
        if self.phase == phases.LOTS:
            self.active = outcome - notation.LOT
            self.phase = phases.DEALING
            return
        self.pile &= ~bits.bit(outcome - notation.DRAW)
        if self.phase == phases.DEALING:
            self.add_to_hand(self.next_dealt_seat(), outcome - notation.DRAW)
            if self.sizes[self.players - 1] == 4:  # QC-2
                self.phase = phases.REFILLING
        else:
            self.top = outcome - notation.DRAW
            self.refill()

    def next_dealt_seat(self) -> int:
        """Return the seat that is dealt the next card. Cards are dealt one by one, from seat 0 to the last seat."""
        seat = 0
        while seat < self.players - 1 and self.sizes[seat] > self.sizes[self.players - 1]:
            seat += 1
        return seat

    def add_to_hand(self, seat: int, card: int) -> None:
        self.hands[seat * deck.HAND + self.sizes[seat]] = card
        self.sizes[seat] += 1

    def refill(self) -> None:
        """Move the top card to the first empty place (QC-5). If no place is empty, begin the next step.

        Hands and display hold at most 25 cards, so draw pile and discards are never both used up.
        """
        for place in range(deck.PLACES):
            if self.display[place] == deck.NONE:
                self.display[place] = self.top
                self.top = deck.NONE
                if self.pile == 0:  # QC-10
                    self.pile = self.discards
                    self.discards = 0
                    self.clear_last_play()
                return
        if self.sizes[self.active] == deck.HAND:
            self.phase = phases.EVERYONE
            self.waiting = bits.bit(self.players) - 1
        else:
            self.phase = phases.TAKING
            self.waiting = bits.bit(self.active)

    def take_cards(self, places: int) -> None:
        """Move cards from the display into the active player's hand, then begin to refill the display (QC-5)."""
        for place in range(deck.PLACES):
            if places >> place & 1:
                self.add_to_hand(self.active, self.display[place])
                self.display[place] = deck.NONE
        self.phase = phases.REFILLING
        self.waiting = 0
        self.refill()

    def resolve_choices(self) -> None:
        """Resolve all choices of step 2 together (QC-6), so that several players may complete rows (QC-12)."""
        self.phase = phases.PLAYING
        self.waiting = bits.bit(self.active)
        for seat in range(self.players):
            if self.choice[seat] != sheet.PASS:
                self.cross(seat, self.choice[seat] // sheet.CELLS, 1 << self.choice[seat] % sheet.CELLS)
                if self.count_completed_rows(seat) >= 2:
                    self.finish()

    def play_cards(self, played: int, crossed: int, colour: int) -> None:
        """Play cards of the active player: show them, cross some of their numbers (QC-7), and discard them all (QC-10)."""
        seat = self.active
        self.clear_last_play()
        self.last_seat = seat
        if crossed:
            self.last_cells = self.card_positions(seat, colour, crossed)
            self.cross(seat, colour, self.last_cells)
        elif self.choice[seat] == sheet.PASS:  # QC-11
            self.misses[seat] += 1
        size = 0
        for slot in range(deck.HAND):
            card = self.hands[seat * deck.HAND + slot]
            self.hands[seat * deck.HAND + slot] = deck.NONE
            if played >> slot & 1:
                self.last_cards |= bits.bit(card)
                if card // deck.NUMBERS != JOKER:
                    colour = card // deck.NUMBERS
            else:
                self.hands[seat * deck.HAND + size] = card
                size += 1
        self.last_colour = colour
        self.discards |= self.last_cards
        self.sizes[seat] = size
        if self.count_completed_rows(seat) >= 2 or self.misses[seat] == 4:  # QC-12
            self.finish()
        else:
            self.active = (seat + 1) % self.players  # QC-15
            self.phase = phases.TAKING
            self.waiting = bits.bit(self.active)
            for other in range(self.players):
                self.choice[other] = sheet.UNDECIDED

    def cross(self, seat: int, row: int, cells: int) -> None:
        self.marks[seat] |= bits.bit(row * sheet.CELLS) * cells
        self.free[seat] = crosses.free_after_cross(self.free[seat], self.marks[seat], row)

    def clear_last_play(self) -> None:
        """Forget the last play, because there is none yet or its cards were shuffled (QC-10)."""
        self.last_seat = -1
        self.last_cards = 0
        self.last_colour = JOKER
        self.last_cells = 0

    # -- end and score (QC-13) -----------------------------------------------------------------------------------------

    def count_completed_rows(self, seat: int) -> int:
        """Return the number of rows that a seat has completed (QC-4)."""
        return bits.count(self.marks[seat] & LAST_CELLS)

    def finish(self) -> None:
        self.phase = phases.END
        self.waiting = 0
        self.over = True

    def score(self, seat: int) -> int:
        return crosses.score(self.marks[seat], self.misses[seat])

    def score_lines(self, seat: int) -> list[ScoreLine]:
        return crosses.score_lines("qwixx_cards", self.marks[seat], self.misses[seat])

    # -- view (QC-1) ---------------------------------------------------------------------------------------------------

    def public_board(self) -> dict[str, Any]:
        return view.public_board(self)

    def private_board(self, seat: int) -> dict[str, Any]:
        choice = self.choice[seat] if seat >= 0 else sheet.UNDECIDED
        options = self.choice_mask(seat) if self.phase == phases.EVERYONE and seat >= 0 else 0
        return {"hands": view.hands_seen_by(self, seat), **crosses.choice_data(choice, options)}

    def redact(self, viewer: int, seat: int, move: int) -> dict[str, Any]:
        return view.redact(self, viewer, seat, move)

    def preview(self, seat: int, move: int) -> dict[str, Any]:
        if notation.TAKE <= move < notation.CROSSING or move == sheet.PASS:
            miss = self.phase == phases.PLAYING and self.choice[seat] == sheet.PASS
            return {"marks": [], "points": -5 if miss else 0}
        row, cells = move // sheet.CELLS, 1 << move % sheet.CELLS
        if self.phase == phases.PLAYING:
            row, _, crossed = notation.colour_played_crossed(move)
            cells = self.card_positions(seat, row, crossed)
        then = self.clone()
        then.cross(seat, row, cells)
        marks = [row * sheet.CELLS + at for at in bits.members(cells)] + [sheet.LOCKS + row] * (cells >> sheet.LAST)
        return {"marks": marks, "points": then.score(seat) - self.score(seat)}

    # -- resample ------------------------------------------------------------------------------------------------------

    def resample_hidden(self, seat: int, rng: Stream) -> None:
        """Replace each card of which the seat sees only the number by a random card with that number.

        Divide the other unseen cards at random between draw pile and discards.
        """
        unseen = bits.bit(self.cards) - 1 & ~self.last_cards
        for i in range(25):
            if i // deck.HAND == seat and self.hands[i] != deck.NONE:
                unseen &= ~bits.bit(self.hands[i])
        for i in range(25):
            if i // deck.HAND != seat and self.hands[i] != deck.NONE:
                self.hands[i] = self.resample_card(self.hands[i], unseen, rng)
                unseen &= ~bits.bit(self.hands[i])
        for place in range(deck.PLACES):
            if self.display[place] != deck.NONE:
                self.display[place] = self.resample_card(self.display[place], unseen, rng)
                unseen &= ~bits.bit(self.display[place])
        if self.top != deck.NONE:
            self.top = self.resample_card(self.top, unseen, rng)
            unseen &= ~bits.bit(self.top)
        size = bits.count(self.pile)
        self.pile = 0
        while bits.count(self.pile) < size:
            card = bits.nth(unseen, rng.below(bits.count(unseen)))
            self.pile |= bits.bit(card)
            unseen &= ~bits.bit(card)
        self.discards = unseen | self.last_cards
        if self.phase == phases.EVERYONE:  # QC-6
            for other in range(self.players):
                if other != seat and self.choice[other] != sheet.UNDECIDED:
                    mask = self.choice_mask(other)
                    self.choice[other] = bits.nth(mask, rng.below(bits.count(mask)))

    def resample_card(self, card: int, unseen: int, rng: Stream) -> int:
        """Return a random unseen card with the number of this one."""
        mask = unseen & SAME << (card % deck.NUMBERS)
        return bits.nth(mask, rng.below(bits.count(mask)))

    # -- copies --------------------------------------------------------------------------------------------------------

    def clone(self) -> Position:
        new = Position.__new__(Position)
        new.layout = self.layout
        new.plays = self.plays
        cloning.copy_fields(self, new, self.display)
        return new

    def load(self, values: list[Any]) -> None:
        State.load(self, values)
        check_position(self)
