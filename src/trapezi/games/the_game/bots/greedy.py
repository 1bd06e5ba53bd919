"""A greedy bot of The Game, which lays the card that costs least.

When a card is laid, the pile can no longer take the numbers that the card jumps over. A placement therefore costs the value of
the cards with these numbers. A backwards trick regains the value of the cards that the pile can take again. A pair of cards ten
apart, which allows a trick, has an extra value. All costs are in twentieths of a card.
"""

from __future__ import annotations

from trapezi.bots.policy import Policy
from trapezi.core import bits
from trapezi.core.random import Stream
from trapezi.core.state import State
from trapezi.games.the_game import command_bits, endings, notation, phases, piles
from trapezi.games.the_game.bots.signals import honest_signal
from trapezi.games.the_game.rules import Position

ALL = 0xFFFFFFFFFFFFFFFF
NODES = 300  # The search for a win with the last hand tries at most this number of placements.
IMPOSSIBLE = 10000  # The cost of a card that cannot be laid.

CONTINUATIONS = 3  # The number of ways to continue a pile: by a trick, the nearest card, or the nearest pair ten apart.
TRICK = 0
NEAREST = 1
PAIR = 2

CARD = 20  # The approximate value of a card that only one pile can take.

# These weights were found by trying many numbers. Each line begins with two tables: the value of an unseen card, and the value of
# a card in hand, by the number of piles that can take the card. The other weights follow in the order of `use_weights_for`.
WEIGHTS = (
    # These weights are for a team.
    ((0, 20, 15, 9, 5, 0), (0, 30, 25, 14, 15, 0), (10, 22, 11, 17, 10), (0, 10), (0, 0, 0, 0)),
    # These weights are for a solo game.
    ((0, 26, 14, 8, 2, 0), (0, 25, 19, 17, 9, 0), (1, 14, 27, 15, 8), (46, 10), (0, 0, 0, 0)),
    # These weights are for a team in a game with commands.
    ((0, 20, 15, 10, 5, 0), (0, 30, 25, 25, 15, 0), (20, 8, 20, 23, 14), (0, 10), (10, 10, 15, 13)),
    # These weights are for a solo game with commands.
    ((0, 26, 14, 8, 2, 0), (0, 25, 19, 22, 9, 0), (-17, 24, 27, 0, 11), (46, 3), (14, 5, 13, 17)),
)
# A hand is good for the first turn (TG-20) if its best cards jump over at most GOOD_START numbers each. It is fair if they jump
# over at most FAIR_START numbers each.
GOOD_START = 5
FAIR_START = 8
LOST = 0xFFFF  # A mask for the lower 16 bits of each entry of `values`.


