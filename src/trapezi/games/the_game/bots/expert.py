"""The Game, as well as we can: whole turns, tried out in worlds that agree with what the seat knows."""

from __future__ import annotations

from typing import ClassVar

from trapezi.bots.budget import Budget
from trapezi.bots.policy import Policy
from trapezi.bots.sequential_halving import Trial, race
from trapezi.bots.observation import Seen
from trapezi.games.the_game.bots.greedy import Greedy
from trapezi.games.the_game.bots.plans import Planner, sign, sign_after, tried
from trapezi.games.the_game.bots.signals import heed, to_say
from trapezi.games.the_game.rules import Position
from trapezi.core.random import Stream

USUAL = Budget(simulations=3000)
ALONE = Budget(simulations=5000)  # one player's turn tells less from luck
PLANS = 20  # turns that are tried out
BONUS = 60  # a win is worth so many cards
DOUBT = 1.0  # standard errors by which a turn must be better than the greedy player's


class Expert:
    """Chooses a turn as a whole and keeps to it: nothing new is learned before it ends."""

    game = "the_game"
    talks: ClassVar[bool] = True

    def __init__(self, budget: Budget | None = None) -> None:
        self.budget = budget
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

    def signal(self, seen: Seen, rng: Stream) -> int | None:
        said = to_say(seen.like, seen.seat) if self.talks else -1  # type: ignore[arg-type]
        return said if said >= 0 else None

    def best(self, seen: Seen, position: Position, rng: Stream) -> list[int]:
        """The best plan from here on."""
        clock = (self.budget or (USUAL if seen.game.players > 1 else ALONE)).begin()
        plans = self.planner.plans(position, seen.seat, PLANS, clock)
        players = [Greedy() for _ in range(seen.game.players)]
        for player in players:
            player.talk = self.talks and len(players) > 1
        policies: list[Policy] = list(players)

        def world() -> Trial:
            state, luck = seen.resample(rng), rng.next64()
            heed(state, seen.seat, rng)  # type: ignore[arg-type]
            return lambda way: tried(state, seen.seat, plans[way], policies, luck, BONUS)  # type: ignore[arg-type]

        return list(plans[race(len(plans), world, clock, DOUBT)])


class Silent(Expert):
    """The same without a word, in a team that agreed not to talk: `--bot trapezi.games.the_game.bots.expert:Silent`."""

    talks = False
