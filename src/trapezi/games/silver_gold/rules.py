"""The rules of Silver & Gold: all players mark the same pattern, each on two cards of their own, and replace completed cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trapezi.core import bits, cloning, special_seats
from trapezi.core.errors import Reason
from trapezi.core.random import Stream
from trapezi.core.state import MoveCount, Moves, RevealedAnything, State
from trapezi.games.silver_gold import constants, notation, phases, resample, view
from trapezi.games.silver_gold.card_lookup import CardLookup
from trapezi.games.silver_gold.saved_position_check import FIELD_LIMITS, check_saved_position

if TYPE_CHECKING:
    from trapezi.games.silver_gold.game import SilverGold

# These three numbers are indices in `deck.COLOURS`.
PURPLE = 0
ORANGE = 1
GREEN = 2


class Position(State):
    """A position of Silver & Gold.

    Sets are ints with one bit per member: 16 bits for a set of squares (see `patterns`), 64 bits for a set of treasure cards.
    """

    FIELDS = tuple(FIELD_LIMITS)
    __slots__ = ("cards", *FIELDS)

    def __init__(self, game: SilverGold) -> None:
        super().__init__(game)
        self.cards: CardLookup = game.cards
        self.hand = [constants.NO_CARD] * 16  # hand[seat * 4 + place] is a card that the seat was dealt.
        self.choice = [notation.UNDECIDED] * 4  # choice[seat] is the move by which the seat keeps two of the dealt cards.
        self.treasure = [constants.NO_CARD] * 8  # treasure[seat * 2 + slot] is a card in front of the seat.
        self.marks = [0] * 8  # marks[seat * 2 + slot] is the set of squares marked on this card.
        self.draft = [0] * 8  # draft[seat * 2 + slot] is the set of squares marked in this turn, which are not revealed yet.
        self.owed = [0] * 4  # owed[seat] is the number of squares that the seat must still mark because of an X (SG-6).
        self.coins = [0] * 4  # coins[seat] is the number of coin boxes that the seat has filled.
        self.rows = [0] * 4  # rows[seat] is the number of full coin rows for which the seat has got a trophy.
        self.won = [0] * 12  # won[seat * 3 + row] is the number of points of the trophy for a coin row.
        self.palms = [0] * 16  # palms[seat * 4 + box] is the number of points in a palm box, or 0 if the box is empty.
        self.completed = [0] * 4  # completed[seat] is the set of cards that the seat has completed.
        self.display = [constants.NO_CARD] * 4
        self.pile = self.cards.all
        self.trophies = constants.TROPHIES  # The number of trophies that are left.
        self.used = 0  # The set of expedition cards that were turned over in this round, as eight bits.
        self.expedition = constants.NO_EXPEDITION
        self.round = 0
        self.starter = game.first  # SG-2
        self.settled = 0  # The number of seats that have already got their trophies and new cards in this turn.
        self.phase = phases.DEALING

    # -- NATURE: the next card is chosen at random when it is needed ----------------------------------------------------

    def chance_count(self) -> int:
        return bits.count(constants.ALL_EXPEDITIONS & ~self.used) if self.phase == phases.TURNING else bits.count(self.pile)

    def chance_outcome(self, k: int) -> int:
        if self.phase == phases.TURNING:
            return self.cards.expedition + bits.nth_member(constants.ALL_EXPEDITIONS & ~self.used, k)
        return self.cards.treasure + bits.nth_member(self.pile, k)

    def is_possible_outcome(self, outcome: int) -> bool:
        """Return whether this card may be the next one that is turned over or drawn."""
        if outcome < self.cards.expedition or outcome >= self.cards.limit:
            return False
        if outcome < self.cards.treasure:
            return self.phase == phases.TURNING and not self.used >> (outcome - self.cards.expedition) & 1
        return self.phase != phases.TURNING and self.pile >> (outcome - self.cards.treasure) & 1 == 1

    # -- legal moves ---------------------------------------------------------------------------------------------------

    def free_squares(self, seat: int, slot: int) -> int:
        """Return the squares of a seat's card that are not marked, neither in earlier turns nor in this turn."""
        slot += constants.SLOTS * seat
        return self.cards.squares[self.treasure[slot]] & ~(self.marks[slot] | self.draft[slot])

    def has_drafted(self, seat: int) -> bool:
        """Return whether a seat has already marked in this turn. Any further marks are single squares (SG-6)."""
        return self.draft[constants.SLOTS * seat] | self.draft[constants.SLOTS * seat + 1] != 0

    def fitting_placements(self, free: int) -> int:
        """Return the placements of the current pattern that fit on these free squares (SG-4), one bit per placement."""
        start = 256 * self.expedition
        return self.cards.fits_above[start + (free & 255)] & self.cards.fits_below[start + (free >> 8)]

    def new_card_sources(self) -> int:
        """Return from where a new card can be taken (SG-9): one bit for each place of the display, and one bit for the pile."""
        sources = 0
        for place in range(constants.DISPLAY):
            if self.display[place] != constants.NO_CARD:
                sources |= 1 << place
        return sources | 1 << constants.DISPLAY if self.pile else sources

    def generate_moves(self, seat: int, moves: Moves) -> MoveCount:
        n = 0
        if self.phase == phases.MARKING:
            drafted = self.has_drafted(seat)
            base = notation.MARK
            for slot in range(constants.SLOTS):
                free = self.free_squares(seat, slot)
                n = bits.write_members(free, base, moves.items, n)  # SG-5
                if not drafted:
                    start = base + self.cards.first[self.expedition]
                    n = bits.write_members(self.fitting_placements(free), start, moves.items, n)
                base += self.cards.size
        elif self.phase == phases.TAKING:
            n = bits.write_members(self.new_card_sources(), notation.TAKE, moves.items, 0)
        else:
            n = bits.write_members(63, 0, moves.items, 0)
        moves.size = n
        return n

    def choose(self, seat: int, rng: Stream) -> int:
        if self.phase == phases.MARKING and self.is_on_turn(seat):
            return self.random_mark(seat, rng)
        return State.choose(self, seat, rng)

    def random_mark(self, seat: int, rng: Stream) -> int:
        """Return a random legal mark without generating all marks."""
        left = self.free_squares(seat, 0)
        right = self.free_squares(seat, 1)
        on_left = 0 if self.has_drafted(seat) else self.fitting_placements(left)
        on_right = 0 if self.has_drafted(seat) else self.fitting_placements(right)
        n = bits.count(left) + bits.count(on_left)
        k = rng.below(n + bits.count(right) + bits.count(on_right))
        base = notation.MARK
        if k >= n:
            k -= n
            base += self.cards.size
            left = right
            on_left = on_right
        if k < bits.count(left):
            return base + bits.nth_member(left, k)
        return base + self.cards.first[self.expedition] + bits.nth_member(on_left, k - bits.count(left))

    def is_legal(self, seat: int, move: int) -> bool:
        if seat == special_seats.NATURE:
            return self.is_possible_outcome(move)
        if self.phase == phases.KEEPING:
            return move < notation.TAKE
        if self.phase == phases.TAKING:
            return notation.TAKE <= move <= notation.PILE and self.new_card_sources() >> (move - notation.TAKE) & 1 == 1
        if move < notation.MARK or move >= self.cards.expedition:
            return False
        slot = 1 if move - notation.MARK >= self.cards.size else 0
        placement = move - notation.MARK - slot * self.cards.size
        if self.cards.cells[placement] & ~self.free_squares(seat, slot):
            return False
        return placement < constants.SINGLES or (not self.has_drafted(seat) and self.is_expedition_placement(placement))

    def is_expedition_placement(self, placement: int) -> bool:
        """Return whether a placement belongs to the pattern of the current expedition card."""
        placement -= self.cards.first[self.expedition]
        return 0 <= placement < 64 and self.fitting_placements(0xFFFF) >> placement & 1 == 1

    rejection_reason = view.rejection_reason

    # -- play ----------------------------------------------------------------------------------------------------------

    def _apply(self, seat: int, move: int) -> RevealedAnything:
        if seat == special_seats.NATURE:
            self.apply_outcome(move)
            return True
        if self.phase == phases.MARKING:
            return self.draft_and_reveal_if_last(seat, move)
        if self.phase == phases.TAKING:
            self.take_new_card(move)
            return False
        self.choice[seat] = move
        self.waiting &= ~bits.bit(seat)
        if self.waiting:
            return False
        for other in range(self.players):
            self.keep_two_and_return_two(other)
        self.phase = phases.OPENING
        return True

    def apply_outcome(self, outcome: int) -> None:
        """Turn over an expedition card, or move a treasure card from the pile to a hand, a player or the display."""
        if self.phase == phases.TURNING:
            self.turn_up_expedition_card(outcome - self.cards.expedition)
            return
        card = outcome - self.cards.treasure
        self.pile &= ~bits.bit(card)
        if self.phase == phases.DEALING:
            self.hand[self.dealt_card_count()] = card
            if self.dealt_card_count() == constants.HAND * self.players:
                self.phase = phases.KEEPING
                self.waiting = bits.bit(self.players) - 1
        elif self.phase == phases.DRAWING:
            self.receive_card_and_continue(card)
        else:
            self.fill_display_gap(card)
            if not self.must_refill_display():
                if self.used == 0:  # The game is still being set up.
                    self.phase = phases.TURNING
                else:
                    self.settled += 1
                    self.settle_remaining_seats()

    # set-up (SG-2)

    def dealt_card_count(self) -> int:
        """Return how many cards have been dealt. Seat 0 gets four cards, then seat 1, and so on."""
        place = 0
        while place < constants.HAND * self.players and self.hand[place] != constants.NO_CARD:
            place += 1
        return place

    def keep_two_and_return_two(self, seat: int) -> None:
        """Lay out the two cards that a seat has chosen to keep, and return its other two cards to the pile."""
        hand = constants.HAND * seat
        slot = constants.SLOTS * seat
        for place in range(constants.HAND):
            card = self.hand[hand + place]
            if notation.KEPT_PLACES >> 4 * self.choice[seat] + place & 1:
                self.treasure[slot] = card
                slot += 1
            else:
                self.pile |= bits.bit(card)
            self.hand[hand + place] = constants.NO_CARD
        self.choice[seat] = notation.UNDECIDED

    def fill_display_gap(self, card: int) -> None:
        place = 0
        while self.display[place] != constants.NO_CARD:
            place += 1
        self.display[place] = card

    def must_refill_display(self) -> bool:
        """Return whether the display has a gap and the pile a card to fill it (SG-9, SG-10)."""
        return self.new_card_sources() & 15 != 15 and self.pile != 0

    # actions one and two: an expedition card, and marks (SG-3 to SG-8)

    def turn_up_expedition_card(self, card: int) -> None:
        """Begin a turn with this expedition card, and wait for the marks of all seats that have free squares."""
        self.expedition = card
        self.used |= 1 << card
        self.phase = phases.MARKING
        for seat in range(self.players):
            if not self.is_draft_complete(seat):  # A seat without free squares marks nothing (SG-5).
                self.waiting |= bits.bit(seat)
        if self.waiting == 0:
            self.reveal_drafts_and_settle()

    def draft_and_reveal_if_last(self, seat: int, move: int) -> RevealedAnything:
        """Draft a mark of a seat. If all seats have finished, reveal all drafts. Return whether that revealed anything."""
        self.draft_mark(seat, move)
        if self.is_draft_complete(seat):
            self.waiting &= ~bits.bit(seat)
            if self.waiting == 0:
                several = self.count_drafts() > 1
                self.reveal_drafts_and_settle()
                return several
        return False

    def draft_mark(self, seat: int, move: int) -> None:
        """Add a mark to the draft of a seat, and update the number of squares that the seat owes because of an X (SG-6)."""
        slot = constants.SLOTS * seat
        placement = move - notation.MARK
        if placement >= self.cards.size:
            placement -= self.cards.size
            slot += 1
        if self.has_drafted(seat):
            self.owed[seat] -= 1
        self.draft[slot] |= self.cards.cells[placement]
        self.owed[seat] += bits.count(self.cards.cells[placement] & self.cards.crosses[self.treasure[slot]])

    def is_draft_complete(self, seat: int) -> bool:
        """Return whether a seat has marked all that it must or can mark in this turn (SG-5, SG-6)."""
        if self.has_drafted(seat) and self.owed[seat] == 0:
            return True
        return self.free_squares(seat, 0) | self.free_squares(seat, 1) == 0

    def count_drafts(self) -> int:
        """Return how many seats have chosen marks in this turn that are not revealed yet."""
        drafts = 0
        for seat in range(self.players):
            if self.has_drafted(seat):
                drafts += 1
        return drafts

    def reveal_drafts_and_settle(self) -> None:
        """Turn the drafts of all seats into marks at once. Then give trophies and new cards to the seats in turn."""
        for seat in range(self.players):
            if self.has_drafted(seat):
                self.apply_draft(seat)
        self.settled = 0
        self.settle_remaining_seats()

    def apply_draft(self, seat: int) -> None:
        """Turn the draft of a seat into marks, enter the coins and palms under these marks, and set completed cards aside."""
        palm_value = self.palm_value()
        for slot in range(constants.SLOTS * seat, constants.SLOTS * seat + constants.SLOTS):
            card = self.treasure[slot]
            self.coins[seat] += bits.count(self.draft[slot] & self.cards.coins[card])
            for _ in range(bits.count(self.draft[slot] & self.cards.palms[card])):
                self.fill_next_palm_box(seat, palm_value)
            self.marks[slot] |= self.draft[slot]
            self.draft[slot] = 0
            if card != constants.NO_CARD and self.marks[slot] == self.cards.squares[card]:
                self.completed[seat] |= bits.bit(card)
                self.treasure[slot] = constants.NO_CARD
                self.marks[slot] = 0
        self.coins[seat] = min(self.coins[seat], constants.COINS)  # SG-7
        self.owed[seat] = 0

    def palm_value(self) -> int:
        """Return the points of a palm that is marked now (SG-8): one, and one more for each palm in the display."""
        value = 1
        for place in range(constants.DISPLAY):
            value += bits.count(self.cards.palms[self.display[place]])
        return value

    def fill_next_palm_box(self, seat: int, value: int) -> None:
        """Enter the value of a palm into the first empty box of a seat, if there is one."""
        for box in range(constants.PALMS * seat, constants.PALMS * seat + constants.PALMS):
            if self.palms[box] == 0:
                self.palms[box] = value
                return

    # action three: settling, in turn order (SG-9)

    def settle_remaining_seats(self) -> None:
        """Give trophies to the seats in turn order. Stop at a seat that must take a card; after the last seat, end the turn."""
        while self.settled < self.players:
            self.award_trophies_for_full_coin_rows(self.next_seat_to_settle())
            if self.must_take_card(self.next_seat_to_settle()):
                self.phase = phases.TAKING
                self.waiting = bits.bit(self.next_seat_to_settle())
                return
            self.settled += 1
        self.end_turn()

    def next_seat_to_settle(self) -> int:
        """Return the seat whose turn it is to get trophies and new cards. The start player is the first."""
        return (self.starter + self.settled) % self.players

    def award_trophies_for_full_coin_rows(self, seat: int) -> None:
        """Give a seat the highest remaining trophy for each full coin row that has no trophy yet."""
        while self.rows[seat] < self.coins[seat] // constants.ROW:
            self.won[constants.COIN_ROWS * seat + self.rows[seat]] = self.trophies
            self.rows[seat] += 1
            if self.trophies:
                self.trophies -= 1

    def must_take_card(self, seat: int) -> bool:
        """Return whether a seat must replace a completed card. Nobody does in the last turn, or if no card is left (SG-9)."""
        if self.round == constants.ROUNDS - 1 and bits.count(self.used) == constants.TURNS:
            return False
        left = constants.SLOTS * seat
        has_both = self.treasure[left] != constants.NO_CARD and self.treasure[left + 1] != constants.NO_CARD
        return not has_both and self.new_card_sources() != 0

    def take_new_card(self, move: int) -> None:
        """Give a card of the display to the seat that takes new cards now, or let NATURE draw a card from the pile."""
        if move == notation.PILE:
            self.phase = phases.DRAWING
            self.waiting = 0
        else:
            card = self.display[move - notation.TAKE]
            self.display[move - notation.TAKE] = constants.NO_CARD
            self.receive_card_and_continue(card)

    def receive_card_and_continue(self, card: int) -> None:
        """Give a card to the seat that takes new cards now.

        After that, this seat takes another card, or the display is refilled, or it is the next seat's turn to get new cards.
        """
        seat = self.next_seat_to_settle()
        left = constants.SLOTS * seat
        self.treasure[left if self.treasure[left] == constants.NO_CARD else left + 1] = card
        self.waiting = 0
        if self.must_take_card(seat):
            self.phase = phases.TAKING
            self.waiting = bits.bit(seat)
        elif self.must_refill_display():
            self.phase = phases.OPENING
        else:
            self.settled += 1
            self.settle_remaining_seats()

    # -- end and score (SG-11 to SG-14) --------------------------------------------------------------------------------

    def end_turn(self) -> None:
        """Make the next player the start player. After the last turn of a round, end the round or the game."""
        self.starter = (self.starter + 1) % self.players  # SG-11
        self.phase = phases.TURNING
        self.waiting = 0
        self.settled = 0
        if bits.count(self.used) == constants.TURNS:  # SG-3, SG-14
            self.used = 0
            self.expedition = constants.NO_EXPEDITION
            self.round += 1
            if self.round == constants.ROUNDS:
                self.phase = phases.END
                self.over = True

    def end_reason(self) -> Reason:
        return Reason("silver_gold.over.rounds", {"rounds": constants.ROUNDS})

    def completed_count(self, seat: int, colour: int) -> int:
        return bits.count(self.completed[seat] & self.cards.of_colour[colour])

    def score(self, seat: int) -> int:
        total = self.coins[seat]
        for row in range(constants.COIN_ROWS * seat, constants.COIN_ROWS * seat + constants.COIN_ROWS):
            total += self.won[row]
        for box in range(constants.PALMS * seat, constants.PALMS * seat + constants.PALMS):
            total += self.palms[box]
        cards = self.completed[seat]
        while cards:
            total += bits.count(self.cards.squares[bits.lowest_member(cards)])
            cards &= cards - 1
        for colour in range(4):
            seals = bits.count(self.completed[seat] & self.cards.of_seal[colour])
            total += seals * self.cards.seal_points[colour] * self.completed_count(seat, colour)
        return total

    def ranking_key(self, seat: int) -> tuple[int, ...]:
        """Return the points, then the tie-breaks of SG-13: completed cards, then completed green, orange and purple cards."""
        colours = [self.completed_count(seat, colour) for colour in (GREEN, ORANGE, PURPLE)]
        return (self.score(seat), bits.count(self.completed[seat]), *colours)

    score_lines = view.score_lines

    # -- view ----------------------------------------------------------------------------------------------------------

    public_board = view.public_board
    private_part_of_board = view.private_part_of_board
    redact = view.redact

    def turn_number(self) -> int:
        """Return how many turns have begun in all rounds. Every expedition card begins a turn."""
        return constants.TURNS * self.round + bits.count(self.used)

    def preview(self, seat: int, move: int) -> dict[str, Any]:
        return view.preview(self, seat, move)

    # -- resample ------------------------------------------------------------------------------------------------------

    def resample_hidden(self, seat: int, rng: Stream) -> None:
        """Replace hidden hands, used expedition cards and drafts by random ones. The pile is a set, so it needs no shuffling."""
        if self.phase <= phases.KEEPING:
            resample.resample_other_hands(self, seat, rng)
        if self.used:
            resample.resample_used_expeditions(self, rng)
        if self.phase == phases.MARKING:
            resample.resample_other_drafts(self, seat, rng)

    # -- time ----------------------------------------------------------------------------------------------------------

    def default_move(self, seat: int) -> int:
        """Return the mark that scores most, because nobody may pass (SG-4, SG-5). If several do, take the one with most squares.

        A seat that must choose two dealt cards keeps the first two. A seat that must take a card takes the first of the display.
        """
        return view.most_valuable_move(self, seat)

    # -- copies --------------------------------------------------------------------------------------------------------

    def clone(self) -> Position:
        new = Position.__new__(Position)
        new.cards = self.cards
        cloning.copy_fields(self, new, self.hand)
        return new

    def load(self, values: list[Any]) -> None:
        check_saved_position(values, self.players, len(self.cards.deck.treasures))
        State.load(self, values)