class Greedy(Policy):
    """Picks the cheapest placement. The expert uses it in rollouts, so it has to be fast."""

    def __init__(self) -> None:
        super().__init__()
        self.hand_low = 0
        self.hand_high = 0
        # The set of the cards in other hands and in the draw pile: the cards up to 63, and the cards from 64 on.
        self.unseen_low = 0
        self.unseen_high = 0
        # values[n] packs two values of a card that n piles can take. The lower 16 bits are the value that is lost if one of these
        # piles can no longer take it. The upper bits are the value that is regained if one more pile can take it.
        self.values = [0] * 5
        self.own_values = [0] * 5  # own_values[n] is the additional value of a card in this seat's hand that n piles can take.
        # value_below[n] is the sum of the values of all cards below n. It is set only if n or n - 1 is in hand or a top.
        self.value_below = [0] * 102
        # The next two lists have the first card to lay (0 if there is none) and its cost, for each way to continue each pile. The
        # index is pile * CONTINUATIONS + continuation.
        self.continuation_cards = [0] * 12
        self.continuation_costs = [0] * 12
        self.cheapest = [0] * 4  # The cost of the cheapest continuation of each pile.
        # Set in simulated games, where the hands of the other seats are known: treat them as if they had given honest signals.
        self.assume_signals = False
        self.signal_costs = [0] * 4  # The cost of laying a card on each pile against the signals of others.
        self.signal_penalties = [0, 10, 5, 40, 0]  # The costs of no signal, and of the signals hands-off, good, trick and free.
        self.nodes = 0  # How many more placements the search for a win may try.
        self.weights = -1  # The index in WEIGHTS of the weights in use.
        self.extra_card_limit = 0  # A card beyond the minimum may cost at most this.
        self.pair_cost = 0  # The cost of separating two cards ten apart.
        self.trick_gain = 0  # The gain of a trick in addition to the value that it regains.
        self.trick_hope = 0  # The cost of covering a top card while the card for a trick on it is unseen.
        self.new_trick_hope = 0  # The gain of laying a card while the card for a trick on it is unseen.
        self.search_margin = 0  # Look for a second card only after first cards that cost at most this much more than the best.
        self.second_card_weight = 0  # The weight of the cost of the second card in games with commands, in twentieths.
        self.stop_gain = 0  # The gain of laying stop as the only card of a turn.
        # The costs of leaving the commands "no trick", "one pile" and "draw one" visible.
        self.no_trick_cost = 0
        self.one_pile_cost = 0
        self.draw_one_cost = 0

    def use_weights_for(self, position: Position) -> None:
        """Use the weights for this kind of game: solo or in a team, with or without commands."""
        kind = (position.players == 1) + 2 * (position.cards.command_mask != 0)
        if self.weights == kind:
            return
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
        if position.phase == phases.STARTING:
            return wish_to_start(position, seat)
        self.read_position(position, seat)
        has_commands = position.cards.command_mask or position.cards.commands_on[22]  # In a game with fire, 22 is a fire card.
        if position.players == 1 and position.draw_count == 0:
            self.nodes = NODES
            move = self.first_winning_move(position) if has_commands else self.first_winning_move_in_plain_game(position.tops)
            if move >= 0:
                return move
        return self.pick_with_commands(position, seat) if has_commands else self.pick_without_commands(position)

    def read_position(self, position: Position, seat: int) -> None:
        """Set all attributes that depend on the position: weights, hand, unseen cards, `value_below` and signal costs."""
        self.use_weights_for(position)
        self.hand_low = position.hands[2 * seat]
        self.hand_high = position.hands[2 * seat + 1]
        self.unseen_low = position.unseen_cards(seat, 0)
        self.unseen_high = position.unseen_cards(seat, 1)
        self.fill_value_below(self.unseen_low | self.hand_low, self.unseen_high | self.hand_high, position.tops)
        if position.has_signals or self.assume_signals:
            self.set_signal_costs(position, seat)
        else:
            self.signal_costs = [0, 0, 0, 0]

    def fill_value_below(self, low: int, high: int, tops: int) -> None:
        """Set `value_below` for the cards in hand and the tops. `low` and `high` are the set of all cards that are not laid."""
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
        takers = 2  # The number of piles that can take the next card; below all tops, these are the two descending piles.
        total = 0
        for half in range(2):
            cards = high if half else low
            if half:
                stops = stops_high
            while stops:
                bit = bits.lowest_member(stops)
                stops &= stops - 1
                between = cards & (bits.bit(bit) - 1)
                total += bits.count(between) * self.values[takers]
                cards ^= between
                number = 64 * half + bit
                self.value_below[number] = total
                takers = (first <= number) + (second <= number) + (third > number) + (fourth > number)
                if cards >> bit & 1:  # The card is in this seat's hand.
                    total += self.values[takers] + self.own_values[takers]
                    cards ^= bits.bit(bit)
                self.value_below[number + 1] = total
            total += bits.count(cards) * self.values[takers]

    def set_signal_costs(self, position: Position, seat: int) -> None:
        """Set `signal_costs` by the signals of others (TG-8, TG-16). With `assume_signals`, use signals that fit their hands."""
        for pile in range(piles.COUNT):
            cost = 0
            for other in range(position.players):
                signal = position.signals[other] >> 3 * pile & 7
                if self.assume_signals and not position.visible & command_bits.SILENCE:
                    signal = honest_signal(position, other, pile)
                if other != seat and self.signal_penalties[signal] > cost:
                    cost = self.signal_penalties[signal]
            self.signal_costs[pile] = cost

    def first_winning_move(self, position: Position) -> int:
        """Search for moves that win a solo game with the last hand. Return the first move, or -1 if none are found."""
        for half in range(2):
            hand = position.hands[2 * position.active + half]
            while hand:
                card = 64 * half + bits.lowest_member(hand)
                hand &= hand - 1
                for pile in range(piles.COUNT):
                    if not position.fits(card, pile) or self.nodes == 0:
                        continue
                    self.nodes -= 1
                    then: Position = position.clone()
                    then._apply(position.active, card * 4 + pile)
                    if then.ending == endings.WON or (not then.over and self.first_winning_move(then) >= 0):
                        return card * 4 + pile
        return -1

    def first_winning_move_in_plain_game(self, tops: int) -> int:
        """Do the same as `first_winning_move` in a game without commands. Try only the three continuations of each pile."""
        if self.hand_low == 0 and self.hand_high == 0:
            return notation.END
        for n in range(CONTINUATIONS * piles.COUNT):
            pile = n % piles.COUNT
            top = piles.top(tops, pile)
            card = self.held_trick_card(top, pile) if n < piles.COUNT else self.nearest_held_card(top, pile)
            if n >= 2 * piles.COUNT:
                card = self.first_of_nearest_pair(top, pile)
            if card == 0 or self.nodes == 0:
                continue
            self.nodes -= 1
            self.toggle_in_hand(card)
            next_move = self.first_winning_move_in_plain_game(piles.tops_after(tops, pile, card))
            self.toggle_in_hand(card)
            if next_move >= 0:
                return card * 4 + pile
        return -1

    def toggle_in_hand(self, card: int) -> None:
        """Remove a card from `hand_low` or `hand_high`, or put it back."""
        if card < 64:
            self.hand_low ^= bits.bit(card)
        else:
            self.hand_high ^= bits.bit(card - 64)

    # -- without commands ----------------------------------------------------------------------------------------------

    def pick_without_commands(self, position: Position) -> int:
        """Return the cheapest placement, or END if the minimum is reached and every card is too expensive."""
        needed = position.turn_minimum() - position.laid
        best = notation.END
        best_cost = IMPOSSIBLE
        pair = notation.END
        pair_cost = IMPOSSIBLE
        self.price_continuations(position.tops)
        for n in range(CONTINUATIONS * piles.COUNT):
            card = self.continuation_cards[n]
            if card == 0:
                continue
            cost = self.continuation_costs[n]
            pile = n // CONTINUATIONS
            if n % CONTINUATIONS == PAIR:
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

    def price_continuations(self, tops: int) -> None:
        """Set `continuation_cards`, `continuation_costs` and `cheapest` for all piles."""
        for pile in range(piles.COUNT):
            top = piles.top(tops, pile)
            trick = self.held_trick_card(top, pile)
            nearest = self.nearest_held_card(top, pile)
            pair = self.first_of_nearest_pair(top, pile)
            trick_cost = -self.value_regained_between(top, trick) - self.trick_gain if trick else IMPOSSIBLE
            nearest_cost = self.forward_cost(top, nearest, pile) if nearest else IMPOSSIBLE
            pair_cost = self.net_value_lost(top, pair - 10 if pile < 2 else pair + 10, pile) if pair else IMPOSSIBLE
            self.continuation_cards[CONTINUATIONS * pile + TRICK] = trick
            self.continuation_cards[CONTINUATIONS * pile + NEAREST] = nearest
            self.continuation_cards[CONTINUATIONS * pile + PAIR] = pair
            self.continuation_costs[CONTINUATIONS * pile + TRICK] = trick_cost
            self.continuation_costs[CONTINUATIONS * pile + NEAREST] = nearest_cost
            self.continuation_costs[CONTINUATIONS * pile + PAIR] = pair_cost
            self.cheapest[pile] = min(trick_cost, nearest_cost, pair_cost)

    def second_card_cost(self, tops: int, first_card: int, first_pile: int) -> int:
        """Return the cost of the cheapest second card after a first card was laid on a pile."""
        self.toggle_in_hand(first_card)
        least = IMPOSSIBLE
        for pile in range(piles.COUNT):
            cost = self.cheapest[pile]
            if pile == first_pile:
                cost = self.cheapest_continuation_cost(first_card, pile, True)
            elif self.continuations_depend_on(pile, first_card):
                cost = self.cheapest_continuation_cost(piles.top(tops, pile), pile, False)
            least = min(least, cost)
        self.toggle_in_hand(first_card)
        return least

    def continuations_depend_on(self, pile: int, card: int) -> bool:
        """Return whether a pile's continuations, or their costs, change when this card leaves the hand."""
        nearest = self.continuation_cards[CONTINUATIONS * pile + NEAREST]
        pair = self.continuation_cards[CONTINUATIONS * pile + PAIR]
        partner = pair - 10 if pile < 2 else pair + 10
        return card in (self.continuation_cards[CONTINUATIONS * pile + TRICK], nearest, nearest - 10, nearest + 10, pair, partner)

    def cheapest_continuation_cost(self, top: int, pile: int, just_laid: bool) -> int:
        """Return the cost of the cheapest way to continue a pile with this top. `just_laid`: the top was laid in this turn."""
        least = IMPOSSIBLE
        card = self.held_trick_card(top, pile)
        if card:
            regained = self.value_lost_between(top, card) if just_laid else self.value_regained_between(top, card)
            least = -regained - self.trick_gain
        card = self.nearest_held_card(top, pile)
        if card:
            least = min(least, self.forward_cost(top, card, pile))
        card = self.first_of_nearest_pair(top, pile)
        if card:
            least = min(least, self.net_value_lost(top, card - 10 if pile < 2 else card + 10, pile))
        return least

    # -- with commands -------------------------------------------------------------------------------------------------

    def pick_with_commands(self, position: Position, seat: int) -> int:
        """Return the cheapest move after which the turn can still be finished, or any legal move if there is no such move."""
        n = position.generate_moves(seat, self.moves)
        self.price_continuations(position.tops)
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
            if move == notation.END or self.can_finish_after(position, move):
                return move
            self.moves.items[best] = -1
        if may_end:
            return notation.END
        position.generate_moves(seat, self.moves)
        return self.moves.items[0]

    def placement_cost(self, position: Position, move: int) -> int:
        """Return the cost of laying a card, including the effects of commands."""
        card = move >> 2
        pile = move & 3
        top = piles.top(position.tops, pile)
        command = position.cards.commands_on[card]
        covered = position.cards.commands_on[top]
        distance = piles.distance(position.tops, pile, card)
        if distance < 0:
            cost = -self.value_regained_between(top, card) - self.trick_gain
        else:
            partner = card - 10 if pile < 2 else card + 10
            if self.holds(partner) and position.trick_distance and not command & (command_bits.NO_TRICK | command_bits.STOP):
                cost = self.net_value_lost(top, partner, pile) if distance > 10 else -CARD
            else:
                cost = self.forward_cost(top, card, pile)
        if command & command_bits.SKULL:  # The skull must be covered in the same turn; the nearest card in hand would do that.
            cover = self.nearest_held_card(card, pile)
            cost += self.net_value_lost(card, cover, pile) if cover else 6 * CARD
        elif position.laid + 1 < position.turn_minimum() and not command & command_bits.STOP:
            cost += self.second_card_cost(position.tops, card, pile) * self.second_card_weight // 20
        if command & command_bits.STOP and position.laid == 0:
            cost -= self.stop_gain
        return cost + self.visible_command_cost(command) - self.visible_command_cost(covered)

    def visible_command_cost(self, command: int) -> int:
        """Return the cost to the team if a card with this command is on top of a pile."""
        cost = self.no_trick_cost if command & command_bits.NO_TRICK else 0
        cost += self.one_pile_cost if command & command_bits.ONE_PILE else 0
        cost += self.draw_one_cost if command & command_bits.DRAW_ONE else 0
        return cost + (CARD if command & command_bits.FIRE else 0)

    def can_finish_after(self, position: Position, move: int) -> bool:
        """Return whether, after this placement, the turn can still obey all commands and reach its minimum of cards."""
        command = position.cards.commands_on[move >> 2]
        if command == 0 and not position.has_pending_command() and position.laid + 1 >= position.turn_minimum():
            return True
        then: Position = position.clone()
        then.place_card(move)
        if then.cards_left == 0:
            return not then.has_pending_command()
        if command & command_bits.STOP or (then.under_three and then.laid >= 3):
            return not then.has_pending_command() or then.can_finish_turn(command_bits.LIGHTNING, then.fires, 0)
        return then.can_finish_turn(command_bits.LIGHTNING, then.fires, then.turn_minimum())

    # -- the hand, and the value between two numbers -------------------------------------------------------------------

    def holds(self, card: int) -> bool:
        if card < 2 or card > 99:
            return False
        return (self.hand_low >> card & 1 if card < 64 else self.hand_high >> (card - 64) & 1) != 0

    def held_trick_card(self, top: int, pile: int) -> int:
        """Return the card for a trick on this top if it is in the hand, otherwise 0."""
        card = top - 10 if pile < 2 else top + 10
        return card if self.holds(card) else 0

    def nearest_held_card(self, top: int, pile: int) -> int:
        """Return the card in hand that fits and is nearest to the top, or 0 if none fits."""
        if pile < 2:
            return lowest_card_above(self.hand_low, self.hand_high, top)
        return highest_card_below(self.hand_low, self.hand_high, top)

    def first_of_nearest_pair(self, top: int, pile: int) -> int:
        """Return the nearest card in hand that fits and has a partner ten apart in the hand. Return 0 if there is none."""
        low = self.hand_low
        high = self.hand_high
        if pile < 2:
            return lowest_card_above(low & (low << 10) & ALL, high & (high << 10 | low >> 54), top)
        return highest_card_below(low & (low >> 10 | (high << 54) & ALL), high & (high >> 10), top)

    def is_unseen(self, card: int) -> bool:
        """Return whether a card is in another hand or in the draw pile."""
        if card < 2 or card > 99:
            return False
        return (self.unseen_low >> card & 1 if card < 64 else self.unseen_high >> (card - 64) & 1) != 0

    def forward_cost(self, top: int, card: int, pile: int) -> int:
        """Return the cost of laying a card in the direction of the pile."""
        cost = self.value_lost_between(top, card) + self.signal_costs[pile]
        if self.holds(card - 10) or self.holds(card + 10):
            cost += self.pair_cost
        if self.is_unseen(top - 10 if pile < 2 else top + 10):
            cost += self.trick_hope
        if self.is_unseen(card - 10 if pile < 2 else card + 10):
            cost -= self.new_trick_hope
        return cost

    def net_value_lost(self, top: int, card: int, pile: int) -> int:
        """Return the value that is lost by laying a card. For a backwards trick, which regains value, it is negative."""
        return self.value_lost_between(top, card) if (card > top) == (pile < 2) else -self.value_regained_between(top, card)

    def value_lost_between(self, top: int, card: int) -> int:
        """Return the value that is lost if a pile can no longer take the cards between these two."""
        return self.packed_value_between(top, card) & LOST

    def value_regained_between(self, top: int, card: int) -> int:
        """Return the value that is regained if one more pile can take the cards between these two."""
        return self.packed_value_between(top, card) >> 16

    def packed_value_between(self, top: int, card: int) -> int:
        """Return the sum of the packed `values` of all cards between these two."""
        return self.value_below[max(top, card)] - self.value_below[min(top, card) + 1]


