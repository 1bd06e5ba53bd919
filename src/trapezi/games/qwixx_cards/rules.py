"""The rules of Qwixx, the card game: all players may cross an announced number, then the active player plays cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trapezi.core import bits, cloning, special_seats
from trapezi.core.errors import Reason
from trapezi.core.random import Stream
from trapezi.core.score_lines import ScoreLine
from trapezi.core.state import MoveCount, Moves, RevealedAnything, State
from trapezi.games.qwixx import sheet, sheet_rules, sheet_view
from trapezi.games.qwixx.layout import Layout
from trapezi.games.qwixx.sheet import COLOURS, MoveSet, Positions
from trapezi.games.qwixx_cards import deck, notation, phases, view
from trapezi.games.qwixx_cards.play_lookup import SETS, PlayLookup, Slots, SlotsByColour
from trapezi.games.qwixx_cards.saved_position_check import check_saved_position

if TYPE_CHECKING:
    from trapezi.games.qwixx_cards.game import QwixxCards

JOKER = 4  # The suit of the jokers, after the four colours.
LAST_CELLS = 0x80100200400  # The set of the last cells of all rows.
SLOTS = 0x1F  # The set of all slots of a hand.
EVERY_COLOUR = 0x8421  # The slots of a joker in slot 0, which has all four colours (see `SlotsByColour`).
SAME_NUMBER = 0x100200400801  # The set of the five cards with number 2; SAME_NUMBER << n has the cards with number 2 + n.
# Bit n of SHAPES is set if positions in the pattern of n may be crossed together in step 3 (QC-8):  #  ##  #.#  ###  ##.#  #.##
SHAPES = 0b0010_1000_1010_1010


class Position(State):
    """A position of the card game. `pile` and `discards` are unordered sets, because each draw picks a random card."""

    FIELDS = (
        "pile", "top", "discards", "display", "hands", "sizes", "marks", "crossable", "misses", "choice", "active", "phase",
        "last_seat", "last_cards", "last_colour", "last_cells",
    )  # fmt: skip
    __slots__ = ("cards", "layout", "plays", *FIELDS)

    def __init__(self, game: QwixxCards) -> None:
        super().__init__(game)
        self.layout: Layout = game.layout
        self.plays: PlayLookup = game.plays
        self.cards = game.cards  # The number of cards: 44, or 55 with jokers (QC-1, QC-14).
        self.pile = bits.bit(self.cards) - 1  # The draw pile below its top card.
        self.top = deck.NONE
        self.discards = 0
        self.display = [deck.NONE] * 4
        self.hands = [deck.NONE] * 25  # hands[seat * 5 + slot] is a card; a new card goes into the first empty slot.
        self.sizes = [0] * 5  # sizes[seat] is the number of cards in the hand of a seat.
        self.marks = [0] * 5  # marks[seat] is the set of cells that a seat has crossed.
        # crossable[seat] is the set of cells that a seat may cross one at a time (QC-3).
        self.crossable = [sheet_rules.CROSSABLE_AT_START] * 5
        self.misses = [0] * 5
        self.choice = [sheet.UNDECIDED] * 5  # choice[seat] is the move that a seat has chosen in step 2.
        self.active = -1
        self.phase = phases.LOTS
        self.clear_last_play()

    # -- NATURE draws the seat that begins (QC-15), then single cards (QC-2, QC-5) -------------------------------------

    def chance_count(self) -> int:
        return self.players if self.phase == phases.LOTS else bits.count(self.pile)

    def chance_outcome(self, k: int) -> int:
        return notation.LOT + k if self.phase == phases.LOTS else notation.DRAW + bits.nth_member(self.pile, k)

    def is_possible_outcome(self, outcome: int) -> bool:
        """Return whether this outcome can be drawn now."""
        if self.phase == phases.LOTS:
            return notation.LOT <= outcome < notation.LOT + self.players
        return notation.DRAW <= outcome < notation.DRAW + deck.NONE and self.pile >> (outcome - notation.DRAW) & 1 == 1

    # -- legal moves ---------------------------------------------------------------------------------------------------

    def announced_number_choices(self, seat: int) -> MoveSet:
        """Return the legal moves of step 2: PASS, and crosses in the crossable cells that have the announced number (QC-6)."""
        return self.layout.cells_by_number[self.top % deck.NUMBERS + 2] & self.crossable[seat] | bits.bit(sheet.PASS)

    def playable_slots_by_colour(self, seat: int) -> SlotsByColour:
        """Return, for each colour, the slots of a full hand that can be played in this colour (QC-7, QC-14)."""
        slots = 0
        for slot in range(deck.HAND):
            suit = self.hands[seat * deck.HAND + slot] // deck.NUMBERS
            slots |= (EVERY_COLOUR if suit == JOKER else 1 << suit * deck.HAND) << slot
        return slots

    def plays_without_cross_mask(self, playable: SlotsByColour) -> int:
        """Return the legal plays without a cross, one bit per member of `SETS`. A play has cards of one colour (QC-7)."""
        mask = 0
        for row in range(sheet.ROWS):
            mask |= self.plays.within[playable >> row * deck.HAND & SLOTS]
        return mask

    def row_position_of_card(self, seat: int, row: int, slot: int) -> int:
        """Return the position at which a row has the number of the card in this slot (QC-3)."""
        from_left = self.hands[seat * deck.HAND + slot] % deck.NUMBERS
        return from_left if row < 2 else sheet.LAST - from_left

    def row_positions_of_cards(self, seat: int, row: int, slots: Slots) -> Positions:
        """Return the set of positions at which a row has the numbers of the cards in these slots."""
        positions = 0
        while slots:
            positions |= 1 << self.row_position_of_card(seat, row, bits.lowest_member(slots))
            slots &= slots - 1
        return positions

    def positions_right_of_last_cross(self, seat: int, row: int) -> Positions:
        """Return all positions to the right of the last cross in a row, even if the last position cannot be crossed yet."""
        return (
            sheet.positions_in_row(self.crossable[seat], row) | ~sheet.positions_in_row(self.marks[seat], row) & 1 << sheet.LAST
        )

    def can_cross_together(self, seat: int, row: int, positions: Positions) -> bool:
        """Return whether the seat may cross all of these positions with one play (step 3)."""
        if positions & ~self.positions_right_of_last_cross(seat, row):  # QC-3
            return False
        shape = positions >> bits.lowest_member(positions)
        if shape >= 16 or SHAPES >> shape & 1 == 0:  # QC-8
            return False
        crossed = bits.count(sheet.positions_in_row(self.marks[seat], row))
        return positions >> sheet.LAST == 0 or crossed + bits.count(positions) - 1 >= 5  # QC-9

    def drop_duplicates_before_crossed(self, seat: int, slots: Slots, crossed_slots: Slots) -> Slots:
        """Return the slots without each slot that is to the left of a crossed slot with the same number.

        If two played cards have the same number, only the left card counts as crossed. Otherwise the same cross would be two
        different moves (QC-8).
        """
        while crossed_slots:
            later = bits.lowest_member(crossed_slots)
            crossed_slots &= crossed_slots - 1
            for slot in range(later):
                if self.hands[seat * deck.HAND + slot] % deck.NUMBERS == self.hands[seat * deck.HAND + later] % deck.NUMBERS:
                    slots &= ~(1 << slot)
        return slots

    def generate_moves(self, seat: int, moves: Moves) -> MoveCount:
        if self.phase == phases.PLAYING:
            return self.generate_plays(seat, moves)
        moves.size = 0
        if self.phase == phases.EVERYONE:
            moves.size = bits.write_members(self.announced_number_choices(seat), 0, moves.items, 0)
            return moves.size
        for places in range(1, 15):  # QC-5
            if bits.count(places) == deck.HAND - self.sizes[seat]:
                moves.add(notation.TAKE + places - 1)
        return moves.size

    def generate_plays(self, seat: int, moves: Moves) -> MoveCount:
        """Generate the legal plays of step 3 (QC-7): at most 25 without a cross and 4 * 105 with crosses."""
        playable = self.playable_slots_by_colour(seat)
        n = bits.write_members(self.plays_without_cross_mask(playable), notation.DROP, moves.items, 0)
        for row in range(sheet.ROWS):
            start = notation.CROSSING + row * notation.PLAYS_PER_COLOUR
            slots = playable >> row * deck.HAND & SLOTS
            open_positions = self.positions_right_of_last_cross(seat, row)
            crossable_slots = 0
            for slot in range(deck.HAND):
                if slots >> slot & 1 and open_positions >> self.row_position_of_card(seat, row, slot) & 1:
                    crossable_slots |= 1 << slot
            crossed = crossable_slots & -crossable_slots
            while crossed:
                if self.can_cross_together(seat, row, self.row_positions_of_cards(seat, row, crossed)):
                    mask = self.plays.over[crossed * 32 + self.drop_duplicates_before_crossed(seat, slots, crossed)]
                    n = bits.write_members(mask, start + self.plays.first[crossed], moves.items, n)
                crossed = (crossed - crossable_slots) & crossable_slots  # Go on to the next subset of `crossable_slots`.
        moves.size = n
        return n

    def is_legal(self, seat: int, move: int) -> bool:
        if seat == special_seats.NATURE:
            return self.is_possible_outcome(move)
        if self.phase == phases.TAKING:
            return notation.TAKE <= move < notation.DROP and bits.count(move - notation.TAKE + 1) == deck.HAND - self.sizes[seat]
        if self.phase == phases.EVERYONE:
            return move <= sheet.PASS and self.announced_number_choices(seat) >> move & 1 == 1
        if notation.DROP <= move < notation.CROSSING:
            return self.plays_without_cross_mask(self.playable_slots_by_colour(seat)) >> (move - notation.DROP) & 1 == 1
        if move < notation.CROSSING or move >= notation.LOT:
            return False
        row = (move - notation.CROSSING) // notation.PLAYS_PER_COLOUR
        pair = (move - notation.CROSSING) % notation.PLAYS_PER_COLOUR
        played, crossed = self.plays.played[pair], self.plays.crossed[pair]
        return (
            played & ~(self.playable_slots_by_colour(seat) >> row * deck.HAND) == 0
            and played & ~self.drop_duplicates_before_crossed(seat, played, crossed) == 0
            and self.can_cross_together(seat, row, self.row_positions_of_cards(seat, row, crossed))
        )

    def rejection_reason(self, seat: int, move: int) -> Reason:
        if seat == special_seats.NATURE:
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
            return self.why_not_cross(seat, move // sheet.CELLS, 1 << move % sheet.CELLS)
        if move < notation.DROP:
            return Reason("qwixx_cards.play")
        if move >= notation.CROSSING:
            row, played, crossed = notation.decode_crossing_play(move)
        else:
            row, played, crossed = 0, SETS[move - notation.DROP], 0
        playable = self.playable_slots_by_colour(seat)
        if self.plays_without_cross_mask(playable) >> SETS.index(played) & 1 == 0:
            return Reason("qwixx_cards.different-colours")
        if played & ~(playable >> row * deck.HAND):
            return Reason("qwixx_cards.not-that-colour", {"colour": COLOURS[row]})
        if played & ~self.drop_duplicates_before_crossed(seat, played, crossed):
            return Reason("qwixx_cards.same-number")
        return self.why_not_cross(seat, row, self.row_positions_of_cards(seat, row, crossed))

    def why_not_cross(self, seat: int, row: int, positions: Positions) -> Reason:
        """Return why the seat may not cross these positions of a row together."""
        crossed = sheet.positions_in_row(self.marks[seat], row)
        if crossed >> sheet.LAST:
            return Reason("qwixx_cards.row-complete", {"row": row})
        skipped = positions & ~self.positions_right_of_last_cross(seat, row)
        if skipped:
            first = bits.lowest_member(skipped)
            cell = {"row": row, "number": self.layout.cells[row * sheet.CELLS + first][1]}
            return Reason("qwixx_cards.already-crossed" if crossed >> first & 1 else "qwixx_cards.skipped", cell)
        before = bits.count(crossed) + bits.count(positions) - 1
        if positions >> sheet.LAST and before < 5:
            last = {"row": row, "number": self.layout.cells[row * sheet.CELLS + sheet.LAST][1], "missing": 5 - before}
            return Reason("qwixx_cards.needs-five", last)
        return Reason("qwixx_cards.gap", {"row": row})

    # -- play ----------------------------------------------------------------------------------------------------------

    def _apply(self, seat: int, move: int) -> RevealedAnything:
        if seat == special_seats.NATURE:
            self.apply_outcome(move)
            return True
        if self.phase == phases.TAKING:
            self.take_from_display(move - notation.TAKE + 1)
            return True  # The seat sees the colours of the cards that it has taken.
        if self.phase == phases.PLAYING:
            if move < notation.CROSSING:
                self.play_cards_and_finish_turn(self.plays.sets[move - notation.DROP], 0, JOKER)
            else:
                row = (move - notation.CROSSING) // notation.PLAYS_PER_COLOUR
                pair = (move - notation.CROSSING) % notation.PLAYS_PER_COLOUR
                self.play_cards_and_finish_turn(self.plays.played[pair], self.plays.crossed[pair], row)
            return True  # Everybody sees the colours of played cards (QC-1).
        self.choice[seat] = move
        self.waiting &= ~bits.bit(seat)
        if self.waiting == 0:
            self.resolve_announced_number_choices()
            return True
        return False

    def apply_outcome(self, outcome: int) -> None:
        """Carry out an outcome of NATURE: the seat that begins, a card for a hand, or the next top card of the draw pile."""
        if self.phase == phases.LOTS:
            self.active = outcome - notation.LOT
            self.phase = phases.DEALING
            return
        self.pile &= ~bits.bit(outcome - notation.DRAW)
        if self.phase == phases.DEALING:
            self.add_to_hand(self.next_seat_to_be_dealt(), outcome - notation.DRAW)
            if self.sizes[self.players - 1] == 4:  # QC-2
                self.phase = phases.REFILLING
        else:
            self.top = outcome - notation.DRAW
            self.refill_one_place_or_begin_step()

    def next_seat_to_be_dealt(self) -> int:
        """Return the seat that is dealt the next card. The seats get one card each in turn, beginning with seat 0."""
        seat = 0
        while seat < self.players - 1 and self.sizes[seat] > self.sizes[self.players - 1]:
            seat += 1
        return seat

    def add_to_hand(self, seat: int, card: int) -> None:
        """Put a card into the first empty slot of a hand."""
        self.hands[seat * deck.HAND + self.sizes[seat]] = card
        self.sizes[seat] += 1

    def refill_one_place_or_begin_step(self) -> None:
        """Move the top card to the first empty place of the display (QC-5). If no place is empty, begin the next step.

        If the draw pile is then empty, the discards become the draw pile. There are always discards in this case, because hands
        and display hold at most 25 cards.
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

    def take_from_display(self, places: deck.Places) -> None:
        """Move the cards in these places to the active player's hand, then begin to refill the display (QC-5)."""
        for place in range(deck.PLACES):
            if places >> place & 1:
                self.add_to_hand(self.active, self.display[place])
                self.display[place] = deck.NONE
        self.phase = phases.REFILLING
        self.waiting = 0
        self.refill_one_place_or_begin_step()

    def resolve_announced_number_choices(self) -> None:
        """Make the crosses of step 2 (QC-6). Then begin step 3, or end the game if a seat has two complete rows (QC-12)."""
        self.phase = phases.PLAYING
        self.waiting = bits.bit(self.active)
        for seat in range(self.players):
            if self.choice[seat] != sheet.PASS:
                self.cross(seat, self.choice[seat] // sheet.CELLS, 1 << self.choice[seat] % sheet.CELLS)
                if self.count_completed_rows(seat) >= 2:
                    self.end_game()

    def play_cards_and_finish_turn(self, played: Slots, crossed: Slots, colour: int) -> None:
        """Cross the numbers of `crossed` cards (QC-7), or add a miss if the active player has crossed nothing in this turn.

        Then discard the played cards (QC-10), and end the game or begin the next seat's turn.
        """
        seat = self.active
        self.clear_last_play()
        self.last_seat = seat
        if crossed:
            self.last_cells = self.row_positions_of_cards(seat, colour, crossed)
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
            self.end_game()
        else:
            self.active = (seat + 1) % self.players  # QC-15
            self.phase = phases.TAKING
            self.waiting = bits.bit(self.active)
            for other in range(self.players):
                self.choice[other] = sheet.UNDECIDED

    def cross(self, seat: int, row: int, positions: Positions) -> None:
        """Cross these positions in a row of a seat."""
        self.marks[seat] |= bits.bit(row * sheet.CELLS) * positions
        self.crossable[seat] = sheet_rules.crossable_cells_after(self.crossable[seat], self.marks[seat], row)

    def clear_last_play(self) -> None:
        """Reset what the board shows as the last play: no cards were played yet, or they were shuffled (QC-10)."""
        self.last_seat = -1
        self.last_cards = 0
        self.last_colour = JOKER
        self.last_cells = 0

    # -- end and score (QC-13) -----------------------------------------------------------------------------------------

    def count_completed_rows(self, seat: int) -> int:
        """Return the number of rows that a seat has completed (QC-4)."""
        return bits.count(self.marks[seat] & LAST_CELLS)

    def end_game(self) -> None:
        """End the game."""
        self.phase = phases.END
        self.waiting = 0
        self.over = True

    def end_reason(self) -> Reason:
        complete = [seat for seat in range(self.players) if self.count_completed_rows(seat) >= 2]
        if complete:
            return Reason("qwixx_cards.over.rows", {"seat": complete})
        return Reason("qwixx_cards.over.misses", {"seat": self.active})

    def score(self, seat: int) -> int:
        return sheet_rules.score(self.marks[seat], self.misses[seat])

    def score_lines(self, seat: int) -> list[ScoreLine]:
        return sheet_rules.score_lines("qwixx_cards", self.marks[seat], self.misses[seat])

    # -- view (QC-1) ---------------------------------------------------------------------------------------------------

    def public_board(self) -> dict[str, Any]:
        return view.public_board(self)

    def private_part_of_board(self, seat: int) -> dict[str, Any]:
        choice = self.choice[seat] if seat >= 0 else sheet.UNDECIDED
        legal_choices = self.announced_number_choices(seat) if self.phase == phases.EVERYONE and seat >= 0 else 0
        return {"hands": view.hands_seen_by(self, seat), **sheet_view.describe_choice_and_alternatives(choice, legal_choices)}

    def redact(self, viewer: int, seat: int, move: int) -> dict[str, Any]:
        return view.redact(self, viewer, seat, move)

    def preview(self, seat: int, move: int) -> dict[str, Any]:
        if notation.TAKE <= move < notation.CROSSING or move == sheet.PASS:
            miss = self.phase == phases.PLAYING and self.choice[seat] == sheet.PASS
            return {"marks": [], "points": -5 if miss else 0}
        row, positions = move // sheet.CELLS, 1 << move % sheet.CELLS
        if self.phase == phases.PLAYING:
            row, _, crossed = notation.decode_crossing_play(move)
            positions = self.row_positions_of_cards(seat, row, crossed)
        then = self.clone()
        then.cross(seat, row, positions)
        marks = [row * sheet.CELLS + position for position in bits.members(positions)]
        if positions >> sheet.LAST:
            marks.append(sheet.LOCKS + row)
        return {"marks": marks, "points": then.score(seat) - self.score(seat)}

    # -- resample ------------------------------------------------------------------------------------------------------

    def resample_hidden(self, seat: int, rng: Stream) -> None:
        """Replace everything that this seat cannot know by random values.

        Each card of which the seat sees only the back becomes a random unseen card with the same number. The other unseen cards
        are divided at random between draw pile and discards. The pending choices of other seats become random legal choices.
        """
        unseen = bits.bit(self.cards) - 1 & ~self.last_cards
        for i in range(25):
            if i // deck.HAND == seat and self.hands[i] != deck.NONE:
                unseen &= ~bits.bit(self.hands[i])
        for i in range(25):
            if i // deck.HAND != seat and self.hands[i] != deck.NONE:
                self.hands[i] = self.random_card_with_same_number(self.hands[i], unseen, rng)
                unseen &= ~bits.bit(self.hands[i])
        for place in range(deck.PLACES):
            if self.display[place] != deck.NONE:
                self.display[place] = self.random_card_with_same_number(self.display[place], unseen, rng)
                unseen &= ~bits.bit(self.display[place])
        if self.top != deck.NONE:
            self.top = self.random_card_with_same_number(self.top, unseen, rng)
            unseen &= ~bits.bit(self.top)
        size = bits.count(self.pile)
        self.pile = 0
        while bits.count(self.pile) < size:
            card = bits.nth_member(unseen, rng.below(bits.count(unseen)))
            self.pile |= bits.bit(card)
            unseen &= ~bits.bit(card)
        self.discards = unseen | self.last_cards
        if self.phase == phases.EVERYONE:  # QC-6
            for other in range(self.players):
                if other != seat and self.choice[other] != sheet.UNDECIDED:
                    mask = self.announced_number_choices(other)
                    self.choice[other] = bits.nth_member(mask, rng.below(bits.count(mask)))

    def random_card_with_same_number(self, card: int, unseen_cards: int, rng: Stream) -> int:
        """Return a random card with the same number as this card, drawn from the set of unseen cards."""
        mask = unseen_cards & SAME_NUMBER << (card % deck.NUMBERS)
        return bits.nth_member(mask, rng.below(bits.count(mask)))

    # -- time ----------------------------------------------------------------------------------------------------------

    def default_move(self, seat: int) -> int:
        """Return PASS in step 2 (QC-6). In the other steps, where a pass is not allowed, return the move that loses least."""
        return sheet.PASS if self.phase == phases.EVERYONE else self.best_move_by_preview(seat)

    # -- copies --------------------------------------------------------------------------------------------------------

    def clone(self) -> Position:
        new = Position.__new__(Position)
        new.layout = self.layout
        new.plays = self.plays
        cloning.copy_fields(self, new, self.display)
        return new

    def load(self, values: list[Any]) -> None:
        """Set the fields to saved values. Raise `ValueError` if they are not a possible position."""
        State.load(self, values)
        check_saved_position(self)
