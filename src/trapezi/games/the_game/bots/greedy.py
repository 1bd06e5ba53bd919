"""The Game, one step ahead: the placement that jumps over the fewest cards still to come, ten apart kept together."""

from __future__ import annotations

from trapezi.bots.policy import Policy
from trapezi.core import bits
from trapezi.core.random import Stream
from trapezi.core.state import State
from trapezi.games.the_game.bots.signals import word_for
from trapezi.games.the_game.rules import Position

ONE = 1
ALL = 0xFFFFFFFFFFFFFFFF
PILES = 4
WON = 1
NODES = 300  # placements tried for a last hand
END = 400
FAR = 10000  # the cost of what cannot be laid

WAYS = 3  # to go on with a pile: by a trick, with the next card, with two ten apart
TRICK = 0
NEXT = 1
PAIR = 2

STOP = 1  # what a card says, as bits of its mark
SKULL = 2
SILENCE = 8
NO_TRICK = 16
ONE_PILE = 32
DRAW_ONE = 64
FIRE = 128

CARD = 20  # a card that no other pile would take, more or less: what costs are counted in

# The best of many numbers tried: what a card is worth by how many piles take it, to come and in hand; then as named in `Greedy`.
TUNED = (
    # together
    ((0, 20, 15, 9, 5, 0), (0, 30, 25, 14, 15, 0), (10, 22, 11, 17, 10), (0, 10), (0, 0, 0, 0)),
    # alone
    ((0, 26, 14, 8, 2, 0), (0, 25, 19, 17, 9, 0), (1, 14, 27, 15, 8), (46, 10), (0, 0, 0, 0)),
    # together, with commands
    ((0, 20, 15, 10, 5, 0), (0, 30, 25, 25, 15, 0), (20, 8, 20, 23, 14), (0, 10), (10, 10, 15, 13)),
    # alone, with commands
    ((0, 26, 14, 8, 2, 0), (0, 25, 19, 22, 9, 0), (-17, 24, 27, 0, 11), (46, 3), (14, 5, 13, 17)),
)
LOST = 0xFFFF


