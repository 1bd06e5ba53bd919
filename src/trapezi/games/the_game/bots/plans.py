"""The Game: whole turns worth a thought, and how they turn out."""

from __future__ import annotations

from typing import Any

from trapezi.bots.budget import Clock
from trapezi.bots.policy import Policy, rollout
from trapezi.core.random import Stream
from trapezi.core.state import Moves
from trapezi.games.the_game.bots.greedy import Greedy
from trapezi.games.the_game.rules import Position

END = 400
CARDS = 98
STOP = 1
LIGHTNING = 7
WON = 1
TURN = 1
DEEP = 6  # cards of a planned turn
WIDE = (10, 6, 4, 2, 2, 1)  # placements looked at, card by card
HALF = 0.5  # of the budget may pass before the first trial
DEAR = 60  # what a card more than the minimum may cost
GAIN = 10  # what one card more is worth while plans are compared


class Planner:
    """Collects the turns that a hand can make, the cheapest ones by the greedy player's prices."""

    __slots__ = ("clock", "found", "greedy", "seat")

    def __init__(self) -> None:
        self.greedy = Greedy()
        self.found: dict[Any, Any] = {}
        self.seat = 0
        self.clock: Any = None

    def plans(self, position: Position, seat: int, most: int, clock: Clock) -> list[list[int]]:
        """At most so many turns from here on, the greedy player's first; END stands where a turn does not end by itself."""
        self.seat = seat
        self.clock = clock
        self.found = {}
        self.extend(position, [], 0)
        usual = self.usual(position)
        ranked = [moves for _, moves in sorted(self.found.values(), key=first)]
        return [usual, *ranked[: most - 1]]

    def usual(self, position: Position) -> list[int]:
        """The turn that the greedy player makes; no other one then leads to the same."""
        then: Position = position.clone()
        moves: list[int] = []
        while not moves or (then.phase == TURN and then.laid > 0):
            moves.append(self.greedy.pick(then, self.seat, Stream(0)))
            then._apply(self.seat, moves[-1])
        self.found.pop((then.tops, then.hands[2 * self.seat], then.hands[2 * self.seat + 1]), None)
        return moves

    def extend(self, position: Position, moves: list[int], cost: int) -> None:
        legal = Moves()
        n = position.generate_moves(self.seat, legal)
        may_end = n > 0 and legal.items[n - 1] == END
        if may_end:
            n -= 1
            self.keep(position, [*moves, END], cost)
        depth = len(moves)
        if depth == DEEP:
            return
        self.greedy.look_at(position, self.seat)
        self.greedy.look_on(position.tops)
        priced = []
        for k in range(n):
            priced.append((self.greedy.price(position, legal.items[k]), legal.items[k]))
        priced.sort()
        tried = 0
        for price, move in priced:
            if tried == WIDE[depth] or (may_end and price > DEAR) or (self.found and self.clock.fraction_used > HALF):
                break
            then: Position = position.clone()
            then.put(move)
            ends = (then.three and then.laid >= 3) or then.cards.mark[move >> 2] & STOP != 0 or then.rest == 0
            if then.pending() and not then.could(LIGHTNING, then.due, 0):
                continue
            if not ends and not then.could(LIGHTNING, then.due, then.minimum()):
                continue
            tried += 1
            if ends:
                self.keep(then, [*moves, move], cost + price - GAIN)
            else:
                self.extend(then, [*moves, move], cost + price - GAIN)

    def keep(self, then: Position, moves: list[int], cost: int) -> None:
        """One turn for each table and hand that it leads to."""
        key = (then.tops, then.hands[2 * self.seat], then.hands[2 * self.seat + 1])
        if key not in self.found or cost < self.found[key][0]:
            self.found[key] = (cost, moves)


def sign(position: Position, seat: int) -> tuple[int, ...]:
    """What tells a moment of somebody's turn from all others."""
    return (position.tops, position.hands[2 * seat], position.hands[2 * seat + 1], position.rest)


def sign_after(position: Position, seat: int, move: int) -> tuple[int, ...]:
    """The same for the moment after a card."""
    then: Position = position.clone()
    if move < END:
        then.put(move)
    return sign(then, seat)


def first(found: Any) -> Any:
    return found[0]


def tried(world: Position, seat: int, plan: list[int], policies: list[Policy], luck: int, bonus: int) -> float:
    """How a plan turns out in this world with this luck: cards laid, and a bonus for a win."""
    then: Position = world.clone()
    for move in plan:
        then._apply(seat, move)
    rng = Stream(luck)
    rollout(then, policies, rng, rng)
    return CARDS - then.rest + (bonus if then.fate == WON else 0)
