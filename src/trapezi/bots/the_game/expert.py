"""The Game, as well as we can: whole turns, tried out in worlds that agree with what the seat knows."""

from __future__ import annotations

from trapezi.bots.budget import Budget
from trapezi.bots.policy import Policy
from trapezi.bots.race import Trial, race
from trapezi.bots.seen import Seen
from trapezi.bots.the_game.greedy import Greedy
from trapezi.bots.the_game.plans import Planner, sign, sign_after, tried
from trapezi.games.the_game.rules import Position
from trapezi.law.random import Stream

USUAL = Budget(simulations=4000)
PLANS = 20  # turns that are tried out
BONUS = 60  # a win is worth so many cards


class Expert:
    """Chooses a turn as a whole and keeps to it: nothing new is learned before it ends."""

    game = "the_game"

    def __init__(self, budget: Budget | None = None) -> None:
        self.budget = budget or USUAL
        self.planner = Planner()
        self.plan: list[int] = []  # the rest of this turn
        self.expected: tuple[int, ...] = ()  # where the plan goes on

    def decide(self, seen: Seen, rng: Stream) -> int:
        position: Position = seen.like  # type: ignore[assignment]
        if not self.plan or self.expected != sign(position, seen.seat):
            self.plan = self.best(seen, position, rng)
        move = self.plan.pop(0)
        self.expected = sign_after(position, seen.seat, move)
        return move

    def best(self, seen: Seen, position: Position, rng: Stream) -> list[int]:
        """The best plan from here on."""
        clock = self.budget.begin()
        plans = self.planner.plans(position, seen.seat, PLANS, clock)
        if not plans:  # lost anyway
            return [seen.legal[0]]
        policies: list[Policy] = [Greedy() for _ in range(seen.game.players)]

        def world() -> Trial:
            state, luck = seen.resample(rng), rng.next64()
            return lambda way: tried(state, seen.seat, plans[way], policies, luck, BONUS)  # type: ignore[arg-type]

        return list(plans[race(len(plans), world, clock)])
