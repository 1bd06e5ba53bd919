"""The rules of The Game: Extreme. The players together lay 98 cards on four piles; 28 cards carry commands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trapezi.core import bits, cloning, special_seats
from trapezi.core.errors import Reason
from trapezi.core.game_result import Result
from trapezi.core.random import Stream
from trapezi.core.score_lines import ScoreLine, score_line
from trapezi.core.state import MoveCount, Moves, RevealedAnything, State
from trapezi.games.the_game import command_bits, endings, notation, phases, piles, view
from trapezi.games.the_game.cards import Cards

if TYPE_CHECKING:
    from trapezi.games.the_game.game import TheGame

CARDS = 98  # The number of cards: each number from 2 to 99 occurs once (TG-1).
LOW = 0xFFFFFFFFFFFFFFFC  # The set of the cards 2 to 63.
HIGH = 0xFFFFFFFFF  # The set of the cards 64 to 99.


class Position(State):
    """A position of The Game. A set of cards is stored as two ints (see `cards.py`), a set of piles as four bits."""

    FIELDS = (
        "hands", "draw_pile", "tops", "previous_tops", "last_move", "active", "laid", "under_three", "open_piles", "fires",
        "cards_to_draw", "phase", "ending", "signals", "signalled", "wishes",
    )  # fmt: skip
    __slots__ = (
        "cards", "cards_left", "draw_count", "hand_size", "hand_sizes", "has_signals", "normal_minimum",
        "starts_by_agreement", "trick_distance", "visible", *FIELDS,
    )  # fmt: skip

    def __init__(self, game: TheGame) -> None:
        super().__init__(game)
        self.cards: Cards = game.cards
        self.starts_by_agreement = game.starts_by_agreement
        self.hand_size = game.hand_size  # TG-2
        # The number of cards that a turn needs as long as the draw pile is not empty (TG-3, TG-21).
        self.normal_minimum = game.normal_minimum
        self.hands = [0] * 10  # hands[2 * seat] and hands[2 * seat + 1] are the set of cards in the hand of a seat.
        self.hand_sizes = [0] * 5
        self.draw_pile = [LOW, HIGH]
        self.draw_count = CARDS  # The number of cards in the draw pile.
        self.cards_left = CARDS  # The number of cards in the draw pile and in all hands.
        self.tops = piles.START
        self.previous_tops = piles.START  # The top cards before the last card was laid.
        self.last_move = 0  # The move that laid the last card.
        self.visible = 0  # The commands on the four top cards.
        self.trick_distance = piles.TRICK  # 0 while the command "no trick" is visible.
        self.active = game.first  # The seat whose turn it is (TG-20).
        self.laid = 0  # The number of cards laid in this turn.
        self.under_three = False  # Whether a three was laid in this turn (TG-13).
        self.open_piles = piles.ALL  # The set of piles on which the active player may lay cards (TG-15).
        self.fires = 0  # The set of piles whose fire card must be covered in this turn (TG-21).
        self.cards_to_draw = self.players * self.hand_size  # How many cards are still to be dealt, or drawn at the end of a turn.
        self.phase = phases.DEALING
        self.ending = endings.NOT_OVER
        self.signals = [0] * 5  # signals[seat] are the current signals of a seat: three bits per pile, then two bits per command.
        # signalled[seat] says about what a seat has given a signal in this turn: one bit per pile, then one bit per command.
        self.signalled = [0] * 5
        self.has_signals = False  # Whether a bit of `signals` or `signalled` may be set.
        # wishes[seat] says how much a seat would like to start: 1 yes, 2 maybe, 3 no, 0 not yet known (TG-20).
        self.wishes = [0] * 5

    # -- NATURE: a card from the draw pile -----------------------------------------------------------------------------

    def chance_count(self) -> int:
        return self.draw_count

    def chance_outcome(self, k: int) -> int:
        low = bits.count(self.draw_pile[0])
        if k < low:
            return notation.DRAW + bits.nth_member(self.draw_pile[0], k)
        return notation.DRAW + 64 + bits.nth_member(self.draw_pile[1], k - low)

    def receiving_seat(self) -> int:
        """Return the seat that gets the next card: in clockwise order while dealing (TG-2), later the active seat (TG-6)."""
        if self.phase == phases.DEALING:
            return (self.active + self.players * self.hand_size - self.cards_to_draw) % self.players
        return self.active

    def give_drawn_card(self, card: int) -> None:
        """Give a card of the draw pile to the receiving seat."""
        seat = self.receiving_seat()
        self.move_from_draw_pile(seat, card)
        self.hand_sizes[seat] += 1
        self.draw_count -= 1
        self.cards_to_draw -= 1

    def move_from_draw_pile(self, seat: int, card: int) -> None:
        """Move a card from the draw pile to a hand. Do not update the numbers of cards in the draw pile and the hand."""
        self.draw_pile[card >> 6] &= ~bits.bit(card & 63)
        self.hands[2 * seat + (card >> 6)] |= bits.bit(card & 63)

    # -- legal moves ---------------------------------------------------------------------------------------------------

    def holds(self, seat: int, card: int) -> bool:
        return self.hands[2 * seat + (card >> 6)] >> (card & 63) & 1 == 1

    def fits(self, card: int, pile: int) -> bool:
        """Return whether a card may go onto a pile (TG-4, TG-5, TG-14, TG-15)."""
        distance = piles.distance(self.tops, pile, card)
        return (self.open_piles >> pile & 1 == 1) & ((distance > 0) | (distance == self.trick_distance))

    def turn_minimum(self) -> int:
        """Return how many cards this turn needs (TG-3, TG-21). This number does not change during a turn."""
        return self.normal_minimum if self.draw_count else 1

    def has_pending_command(self) -> bool:
        """Return whether a skull, a three or a fire card still has to be obeyed (TG-12, TG-13, TG-21)."""
        return self.visible & command_bits.SKULL != 0 or self.under_three or self.fires != 0

    def generate_moves(self, seat: int, moves: Moves) -> MoveCount:
        n = 0
        if self.phase == phases.STARTING:  # TG-20
            for move in range(notation.START, notation.FIRST_MOVE):
                moves.items[n] = move
                n += 1
            moves.size = n
            return n
        for half in range(2):
            hand = self.hands[2 * seat + half]
            while hand:
                card = 64 * half + bits.lowest_member(hand)
                hand &= hand - 1
                for pile in range(piles.COUNT):
                    moves.items[n] = card * 4 + pile
                    n += self.fits(card, pile)  # The compiled loop is faster without a branch.
        if self.laid >= self.turn_minimum() and not self.has_pending_command():  # TG-3, TG-9
            moves.items[n] = notation.END
            n += 1
        moves.size = n
        return n

    def is_legal(self, seat: int, move: int) -> bool:
        if seat == special_seats.NATURE:
            move -= notation.DRAW
            return 2 <= move < 100 and self.draw_pile[move >> 6] >> (move & 63) & 1 == 1
        if self.phase == phases.STARTING:
            return notation.START <= move < notation.FIRST_MOVE
        if move == notation.END:
            return self.laid >= self.turn_minimum() and not self.has_pending_command()
        return notation.FIRST_MOVE <= move < notation.END and self.holds(seat, move >> 2) and self.fits(move >> 2, move & 3)

    def generate_signals(self, seat: int, moves: Moves) -> MoveCount:
        """Generate the signals that a seat may give (TG-8): in each turn, one signal about each pile and each command.

        There are no signals while the command "silence" is visible (TG-16).
        """
        moves.size = 0
        if self.phase not in (phases.STARTING, phases.TURN) or self.players == 1 or self.hand_sizes[seat] == 0:
            return 0
        if self.visible & command_bits.SILENCE:
            return 0
        for pile in range(piles.COUNT):
            for signal in range(4):
                if not self.signalled[seat] >> pile & 1 and self.signals[seat] >> 3 * pile & 7 != signal + 1:
                    moves.add(notation.PILE_SIGNAL + pile * 4 + signal)
        for command in range(command_bits.COUNT):
            for signal in range(2):
                if (
                    self.cards.command_mask >> command & 1
                    and not self.signalled[seat] >> (piles.COUNT + command) & 1
                    and self.signals[seat] >> (12 + 2 * command) & 3 != signal + 1
                ):
                    moves.add(notation.COMMAND_SIGNAL + command * 2 + signal)
        return moves.size

    rejection_reason = view.rejection_reason

    # -- play ----------------------------------------------------------------------------------------------------------

    def _apply(self, seat: int, move: int) -> RevealedAnything:
        if seat == special_seats.NATURE:
            self.give_drawn_card(move - notation.DRAW)
            if self.cards_to_draw == 0:
                if self.phase == phases.DEALING and self.starts_by_agreement:
                    self.ask_who_starts()
                else:
                    if self.phase == phases.DRAWING:
                        self.pass_turn()
                    self.begin_turn_or_lose()
            return True
        if move < notation.FIRST_MOVE:
            return self.state_wish(seat, move - notation.START + 1)
        if move < notation.END:
            self.lay_card_and_check_end(move)
        elif move == notation.END:
            self.end_turn()
        else:
            self.give_signal(seat, move)
        # A card that was laid is seen by the other players, if there are any (TG-8). The end of the game reveals all hands.
        return self.over or (move < notation.END and self.players > 1)

    def ask_who_starts(self) -> None:
        """Ask all players, who now know their hands, how much they would like to start (TG-20)."""
        self.phase = phases.STARTING
        self.waiting = bits.bit(self.players) - 1

    def state_wish(self, seat: int, wish: int) -> RevealedAnything:
        """Store how much a seat would like to start. When all have said so, begin the turn of the seat that starts (TG-20)."""
        self.wishes[seat] = wish
        self.waiting &= ~bits.bit(seat)
        if self.waiting:
            return False
        for other in range(self.players):
            if self.wishes[other] < self.wishes[self.active]:
                self.active = other
        self.wishes = [0, 0, 0, 0, 0]
        self.begin_turn_or_lose()
        return True

    def begin_turn_or_lose(self) -> None:
        """Begin a turn. The game is lost if it cannot have enough cards (TG-3, TG-19) or cover all fire (TG-21)."""
        self.phase = phases.TURN
        self.waiting = bits.bit(self.active)
        self.laid = 0
        self.under_three = False
        self.open_piles = piles.ALL
        if self.has_signals:
            self.signalled = [0, 0, 0, 0, 0]
        if not self.can_finish_turn(0, 0, self.turn_minimum()):
            self.finish_game(endings.MINIMUM)
        elif self.fires and not self.can_finish_turn(command_bits.LIGHTNING, self.fires, 0):
            self.finish_game(endings.BROKEN_FIRE)

    def can_finish_turn(self, lightning: int, fires: int, minimum: int) -> bool:
        """Return whether the turn can still obey the `lightning` commands, cover the piles `fires` and reach the `minimum`."""
        low = self.hands[2 * self.active]
        high = self.hands[2 * self.active + 1]
        if self.laid and self.cards.commands_on[self.last_move >> 2] & command_bits.STOP:  # TG-11
            low = 0
            high = 0
        three = self.under_three and lightning & command_bits.THREE != 0
        return self.cards.can_finish_turn(low, high, self.tops, self.laid, self.open_piles, fires, lightning, three, minimum)

    def lay_card_and_check_end(self, move: int) -> None:
        """Place a card. Then end the turn or the game if this card ends it."""
        self.place_card(move)
        broken = self.ending_if_commands_unobeyable() if self.has_pending_command() else endings.NOT_OVER
        if broken:
            self.finish_game(broken)
        elif self.cards_left == 0:  # TG-7
            self.finish_game(endings.WON)
        elif self.turn_ends_with(move >> 2):
            self.end_turn()
        elif self.laid < self.turn_minimum() and not self.can_finish_turn(0, 0, self.laid + 1):  # TG-19
            self.finish_game(endings.STUCK)

    def place_card(self, move: int) -> None:
        """Move a card from the hand to a pile and update the commands. Do not check whether this ends the turn or the game."""
        card = move >> 2
        pile = move & 3
        command = self.cards.commands_on[card]
        self.hands[2 * self.active + (card >> 6)] &= ~bits.bit(card & 63)
        self.hand_sizes[self.active] -= 1
        self.cards_left -= 1
        # TG-15: if a one-pile command is visible on another pile, all later cards of the turn must go to the pile of this card.
        # Nothing can then cover the command in this turn, so the set of open piles need not be widened again.
        if self.visible & command_bits.ONE_PILE and self.cards.piles_showing(self.tops, command_bits.ONE_PILE) & ~(1 << pile):
            self.open_piles = 1 << pile
        self.previous_tops = self.tops
        self.last_move = move
        self.tops = piles.tops_after(self.tops, pile, card)
        self.update_visible_commands()
        self.fires &= ~(1 << pile)
        self.laid += 1
        if command & command_bits.THREE:
            self.under_three = True
        if self.has_signals:
            for seat in range(self.players):
                self.signals[seat] &= 0 if self.visible & command_bits.SILENCE else ~(7 << 3 * pile)

    def update_visible_commands(self) -> None:
        """Set `visible` to the commands on the four top cards (TG-10), and `trick_distance` to match them (TG-14)."""
        self.visible = 0
        for pile in range(piles.COUNT):
            self.visible |= self.cards.commands_on[piles.top(self.tops, pile)]
        self.trick_distance = 0 if self.visible & command_bits.NO_TRICK else piles.TRICK

    def turn_ends_with(self, card: int) -> bool:
        """Return whether a card that was just placed ends the turn: a stop (TG-11), the third card under a three, or the last."""
        is_stop = self.cards.commands_on[card] & command_bits.STOP != 0
        return (self.under_three and self.laid >= 3) or is_stop or self.cards_left == 0  # TG-13

    def ending_if_commands_unobeyable(self) -> int:
        """Return which command can no longer be obeyed, as an ending (TG-9). Return NOT_OVER if all commands can be obeyed."""
        if self.can_finish_turn(command_bits.LIGHTNING, self.fires, 0):
            return endings.NOT_OVER
        if not self.can_finish_turn(command_bits.THREE, 0, 0):
            return endings.BROKEN_THREE
        if not self.can_finish_turn(command_bits.SKULL, 0, 0):
            return endings.BROKEN_SKULL
        return endings.BROKEN_FIRE if not self.can_finish_turn(0, self.fires, 0) else endings.BROKEN_TOGETHER

    def end_turn(self) -> None:
        """Let the active player draw cards (TG-6, TG-17). If there are none to draw, begin the next player's turn."""
        self.fires = self.cards.piles_showing(self.tops, command_bits.FIRE)  # The next player must cover these piles (TG-21).
        self.signals[self.active] = 0
        self.cards_to_draw = self.upcoming_draws()
        if self.cards_to_draw:
            self.phase = phases.DRAWING
            self.waiting = 0
        else:
            self.pass_turn()
            self.begin_turn_or_lose()

    def pass_turn(self) -> None:
        """Make the next player clockwise who has cards the active player (TG-7, TG-20)."""
        self.active = (self.active + 1) % self.players
        while self.hand_sizes[self.active] == 0:
            self.active = (self.active + 1) % self.players

    def give_signal(self, seat: int, move: int) -> None:
        """Store a signal of a seat. It replaces the seat's earlier signal about the same pile or command (TG-8)."""
        self.has_signals = True
        if move >= notation.COMMAND_SIGNAL:
            move -= notation.COMMAND_SIGNAL
            self.signalled[seat] |= 1 << (piles.COUNT + move // 2)
            self.signals[seat] &= ~(3 << (12 + move // 2 * 2))
            self.signals[seat] |= (move % 2 + 1) << (12 + move // 2 * 2)
        else:
            move -= notation.PILE_SIGNAL
            self.signalled[seat] |= 1 << move // 4
            self.signals[seat] &= ~(7 << 3 * (move // 4))
            self.signals[seat] |= (move % 4 + 1) << 3 * (move // 4)

    # -- end and score (TG-7) ------------------------------------------------------------------------------------------

    def finish_game(self, ending: int) -> None:
        self.ending = ending
        self.phase = phases.OVER
        self.waiting = 0
        self.over = True

    def final_result(self) -> Result:
        """Return the result: all players win or lose together."""
        return Result(
            ranks=(1,) * self.players,
            winners=tuple(range(self.players)) if self.ending == endings.WON else (),
            won=self.ending == endings.WON,
            reason=Reason(endings.MESSAGE_KEYS[self.ending], {"left": self.cards_left}),
            facts={"left": self.cards_left, "excellent": int(self.cards_left < 10)},
        )

    def score(self, seat: int) -> int:
        return CARDS - self.cards_left

    def score_lines(self, seat: int) -> list[ScoreLine]:
        return [score_line(CARDS - self.cards_left, "the_game.score.laid", left=self.cards_left)]

    # -- view ----------------------------------------------------------------------------------------------------------

    public_board = view.public_board
    private_part_of_board = view.private_part_of_board

    def redact(self, viewer: int, seat: int, move: int) -> dict[str, Any]:
        if seat == special_seats.NATURE:
            return {
                **(self.game.describe(move) if viewer == self.receiving_seat() else {"kind": "draw"}),
                "to": self.receiving_seat(),
            }
        if notation.FIRST_MOVE <= move < notation.END:
            pile = move & 3
            trick = piles.distance(self.tops, pile, move >> 2) == piles.TRICK
            return {**self.game.describe(move), "on": piles.top(self.tops, pile), "trick": trick}
        return self.game.describe(move)

    def talk_forbidden(self) -> bool:
        return self.visible & command_bits.SILENCE != 0  # TG-16

    def preview(self, seat: int, move: int) -> dict[str, Any]:
        return view.preview(self, move) if notation.FIRST_MOVE <= move <= notation.END else {"points": 0}

    def piles_to_cover(self) -> int:
        """Return the piles that must be covered before the turn may end."""
        return self.cards.piles_showing(self.tops, command_bits.SKULL) | self.fires if self.phase == phases.TURN else 0

    def unseen_cards(self, seat: int, half: int) -> int:
        """Return the low word (`half` 0) or the high word (1) of the cards in the draw pile and in the hands of other seats."""
        cards = self.draw_pile[half]
        for other in range(self.players):
            if other != seat:
                cards |= self.hands[2 * other + half]
        return cards

    def upcoming_draws(self) -> int:
        """Return how many cards are drawn if the turn ends now. If it has ended, return how many are still to be drawn."""
        if self.phase != phases.TURN:
            return 0 if self.over else self.cards_to_draw
        return min(self.draw_count, 1 if self.visible & command_bits.DRAW_ONE else self.hand_size - self.hand_sizes[self.active])

    # -- resample ------------------------------------------------------------------------------------------------------

    def resample_hidden(self, seat: int, rng: Stream) -> None:
        """Deal random hands to the other seats, and replace what they have secretly said about who starts.

        The hand of the active player must be one with which the game would not be over.
        """
        if self.over:
            return
        for other in range(self.players):
            if other != seat and self.wishes[other]:
                self.wishes[other] = 1 + rng.below(3)
        low = self.unseen_cards(seat, 0)
        high = self.unseen_cards(seat, 1)
        self.draw_pile = [low, high]
        if self.phase == phases.TURN and self.active != seat:
            self.redeal_hand(self.active, rng)
            while not self.is_active_hand_possible():
                self.draw_pile = [low, high]
                self.redeal_hand(self.active, rng)
        for other in range(self.players):
            if other != seat and not (self.phase == phases.TURN and other == self.active):
                self.redeal_hand(other, rng)

    def redeal_hand(self, seat: int, rng: Stream) -> None:
        """Replace a hand by the same number of random cards from the draw pile."""
        self.hands[2 * seat] = 0
        self.hands[2 * seat + 1] = 0
        for _ in range(self.hand_sizes[seat]):
            n = bits.count(self.draw_pile[0]) + bits.count(self.draw_pile[1])
            self.move_from_draw_pile(seat, self.chance_outcome(rng.below(n)) - notation.DRAW)

    def is_active_hand_possible(self) -> bool:
        """Return whether the game could still be going on if the active player had held this hand (TG-9, TG-19)."""
        if self.has_pending_command() and not self.can_finish_turn(command_bits.LIGHTNING, self.fires, 0):
            return False
        if self.laid >= self.turn_minimum():
            return True
        if not self.can_finish_turn(0, 0, self.laid + 1):
            return False
        low = self.hands[2 * self.active]
        high = self.hands[2 * self.active + 1]
        tops = self.tops
        if self.laid == 1:  # At the beginning of the turn, the card that was laid was also in the hand.
            card = self.last_move >> 2
            tops = self.previous_tops
            low |= bits.bit(card) if card < 64 else 0
            high |= bits.bit(card - 64) if card >= 64 else 0
        return self.laid == 2 or self.cards.can_finish_turn(low, high, tops, 0, piles.ALL, 0, 0, False, self.turn_minimum())

    # -- copies --------------------------------------------------------------------------------------------------------

    def clone(self) -> Position:
        new = Position.__new__(Position)
        new.cards = self.cards
        cloning.copy_fields(self, new, self.hands)
        return new

    def load(self, values: list[Any]) -> None:
        """Set `FIELDS`, and compute the other attributes from them."""
        State.load(self, values)
        if not (0 <= self.active < self.players and 0 <= self.last_move < notation.END):
            raise ValueError("no such seat or card")
        if not (0 <= self.phase <= phases.STARTING and 0 <= self.ending <= endings.BROKEN_TOGETHER):
            raise ValueError("no such phase or ending")
        if not (0 < self.open_piles <= piles.ALL and 0 <= self.fires <= piles.ALL):
            raise ValueError("no such piles")
        self.has_signals = any(self.signals) or any(self.signalled)
        self.update_visible_commands()
        self.draw_count = bits.count(self.draw_pile[0]) + bits.count(self.draw_pile[1])
        self.cards_left = self.draw_count
        for seat in range(5):
            self.hand_sizes[seat] = bits.count(self.hands[2 * seat]) + bits.count(self.hands[2 * seat + 1])
            self.cards_left += self.hand_sizes[seat]
