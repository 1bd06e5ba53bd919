# cython: boundscheck=False, wraparound=False
"""Decide by a value network and, where the best moves are close, by simulations of the next roll.

All seats play the simulated roll by the network, and the network evaluates the position after it. All moves are compared with
the same dice, and each pair of white dice comes equally often. The simulations end as soon as the best move is clear.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

from trapezi.bots.budget import Budget, Clock
from trapezi.bots.policy import Policy
from trapezi.core import bits
from trapezi.core.random import Stream
from trapezi.core.state import State
from trapezi.games.qwixx import notation, phases, sheet
from trapezi.games.qwixx.bots.move_evaluator import MoveEvaluator
from trapezi.games.qwixx.rules import Position

DEFAULT_BUDGET = Budget(simulations=15)
MAX_CANDIDATES = 5  # A search compares at most this number of moves.
MAX_DEFICIT = 0.025  # A search ignores moves whose value is more than this below the value of the best move.
WHITE_STEP = 7  # The pairs of white dice, numbered from 0 to 35, come in steps of this size.
STRETCH = 3  # A search may use this many times the budget, because most decisions are clear without a search.
EVALUATION_WEIGHT = 20.0  # The evaluation of a move counts as much as this number of simulations.
CHECK_EVERY = 8  # After this many rounds of simulations, moves that are clearly worse are dropped.
CLEAR = 2.0  # A move is clearly worse if its mean result is lower by this many standard errors.


class NetworkSearcher(Policy):
    """Decides in games with one sheet layout and one number of players."""

    __slots__ = ("budget", "candidate_count", "candidates", "evaluator", "positions", "results", "squares", "sums")

    def __init__(self, budget: Budget, evaluator: MoveEvaluator) -> None:
        super().__init__()
        self.budget = budget
        self.evaluator = evaluator
        self.candidate_count = 0
        # In each round of simulations, all candidates get the same dice, and their results are compared with that of candidate 0.
        self.candidates = [0] * 5  # candidates[k] is the move of candidate k.
        self.sums = [0.0] * 5  # sums[k] is the sum of the differences between the results of candidates k and 0.
        self.results = [0.0] * 5  # results[k] is the result of candidate k in the last round.
        self.squares = [0.0] * 5  # squares[k] is the sum of the squares of these differences.
        self.positions: list[Position] = []  # positions[k] is the position at the end of this roll after candidate k.

    def pick(self, state: State, seat: int, rng: Stream) -> int:
        position: Any = state
        best = self.evaluator.best_move(position, seat)
        if self.budget.simulations == 1 or position.legal_moves_mask(seat) == bits.bit(sheet.PASS):
            return best
        self.set_candidates()
        if self.candidate_count == 1:
            return best
        clock = self.budget.start_clock()
        clock.multiply_simulation_limit(STRETCH)
        return self.best_move_by_simulation(position, seat, rng, clock)

    def set_candidates(self) -> None:
        """Set `candidates` to the moves with the highest values in the last evaluation, best first."""
        values = list(self.evaluator.values)
        ranked = sorted(range(len(values)), key=values.__getitem__, reverse=True)
        self.candidate_count = 0
        for move in ranked[:MAX_CANDIDATES]:
            if values[move] < values[ranked[0]] - MAX_DEFICIT:
                break
            n = self.candidate_count
            self.candidates[n] = move
            self.sums[n] = EVALUATION_WEIGHT * (values[move] - values[ranked[0]])
            self.squares[n] = 0.0
            self.candidate_count += 1

    def best_move_by_simulation(self, state: Position, seat: int, rng: Stream, clock: Clock) -> int:
        """Return the move with the best simulated results."""
        self.set_positions(state, seat)
        white = rng.below(36)
        rounds = 0
        while self.candidate_count > 1 and clock.try_to_spend(self.candidate_count):
            key = rng.next64()
            white = (white + WHITE_STEP) % 36
            for k in range(self.candidate_count):
                self.results[k] = self.simulate(k, seat, white, Stream(key))
            for k in range(1, self.candidate_count):
                difference = self.results[k] - self.results[0]
                self.sums[k] += difference
                self.squares[k] += difference * difference
            rounds += 1
            if rounds % CHECK_EVERY == 0:
                self.drop_clearly_worse_candidates(rounds)
        return self.candidates[self.best_candidate()]

    def set_positions(self, state: Position, seat: int) -> None:
        """Set `positions`: what each candidate leads to at the end of this roll, if the other seats do what is expected."""
        self.positions.clear()
        expected = list(self.evaluator.expected_white)
        for k in range(self.candidate_count):
            after: Any = state.clone()
            if after.phase == phases.WHITE:
                # The pending choices of the other seats are not known to this seat.
                after.choice[seat] = self.candidates[k]
                for other in range(after.players):
                    if other != seat:
                        after.choice[other] = expected[other]
                after.resolve_white_choices()
                if after.phase == phases.COLOUR:
                    after._apply(after.active, self.evaluator.best_move(after, after.active))
            else:
                after._apply(seat, self.candidates[k])
            self.positions.append(after)

    def best_candidate(self) -> int:
        """Return the index of the candidate with the best results."""
        best = 0
        for k in range(1, self.candidate_count):
            if self.sums[k] > (self.sums[best] if best > 0 else 0.0):
                best = k
        return best

    def drop_clearly_worse_candidates(self, rounds: int) -> None:
        """Drop the candidates that are clearly worse than candidate 0, which had the best evaluation."""
        kept = 1
        for k in range(1, self.candidate_count):
            mean = self.sums[k] / (rounds + EVALUATION_WEIGHT)
            variance = self.squares[k] / rounds - (self.sums[k] / rounds) * (self.sums[k] / rounds)
            error = sqrt(variance / rounds) if variance > 0.0 else 0.0
            if mean > -CLEAR * error:
                self.candidates[kept] = self.candidates[k]
                self.positions[kept] = self.positions[k]
                self.sums[kept] = self.sums[k]
                self.squares[kept] = self.squares[k]
                kept += 1
        self.candidate_count = kept

    def simulate(self, candidate: int, seat: int, white: int, dice: Stream) -> float:
        """Play the next roll after a candidate. Return the value for the seat then."""
        state: Any = self.positions[candidate].clone()
        if not state.over:
            state.apply_roll(self.roll_with_white_dice(state, white, dice))
            self.evaluator.play_roll(state)
        return self.evaluator.position_value(state, seat)

    def roll_with_white_dice(self, state: Position, white: int, dice: Stream) -> int:
        """Return the outcome with this pair of white dice (0 to 35) and random coloured dice."""
        outcome = notation.ROLL
        outcome += (white // 6 + 1) * 16807 + (white % 6 + 1) * 2401
        weight = 343
        for die in range(2, 6):
            face = dice.below(6) + 1
            if not state.is_die_removed(die):
                outcome += face * weight
            weight //= 7
        return outcome
