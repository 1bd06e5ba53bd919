"""Search for the best move towards the end of a game of Qwixx.

The search simulates the rest of the game after each good move. All moves are compared with the same dice.
"""

from __future__ import annotations

from typing import Any

from trapezi.bots.budget import Budget, Clock
from trapezi.bots.policy import Policy
from trapezi.core import special_seats
from trapezi.core.random import Stream
from trapezi.core.state import State
from trapezi.games.qwixx.bots.evaluator import Evaluator
from trapezi.games.qwixx.bots.expected_row_points import expected_row_points
from trapezi.games.qwixx.layout import Layout
from trapezi.games.qwixx.rules import Position

DEFAULT_BUDGET = Budget(simulations=300)
MAX_CANDIDATES = 5  # A search compares at most this number of moves.
MAX_DEFICIT = 6.0  # A search ignores a move if its expected lead is lower than the best expected lead by more than this.
EVALUATION_WEIGHT = 50.0  # The evaluation of a move counts as much as this number of simulations.
MAX_ROLLS_LEFT = 8.0  # If more rolls are to come, the bot only evaluates, because a search would not be better.


class Searcher(Policy):
    """Decides by evaluation early in a game, and by simulations later."""

    __slots__ = ("budget", "candidate_count", "candidates", "counts", "evaluator", "evaluator_key", "sums")

    def __init__(self, budget: Budget) -> None:
        super().__init__()
        self.budget = budget
        self.evaluator = Evaluator(1, None, None)
        self.evaluator_key = ("", 0)  # The name of the layout and the number of players for which the evaluator was made.
        self.candidate_count = 0
        self.candidates = [0] * 5  # candidates[k] is the move of candidate k.
        self.sums = [0.0] * 5  # sums[k] is the sum of the results of all simulations of candidate k.
        self.counts = [0] * 5  # counts[k] is the number of simulations of candidate k.

    def pick(self, state: State, seat: int, rng: Stream) -> int:
        position: Any = state
        key = (position.layout.name, position.players)
        if self.evaluator_key != key:
            self.evaluator_key = key
            self.evaluator = self.make_evaluator(position.layout, position.players)
        best = self.evaluator.best_move(position, seat)
        if self.budget.simulations == 1 or self.evaluator.rolls > MAX_ROLLS_LEFT or self.evaluator.exact:
            return best
        return self.best_move_by_simulation(position, seat, rng, self.budget.start_clock())

    def make_evaluator(self, layout: Layout, players: int) -> Evaluator:
        """Return a new evaluator for this layout and number of players."""
        return Evaluator(players, None, expected_row_points(layout.name, players))

    # -- search --------------------------------------------------------------------------------------------------------

    def best_move_by_simulation(self, state: Position, seat: int, rng: Stream, clock: Clock) -> int:
        """Return the move with the best simulated results. Drop the worst candidate after every 32 rounds of simulations."""
        self.set_candidates()
        if self.candidate_count == 1:
            return self.candidates[0]
        rounds = 0
        while self.candidate_count > 1 and clock.try_to_spend(self.candidate_count):
            sampled: Any = state.clone()
            sampled.resample_hidden(seat, rng)
            key = rng.next64()
            for k in range(self.candidate_count):
                self.sums[k] += self.simulate_rest_of_game(sampled, seat, self.candidates[k], Stream(key))
                self.counts[k] += 1
            rounds += 1
            if rounds % 32 == 0 and self.candidate_count > 2:
                self.drop_worst_candidate()
        return self.candidates[max(range(self.candidate_count), key=self.mean_result_with_evaluation)]

    def set_candidates(self) -> None:
        """Set `candidates` to the moves with the highest expected leads in the last evaluation, best first."""
        leads = list(self.evaluator.leads)
        ranked = sorted(range(len(leads)), key=leads.__getitem__, reverse=True)
        self.candidate_count = 0
        for move in ranked[:MAX_CANDIDATES]:
            if leads[move] < leads[ranked[0]] - MAX_DEFICIT:
                break
            n = self.candidate_count
            self.candidates[n] = move
            self.sums[n] = EVALUATION_WEIGHT * self.evaluator.win_chance_or_points(leads[move])
            self.counts[n] = 0
            self.candidate_count += 1

    def mean_result_with_evaluation(self, candidate_index: int) -> float:
        """Return the mean result of a candidate, where its evaluation counts as much as EVALUATION_WEIGHT simulations."""
        return self.sums[candidate_index] / (EVALUATION_WEIGHT + self.counts[candidate_index])

    def drop_worst_candidate(self) -> None:
        """Remove the candidate with the worst mean result."""
        worst = min(range(self.candidate_count), key=self.mean_result_with_evaluation)
        self.candidate_count -= 1
        last = self.candidate_count
        self.candidates[worst] = self.candidates[last]
        self.sums[worst] = self.sums[last]
        self.counts[worst] = self.counts[last]

    def simulate_rest_of_game(self, start: Position, seat: int, move: int, dice: Stream) -> float:
        """Play a move and the rest of the game on a copy of the position, with the best evaluated moves for all seats.

        Return the result for the seat that made the move.
        """
        state: Any = start.clone()
        state._apply(seat, move)
        while not state.over:
            if state.waiting == 0:
                state._apply(special_seats.NATURE, state.sample_chance(dice))
                continue
            waiting = state.waiting
            for other in range(state.players):
                if waiting >> other & 1:
                    state._apply(other, self.evaluator.best_move(state, other))
        return self.evaluator.win_share_or_points(state, seat)
