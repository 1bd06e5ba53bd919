"""A greedy player of The Game: lay the card that loses the least value, that is, jumps over the fewest cards still needed.

A pile that moves on can no longer take the cards between its old and its new top. A placement costs the value of these cards;
a backwards trick regains value. Cards ten apart are worth keeping together. All costs are in twentieths of a card.
"""

from __future__ import annotations

from trapezi.bots.policy import Policy
from trapezi.core import bits
from trapezi.core.random import Stream
from trapezi.core.state import State
from trapezi.games.the_game import commands, endings, notation, piles
from trapezi.games.the_game.bots.signals import pile_signal
from trapezi.games.the_game.rules import Position

ALL = 0xFFFFFFFFFFFFFFFF
NODES = 300  # the most placements to try when searching a win with the last hand
IMPOSSIBLE = 10000  # the cost of a card that cannot be laid

OPTIONS = 3  # ways to continue a pile: a trick, the next card, or two cards ten apart
TRICK = 0
NEXT = 1
PAIR = 2

CARD = 20  # roughly the value of a card that only one pile can take

# Found by trying many numbers: the value of a card by the number of piles that can take it, first of an unseen card, then of a
# card in this seat's hand; then the weights in the order of `load_weights`.
WEIGHTS = (
    # in a team
    ((0, 20, 15, 9, 5, 0), (0, 30, 25, 14, 15, 0), (10, 22, 11, 17, 10), (0, 10), (0, 0, 0, 0)),
    # alone
    ((0, 26, 14, 8, 2, 0), (0, 25, 19, 17, 9, 0), (1, 14, 27, 15, 8), (46, 10), (0, 0, 0, 0)),
    # in a team, with commands
    ((0, 20, 15, 10, 5, 0), (0, 30, 25, 25, 15, 0), (20, 8, 20, 23, 14), (0, 10), (10, 10, 15, 13)),
    # alone, with commands
    ((0, 26, 14, 8, 2, 0), (0, 25, 19, 22, 9, 0), (-17, 24, 27, 0, 11), (46, 3), (14, 5, 13, 17)),
)
LOST = 0xFFFF  # the lower 16 bits of a packed value (see `values`)


