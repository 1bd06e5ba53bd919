"""The Game, one step ahead: the placement that jumps over the fewest cards still to come, ten apart kept together."""

from __future__ import annotations

from trapezi.bots.policy import Policy
from trapezi.games.the_game.rules import Position
from trapezi.law import bits
from trapezi.law.contract import State
from trapezi.law.random import Stream

ONE = 1
ALL = 0xFFFFFFFFFFFFFFFF
PILES = 4
WON = 1
NODES = 300  # placements tried for a last hand
END = 400
FAR = 10000  # the cost of what cannot be laid

STOP = 1  # what a card says, as bits of its mark
SKULL = 2
NO_TRICK = 16
ONE_PILE = 32
DRAW_ONE = 64
FIRE = 128

# Costs are in twentieths of a card that no other pile would take.
CARD = 20
MINE = 1024
GAIN = 20  # what a trick is worth by itself


class Greedy(Policy):
    """Also the policy of the expert's rollouts, so it is quick."""

    __slots__ = ("below", "cheap", "high", "low", "nodes", "own", "pair", "slack", "spare", "tops")

    def __init__(self) -> None:
        super().__init__()
        self.low = 0  # the hand
        self.high = 0
        self.below = [0] * 102  # by number: how many cards below it are still to be laid, and times MINE those of this hand
        self.tops = 0
        self.nodes = 0  # placements still to be tried for a last hand
        self.cheap = 6  # what one card more than needed may cost
        self.pair = 10  # a card whose partner ten away stays behind
        self.spare = 5  # what a jumped card costs less for every other pile that takes it
        self.own = 10  # … and more if it is in the own hand
        self.slack = 0  # how much dearer than the best a first card may be to be looked at with its second

    def alone(self) -> None:
        """Without others to wait for, patience pays more. All these numbers are the best of many tried."""
        self.cheap = -5
        self.pair = 5
        self.spare = 6
        self.own = 5
        self.slack = 60

    def pick(self, state: State, seat: int, rng: Stream) -> int:
        position: Position = state  # type: ignore[assignment]
        self.look_at(position, seat)
        if position.players == 1 and position.left == 0:
            self.nodes = NODES
            move = self.finish(self.low, self.high, position)
            if move >= 0:
                return move
        if position.cards.played or position.cards.mark[22]:  # commands, or fire cards
            if position.players > 1:
                self.cheap = CARD
            return self.careful(position, seat)
        return self.plain(position)

    def look_at(self, position: Position, seat: int) -> None:
        """What this seat knows: its hand, and the cards that it sees nowhere."""
        if position.players == 1:
            self.alone()
        self.low = position.hands[2 * seat]
        self.high = position.hands[2 * seat + 1]
        low = position.unseen[0]
        high = position.unseen[1]
        for other in range(position.players):
            if other != seat:
                low |= position.hands[2 * other]
                high |= position.hands[2 * other + 1]
        low |= self.low
        high |= self.high
        self.tops = position.tops
        count = 0
        hand = self.low
        for card in range(2, 64):
            self.below[card] = count
            count += (low >> card & 1) + (hand >> card & 1) * MINE
        hand = self.high
        for card in range(37):
            self.below[64 + card] = count
            count += (high >> card & 1) + (hand >> card & 1) * MINE

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

    # -- without commands ----------------------------------------------------------------------------------------------

    def plain(self, position: Position) -> int:
        """The cheapest of: one card, or two ten apart that return where a single one would go."""
        needed = position.minimum() - position.laid
        best = END
        least = FAR
        twin = END
        twins = FAR
        for pile in range(PILES):
            top = position.tops >> 7 * pile & 127
            card = self.behind(top, pile)
            if card:  # a trick wins back what lies between
                cost = self.jump(top, card, pile) - GAIN
                if needed > 1 and cost - self.slack < least:
                    cost += self.second(position.tops, card * 4 + pile)
                if cost < least:
                    least = cost
                    best = card * 4 + pile
            card = self.next(top, pile)
            if card:
                cost = self.jump(top, card, pile) + self.broken(card)
                if needed > 1 and cost - self.slack < least:
                    cost += self.second(position.tops, card * 4 + pile)
                if cost < least:
                    least = cost
                    best = card * 4 + pile
            card = self.next_pair(top, pile)
            if card:
                cost = self.jump(top, card - 10 if pile < 2 else card + 10, pile)
                if cost < twins:
                    twins = cost
                    twin = card * 4 + pile
        if needed <= 0:
            if twins <= least and twins <= self.cheap:
                return twin
            return best if least <= self.cheap else END
        return twin if twins < least else best

    def second(self, tops: int, first: int) -> int:
        """What the cheapest card after a first one costs."""
        card = first >> 2
        pile = first & 3
        low = self.low
        high = self.high
        tops = tops & ~(127 << 7 * pile) | card << 7 * pile
        if card < 64:
            self.low &= ~(ONE << card)
        else:
            self.high &= ~(ONE << (card - 64))
        least = FAR
        for pile in range(PILES):
            top = tops >> 7 * pile & 127
            card = self.behind(top, pile)
            if card:
                cost = self.jump(top, card, pile) - GAIN
                if cost < least:
                    least = cost
            card = self.next(top, pile)
            if card:
                cost = self.jump(top, card, pile) + self.broken(card)
                if cost < least:
                    least = cost
            card = self.next_pair(top, pile)
            if card:
                cost = self.jump(top, card - 10 if pile < 2 else card + 10, pile)
                if cost < least:
                    least = cost
        self.low = low
        self.high = high
        return least

    # -- with commands -------------------------------------------------------------------------------------------------

    def careful(self, position: Position, seat: int) -> int:
        """The cheapest placement that breaks no command and keeps the minimum within reach."""
        n = position.fill(seat, self.moves)
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
        position.fill(seat, self.moves)
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
            cost = self.jump(top, card, pile) - GAIN
        else:
            partner = card - 10 if pile < 2 else card + 10
            if self.has(partner) and position.back and not mark & (NO_TRICK | STOP):
                gap -= 10
                cost = self.jump(top, partner, pile) if gap > 0 else -CARD
            else:
                cost = self.jump(top, card, pile) + self.broken(card)
        if mark & SKULL:  # covered at once, by the next card on this pile
            cover = self.next(card, pile)
            cost += self.jump(card, cover, pile) if cover else 6 * CARD
        elif position.laid + 1 < position.minimum() and not mark & STOP:
            cost += self.second(position.tops, move) // 2
        if mark & STOP and position.laid == 0:
            cost -= CARD // 2
        return cost + visible(mark) - visible(under)

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

    def broken(self, card: int) -> int:
        """What it costs to part two cards ten apart."""
        return self.pair if self.has(card - 10) or self.has(card + 10) else 0

    def jump(self, top: int, card: int, pile: int) -> int:
        """What lies between a top and a card beyond it; less than nothing if the card is behind."""
        if (card > top) == (pile < 2):
            return self.lost(top, card, pile) if pile < 2 else self.lost(card, top, pile)
        return -self.lost(card, top, pile) if pile < 2 else -self.lost(top, card, pile)

    def lost(self, a: int, b: int, pile: int) -> int:
        """What the cards between two numbers are worth to a pile: the more, the fewer other piles take them."""
        between = self.below[b] - self.below[a + 1]
        if between == 0:
            return 0
        worth = CARD * (between % MINE) + self.own * (between // MINE)
        for other in range(PILES):
            if other != pile:
                top = self.tops >> 7 * other & 127
                if other < 2:
                    if top < b:
                        worth -= self.spare * self.inside(top if top > a else a, b)
                elif top > a:
                    worth -= self.spare * self.inside(a, top if top < b else b)
        return worth

    def inside(self, a: int, b: int) -> int:
        """How many cards still to be laid are between a and b, both excluded, for a < b."""
        return (self.below[b] - self.below[a + 1]) % MINE


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


def visible(mark: int) -> int:
    """What the others suffer from a card on top."""
    cost = 0
    if mark & NO_TRICK:
        cost += 10
    if mark & ONE_PILE:
        cost += 15
    if mark & DRAW_ONE:
        cost += 25
    if mark & FIRE:
        cost += 20
    return cost
