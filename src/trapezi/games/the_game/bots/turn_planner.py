"""Plan whole turns of The Game, and simulate how a plan works out."""

from __future__ import annotations

from operator import itemgetter
from typing import Any

from trapezi.bots.budget import Clock
from trapezi.bots.policy import Policy, rollout
from trapezi.core.random import Stream
from trapezi.core.state import Moves
from trapezi.games.the_game import commands, endings, notation, phases
from trapezi.games.the_game.bots.greedy import Greedy
from trapezi.games.the_game.rules import Position

DEPTH = 6  # the most cards of a plan
WIDTHS = (10, 6, 4, 2, 2, 1)  # placements tried for the first card, the second …
PLANNING_SHARE = 0.5  # the part of the budget that planning may use
EXTRA_CARD_LIMIT = 60  # the most that a card beyond the minimum may cost
EXTRA_CARD_GAIN = 10  # the value of laying one more card, when plans are compared


class TurnPlanner:
    """Collects the turns that a hand can play, cheapest first by the costs of the greedy player."""

    __slots__ = ("clock", "greedy", "plans", "seat")

    def __init__(self) -> None:
        self.greedy = Greedy()
        self.plans: dict[Any, Any] = {}  # the cheapest (cost, moves) for each result: the piles and the hand after the turn
        self.seat = 0
        self.clock: Any = None

    def plan_turns(self, position: Position, seat: int, limit: int, clock: Clock) -> list[list[int]]:
        """Return up to `limit` turns, the greedy player's first. A turn that does not end by itself ends with END."""
        self.seat = seat
        self.clock = clock
        self.plans = {}
        self.add_plans_from(position, [], 0)
        greedy = self.extract_greedy_turn(position)
        others = [moves for _, moves in sorted(self.plans.values(), key=itemgetter(0))]
        return [greedy, *others[: limit - 1]]

    def extract_greedy_turn(self, position: Position) -> list[int]:
        """Return the greedy player's turn, and remove the plan with the same result from `plans`."""
        then: Position = position.clone()
        moves: list[int] = []
        while not moves or (then.phase == phases.TURN and then.laid > 0):
            moves.append(self.greedy.pick(then, self.seat, Stream(0)))
            then._apply(self.seat, moves[-1])
        self.plans.pop((then.tops, then.hands[2 * self.seat], then.hands[2 * self.seat + 1]), None)
        return moves

    def add_plans_from(self, position: Position, moves: list[int], cost: int) -> None:
        """Add every plan that begins with these moves."""
        legal = Moves()
        n = position.generate_moves(self.seat, legal)
        may_end = n > 0 and legal.items[n - 1] == notation.END
        if may_end:
            n -= 1
            self.add_plan(position, [*moves, notation.END], cost)
        depth = len(moves)
        if depth == DEPTH:
            return
        self.greedy.observe(position, self.seat)
        self.greedy.price_options(position.tops)
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
            if then.has_pending_command() and not then.can_finish(commands.LIGHTNING, then.fires, 0):
                continue
            ends = then.turn_ends_with(move >> 2)
            if not ends and not then.can_finish(commands.LIGHTNING, then.fires, then.minimum()):
                continue
            tried += 1
            if ends:
                self.add_plan(then, [*moves, move], cost + price - EXTRA_CARD_GAIN)
            else:
                self.add_plans_from(then, [*moves, move], cost + price - EXTRA_CARD_GAIN)

    def add_plan(self, then: Position, moves: list[int], cost: int) -> None:
        """Add a plan, unless an equally cheap or cheaper plan has the same result."""
        key = (then.tops, then.hands[2 * self.seat], then.hands[2 * self.seat + 1])
        if key not in self.plans or cost < self.plans[key][0]:
            self.plans[key] = (cost, moves)


def turn_key(position: Position, seat: int) -> tuple[int, ...]:
    """Return a key that identifies this moment of a seat's turn: tops, hand and cards left."""
    return (position.tops, position.hands[2 * seat], position.hands[2 * seat + 1], position.cards_left)


def turn_key_after(position: Position, seat: int, move: int) -> tuple[int, ...]:
    """Return the `turn_key` after a move."""
    then: Position = position.clone()
    if move < notation.END:
        then.place_card(move)
    return turn_key(then, seat)


def simulate_plan(world: Position, seat: int, plan: list[int], policies: list[Policy], seed: int, win_bonus: int) -> float:
    """Play a plan and then the rest of the game; return the number of cards laid, plus a bonus for a win."""
    then: Position = world.clone()
    for move in plan:
        then._apply(seat, move)
    rng = Stream(seed)
    rollout(then, policies, rng, rng)
    return then.score(seat) + (win_bonus if then.ending == endings.WON else 0)