def wish_to_start(position: Position, seat: int) -> int:
    """Return the move that says how much a seat would like to start. Cards close to 1 or 100 are good for the first turn."""
    low = position.hands[2 * seat]
    high = position.hands[2 * seat + 1]
    minimum = position.turn_minimum()
    least = IMPOSSIBLE
    for upward in range(minimum + 1):  # How many cards go on an ascending pile; the others go on a descending pile.
        top = 1
        for _ in range(upward):
            top = lowest_card_above(low, high, top)
        distance = top - 1
        top = 100
        for _ in range(minimum - upward):
            top = highest_card_below(low, high, top)
        least = min(least, distance + 100 - top)
    return notation.START + (least > minimum * GOOD_START) + (least > minimum * FAIR_START)


def lowest_card_above(low: int, high: int, number: int) -> int:
    """Return the lowest card above a number, or 0 if there is none. `low` and `high` are the set of cards (see `cards.py`)."""
    if number < 63:
        low &= ALL << (number + 1) & ALL
        if low:
            return bits.lowest_member(low)
    else:
        high &= ALL << (number - 63) & ALL
    return 64 + bits.lowest_member(high) if high else 0


def highest_card_below(low: int, high: int, number: int) -> int:
    """Return the highest card below a number, or 0 if there is none. `low` and `high` are the set of cards (see `cards.py`)."""
    if number > 64:
        high &= bits.bit(number - 64) - 1
        if high:
            return 64 + bits.highest_member(high)
    elif number < 64:
        low &= bits.bit(number) - 1
    return bits.highest_member(low) if low else 0
