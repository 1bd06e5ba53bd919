"""Search for the end of a game of Qwixx: play out the best moves many times, each with the same dice."""

from __future__ import annotations

from typing import Any

from trapezi.bots.budget import Budget, Clock
from trapezi.bots.policy import Policy
from trapezi.core import seats
from trapezi.core.random import Stream
from trapezi.core.state import State
from trapezi.games.qwixx import sheet
from trapezi.games.qwixx.bots.evaluate import Evaluator
from trapezi.games.qwixx.bots.row_values import row_values
from trapezi.games.qwixx.layout import Layout
from trapezi.games.qwixx.rules import Position

MOST = 5  # moves that a search compares
CLOSE = 6.0  # moves that promise this much less than the best one are not searched
TRUST = 50.0  # the evaluation counts as much as this number of simulations
LATE = 8.0  # with more rolls to come, the evaluation is as good as a search


class Searcher(Policy):
    """Decides by evaluation, or by comparing the best moves over the same rolls."""

    __slots__ = ("budget", "candidates", "counts", "evaluator", "evaluator_key", "sums")

    def __init__(self, budget: Budget) -> None:
        super().__init__()
        self.budget = budget
        self.evaluator = Evaluator(1, None, None)
        self.evaluator_key = ("", 0)  # the layout and the number of players that the evaluator is for
        self.candidates = [0] * 5
        self.sums = [0.0] * 5
        self.counts = [0] * 5

    def pick(self, state: State, seat: int, rng: Stream) -> int:
        position: Any = state
        return self.choose(position, seat, rng)

    def choose(self, state: Position, seat: int, rng: Stream) -> int:
        if self.evaluator_key != (state.layout.name, state.players):
            self.evaluator_key = (state.layout.name, state.players)
            self.evaluator = self.evaluator_for(state.layout, state.players)
        best = self.evaluator.decide(state, seat)
        if self.budget.simulations == 1 or self.evaluator.rolls > LATE or self.evaluator.exact:
            return best
        return self.search(state, seat, rng, self.budget.begin())

    def evaluator_for(self, layout: Layout, players: int) -> Evaluator:
        return Evaluator(players, None, row_values(layout.name, players))

    # -- search --------------------------------------------------------------------------------------------------------

    def search(self, state: Position, seat: int, rng: Stream, clock: Clock) -> int:
        """Compare the best moves over the same rolls, dropping the worst from time to time."""
        n = self.find_candidates()
        if n == 1:
            return self.candidates[0]
        rounds = 0
        while n > 1 and clock.spend(n):
            world: Any = state.clone()
            world.resample_hidden(seat, rng)
            key = rng.next64()
            for k in range(n):
                self.sums[k] += self.simulate(world, seat, self.candidates[k], Stream(key))
                self.counts[k] += 1
            rounds += 1
            if rounds % 32 == 0:
                n = self.drop_worst(n)
        return self.candidates[self.leader(n)]

    def find_candidates(self) -> int:
        """Set `candidates` to the best moves of the last evaluation, best first. Return how many there are."""
        n = 0
        while n < MOST:
            best = -1
            for move in range(sheet.PASS + 1):
                new = True
                for k in range(n):
                    if self.candidates[k] == move:
                        new = False
                if new and (best < 0 or self.evaluator.leads[move] > self.evaluator.leads[best]):
                    best = move
            if n > 0 and self.evaluator.leads[best] < self.evaluator.leads[self.candidates[0]] - CLOSE:
                break
            self.candidates[n] = best
            self.sums[n] = TRUST * self.evaluator.win_chance(self.evaluator.leads[best])
            self.counts[n] = 0
            n += 1
        return n

    def leader(self, n: int) -> int:
        """Return the best of n candidates."""
        best = 0
        for k in range(1, n):
            if self.mean(k) > self.mean(best):
                best = k
        return best

    def mean(self, k: int) -> float:
        return self.sums[k] / (TRUST + self.counts[k])

    def drop_worst(self, n: int) -> int:
        """Drop the worst of n candidates if there are more than two. Return how many are left."""
        worst = 0
        for k in range(1, n):
            if self.mean(k) < self.mean(worst):
                worst = k
        if n > 2:
            n -= 1
            self.candidates[worst] = self.candidates[n]
            self.sums[worst] = self.sums[n]
            self.counts[worst] = self.counts[n]
        return n

    def simulate(self, world: Position, seat: int, move: int, luck: Stream) -> float:
        """Return how a game ends for a seat after a move, everybody playing by evaluation."""
        state: Any = world.clone()
        state._apply(seat, move)
        return self.play_on(state, seat, luck)

    def play_on(self, state: Position, seat: int, luck: Stream) -> float:
        while not state.over:
            if state.waiting == 0:
                state._apply(seats.NATURE, state.sample_chance(luck))
                continue
            waiting = state.waiting
            for other in range(state.players):
                if waiting >> other & 1:
                    state._apply(other, self.evaluator.decide(state, other))
        return self.evaluator.chance(state, seat)
