"""Policies and rollouts. A policy is a bot that decides without search. A rollout plays a game to its end with policies."""

from __future__ import annotations

from trapezi.bots.observation import Observation
from trapezi.core import special_seats
from trapezi.core.random import Stream
from trapezi.core.state import Moves, State

LOWEST_VALUE = -1000000000

DecisionCount = int  # The number of decisions of all seats together.


class Policy:
    """A bot without memory.

    `pick` may read only those parts of the state that its seat may know; `check_bot` verifies that.
    """

    __slots__ = ("moves",)

    def __init__(self) -> None:
        self.moves = Moves()  # The list that every call of `pick` reuses, which is faster than creating a new list.

    def pick(self, state: State, seat: int, rng: Stream) -> int:
        """Return a legal move of a seat that must decide. This base class returns a random legal move."""
        return self.moves.items[rng.below(state.generate_moves(seat, self.moves))]

    def decide(self, observation: Observation, rng: Stream) -> int:
        return self.pick(observation.sample, observation.seat, rng)


class ScoringPolicy(Policy):
    """A policy that assigns a value to every legal move and picks a move with the highest value at random."""

    __slots__ = ()

    def value(self, state: State, seat: int, move: int) -> int:
        """Return the value of a legal move, which must be above -10**9."""
        raise NotImplementedError

    def pick(self, state: State, seat: int, rng: Stream) -> int:
        n = state.generate_moves(seat, self.moves)
        if n == 1:
            return self.moves.items[0]
        best = self.moves.items[0]
        highest = LOWEST_VALUE
        ties = 0
        for k in range(n):
            move = self.moves.items[k]
            value = self.value(state, seat, move)
            if value > highest:
                highest = value
                best = move
                ties = 1
            elif value == highest:
                ties += 1
                if rng.below(ties) == 0:
                    best = move
        return best

    def best_moves(self, state: State, seat: int, limit: int) -> list[int]:
        """Return the best moves, at most `limit`, the best first. Moves with equal values are in numerical order."""
        n = state.generate_moves(seat, self.moves)
        ranked = []
        for k in range(n):
            ranked.append((-self.value(state, seat, self.moves.items[k]), self.moves.items[k]))
        ranked.sort()
        return [move for _, move in ranked[:limit]]


def rollout(state: State, policies: list[Policy], dice: Stream, rng: Stream) -> DecisionCount:
    """Play a state to the end of the game with one policy per seat. Return how many decisions they made.

    The stream `dice` decides for NATURE, and the policies use the stream `rng`.

    >>> import trapezi
    >>> from trapezi import Stream
    >>> state = trapezi.game("qwixx", players=2).start()
    >>> rollout(state, [Policy(), Policy()], Stream(7), Stream(8)) > 20, state.over
    (True, True)
    """
    made = 0
    while not state.over:
        waiting = state.waiting
        if waiting == 0:
            state._apply(special_seats.NATURE, state.sample_chance(dice))
            continue
        seat = 0
        while waiting:
            if waiting & 1:
                policy = policies[seat]
                state._apply(seat, policy.pick(state, seat, rng))
                made += 1
            waiting >>= 1
            seat += 1
    return made


def rollout_reward(state: State, seat: int, move: int, policies: list[Policy], seed: int, scale: float) -> float:
    """Return the reward of a seat after a simulated game.

    In a copy of the state, the seat plays the move. Then the policies, one for each seat, play the rest with this seed.
    """
    copy = state.clone()
    copy._apply(seat, move)
    rng = Stream(seed)
    rollout(copy, policies, rng, rng)
    return reward(copy, seat, scale)


def reward(end: State, seat: int, scale: float) -> float:
    """Return how good the end of a game is for a seat.

    In a competitive game the reward is from 0 to 1 and grows with the lead over the best opponent: a lead of `scale` points
    gives 0.75. In solitaire and in a cooperative game the reward is points / scale, plus 1 if the game is won.
    """
    points = end.score(seat)
    if end.players == 1 or end.game.cooperative:
        won = end.final_result().won
        return points / scale + (1.0 if won else 0.0)
    rival = LOWEST_VALUE
    for other in range(end.players):
        if other != seat and end.score(other) > rival:
            rival = end.score(other)
    lead = (points - rival) / scale
    return 0.5 + 0.5 * lead / (1 + abs(lead))