class Greedy(Policy):
    """Also the policy of the expert's rollouts, so it is quick."""

    __slots__ = (
        "ahead", "below", "cards", "cheap", "costs", "draw_one", "floor", "fresh", "gain", "high", "hope", "left_to", "low",
        "mine", "no_trick", "nodes", "one_pile", "pair", "pleas", "slack", "stop", "talk", "to_come", "to_come_high", "tuned",
        "worth",
    )  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        self.low = 0  # the hand
        self.high = 0
        self.to_come = 0  # what others hold or the draw pile has
        self.to_come_high = 0
        self.worth = [0] * 5  # of a card to come, by how many piles take it: to the last of them, and << 16 to one more
        self.mine = [0] * 5  # … so much more if it is our own
        self.below = [0] * 102  # by number: what all cards below it are worth, at the hand's cards, the tops and one above
        self.cards = [0] * 12  # for each pile WAYS to go on: the card to lay first, or 0
        self.costs = [0] * 12  # what each costs
        self.floor = [0] * 4  # what the cheapest on each pile costs
        self.talk = False  # whether the others would tell by signals what they hold: for rollouts, where all is known
        self.left_to = [0] * 4  # by pile: what it costs to spoil it for others
        self.nodes = 0  # placements still to be tried for a last hand
        self.tuned = -1  # which of TUNED the numbers below are
        self.cheap = 0  # what one card more than needed may cost
        self.pair = 0  # a card whose partner ten away stays behind
        self.gain = 0  # what a trick is worth by itself
        self.hope = 0  # that the card for a trick on this top is still to come
        self.fresh = 0  # … on a new top
        self.slack = 0  # how much dearer than the best a first card may be to be looked at with its second
        self.ahead = 0  # how much that second card counts where there are commands, in twentieths
        self.stop = 0  # what is gained by stop as the only card of a turn
        self.no_trick = 0  # what is suffered from these commands while they can be seen
        self.one_pile = 0
        self.draw_one = 0
        self.pleas = [0, 10, 5, 40, 0]  # to lay on a pile of which others said: nothing, hands off, good, trick, free

    def tune(self, game: int) -> None:
        """Takes the numbers for one of four kinds of games: together or alone (1), with commands (2) or without."""
        self.tuned = game
        worth, mine, (self.cheap, self.pair, self.gain, self.hope, self.fresh), (self.slack, self.ahead), seen = TUNED[game]
        self.stop, self.no_trick, self.one_pile, self.draw_one = seen
        for takers in range(5):
            self.worth[takers] = worth[takers] + (worth[takers + 1] << 16)
            self.mine[takers] = mine[takers] + (mine[takers + 1] << 16) - self.worth[takers]

    def pick(self, state: State, seat: int, rng: Stream) -> int:
        position: Position = state  # type: ignore[assignment]
        self.look_at(position, seat)
        commands = position.cards.played or position.cards.mark[22]  # or fire cards
        if position.players == 1 and position.left == 0:
            self.nodes = NODES
            move = self.finish(self.low, self.high, position) if commands else self.lay_all(position.tops)
            if move >= 0:
                return move
        return self.careful(position, seat) if commands else self.plain(position)

    def look_at(self, position: Position, seat: int) -> None:
        """What this seat knows: its hand, and the cards that it sees nowhere."""
        game = (position.players == 1) + 2 * (position.cards.played != 0)
        if self.tuned != game:
            self.tune(game)
        self.low = position.hands[2 * seat]
        self.high = position.hands[2 * seat + 1]
        low = position.unseen[0]
        high = position.unseen[1]
        for other in range(position.players):
            if other != seat:
                low |= position.hands[2 * other]
                high |= position.hands[2 * other + 1]
        self.to_come = low
        self.to_come_high = high
        self.weigh(low | self.low, high | self.high, position.tops)
        if position.talk or self.talk:
            self.listen(position, seat)
        else:
            self.left_to = [0, 0, 0, 0]

    def weigh(self, low: int, high: int, tops: int) -> None:
        """Adds up what cards are worth to a pile, by how many piles take them: below each card of the hand and below each top."""
        first = tops & 127
        second = tops >> 7 & 127
        third = tops >> 14 & 127
        fourth = tops >> 21 & 127
        points = self.low
        points_high = self.high
        for pile in range(PILES):
            top = tops >> 7 * pile & 127
            if top < 64:
                points |= ONE << top
            else:
                points_high |= ONE << (top - 64)
        takers = 2  # below all tops, the descending piles
        total = 0
        for half in range(2):
            cards = high if half else low
            if half:
                points = points_high
            while points:
                point = bits.lowest(points)
                points &= points - 1
                under = cards & ((ONE << point) - 1)
                total += bits.count(under) * self.worth[takers]
                cards ^= under
                number = 64 * half + point
                self.below[number] = total
                takers = (first <= number) + (second <= number) + (third > number) + (fourth > number)
                if cards >> point & 1:  # our own
                    total += self.worth[takers] + self.mine[takers]
                    cards ^= ONE << point
                self.below[number + 1] = total
            total += bits.count(cards) * self.worth[takers]

    def listen(self, position: Position, seat: int) -> None:
        """Which piles others would like to be left for them, by what they said or, with `talk`, would say (TG-8, TG-16)."""
        for pile in range(PILES):
            cost = 0
            for other in range(position.players):
                word = position.signals[other] >> 3 * pile & 7
                if self.talk and not position.seen & SILENCE:
                    word = word_for(position, other, pile)
                if other != seat and self.pleas[word] > cost:
                    cost = self.pleas[word]
            self.left_to[pile] = cost

    def finish(self, low: int, high: int, position: Position) -> int:
        """The first of a row of placements that wins; -1 if none is found. For the last hand of one player."""
        for half in range(2):
            hand = high if half else low
            while hand:
                card = 64 * half + bits.lowest(hand)
                hand &= hand - 1
                for pile in range(PILES):
                    if not position.fits(card, pile) or self.nodes == 0:
                        continue
                    self.nodes -= 1
                    then: Position = position.clone()
                    then._apply(position.active, card * 4 + pile)
                    if then.over:
                        if then.rest == 0 and then.fate == WON:
                            return card * 4 + pile
                        continue
                    seat = then.active
                    if self.finish(then.hands[2 * seat], then.hands[2 * seat + 1], then) >= 0:
                        return card * 4 + pile
        return -1

    def lay_all(self, tops: int) -> int:
        """The same without commands: of each pile only the card for a trick, the next one and two ten apart are tried."""
        if self.low == 0 and self.high == 0:
            return END
        for way in range(WAYS * PILES):
            pile = way % PILES
            top = tops >> 7 * pile & 127
            card = self.behind(top, pile) if way < PILES else self.next(top, pile)
            if way >= 2 * PILES:
                card = self.next_pair(top, pile)
            if card == 0 or self.nodes == 0:
                continue
            self.nodes -= 1
            self.turn_over(card)
            found = self.lay_all(tops & ~(127 << 7 * pile) | card << 7 * pile)
            self.turn_over(card)
            if found >= 0:
                return card * 4 + pile
        return -1

    def turn_over(self, card: int) -> None:
        """Out of the hand, or back into it."""
        if card < 64:
            self.low ^= ONE << card
        else:
            self.high ^= ONE << (card - 64)

    # -- without commands ----------------------------------------------------------------------------------------------

    def plain(self, position: Position) -> int:
        """The cheapest of: one card, or two ten apart that return where a single one would go."""
        needed = position.minimum() - position.laid
        best = END
        least = FAR
        twin = END
        twins = FAR
        self.look_on(position.tops)
        for way in range(WAYS * PILES):
            card = self.cards[way]
            if card == 0:
                continue
            cost = self.costs[way]
            pile = way // WAYS
            if way % WAYS == PAIR:
                if cost < twins:
                    twins = cost
                    twin = card * 4 + pile
                continue
            if needed > 1 and cost - self.slack < least:
                cost += self.second(position.tops, card, pile)
            if cost < least:
                least = cost
                best = card * 4 + pile
        if needed <= 0:
            if twins <= least and twins <= self.cheap:
                return twin
            return best if least <= self.cheap else END
        return twin if twins < least else best

    def look_on(self, tops: int) -> None:
        """Three ways to go on with each pile, and what they cost: a trick, the next card, two ten apart."""
        for pile in range(PILES):
            top = tops >> 7 * pile & 127
            self.floor[pile] = FAR
            card = self.behind(top, pile)
            self.way(WAYS * pile + TRICK, card, -self.regained(top, card) - self.gain if card else FAR)
            card = self.next(top, pile)
            self.way(WAYS * pile + NEXT, card, self.step(top, card, pile) if card else FAR)
            card = self.next_pair(top, pile)
            self.way(WAYS * pile + PAIR, card, self.jump(top, card - 10 if pile < 2 else card + 10, pile) if card else FAR)

    def way(self, way: int, card: int, cost: int) -> None:
        self.cards[way] = card
        self.costs[way] = cost
        if cost < self.floor[way // WAYS]:
            self.floor[way // WAYS] = cost

    def second(self, tops: int, first: int, changed: int) -> int:
        """What the cheapest card costs after a first one was laid on a pile. Others look as before, if it was none of theirs."""
        self.turn_over(first)
        least = FAR
        for pile in range(PILES):
            if pile == changed:
                cost = self.onto(first, pile, True)
            elif self.needs(pile, first):
                cost = self.onto(tops >> 7 * pile & 127, pile, False)
            else:
                cost = self.floor[pile]
            if cost < least:
                least = cost
        self.turn_over(first)
        return least

    def needs(self, pile: int, card: int) -> bool:
        """Whether one of the ways to go on with a pile looks otherwise without a card."""
        follows = self.cards[WAYS * pile + NEXT]
        pair = self.cards[WAYS * pile + PAIR]
        partner = pair - 10 if pile < 2 else pair + 10
        return card in (self.cards[WAYS * pile + TRICK], follows, follows - 10, follows + 10, pair, partner)

    def onto(self, top: int, pile: int, again: bool) -> int:
        """What the cheapest way to go on with a pile costs; `again` if this top was just laid."""
        least = FAR
        card = self.behind(top, pile)
        if card:
            least = -(self.lost(top, card) if again else self.regained(top, card)) - self.gain
        card = self.next(top, pile)
        if card:
            least = min(least, self.step(top, card, pile))
        card = self.next_pair(top, pile)
        if card:
            least = min(least, self.jump(top, card - 10 if pile < 2 else card + 10, pile))
        return least

    # -- with commands -------------------------------------------------------------------------------------------------

    def careful(self, position: Position, seat: int) -> int:
        """The cheapest placement that breaks no command and keeps the minimum within reach."""
        n = position.generate_moves(seat, self.moves)
        self.look_on(position.tops)
        may_end = n > 0 and self.moves.items[n - 1] == END
        tried = 0
        while tried < n:
            best = -1
            least = FAR + FAR
            for k in range(n):
                move = self.moves.items[k]
                if move >= 0:
                    cost = self.cheap if move == END else self.price(position, move)
                    if cost < least:
                        least = cost
                        best = k
            move = self.moves.items[best]
            if move == END or self.safe(position, move):
                return move
            self.moves.items[best] = -1
            tried += 1
        if may_end:
            return END
        position.generate_moves(seat, self.moves)
        return self.moves.items[0]

    def price(self, position: Position, move: int) -> int:
        """What a placement costs, commands included."""
        card = move >> 2
        pile = move & 3
        top = position.tops >> 7 * pile & 127
        mark = position.cards.mark[card]
        under = position.cards.mark[top]
        gap = card - top if pile < 2 else top - card
        if gap < 0:
            cost = -self.regained(top, card) - self.gain
        else:
            partner = card - 10 if pile < 2 else card + 10
            if self.has(partner) and position.back and not mark & (NO_TRICK | STOP):
                gap -= 10
                cost = self.jump(top, partner, pile) if gap > 0 else -CARD
            else:
                cost = self.step(top, card, pile)
        if mark & SKULL:  # covered at once, by the next card on this pile
            cover = self.next(card, pile)
            cost += self.jump(card, cover, pile) if cover else 6 * CARD
        elif position.laid + 1 < position.minimum() and not mark & STOP:
            cost += self.second(position.tops, card, pile) * self.ahead // 20
        if mark & STOP and position.laid == 0:
            cost -= self.stop
        return cost + self.visible(mark) - self.visible(under)

    def visible(self, mark: int) -> int:
        """What all suffer from a card on top."""
        cost = 0
        if mark & NO_TRICK:
            cost += self.no_trick
        if mark & ONE_PILE:
            cost += self.one_pile
        if mark & DRAW_ONE:
            cost += self.draw_one
        if mark & FIRE:
            cost += CARD
        return cost

    def safe(self, position: Position, move: int) -> bool:
        """Whether after this placement everything asked for can still be done."""
        mark = position.cards.mark[move >> 2]
        if mark == 0 and not position.pending() and position.laid + 1 >= position.minimum():
            return True
        then: Position = position.clone()
        then.put(move)
        if then.rest == 0:
            return not then.pending()
        if mark & STOP or (then.three and then.laid >= 3):
            return not then.pending() or then.could(7, then.due, 0)
        return then.could(7, then.due, then.minimum())

    # -- cards of the hand ---------------------------------------------------------------------------------------------

    def has(self, card: int) -> bool:
        if card < 2 or card > 99:
            return False
        return (self.low >> card & 1 if card < 64 else self.high >> (card - 64) & 1) != 0

    def behind(self, top: int, pile: int) -> int:
        """The card for a trick, or 0."""
        card = top - 10 if pile < 2 else top + 10
        return card if self.has(card) else 0

    def next(self, top: int, pile: int) -> int:
        """The nearest card that fits, or 0."""
        return above(self.low, self.high, top) if pile < 2 else below(self.low, self.high, top)

    def next_pair(self, top: int, pile: int) -> int:
        """The nearest card that fits and can be followed by a trick, or 0."""
        if pile < 2:
            return above(self.low & (self.low << 10) & ALL, self.high & (self.high << 10 | self.low >> 54), top)
        return below(self.low & (self.low >> 10 | (self.high << 54) & ALL), self.high & (self.high >> 10), top)

    def comes(self, card: int) -> bool:
        """Whether a card is still to come, from others or the draw pile."""
        if card < 2 or card > 99:
            return False
        return (self.to_come >> card & 1 if card < 64 else self.to_come_high >> (card - 64) & 1) != 0

    def step(self, top: int, card: int, pile: int) -> int:
        """What a card beyond the top costs."""
        cost = self.lost(top, card) + self.left_to[pile]
        if self.has(card - 10) or self.has(card + 10):  # parts two cards ten apart
            cost += self.pair
        if self.comes(top - 10 if pile < 2 else top + 10):
            cost += self.hope
        if self.comes(card - 10 if pile < 2 else card + 10):
            cost -= self.fresh
        return cost

    def jump(self, top: int, card: int, pile: int) -> int:
        """What lies between a top and a card beyond it; less than nothing if the card is behind."""
        return self.lost(top, card) if (card > top) == (pile < 2) else -self.regained(top, card)

    def lost(self, a: int, b: int) -> int:
        """What the cards between two numbers are worth to a pile that takes them now."""
        return (self.below[b] - self.below[a + 1] if a < b else self.below[a] - self.below[b + 1]) & LOST

    def regained(self, a: int, b: int) -> int:
        """… and to one more pile that would."""
        return (self.below[b] - self.below[a + 1] if a < b else self.below[a] - self.below[b + 1]) >> 16


def above(low: int, high: int, top: int) -> int:
    """The lowest card of a set above a number, or 0."""
    if top < 63:
        low &= ALL << (top + 1) & ALL
        if low:
            return bits.lowest(low)
        return 64 + bits.lowest(high) if high else 0
    high &= ALL << (top - 63) & ALL
    return 64 + bits.lowest(high) if high else 0


def below(low: int, high: int, top: int) -> int:
    """The highest card of a set below a number, or 0."""
    if top > 64:
        high &= (ONE << (top - 64)) - 1
        if high:
            return 64 + bits.highest(high)
        return bits.highest(low) if low else 0
    if top < 64:
        low &= (ONE << top) - 1
    return bits.highest(low) if low else 0
