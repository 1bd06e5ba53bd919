"""The Game, as well as we can: whole turns, tried out in worlds that agree with what the seat knows."""

from __future__ import annotations

from collections.abc import Sequence

from trapezi.bots.budget import Budget
from trapezi.bots.policy import Policy
from trapezi.bots.race import race
from trapezi.bots.seen import Seen
from trapezi.bots.the_game.greedy import Greedy
from trapezi.bots.the_game.plans import Planner, outcomes, sign, sign_after
from trapezi.games.the_game.rules import Position
from trapezi.law.random import Stream

USUAL = Budget(simulations=4000)
PLANS = 20
BONUS = 60


class Expert:
    """Chooses a turn as a whole and keeps to it: nothing new is learned before it ends."""

    game = "the_game"

    def __init__(self, budget: Budget | None = None, plans: int = PLANS, bonus: int = BONUS) -> None:
        self.budget = budget or USUAL
        self.most = plans
        self.bonus = bonus
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
        plans = self.planner.plans(position, seen.seat, self.most)
        if not plans:  # lost anyway
            return [seen.legal[0]]
        policies: list[Policy] = [Greedy() for _ in range(seen.game.players)]

        def trial(alive: Sequence[int]) -> Sequence[float]:
            world: Position = seen.resample(rng)  # type: ignore[assignment]
            return outcomes(world, seen.seat, plans, alive, policies, rng.next64(), self.bonus)

        return list(plans[race(len(plans), trial, self.budget.begin())])
