"""Plan whole turns of The Game, and simulate games that begin with a plan."""

from __future__ import annotations

from operator import itemgetter
from typing import Any

from trapezi.bots.budget import Clock
from trapezi.bots.policy import Policy, rollout
from trapezi.core.random import Stream
from trapezi.core.state import Moves
from trapezi.games.the_game import command_bits, endings, notation, phases
from trapezi.games.the_game.bots.greedy import Greedy
from trapezi.games.the_game.rules import Position

DEPTH = 6  # The maximum number of cards in a plan.
WIDTHS = (10, 6, 4, 2, 2, 1)  # How many placements are tried for the first card of a plan, for the second card, and so on.
PLANNING_SHARE = 0.5  # Planning may use at most this fraction of the budget.
EXTRA_CARD_LIMIT = 60  # A card beyond the minimum of the turn may cost at most this.
EXTRA_CARD_GAIN = 10  # When plans are compared, each card reduces the cost of its plan by this.


class TurnPlanner:
    """Finds the turns that a hand can play, and orders them by the costs that the greedy bot assigns to their cards."""

    __slots__ = ("clock", "greedy", "plans", "seat")

    def __init__(self) -> None:
        self.greedy = Greedy()
        # plans[turn_key] has the cost and the moves of the cheapest plan after which the position has this `turn_key`.
        self.plans: dict[Any, Any] = {}
        self.seat = 0
        self.clock: Any = None

    def plan_turns(self, position: Position, seat: int, limit: int, clock: Clock) -> list[list[int]]:
        """Return up to `limit` turns as lists of moves, the greedy bot's turn first. END is added where a turn needs it."""
        self.seat = seat
        self.clock = clock
        self.plans = {}
        self.add_plans_after(position, [], 0)
        then: Position = position.clone()
        greedy_turn = self.play_greedy_turn(then)
        self.plans.pop(turn_key(then, seat), None)  # A plan with the same result as the greedy bot's turn is not needed.
        others = [moves for _, moves in sorted(self.plans.values(), key=itemgetter(0))]
        return [greedy_turn, *others[: limit - 1]]

    def play_greedy_turn(self, position: Position) -> list[int]:
        """Play a whole turn of the greedy bot in this position. Return its moves."""
        moves: list[int] = []
        while not moves or (position.phase == phases.TURN and position.laid > 0):
            moves.append(self.greedy.pick(position, self.seat, Stream(0)))
            position._apply(self.seat, moves[-1])
        return moves

    def add_plans_after(self, position: Position, moves: list[int], cost: int) -> None:
        """Add to `plans` the plans that begin with `moves`. These moves have led to `position`, and `cost` is their cost."""
        legal = Moves()
        n = position.generate_moves(self.seat, legal)
        may_end = n > 0 and legal.items[n - 1] == notation.END
        if may_end:
            n -= 1
            self.add_plan_if_cheapest(position, [*moves, notation.END], cost)
        depth = len(moves)
        if depth == DEPTH:
            return
        self.greedy.read_position(position, self.seat)
        self.greedy.price_continuations(position.tops)
        priced = []
        for k in range(n):
            priced.append((self.greedy.placement_cost(position, legal.items[k]), legal.items[k]))
        priced.sort()
        tried = 0
        for price, move in priced:
            if (
                tried == WIDTHS[depth]
                or (may_end and price > EXTRA_CARD_LIMIT)
                or (self.plans and self.clock.fraction_used > PLANNING_SHARE)
            ):
                break
            then: Position = position.clone()
            then.place_card(move)
            ends = then.turn_ends_with(move >> 2)
            if not ends or then.has_pending_command():
                minimum = 0 if ends else then.turn_minimum()
                if not then.can_finish_turn(command_bits.LIGHTNING, then.fires, minimum):
                    continue
            tried += 1
            if ends:
                self.add_plan_if_cheapest(then, [*moves, move], cost + price - EXTRA_CARD_GAIN)
            else:
                self.add_plans_after(then, [*moves, move], cost + price - EXTRA_CARD_GAIN)

    def add_plan_if_cheapest(self, result: Position, moves: list[int], cost: int) -> None:
        """Add a plan to `plans`, unless another plan with the same result is cheaper or equally cheap."""
        key = turn_key(result, self.seat)
        if key not in self.plans or cost < self.plans[key][0]:
            self.plans[key] = (cost, moves)


def turn_key(position: Position, seat: int) -> tuple[int, ...]:
    """Return a key that is equal for equal moments of a seat's turn: the tops, the seat's hand, and the number of cards left."""
    return (position.tops, position.hands[2 * seat], position.hands[2 * seat + 1], position.cards_left)


def turn_key_after(position: Position, seat: int, move: int) -> tuple[int, ...]:
    """Return the `turn_key` after a move."""
    then: Position = position.clone()
    if move < notation.END:
        then.place_card(move)
    return turn_key(then, seat)


def simulate_plan(world: Position, seat: int, plan: list[int], policies: list[Policy], seed: int, win_bonus: int) -> float:
    """Play a plan and the rest of the game in a copy of `world`. Return the number of cards laid, plus a bonus for a win."""
    then: Position = world.clone()
    for move in plan:
        then._apply(seat, move)
    rng = Stream(seed)
    rollout(then, policies, rng, rng)
    return then.score(seat) + (win_bonus if then.ending == endings.WON else 0)
