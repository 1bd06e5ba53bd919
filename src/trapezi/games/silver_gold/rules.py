"""The rules of Silver & Gold: everybody marks the same pattern on two cards of their own; completed cards are replaced."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trapezi.core import bits, cloning, seats
from trapezi.core.random import Stream
from trapezi.core.state import Moves, State
from trapezi.games.silver_gold import counts, notation, phases, resample, view
from trapezi.games.silver_gold.cards import Cards
from trapezi.games.silver_gold.fields import LIMITS, check_fields

if TYPE_CHECKING:
    from trapezi.games.silver_gold.game import SilverGold

PURPLE = 0  # colours, as in the deck
ORANGE = 1
GREEN = 2


class Position(State):
    """A position of Silver & Gold. Sets of squares are 16 bits (see `patterns`), sets of treasure cards 64 bits."""

    FIELDS = tuple(LIMITS)
    __slots__ = ("cards", *FIELDS)

    def __init__(self, game: SilverGold) -> None:
        super().__init__(game)
        self.cards: Cards = game.cards
        self.hand = [counts.NO_CARD] * 16  # seat * 4 + place: the cards dealt
        self.choice = [notation.UNDECIDED] * 4  # per seat: which two of the dealt cards it keeps
        self.treasure = [counts.NO_CARD] * 8  # seat * 2 + slot: the two cards of each player
        self.marks = [0] * 8  # squares marked on these cards
        self.draft = [0] * 8  # squares marked in this turn and not yet revealed
        self.owed = [0] * 4  # per seat: squares still to mark because of X (SG-6)
        self.coins = [0] * 4
        self.rows = [0] * 4  # full coin rows that have been settled
        self.won = [0] * 12  # seat * 3 + coin row: the trophy won
        self.palms = [0] * 16  # seat * 4 + box: the points in a palm box
        self.completed = [0] * 4  # sets of treasure cards
        self.display = [counts.NO_CARD] * 4
        self.pile = self.cards.all
        self.trophies = counts.TROPHIES  # how many trophies are left
        self.used = 0  # expedition cards turned in this round, as 8 bits
        self.expedition = counts.NO_EXPEDITION
        self.round = 0
        self.starter = game.first  # SG-2
        self.settled = 0  # how many seats have settled in this turn
        self.phase = phases.DEALING

    # -- NATURE: cards are drawn when they are needed, from all that nobody can see ------------------------------------

    def chance_count(self) -> int:
        return bits.count(counts.ALL_EXPEDITIONS & ~self.used) if self.phase == phases.TURNING else bits.count(self.pile)

    def chance_outcome(self, k: int) -> int:
        if self.phase == phases.TURNING:
            return self.cards.expedition + bits.nth(counts.ALL_EXPEDITIONS & ~self.used, k)
        return self.cards.treasure + bits.nth(self.pile, k)

    def is_possible_outcome(self, outcome: int) -> bool:
        if outcome < self.cards.expedition or outcome >= self.cards.limit:
            return False
        if outcome < self.cards.treasure:
            return self.phase == phases.TURNING and not self.used >> (outcome - self.cards.expedition) & 1
        return self.phase != phases.TURNING and self.pile >> (outcome - self.cards.treasure) & 1 == 1

    # -- legal moves ---------------------------------------------------------------------------------------------------

    def free_squares(self, seat: int, slot: int) -> int:
        """Return the squares of a card that are neither marked nor drafted."""
        slot += counts.SLOTS * seat
        return self.cards.squares[self.treasure[slot]] & ~(self.marks[slot] | self.draft[slot])

    def has_drafted(self, seat: int) -> bool:
        """Return whether a seat has marked the pattern, or one square instead, in this turn. Single squares follow (SG-6)."""
        return self.draft[counts.SLOTS * seat] | self.draft[counts.SLOTS * seat + 1] != 0

    def fitting_placements(self, free: int) -> int:
        """Return the ways to lay the whole pattern on these squares, turned and mirrored at will (SG-4), as up to 48 bits."""
        start = 256 * self.expedition
        return self.cards.fits_above[start + (free & 255)] & self.cards.fits_below[start + (free >> 8)]

    def new_card_sources(self) -> int:
        """Return where a new card can come from (SG-9): four bits for the display and one for the pile."""
        sources = 0
        for place in range(counts.DISPLAY):
            if self.display[place] != counts.NO_CARD:
                sources |= 1 << place
        return sources | 1 << counts.DISPLAY if self.pile else sources

    def generate_moves(self, seat: int, moves: Moves) -> int:
        n = 0
        if self.phase == phases.MARKING:
            drafted = self.has_drafted(seat)
            base = notation.MARK
            for slot in range(counts.SLOTS):
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
        if self.phase == phases.MARKING and self.on_turn(seat):
            return self.random_mark(seat, rng)
        return State.choose(self, seat, rng)

    def random_mark(self, seat: int, rng: Stream) -> int:
        """Return a random legal mark: the k-th that `generate_moves` would list, for a random k."""
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
            return base + bits.nth(left, k)
        return base + self.cards.first[self.expedition] + bits.nth(on_left, k - bits.count(left))

    def is_legal(self, seat: int, move: int) -> bool:
        if seat == seats.NATURE:
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
        return placement < counts.SINGLES or (not self.has_drafted(seat) and self.is_expedition_placement(placement))

    def is_expedition_placement(self, placement: int) -> bool:
        placement -= self.cards.first[self.expedition]
        return 0 <= placement < 64 and self.fitting_placements(0xFFFF) >> placement & 1 == 1

    reason = view.rejection_reason

    # -- play ----------------------------------------------------------------------------------------------------------

    def _apply(self, seat: int, move: int) -> bool:
        if seat == seats.NATURE:
            self.apply_outcome(move)
            return True
        if self.phase == phases.MARKING:
            return self.mark(seat, move)
        if self.phase == phases.TAKING:
            self.take_card(move)
            return False
        return self.keep_cards(seat, move)

    def apply_outcome(self, outcome: int) -> None:
        if self.phase == phases.TURNING:
            self.turn_over_expedition(outcome - self.cards.expedition)
            return
        card = outcome - self.cards.treasure
        self.pile &= ~bits.bit(card)
        if self.phase == phases.DEALING:
            self.deal_card(card)
        elif self.phase == phases.DRAWING:
            self.receive_card(card)
        else:
            self.fill_display(card)

    # set-up (SG-2)

    def dealt_count(self) -> int:
        """Return how many cards have been dealt. Seat 0 gets four cards, then seat 1, and so on."""
        place = 0
        while place < counts.HAND * self.players and self.hand[place] != counts.NO_CARD:
            place += 1
        return place

    def deal_card(self, card: int) -> None:
        self.hand[self.dealt_count()] = card
        if self.dealt_count() == counts.HAND * self.players:
            self.phase = phases.KEEPING
            self.waiting = bits.bit(self.players) - 1

    def keep_cards(self, seat: int, move: int) -> bool:
        """Record in secret which two of four cards a seat keeps. When all have chosen, reveal the choices and return True."""
        self.choice[seat] = move
        self.waiting &= ~bits.bit(seat)
        if self.waiting:
            return False
        for other in range(self.players):
            self.lay_out_cards(other)
        self.phase = phases.OPENING
        return True

    def lay_out_cards(self, seat: int) -> None:
        left = counts.SLOTS * seat
        hand = counts.HAND * seat
        k = 0
        for first in range(counts.HAND):
            for second in range(first + 1, counts.HAND):
                if k == self.choice[seat]:
                    self.treasure[left] = self.hand[hand + first]
                    self.treasure[left + 1] = self.hand[hand + second]
                k += 1
        for place in range(hand, hand + counts.HAND):
            if self.hand[place] != self.treasure[left] and self.hand[place] != self.treasure[left + 1]:
                self.pile |= bits.bit(self.hand[place])
            self.hand[place] = counts.NO_CARD
        self.choice[seat] = notation.UNDECIDED

    def fill_display(self, card: int) -> None:
        """Put a card into the first gap of the display. When the display is full or the pile empty (SG-10), continue the game."""
        place = 0
        while self.display[place] != counts.NO_CARD:
            place += 1
        self.display[place] = card
        if self.display_has_gap() and self.pile:
            return
        if self.used == 0:  # still the set-up
            self.phase = phases.TURNING
        else:
            self.settled += 1
            self.settle()

    def display_has_gap(self) -> bool:
        """Return whether a place of the display is empty."""
        return self.new_card_sources() & 15 != 15

    # actions one and two: an expedition card, and marks (SG-3 to SG-8)

    def turn_over_expedition(self, card: int) -> None:
        self.expedition = card
        self.used |= 1 << card
        self.phase = phases.MARKING
        for seat in range(self.players):
            if self.free_squares(seat, 0) | self.free_squares(seat, 1):  # SG-5: a seat without free squares marks nothing
                self.waiting |= bits.bit(seat)
        if self.waiting == 0:
            self.reveal_drafts()

    def mark(self, seat: int, move: int) -> bool:
        if self.draft_mark(seat, move):
            self.waiting &= ~bits.bit(seat)
            if self.waiting == 0:
                several = self.count_drafts() > 1
                self.reveal_drafts()
                return several
        return False

    def draft_mark(self, seat: int, move: int) -> bool:
        """Add a mark to the draft, and return whether the seat has finished (SG-6)."""
        slot = counts.SLOTS * seat
        placement = move - notation.MARK
        if placement >= self.cards.size:
            placement -= self.cards.size
            slot += 1
        if self.has_drafted(seat):
            self.owed[seat] -= 1
        self.draft[slot] |= self.cards.cells[placement]
        self.owed[seat] += bits.count(self.cards.cells[placement] & self.cards.crosses[self.treasure[slot]])
        return self.owed[seat] == 0 or self.free_squares(seat, 0) | self.free_squares(seat, 1) == 0

    def count_drafts(self) -> int:
        """Return how many seats have drafted marks in this turn."""
        drafts = 0
        for seat in range(self.players):
            if self.has_drafted(seat):
                drafts += 1
        return drafts

    def reveal_drafts(self) -> None:
        """Turn all drafts into marks at once, and begin to settle."""
        for seat in range(self.players):
            if self.has_drafted(seat):
                self.collect_draft(seat)
        self.settled = 0
        self.settle()

    def collect_draft(self, seat: int) -> None:
        """Turn the draft of a seat into marks, enter its coins and palms, and set completed cards aside."""
        palm_value = self.palm_value()
        for slot in range(counts.SLOTS * seat, counts.SLOTS * seat + counts.SLOTS):
            card = self.treasure[slot]
            self.coins[seat] += bits.count(self.draft[slot] & self.cards.coins[card])
            for _ in range(bits.count(self.draft[slot] & self.cards.palms[card])):
                self.enter_palm(seat, palm_value)
            self.marks[slot] |= self.draft[slot]
            self.draft[slot] = 0
            if card != counts.NO_CARD and self.marks[slot] == self.cards.squares[card]:
                self.completed[seat] |= bits.bit(card)
                self.treasure[slot] = counts.NO_CARD
                self.marks[slot] = 0
        self.coins[seat] = min(self.coins[seat], counts.COINS)  # SG-7
        self.owed[seat] = 0

    def palm_value(self) -> int:
        """Return the points for a palm now (SG-8): one, and one for each palm in the display."""
        value = 1
        for place in range(counts.DISPLAY):
            value += bits.count(self.cards.palms[self.display[place]])
        return value

    def enter_palm(self, seat: int, value: int) -> None:
        for box in range(counts.PALMS * seat, counts.PALMS * seat + counts.PALMS):
            if self.palms[box] == 0:
                self.palms[box] = value
                return

    # action three: settling, in turn order (SG-9)

    def settle(self) -> None:
        while self.settled < self.players:
            self.award_trophies(self.settling_seat())
            if self.must_take_card(self.settling_seat()):
                self.phase = phases.TAKING
                self.waiting = bits.bit(self.settling_seat())
                return
            self.settled += 1
        self.end_turn()

    def settling_seat(self) -> int:
        """Return the seat that settles now: the seats take turns, beginning with the start player."""
        return (self.starter + self.settled) % self.players

    def award_trophies(self, seat: int) -> None:
        """Give the highest trophy left for each full coin row that has none yet."""
        while self.rows[seat] < self.coins[seat] // counts.ROW:
            self.won[counts.COIN_ROWS * seat + self.rows[seat]] = self.trophies
            self.rows[seat] += 1
            if self.trophies:
                self.trophies -= 1

    def must_take_card(self, seat: int) -> bool:
        """Return whether a seat must replace a completed card: not on the last turn, and not if no card is left (SG-9, SG-10)."""
        if self.round == counts.ROUNDS - 1 and bits.count(self.used) == counts.TURNS:
            return False
        left = counts.SLOTS * seat
        has_both = self.treasure[left] != counts.NO_CARD and self.treasure[left + 1] != counts.NO_CARD
        return not has_both and self.new_card_sources() != 0

    def take_card(self, move: int) -> None:
        if move == notation.PILE:
            self.phase = phases.DRAWING
            self.waiting = 0
        else:
            card = self.display[move - notation.TAKE]
            self.display[move - notation.TAKE] = counts.NO_CARD
            self.receive_card(card)

    def receive_card(self, card: int) -> None:
        """Give a new card to the settling seat. After its last new card, refill the display."""
        seat = self.settling_seat()
        left = counts.SLOTS * seat
        self.treasure[left if self.treasure[left] == counts.NO_CARD else left + 1] = card
        self.waiting = 0
        if self.must_take_card(seat):
            self.phase = phases.TAKING
            self.waiting = bits.bit(seat)
        elif self.display_has_gap() and self.pile:
            self.phase = phases.OPENING
        else:
            self.settled += 1
            self.settle()

    # -- end and score (SG-11 to SG-14) --------------------------------------------------------------------------------

    def end_turn(self) -> None:
        self.starter = (self.starter + 1) % self.players  # SG-11
        self.phase = phases.TURNING
        self.waiting = 0
        self.settled = 0
        if bits.count(self.used) == counts.TURNS:  # SG-3, SG-14
            self.used = 0
            self.expedition = counts.NO_EXPEDITION
            self.round += 1
            if self.round == counts.ROUNDS:
                self.phase = phases.END
                self.over = True

    def completed_count(self, seat: int, colour: int) -> int:
        return bits.count(self.completed[seat] & self.cards.of_colour[colour])

    def score(self, seat: int) -> int:
        total = self.coins[seat]
        for row in range(counts.COIN_ROWS * seat, counts.COIN_ROWS * seat + counts.COIN_ROWS):
            total += self.won[row]
        for box in range(counts.PALMS * seat, counts.PALMS * seat + counts.PALMS):
            total += self.palms[box]
        cards = self.completed[seat]
        while cards:
            total += bits.count(self.cards.squares[bits.lowest(cards)])
            cards &= cards - 1
        for colour in range(4):
            seals = bits.count(self.completed[seat] & self.cards.of_seal[colour])
            total += seals * self.cards.seal_points[colour] * self.completed_count(seat, colour)
        return total

    def ranking_key(self, seat: int) -> tuple[int, ...]:
        """Return points, then the tie-breaks (SG-13): more completed cards, then more green, orange and purple ones."""
        colours = [self.completed_count(seat, colour) for colour in (GREEN, ORANGE, PURPLE)]
        return (self.score(seat), bits.count(self.completed[seat]), *colours)

    score_lines = view.score_lines

    # -- view ----------------------------------------------------------------------------------------------------------

    public_board = view.public_board
    private_board = view.private_board
    redact = view.redact

    def turn_number(self) -> int:
        """Return the number of the turn, counted over all rounds. Every expedition card begins a turn."""
        return counts.TURNS * self.round + bits.count(self.used)

    def preview(self, seat: int, move: int) -> dict[str, Any]:
        return view.preview(self, seat, move)

    # -- resample ------------------------------------------------------------------------------------------------------

    def resample_hidden(self, seat: int, rng: Stream) -> None:
        """Replace hidden hands, expedition cards and drafts. The pile needs no shuffle: chance picks a card when it is drawn."""
        if self.phase <= phases.KEEPING:
            resample.resample_hands(self, seat, rng)
        if self.used:
            resample.resample_expeditions(self, rng)
        if self.phase == phases.MARKING:
            resample.resample_drafts(self, seat, rng)

    # -- copies --------------------------------------------------------------------------------------------------------

    def clone(self) -> Position:
        new = Position.__new__(Position)
        new.cards = self.cards
        cloning.copy_fields(self, new, self.hand)
        return new

    def load(self, values: list[Any]) -> None:
        check_fields(values, self.players, len(self.cards.deck.treasures))
        State.load(self, values)
