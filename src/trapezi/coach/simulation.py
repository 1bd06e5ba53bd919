"""Simulate games from a position to the end, and compute the mean value of the position."""

from __future__ import annotations

from collections.abc import Mapping

from trapezi.bots.policy import Policy, rollout
from trapezi.coach.game_coach import GameCoach
from trapezi.coach.value_units import POINTS, FixedPoint, can_be_won, to_fixed_point, win_shares
from trapezi.core.random import branch
from trapezi.core.state import State

SEEDS = 0xC0AC << 32  # The seed of the first simulated game; a large number, because people choose small seeds for their games.
DICE = 1  # The number of the random stream that decides for NATURE in a simulated game.
CHOICES = 2  # The number of the random stream that the policies use in a simulated game.


class Simulator:
    """Plays positions to the end of the game with the policies of a coach.

    All positions of a game are simulated with the same random numbers. The values of two positions that differ by one decision
    therefore have nearly the same random errors, and the difference between these values is precise.
    """

    def __init__(self, coach: GameCoach) -> None:
        self.coach = coach
        self.policies: list[Policy] = coach.policies()
        self.position_policies: list[Policy] = coach.position_policies()

    def end_after_move(self, state: State, seat: int, move: int, seed: int) -> State:
        """Play this move and then the rest of the game on a copy of the state. Return the state at the end.

        The seed decides all dice, draws and random decisions.
        """
        copy = state.clone()
        copy._apply(seat, move)
        rollout(copy, self.policies, branch(seed, DICE), branch(seed, CHOICES))
        return copy

    def mean_values(self, state: State, simulations: int) -> PositionValue:
        """Return the value of a position for each seat: the exact value if it is known, otherwise the mean of simulated games."""
        counts_points = self.coach.unit == POINTS
        if state.over:
            shares = win_shares(state)
            result = state.scores if counts_points else shares
            return PositionValue([to_fixed_point(value) for value in result], self.win_chances(shares))
        exact = self.coach.exact_seat_values(state)
        if exact is not None:
            return PositionValue([to_fixed_point(value) for value in exact], None)
        points, shares = [0.0] * state.players, [0.0] * state.players
        for n in range(simulations):
            end = state.clone()
            rollout(end, self.position_policies, branch(SEEDS + n, DICE), branch(SEEDS + n, CHOICES))
            for seat, share in enumerate(win_shares(end)):
                shares[seat] += share
                points[seat] += end.score(seat)
        means = [to_fixed_point(total / simulations) for total in (points if counts_points else shares)]
        return PositionValue(means, self.win_chances([total / simulations for total in shares]))

    def win_chances(self, shares: list[float]) -> list[float] | None:
        """Return `shares` (the expected shares of the win) as chances to win, or None if the game cannot be won."""
        return shares if can_be_won(self.coach.game) else None


class PositionValue:
    """The value of a position for each seat, and the chance of each seat to win."""

    __slots__ = ("values", "win")

    def __init__(self, values: list[FixedPoint], win: list[float] | None) -> None:
        self.values = values
        self.win = win


class Trials:
    """The results of the simulated games that began with the same move.

    The n-th trials of all moves use the same random numbers.
    """

    __slots__ = ("facts", "points", "values", "win")

    def __init__(self) -> None:
        self.values: list[float] = []  # The value of each trial.
        self.points = 0.0  # The sum of the points of all trials.
        self.win = 0.0  # The sum of the shares of the win of all trials.
        self.facts: dict[str, float] = {}  # The sum of each fact over all trials.

    def add(self, end: State, seat: int, coach: GameCoach) -> None:
        """Add the end of a simulated game."""
        points, share = float(end.score(seat)), win_shares(end)[seat]
        self.values.append(points if coach.unit == POINTS else share)
        self.points += points
        self.win += share
        for name, number in coach.facts_at_end(end, seat).items():
            self.facts[name] = self.facts.get(name, 0.0) + number

    def mean_facts(self) -> Mapping[str, float]:
        """Return the mean of each fact."""
        return {name: total / len(self.values) for name, total in self.facts.items()}
