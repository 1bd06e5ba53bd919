"""The strongest bot of The Game. It plans whole turns and compares them by simulated games."""

from __future__ import annotations

from typing import ClassVar

from trapezi.bots.budget import Budget
from trapezi.bots.observation import Observation
from trapezi.bots.policy import Policy
from trapezi.bots.sequential_halving import RewardFunction, sequential_halving
from trapezi.core.random import Stream
from trapezi.games.the_game import phases
from trapezi.games.the_game.bots.greedy import Greedy, wish_to_start
from trapezi.games.the_game.bots.signals import choose_signal, swap_cards_to_match_signals
from trapezi.games.the_game.bots.turn_planner import TurnPlanner, simulate_plan, turn_key, turn_key_after
from trapezi.games.the_game.rules import Position

TEAM_BUDGET = Budget(simulations=3000)
SOLO_BUDGET = Budget(simulations=5000)  # This budget is larger because luck matters more in a solo game.
PLANS = 20  # The number of plans (whole turns) that are compared.
WIN_BONUS = 60  # A win counts as much as this many laid cards.
MARGIN = 1.0  # A plan replaces the turn of the greedy bot only if it is better by this many standard errors.


class Expert:
    """Plans a whole turn and then plays it move by move, because nothing new becomes known before the turn ends."""

    game = "the_game"
    talks: ClassVar[bool] = True

    def __init__(self, budget: Budget | None = None) -> None:
        self.budget = budget
        self.planner = TurnPlanner()
        self.plan: list[int] = []  # The moves of this turn that are still to be played.
        self.expected: tuple[int, ...] = ()  # The `turn_key` before the next move of the plan; if it differs, plan again.

    def decide(self, observation: Observation, rng: Stream) -> int:
        position: Position = observation.sample  # type: ignore[assignment]
        if position.phase == phases.STARTING:
            return wish_to_start(position, observation.seat)
        if not self.plan or self.expected != turn_key(position, observation.seat):
            self.plan = self.best_plan(observation, rng)
        move = self.plan.pop(0)
        self.expected = turn_key_after(position, observation.seat, move)
        return move

    def signal(self, observation: Observation, rng: Stream) -> int | None:
        signal = choose_signal(observation.sample, observation.seat) if self.talks else -1  # type: ignore[arg-type]
        return signal if signal >= 0 else None

    def best_plan(self, observation: Observation, rng: Stream) -> list[int]:
        """Return the moves of the turn that does best in simulated games."""
        clock = (self.budget or (TEAM_BUDGET if observation.game.players > 1 else SOLO_BUDGET)).start_clock()
        plans = self.planner.plan_turns(observation.sample, observation.seat, PLANS, clock)  # type: ignore[arg-type]
        players = [Greedy() for _ in range(observation.game.players)]
        for player in players:
            player.assume_signals = self.talks and len(players) > 1
        policies: list[Policy] = list(players)

        def sample_reward_function() -> RewardFunction:
            """Sample a position, and return the function that simulates the n-th plan in it."""
            state, seed = observation.resample(rng), rng.next64()
            swap_cards_to_match_signals(state, observation.seat, rng)  # type: ignore[arg-type]
            return lambda n: simulate_plan(state, observation.seat, plans[n], policies, seed, WIN_BONUS)  # type: ignore[arg-type]

        return list(plans[sequential_halving(len(plans), sample_reward_function, clock, MARGIN)])


class Silent(Expert):
    """The expert for a team that does not signal: `--bot trapezi.games.the_game.bots.expert:Silent`."""

    talks = False
