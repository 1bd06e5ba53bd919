"""The Game, as well as we can: whole turns, tried out in worlds that agree with what the seat knows."""

from __future__ import annotations

from typing import ClassVar

from trapezi.bots.budget import Budget
from trapezi.bots.observation import Observation
from trapezi.bots.policy import Policy
from trapezi.bots.sequential_halving import Trial, sequential_halving
from trapezi.core.random import Stream
from trapezi.games.the_game.bots.greedy import Greedy
from trapezi.games.the_game.bots.plans import Planner, sign, sign_after, tried
from trapezi.games.the_game.bots.signals import heed, to_say
from trapezi.games.the_game.rules import Position

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

    def decide(self, observation: Observation, rng: Stream) -> int:
        position: Position = observation.sample  # type: ignore[assignment]
        if not self.plan or self.expected != sign(position, observation.seat):
            self.plan = self.best(observation, position, rng)
        move = self.plan.pop(0)
        self.expected = sign_after(position, observation.seat, move)
        return move

    def signal(self, observation: Observation, rng: Stream) -> int | None:
        said = to_say(observation.sample, observation.seat) if self.talks else -1  # type: ignore[arg-type]
        return said if said >= 0 else None

    def best(self, observation: Observation, position: Position, rng: Stream) -> list[int]:
        """The best plan from here on."""
        clock = (self.budget or (USUAL if observation.game.players > 1 else ALONE)).begin()
        plans = self.planner.plans(position, observation.seat, PLANS, clock)
        players = [Greedy() for _ in range(observation.game.players)]
        for player in players:
            player.talk = self.talks and len(players) > 1
        policies: list[Policy] = list(players)

        def world() -> Trial:
            state, luck = observation.resample(rng), rng.next64()
            heed(state, observation.seat, rng)  # type: ignore[arg-type]
            return lambda way: tried(state, observation.seat, plans[way], policies, luck, BONUS)  # type: ignore[arg-type]

        return list(plans[sequential_halving(len(plans), world, clock, DOUBT)])


class Silent(Expert):
    """The same without a word, in a team that agreed not to talk: `--bot trapezi.games.the_game.bots.expert:Silent`."""

    talks = False
