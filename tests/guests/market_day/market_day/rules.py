"""The rules of Market Day: in each of seven rounds, everybody secretly bids one coin for a crate of fruit.

The highest coin takes a good crate, the lowest coin a rotten one. Coins are numbered 1 to 60 and differ, so no bid ties.
"""

from __future__ import annotations

from typing import Any

from market_day.deck import FRUITS, ROUNDS
from trapezi.core import bits
from trapezi.core.errors import Reason
from trapezi.core.random import Stream
from trapezi.core.score_lines import ScoreLine, score_line
from trapezi.core.special_seats import NATURE
from trapezi.core.state import Moves, State

COINS = 60
HAND = 4
PAIR = 3  # the points for two crates of the same fruit

# The move n - 1 bids coin n. The next two moves are shouts. Outcomes draw a coin or turn up a crate.
HIGH, LOW = COINS, COINS + 1
DRAW = COINS + 2
CRATE = DRAW + COINS
SHOUTS = {HIGH: "high", LOW: "low"}
NONE = -1

DEALING, ARRIVAL, BIDDING, END = "dealing", "arrival", "bidding", "end"


class Market(State):
    """A position of Market Day. Coins and crates are sets of bits: bit n is coin n + 1, or crate n of the deck."""

    FIELDS = ("phase", "round", "pile", "crate", "coins", "hands", "bids", "last", "taken", "shouts")
    game: Any

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.phase = DEALING
        self.round = 0
        self.pile = game.pile
        self.crate = NONE
        self.coins = (1 << COINS) - 1
        self.hands = [0] * self.players
        self.bids = [NONE] * self.players
        self.last = [NONE] * self.players  # the bids of the previous round
        self.taken = [0] * self.players
        self.shouts = [NONE] * self.players

    # -- NATURE ----------------------------------------------------------------------------------------------------------

    def drawer(self) -> int:
        """Return the first seat whose hand is not full."""
        return next((seat for seat, hand in enumerate(self.hands) if bits.count(hand) < HAND), NONE)

    def chance_count(self) -> int:
        return bits.count(self.coins if self.phase == DEALING else self.pile)

    def chance_outcome(self, k: int) -> int:
        return DRAW + bits.nth_member(self.coins, k) if self.phase == DEALING else CRATE + bits.nth_member(self.pile, k)

    # -- legal moves -----------------------------------------------------------------------------------------------------

    def generate_moves(self, seat: int, moves: Moves) -> int:
        moves.size = 0
        for coin in bits.members(self.hands[seat]):
            moves.add(coin)
        return moves.size

    def is_legal(self, seat: int, move: int) -> bool:
        if seat != NATURE:
            return move < COINS and self.hands[seat] >> move & 1 == 1
        drawable, first = (self.coins, DRAW) if self.phase == DEALING else (self.pile, CRATE)
        return move >= first and drawable >> (move - first) & 1 == 1

    def generate_signals(self, seat: int, moves: Moves) -> int:
        moves.size = 0
        if self.phase == BIDDING and self.shouts[seat] == NONE:
            moves.add(HIGH)
            moves.add(LOW)
        return moves.size

    def rejection_reason(self, seat: int, move: int) -> Reason:
        if move in SHOUTS:
            return Reason("market_day.shouted" if self.phase == BIDDING else "market_day.no-shout")
        if seat != NATURE:
            return Reason("market_day.not-in-hand", {"coin": move + 1})
        return Reason("market_day.not-in-pile", {"what": self.game.text(move)})

    # -- play ------------------------------------------------------------------------------------------------------------

    def _apply(self, seat: int, move: int) -> bool:
        if seat == NATURE:
            self.arrive(move) if self.phase == ARRIVAL else self.draw(move - DRAW)
            return True
        if move in SHOUTS:
            self.shouts[seat] = move
            return False
        self.bids[seat] = move
        self.waiting &= ~(1 << seat)
        if self.waiting:
            return False
        self.sell()
        return True

    def draw(self, coin: int) -> None:
        self.hands[self.drawer()] |= 1 << coin
        self.coins &= ~(1 << coin)
        if self.drawer() == NONE:
            self.phase = ARRIVAL

    def arrive(self, move: int) -> None:
        """Turn up a crate, and wait for the bids of all players."""
        self.crate = move - CRATE
        self.pile &= ~(1 << self.crate)
        self.phase = BIDDING
        self.round += 1
        self.shouts = [NONE] * self.players
        self.waiting = (1 << self.players) - 1

    def sell(self) -> None:
        """Give the crate to one player after all have bid, and remove the coins of all bids."""
        best = max if self.game.deck.crates[self.crate][1] > 0 else min
        buyer = self.bids.index(best(self.bids))
        self.taken[buyer] |= 1 << self.crate
        for seat, coin in enumerate(self.bids):
            self.hands[seat] &= ~(1 << coin)
        self.last, self.bids = self.bids, [NONE] * self.players
        self.crate = NONE
        self.over = self.round == ROUNDS
        self.phase = END if self.over else DEALING

    # -- score -----------------------------------------------------------------------------------------------------------

    def score(self, seat: int) -> int:
        return sum(line.points for line in self.score_lines(seat))

    def score_lines(self, seat: int) -> list[ScoreLine]:
        crates = self.crates(self.taken[seat])
        lines = [score_line(crate["value"], "market_day.score.crate", fruit=crate["fruit"]) for crate in crates]
        for fruit in FRUITS:
            if pairs := sum(crate["fruit"] == fruit for crate in crates) // 2:
                lines.append(score_line(pairs * PAIR, "market_day.score.pairs", fruit=fruit, pairs=pairs))
        return lines

    def ranking_key(self, seat: int) -> tuple[int, ...]:
        """Return the points, then the tie-break: the player with fewer crates wins."""
        return self.score(seat), -bits.count(self.taken[seat])

    def crates(self, numbers: int) -> list[dict[str, Any]]:
        return [self.game.deck.crate(n) for n in bits.members(numbers)]

    # -- view ------------------------------------------------------------------------------------------------------------

    def public_board(self) -> dict[str, Any]:
        return {
            "phase": self.phase,
            "round": self.round,
            "rounds": ROUNDS,
            "crate": None if self.crate == NONE else self.game.deck.crate(self.crate),
            "pile": bits.count(self.pile),
            "coins": bits.count(self.coins),
            "seats": [
                {
                    "cards": bits.count(self.hands[seat]),
                    "last": self.last[seat] + 1 or None,
                    "shout": SHOUTS.get(self.shouts[seat]),
                    "crates": self.crates(self.taken[seat]),
                }
                for seat in range(self.players)
            ],
        }

    def private_part_of_board(self, seat: int) -> dict[str, Any]:
        if seat < 0:
            return {}
        return {"hand": [coin + 1 for coin in bits.members(self.hands[seat])], "bid": self.bids[seat] + 1 or None}

    def redact(self, viewer: int, seat: int, move: int) -> dict[str, Any]:
        """Return a move as a viewer may see it: only the player who draws a coin sees it."""
        if seat != NATURE or self.phase != DEALING:
            description: dict[str, Any] = self.game.describe(move)
            return description
        drawer = self.drawer()
        return {"kind": "drawn", "to": drawer, **({"coin": move - DRAW + 1} if viewer == drawer else {})}

    def resample_hidden(self, seat: int, rng: Stream) -> None:
        others = [other for other in range(self.players) if other != seat]
        for other in others:
            self.coins |= self.hands[other]
        for other in others:
            n, self.hands[other] = bits.count(self.hands[other]), 0
            for _ in range(n):
                coin = bits.nth_member(self.coins, rng.below(bits.count(self.coins)))
                self.coins &= ~(1 << coin)
                self.hands[other] |= 1 << coin
            if self.bids[other] != NONE:
                self.bids[other] = bits.nth_member(self.hands[other], rng.below(n))
