"""Search towards the end of a game of Qwixx: simulate the rest of the game after each good move, always with the same dice."""

from __future__ import annotations

from typing import Any

from trapezi.bots.budget import Budget, Clock
from trapezi.bots.policy import Policy
from trapezi.core import seats
from trapezi.core.random import Stream
from trapezi.core.state import State
from trapezi.games.qwixx.bots.evaluate import Evaluator
from trapezi.games.qwixx.bots.row_values import row_values
from trapezi.games.qwixx.layout import Layout
from trapezi.games.qwixx.rules import Position

MAX_CANDIDATES = 5  # the most moves that a search compares
MAX_DEFICIT = 6.0  # moves whose expected lead is this much smaller than the best are not searched
EVALUATION_WEIGHT = 50.0  # the evaluation counts as much as this number of simulations
MAX_ROLLS_LEFT = 8.0  # with more rolls to come, the evaluation is as good as a search


class Searcher(Policy):
    """Decides by evaluation early in a game, and by simulations later."""

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
        key = (position.layout.name, position.players)
        if self.evaluator_key != key:
            self.evaluator_key = key
            self.evaluator = self.evaluator_for(position.layout, position.players)
        best = self.evaluator.best_move(position, seat)
        if self.budget.simulations == 1 or self.evaluator.rolls > MAX_ROLLS_LEFT or self.evaluator.exact:
            return best
        return self.search(position, seat, rng, self.budget.begin())

    def evaluator_for(self, layout: Layout, players: int) -> Evaluator:
        return Evaluator(players, None, row_values(layout.name, players))

    # -- search --------------------------------------------------------------------------------------------------------

    def search(self, state: Position, seat: int, rng: Stream, clock: Clock) -> int:
        """Compare the best moves by simulations with the same rolls. From time to time drop the worst of them."""
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
                n = self.drop_worst_candidate(n)
        return self.candidates[max(range(n), key=self.mean_result)]

    def find_candidates(self) -> int:
        """Set `candidates` to the best moves of the last evaluation, best first. Return how many there are."""
        leads = list(self.evaluator.leads)
        ranked = sorted(range(len(leads)), key=leads.__getitem__, reverse=True)
        n = 0
        for move in ranked[:MAX_CANDIDATES]:
            if leads[move] < leads[ranked[0]] - MAX_DEFICIT:
                break
            self.candidates[n] = move
            self.sums[n] = EVALUATION_WEIGHT * self.evaluator.win_chance(leads[move])
            self.counts[n] = 0
            n += 1
        return n

    def mean_result(self, k: int) -> float:
        """Return the mean result of a candidate's simulations, with its evaluation as the first of them."""
        return self.sums[k] / (EVALUATION_WEIGHT + self.counts[k])

    def drop_worst_candidate(self, n: int) -> int:
        """Drop the worst of n candidates if there are more than two. Return how many are left."""
        if n > 2:
            worst = min(range(n), key=self.mean_result)
            n -= 1
            self.candidates[worst] = self.candidates[n]
            self.sums[worst] = self.sums[n]
            self.counts[worst] = self.counts[n]
        return n

    def simulate(self, world: Position, seat: int, move: int, luck: Stream) -> float:
        """Play this move for a seat, then the best evaluated moves for everybody. Return the result for the seat."""
        state: Any = world.clone()
        state._apply(seat, move)
        while not state.over:
            if state.waiting == 0:
                state._apply(seats.NATURE, state.sample_chance(luck))
                continue
            waiting = state.waiting
            for other in range(state.players):
                if waiting >> other & 1:
                    state._apply(other, self.evaluator.best_move(state, other))
        return self.evaluator.result_value(state, seat)
