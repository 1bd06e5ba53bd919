"""Search over any game of the contract: what is hidden is drawn anew for every simulation, then the game is played out."""

from __future__ import annotations

import math

from trapezi.bots.budget import Budget
from trapezi.bots.policy import Policy, rollout
from trapezi.bots.seen import Seen
from trapezi.law.contract import State
from trapezi.law.random import Stream

USUAL = Budget(simulations=400)


class Search:
    """Tries the moves that look best so far (UCB), each in a world of its own, and takes the one tried most."""

    def __init__(self, budget: Budget | None = None) -> None:
        self.budget = budget or USUAL

    def decide(self, seen: Seen, rng: Stream) -> int:
        moves, seat = seen.legal, seen.seat
        if len(moves) == 1:
            return moves[0]
        tries, sums = [0] * len(moves), [0.0] * len(moves)
        policies = [Policy() for _ in range(seen.game.players)]
        clock = self.budget.begin()
        while clock.left():
            arm = promising(tries, sums)
            world = seen.resample(rng)
            world.play(seat, moves[arm])
            rollout(world, policies, rng, rng)
            tries[arm] += 1
            sums[arm] += worth(world, seat)
        return moves[max(range(len(moves)), key=lambda arm: (tries[arm], sums[arm]))]


def promising(tries: list[int], sums: list[float]) -> int:
    total = sum(tries) + 1
    return max(
        range(len(tries)), key=lambda a: math.inf if not tries[a] else sums[a] / tries[a] + math.sqrt(math.log(total) / tries[a])
    )


def worth(end: State, seat: int) -> float:
    """From 0 to 1: rank, and a little of the points' lead."""
    outcome = end.result()
    points = end.score(seat)
    if outcome.won is not None:
        return (1.0 if outcome.won else 0.0) + points / 200
    rivals = [end.score(s) for s in range(end.players) if s != seat]
    lead = points - max(rivals) if rivals else points
    return (1.0 if seat in outcome.winners else 0.0) / len(outcome.winners) + math.tanh(lead / 50) / 2
