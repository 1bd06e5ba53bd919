"""Judge a decision: estimate what every legal move is worth, and how precise each estimate is.

Each trial samples a state that is consistent with what the seat may know. It plays each move in a copy of this state, and then
the rest of the game with the same random numbers. Moves that are clearly worse are dropped, so that good moves get more trials.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import sqrt
from typing import Any

from trapezi.bots.budget import Budget
from trapezi.bots.observation import Observation
from trapezi.coach.game_coach import GameCoach, coach_for
from trapezi.coach.simulation import Simulator, Trials
from trapezi.coach.value_units import POINTS, WIN, FixedPoint, can_be_won, from_fixed_point, to_fixed_point
from trapezi.core.errors import IllegalMove, Reason
from trapezi.core.random import Stream

SEED = 0x5EED  # The seed of all samples, so that the same position is always judged in the same way.
LIKELY = 2.0  # A move counts as worse if it is worse by this many standard errors.
SURE = 3.0  # A move can be called a mistake if it is worse by this many standard errors.
CLEAR = 3.5  # A move gets no more trials if it is worse by this many standard errors.
ROUND = 16  # Moves are dropped after each round of this many trials; a move with fewer trials never counts as worse.
PLAYED_TRIALS = 1024  # The move that was played gets at least this many trials, unless the budget is too small.
LEAST_TRIALS = 2  # Every move gets at least this many trials, even if the budget is smaller.
SMALL = {WIN: 0.004, POINTS: 0.1}  # A move that is worse by less than this is never called a mistake.
Index = int  # The index of a move in `observation.legal`.


@dataclass(frozen=True, slots=True)
class MoveValue:
    """What a move is worth to the seat that makes it."""

    move: int
    text: str
    fixed_point: FixedPoint  # The value of the move, as a multiple of 1 / FIXED_POINT_ONE.
    se: float  # The standard error of the value.
    points: float  # The final points that the seat can expect after the move.
    win: float | None  # The share of the win that the seat (or its team) can expect; None in a game for one player.
    cost: FixedPoint  # How much lower the value is than that of the best move.
    cost_se: float  # The standard error of the cost.
    trials: int  # The number of simulated games.
    facts: Mapping[str, float] = field(default_factory=dict, repr=False)  # The means of `GameCoach.facts_at_end`.

    @property
    def value(self) -> float:
        return from_fixed_point(self.fixed_point)

    def data(self) -> dict[str, Any]:
        return {
            "text": self.text,
            "value": self.value,
            "se": round(self.se, 6),
            "points": round(self.points, 3),
            "win": None if self.win is None else round(self.win, 5),
            "cost": from_fixed_point(self.cost),
            "cost_se": round(self.cost_se, 6),
        }


@dataclass(frozen=True, slots=True)
class Judgement:
    """The values of all legal moves of a seat in a position."""

    unit: str
    seat: int
    moves: tuple[MoveValue, ...]  # The best move comes first.
    exact: bool  # Whether the values come from a solution of the game.
    reasons: tuple[Reason, ...] = ()  # Why the best move is better than `next_worse`.

    @property
    def best(self) -> MoveValue:
        return self.moves[0]

    @property
    def equally_good(self) -> list[MoveValue]:
        """The best move, and all moves that do not count as worse."""
        return [move for move in self.moves if not self.is_worse(move)]

    @property
    def next_worse(self) -> MoveValue | None:
        """The best of the moves that count as worse, or None if there are none. `reasons` compares it with the best move."""
        return next((move for move in self.moves if self.is_worse(move)), None)

    def value_of(self, move: int) -> MoveValue:
        """Return the value of a legal move."""
        return next(each for each in self.moves if each.move == move)

    def is_worse(self, move: MoveValue, standard_errors: float = LIKELY) -> bool:
        """Return whether a move is worse than the best move by more than this many standard errors."""
        return from_fixed_point(move.cost) > standard_errors * move.cost_se and (self.exact or move.trials >= ROUND)

    def is_mistake(self, move: MoveValue) -> bool:
        """Return whether a move is almost certainly worse than the best move, and not only a little worse."""
        return self.is_worse(move, SURE) and from_fixed_point(move.cost) >= SMALL[self.unit]

    def data(self) -> dict[str, Any]:
        """Return the judgement as plain data for JSON."""
        return {
            "unit": self.unit,
            "seat": self.seat,
            "exact": self.exact,
            "best": self.best.text,
            "equal": [move.text for move in self.equally_good],
            "next_worse": self.next_worse.text if self.next_worse else None,
            "moves": [move.data() for move in self.moves],
            "reasons": [reason.data() for reason in self.reasons],
        }


def judge(observation: Observation, budget: Budget | None = None, *, played: int | None = None, exact: bool = True) -> Judgement:
    """Judge the legal moves of a seat, using only what the seat may know.

    The move `played` gets more trials, so that it is clear whether it is worse than the best move. With `exact=False`, values are
    simulated even if a solution of the game is known, so that both can be compared.
    """
    if not observation.legal:
        raise IllegalMove("common.move.not-your-turn", seat=observation.seat)
    coach = coach_for(observation.game)
    known = coach.exact_move_values(observation.sample, observation.seat) if exact else None
    if known is not None:
        judgement = exact_judgement(observation, coach, known)
    else:
        judgement = simulated_judgement(observation, coach, budget or coach.hint_budget, played)
    worse = judgement.next_worse
    if worse is None:
        return judgement
    return replace(judgement, reasons=tuple(coach.reasons(observation.sample, observation.seat, judgement.best, worse)))


def exact_judgement(observation: Observation, coach: GameCoach, values: Mapping[int, float]) -> Judgement:
    """Return the judgement, given the exact value of each legal move."""
    best = to_fixed_point(max(values.values()))
    text = observation.game.text
    moves = [
        MoveValue(
            move, text(move), to_fixed_point(values[move]), 0.0, values[move], None, best - to_fixed_point(values[move]), 0.0, 0
        )
        for move in observation.legal
    ]
    return Judgement(coach.unit, observation.seat, sorted_by_cost(moves), True)


def simulated_judgement(observation: Observation, coach: GameCoach, budget: Budget, played: int | None) -> Judgement:
    """Simulate games after each legal move, and return the judgement that results."""
    comparison = MoveComparison(observation, coach, None if played is None else observation.legal.index(played))
    comparison.run_trials(budget)
    return Judgement(coach.unit, observation.seat, sorted_by_cost(comparison.move_values()), False)


def sorted_by_cost(moves: Sequence[MoveValue]) -> tuple[MoveValue, ...]:
    """Return the moves sorted by cost, the best move first. Moves with equal costs keep their order."""
    return tuple(sorted(moves, key=lambda move: move.cost))


class MoveComparison:
    """Compares all legal moves of a position by simulated games (trials)."""

    def __init__(self, observation: Observation, coach: GameCoach, played: Index | None) -> None:
        self.observation = observation
        self.coach = coach
        self.played = played
        self.simulator = Simulator(coach)
        self.trials = [Trials() for _ in observation.legal]
        self.remaining: list[Index] = list(range(len(observation.legal)))
        self.best: Index = 0

    def run_trials(self, budget: Budget) -> None:
        """Run trials until the budget is spent, or until more trials would not change the judgement."""
        clock, rng = budget.start_clock(), Stream(SEED)
        count, done = len(self.trials), 0
        while clock.try_to_spend(len(self.remaining)) or done < LEAST_TRIALS:
            state, seed = self.coach.sample(self.observation, rng), rng.next64()
            for k in self.remaining:
                end = self.simulator.end_after_move(state, self.observation.seat, self.observation.legal[k], seed)
                self.trials[k].add(end, self.observation.seat, self.coach)
            done += 1
            if done % ROUND == 0:
                self.drop_worse_moves(max(2, round(count ** (1 - min(1.0, clock.fraction_used)))))
                if done >= 4 * ROUND and not self.could_more_trials_matter():
                    break
        self.best = self.best_remaining()

    def best_remaining(self) -> Index:
        return max(self.remaining, key=lambda k: sum(self.trials[k].values))

    def drop_worse_moves(self, limit: int) -> None:
        """Drop the moves that are clearly worse than the best move, and the worst moves if more than `limit` remain."""
        self.best = self.best_remaining()
        ranked = sorted(self.remaining, key=lambda k: -sum(self.trials[k].values))
        kept = [k for k in ranked[:limit] if not self.is_clearly_worse(k)]
        if self.played in ranked[limit:] and not self.is_clearly_worse(self.played):
            kept.append(self.played)
        self.remaining = sorted(kept)

    def is_clearly_worse(self, k: Index) -> bool:
        """Return whether a move is so much worse than the best move that it needs no more trials."""
        difference, se = self.difference_to_best(k)
        enough = PLAYED_TRIALS if k == self.played else 2 * ROUND
        return len(self.trials[k].values) >= enough and difference > CLEAR * se

    def could_more_trials_matter(self) -> bool:
        """Return whether the difference between the best move and another remaining move is still too imprecise."""
        return any(k != self.best and self.difference_to_best(k)[1] > SMALL[self.coach.unit] / 2 for k in self.remaining)

    def difference_to_best(self, k: Index) -> tuple[float, float]:
        """Return how much worse a move is than the best move in the trials of both, and the standard error of this difference."""
        own, best = self.trials[k].values, self.trials[self.best].values
        difference, se = mean_and_se([b - a for a, b in zip(own, best, strict=False)])
        if self.coach.unit == WIN:  # If all trials had the same winner, the next trial could still have another one.
            se = max(se, 1.0 / len(own))
        return difference, 0.0 if k == self.best else se

    def move_values(self) -> list[MoveValue]:
        """Return the value of each move: the value of the best move minus the mean difference between both moves."""
        best_mean, best_se = mean_and_se(self.trials[self.best].values)
        best_fixed_point = to_fixed_point(best_mean)
        found = []
        for k, move in enumerate(self.observation.legal):
            trials, (difference, cost_se) = self.trials[k], self.difference_to_best(k)
            n = len(trials.values)
            cost = to_fixed_point(difference) if k != self.best else 0
            se = best_se if k == self.best else mean_and_se(trials.values)[1]
            found.append(
                MoveValue(
                    move,
                    self.observation.game.text(move),
                    best_fixed_point - cost,
                    se,
                    trials.points / n,
                    trials.win / n if can_be_won(self.coach.game) else None,
                    cost,
                    cost_se,
                    n,
                    trials.mean_facts(),
                )
            )
        return found


def mean_and_se(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean of the values and its standard error, which is infinite for fewer than two values.

    >>> mean_and_se([1.0, 3.0])
    (2.0, 1.0)
    """
    n = len(values)
    mean = sum(values) / n
    if n < 2:
        return mean, float("inf")
    return mean, sqrt(sum((value - mean) ** 2 for value in values) / (n - 1) / n)