class Greedy(Policy):
    """Picks the cheapest placement. It is also the policy of the expert's rollouts, so it has to be fast."""

    def __init__(self) -> None:
        super().__init__()
        self.hand_low = 0
        self.hand_high = 0
        self.unseen_low = 0  # the cards in other hands and in the draw pile
        self.unseen_high = 0
        # By the number of piles that can take a card: the value lost if one of them no longer can, plus << 16 the value gained if
        # one more pile can.
        self.values = [0] * 5
        self.own_values = [0] * 5  # what is added to these values for a card in this seat's hand
        self.value_below = [0] * 102  # the value of all cards below a number; set at own cards, at tops, and one above each
        self.option_cards = [0] * 12  # for each pile and option: the card to lay first, or 0
        self.option_costs = [0] * 12
        self.cheapest = [0] * 4  # the cost of each pile's cheapest option
        self.assume_signals = False  # in rollouts, where all hands are known: act as if the others had signalled
        self.signal_costs = [0] * 4  # by pile: what it costs to play on it against the wishes of others
        self.signal_penalties = [0, 10, 5, 40, 0]  # by signal: none, hands off, good, trick, free
        self.nodes = 0  # placements left to try when searching a win
        self.weights = -1  # the index of the WEIGHTS in use
        self.extra_card_limit = 0  # the most that a card beyond the minimum may cost
        self.pair_cost = 0  # for separating two cards ten apart
        self.trick_gain = 0  # for a trick, besides the value that it regains
        self.trick_hope = 0  # for covering a top while the card for a trick on it is unseen
        self.new_trick_hope = 0  # for laying a card while the card for a trick on it is unseen
        self.search_margin = 0  # a first card this much dearer than the best is still tried together with a second card
        self.second_card_weight = 0  # how much the second card counts in games with commands, in twentieths
        self.stop_gain = 0  # for stop as the only card of a turn
        self.no_trick_cost = 0  # for leaving these commands visible
        self.one_pile_cost = 0
        self.draw_one_cost = 0

    def load_weights(self, kind: int) -> None:
        """Set the weights for a kind of game: 0, plus 1 for a solo game, plus 2 for a game with commands."""
        self.weights = kind
        values, own_values, general, search, for_commands = WEIGHTS[kind]
        self.extra_card_limit, self.pair_cost, self.trick_gain, self.trick_hope, self.new_trick_hope = general
        self.search_margin, self.second_card_weight = search
        self.stop_gain, self.no_trick_cost, self.one_pile_cost, self.draw_one_cost = for_commands
        for n in range(5):
            self.values[n] = values[n] + (values[n + 1] << 16)
            self.own_values[n] = own_values[n] + (own_values[n + 1] << 16) - self.values[n]

    def pick(self, state: State, seat: int, rng: Stream) -> int:
        position: Position = state  # type: ignore[assignment]
        self.observe(position, seat)
        has_commands = position.cards.mask or position.cards.command_bits[22]  # 22 is a fire card, if there are any
        if position.players == 1 and position.draw_count == 0:
            self.nodes = NODES
            move = self.winning_move(position) if has_commands else self.winning_plain_move(position.tops)
            if move >= 0:
                return move
        return self.pick_with_commands(position, seat) if has_commands else self.pick_plain(position)

    def observe(self, position: Position, seat: int) -> None:
        """Note what this seat knows: its hand, the cards that it cannot see, and what others have signalled."""
        kind = (position.players == 1) + 2 * (position.cards.mask != 0)
        if self.weights != kind:
            self.load_weights(kind)
        self.hand_low = position.hands[2 * seat]
        self.hand_high = position.hands[2 * seat + 1]
        self.unseen_low = position.unseen_cards(seat, 0)
        self.unseen_high = position.unseen_cards(seat, 1)
        self.sum_values(self.unseen_low | self.hand_low, self.unseen_high | self.hand_high, position.tops)
        if position.has_signals or self.assume_signals:
            self.read_signals(position, seat)
        else:
            self.signal_costs = [0, 0, 0, 0]

    def sum_values(self, low: int, high: int, tops: int) -> None:
        """Add up the values of all cards below each card of the hand and below each top."""
        first = piles.top(tops, 0)
        second = piles.top(tops, 1)
        third = piles.top(tops, 2)
        fourth = piles.top(tops, 3)
        stops = self.hand_low
        stops_high = self.hand_high
        for pile in range(piles.COUNT):
            top = piles.top(tops, pile)
            if top < 64:
                stops |= bits.bit(top)
            else:
                stops_high |= bits.bit(top - 64)
        takers = 2  # piles that can take a card: below all tops, the descending ones
        total = 0
        for half in range(2):
            cards = high if half else low
            if half:
                stops = stops_high
            while stops:
                bit = bits.lowest(stops)
                stops &= stops - 1
                between = cards & (bits.bit(bit) - 1)
                total += bits.count(between) * self.values[takers]
                cards ^= between
                number = 64 * half + bit
                self.value_below[number] = total
                takers = (first <= number) + (second <= number) + (third > number) + (fourth > number)
                if cards >> bit & 1:  # the card is in this seat's hand
                    total += self.values[takers] + self.own_values[takers]
                    cards ^= bits.bit(bit)
                self.value_below[number + 1] = total
            total += bits.count(cards) * self.values[takers]

    def read_signals(self, position: Position, seat: int) -> None:
        """Set `signal_costs` from the signals of others or, in rollouts, from those they would give (TG-8, TG-16)."""
        for pile in range(piles.COUNT):
            cost = 0
            for other in range(position.players):
                signal = position.signals[other] >> 3 * pile & 7
                if self.assume_signals and not position.visible & commands.SILENCE:
                    signal = pile_signal(position, other, pile)
                if other != seat and self.signal_penalties[signal] > cost:
                    cost = self.signal_penalties[signal]
            self.signal_costs[pile] = cost

    def winning_move(self, position: Position) -> int:
        """Return the first placement of a winning sequence with the last hand of a solo game, or -1 if none is found."""
        for half in range(2):
            hand = position.hands[2 * position.active + half]
            while hand:
                card = 64 * half + bits.lowest(hand)
                hand &= hand - 1
                for pile in range(piles.COUNT):
                    if not position.fits(card, pile) or self.nodes == 0:
                        continue
                    self.nodes -= 1
                    then: Position = position.clone()
                    then._apply(position.active, card * 4 + pile)
                    if then.ending == endings.WON or (not then.over and self.winning_move(then) >= 0):
                        return card * 4 + pile
        return -1

    def winning_plain_move(self, tops: int) -> int:
        """Like `winning_move`, for a game without commands: try only the three options of each pile."""
        if self.hand_low == 0 and self.hand_high == 0:
            return notation.END
        for option in range(OPTIONS * piles.COUNT):
            pile = option % piles.COUNT
            top = piles.top(tops, pile)
            card = self.trick_card(top, pile) if option < piles.COUNT else self.next_card(top, pile)
            if option >= 2 * piles.COUNT:
                card = self.first_of_next_pair(top, pile)
            if card == 0 or self.nodes == 0:
                continue
            self.nodes -= 1
            self.toggle_card(card)
            next_move = self.winning_plain_move(piles.lay(tops, pile, card))
            self.toggle_card(card)
            if next_move >= 0:
                return card * 4 + pile
        return -1

    def toggle_card(self, card: int) -> None:
        """Take a card out of the hand, or put it back."""
        if card < 64:
            self.hand_low ^= bits.bit(card)
        else:
            self.hand_high ^= bits.bit(card - 64)

    # -- without commands ----------------------------------------------------------------------------------------------

    def pick_plain(self, position: Position) -> int:
        """Return the cheapest single card, or the first of two cards ten apart if that pair is cheaper."""
        needed = position.minimum() - position.laid
        best = notation.END
        best_cost = IMPOSSIBLE
        pair = notation.END
        pair_cost = IMPOSSIBLE
        self.price_options(position.tops)
        for option in range(OPTIONS * piles.COUNT):
            card = self.option_cards[option]
            if card == 0:
                continue
            cost = self.option_costs[option]
            pile = option // OPTIONS
            if option % OPTIONS == PAIR:
                if cost < pair_cost:
                    pair_cost = cost
                    pair = card * 4 + pile
                continue
            if needed > 1 and cost - self.search_margin < best_cost:
                cost += self.second_card_cost(position.tops, card, pile)
            if cost < best_cost:
                best_cost = cost
                best = card * 4 + pile
        if needed <= 0:
            if pair_cost <= best_cost and pair_cost <= self.extra_card_limit:
                return pair
            return best if best_cost <= self.extra_card_limit else notation.END
        return pair if pair_cost < best_cost else best

    def price_options(self, tops: int) -> None:
        """Set `option_cards` and `option_costs`: for each pile a trick, the next card, and two cards ten apart."""
        for pile in range(piles.COUNT):
            top = piles.top(tops, pile)
            self.cheapest[pile] = IMPOSSIBLE
            card = self.trick_card(top, pile)
            cost = -self.value_regained(top, card) - self.trick_gain if card else IMPOSSIBLE
            self.set_option(OPTIONS * pile + TRICK, card, cost)
            card = self.next_card(top, pile)
            self.set_option(OPTIONS * pile + NEXT, card, self.forward_cost(top, card, pile) if card else IMPOSSIBLE)
            card = self.first_of_next_pair(top, pile)
            cost = self.net_value_lost(top, card - 10 if pile < 2 else card + 10, pile) if card else IMPOSSIBLE
            self.set_option(OPTIONS * pile + PAIR, card, cost)

    def set_option(self, option: int, card: int, cost: int) -> None:
        self.option_cards[option] = card
        self.option_costs[option] = cost
        if cost < self.cheapest[option // OPTIONS]:
            self.cheapest[option // OPTIONS] = cost

    def second_card_cost(self, tops: int, first: int, changed: int) -> int:
        """Return the cost of the cheapest second card after the card `first` was laid on the pile `changed`."""
        self.toggle_card(first)
        least = IMPOSSIBLE
        for pile in range(piles.COUNT):
            if pile == changed:
                cost = self.cheapest_option_cost(first, pile, True)
            elif self.pile_depends_on(pile, first):
                cost = self.cheapest_option_cost(piles.top(tops, pile), pile, False)
            else:
                cost = self.cheapest[pile]
            if cost < least:
                least = cost
        self.toggle_card(first)
        return least

    def pile_depends_on(self, pile: int, card: int) -> bool:
        """Return whether the options of a pile change when this card leaves the hand."""
        follows = self.option_cards[OPTIONS * pile + NEXT]
        pair = self.option_cards[OPTIONS * pile + PAIR]
        partner = pair - 10 if pile < 2 else pair + 10
        return card in (self.option_cards[OPTIONS * pile + TRICK], follows, follows - 10, follows + 10, pair, partner)

    def cheapest_option_cost(self, top: int, pile: int, just_laid: bool) -> int:
        """Return the cost of the cheapest option of a pile. `just_laid` tells whether its top is a card that was just laid."""
        least = IMPOSSIBLE
        card = self.trick_card(top, pile)
        if card:
            least = -(self.value_lost(top, card) if just_laid else self.value_regained(top, card)) - self.trick_gain
        card = self.next_card(top, pile)
        if card:
            least = min(least, self.forward_cost(top, card, pile))
        card = self.first_of_next_pair(top, pile)
        if card:
            least = min(least, self.net_value_lost(top, card - 10 if pile < 2 else card + 10, pile))
        return least

    # -- with commands -------------------------------------------------------------------------------------------------

    def pick_with_commands(self, position: Position, seat: int) -> int:
        """Return the cheapest placement that breaks no command and keeps the minimum within reach."""
        n = position.generate_moves(seat, self.moves)
        self.price_options(position.tops)
        may_end = n > 0 and self.moves.items[n - 1] == notation.END
        for _ in range(n):
            best = -1
            best_cost = IMPOSSIBLE + IMPOSSIBLE
            for k in range(n):
                move = self.moves.items[k]
                if move >= 0:
                    cost = self.extra_card_limit if move == notation.END else self.placement_cost(position, move)
                    if cost < best_cost:
                        best_cost = cost
                        best = k
            move = self.moves.items[best]
            if move == notation.END or self.is_safe(position, move):
                return move
            self.moves.items[best] = -1
        if may_end:
            return notation.END
        position.generate_moves(seat, self.moves)
        return self.moves.items[0]

    def placement_cost(self, position: Position, move: int) -> int:
        """Return the cost of a placement, commands included."""
        card = move >> 2
        pile = move & 3
        top = piles.top(position.tops, pile)
        command = position.cards.command_bits[card]
        covered = position.cards.command_bits[top]
        distance = piles.distance(position.tops, pile, card)
        if distance < 0:
            cost = -self.value_regained(top, card) - self.trick_gain
        else:
            partner = card - 10 if pile < 2 else card + 10
            if self.holds(partner) and position.trick_distance and not command & (commands.NO_TRICK | commands.STOP):
                cost = self.net_value_lost(top, partner, pile) if distance > 10 else -CARD
            else:
                cost = self.forward_cost(top, card, pile)
        if command & commands.SKULL:  # to be covered at once by the next card on this pile
            cover = self.next_card(card, pile)
            cost += self.net_value_lost(card, cover, pile) if cover else 6 * CARD
        elif position.laid + 1 < position.minimum() and not command & commands.STOP:
            cost += self.second_card_cost(position.tops, card, pile) * self.second_card_weight // 20
        if command & commands.STOP and position.laid == 0:
            cost -= self.stop_gain
        return cost + self.visible_cost(command) - self.visible_cost(covered)

    def visible_cost(self, command: int) -> int:
        """Return what it costs the team to have this command visible."""
        cost = self.no_trick_cost if command & commands.NO_TRICK else 0
        cost += self.one_pile_cost if command & commands.ONE_PILE else 0
        cost += self.draw_one_cost if command & commands.DRAW_ONE else 0
        return cost + (CARD if command & commands.FIRE else 0)

    def is_safe(self, position: Position, move: int) -> bool:
        """Return whether all commands can still be obeyed and the minimum reached after this placement."""
        command = position.cards.command_bits[move >> 2]
        if command == 0 and not position.has_pending_command() and position.laid + 1 >= position.minimum():
            return True
        then: Position = position.clone()
        then.place_card(move)
        if then.cards_left == 0:
            return not then.has_pending_command()
        if command & commands.STOP or (then.under_three and then.laid >= 3):
            return not then.has_pending_command() or then.can_finish(commands.LIGHTNING, then.fires, 0)
        return then.can_finish(commands.LIGHTNING, then.fires, then.minimum())

    # -- the hand, and the value between two numbers -------------------------------------------------------------------

    def holds(self, card: int) -> bool:
        if card < 2 or card > 99:
            return False
        return (self.hand_low >> card & 1 if card < 64 else self.hand_high >> (card - 64) & 1) != 0

    def trick_card(self, top: int, pile: int) -> int:
        """Return the own card for a trick, or 0."""
        card = top - 10 if pile < 2 else top + 10
        return card if self.holds(card) else 0

    def next_card(self, top: int, pile: int) -> int:
        """Return the nearest own card that fits, or 0."""
        return lowest_above(self.hand_low, self.hand_high, top) if pile < 2 else highest_below(self.hand_low, self.hand_high, top)

    def first_of_next_pair(self, top: int, pile: int) -> int:
        """Return the nearest own card that fits and can be followed by a trick with another own card, or 0."""
        low = self.hand_low
        high = self.hand_high
        if pile < 2:
            return lowest_above(low & (low << 10) & ALL, high & (high << 10 | low >> 54), top)
        return highest_below(low & (low >> 10 | (high << 54) & ALL), high & (high >> 10), top)

    def is_unseen(self, card: int) -> bool:
        """Return whether a card is in another hand or in the draw pile."""
        if card < 2 or card > 99:
            return False
        return (self.unseen_low >> card & 1 if card < 64 else self.unseen_high >> (card - 64) & 1) != 0

    def forward_cost(self, top: int, card: int, pile: int) -> int:
        """Return the cost of laying a card in the direction of the pile."""
        cost = self.value_lost(top, card) + self.signal_costs[pile]
        if self.holds(card - 10) or self.holds(card + 10):
            cost += self.pair_cost
        if self.is_unseen(top - 10 if pile < 2 else top + 10):
            cost += self.trick_hope
        if self.is_unseen(card - 10 if pile < 2 else card + 10):
            cost -= self.new_trick_hope
        return cost

    def net_value_lost(self, top: int, card: int, pile: int) -> int:
        """Return the value lost between a top and a card, or minus the value regained if the card lies behind the top."""
        return self.value_lost(top, card) if (card > top) == (pile < 2) else -self.value_regained(top, card)

    def value_lost(self, a: int, b: int) -> int:
        """Return the value that is lost if a pile can no longer take the cards between two numbers."""
        return (self.value_below[b] - self.value_below[a + 1] if a < b else self.value_below[a] - self.value_below[b + 1]) & LOST

    def value_regained(self, a: int, b: int) -> int:
        """Return the value that is regained if one more pile can take the cards between two numbers."""
        return (self.value_below[b] - self.value_below[a + 1] if a < b else self.value_below[a] - self.value_below[b + 1]) >> 16


def lowest_above(low: int, high: int, top: int) -> int:
    """Return the lowest card of a set above a number, or 0."""
    if top < 63:
        low &= ALL << (top + 1) & ALL
        if low:
            return bits.lowest(low)
        return 64 + bits.lowest(high) if high else 0
    high &= ALL << (top - 63) & ALL
    return 64 + bits.lowest(high) if high else 0


def highest_below(low: int, high: int, top: int) -> int:
    """Return the highest card of a set below a number, or 0."""
    if top > 64:
        high &= bits.bit(top - 64) - 1
        if high:
            return 64 + bits.highest(high)
        return bits.highest(low) if low else 0
    if top < 64:
        low &= bits.bit(top) - 1
    return bits.highest(low) if low else 0
