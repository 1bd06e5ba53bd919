"""Bots that decide in one step, and whole games with them: the compiled loop of rollouts and simulations."""

from __future__ import annotations

from trapezi.bots.observation import Observation
from trapezi.core.random import Stream
from trapezi.core.state import Moves, State

NATURE = -1
LEAST = -1000000000


class Policy:
    """A bot without memory. `pick` reads of the position only what the seat may know: `check_bot` proves it."""

    __slots__ = ("moves",)

    def __init__(self) -> None:
        self.moves = Moves()  # filled again and again

    def pick(self, state: State, seat: int, rng: Stream) -> int:
        """A legal move of a seat that owes a decision; any one unless a policy knows better."""
        return self.moves.items[rng.below(state.generate_moves(seat, self.moves))]

    def decide(self, observation: Observation, rng: Stream) -> int:
        return self.pick(observation.sample, observation.seat, rng)


class ScoringPolicy(Policy):
    """Gives every legal move a value and takes the best; among equals chance decides."""

    __slots__ = ()

    def value(self, state: State, seat: int, move: int) -> int:
        """How good a legal move looks, above -10**9."""
        raise NotImplementedError

    def pick(self, state: State, seat: int, rng: Stream) -> int:
        n = state.generate_moves(seat, self.moves)
        if n == 1:
            return self.moves.items[0]
        best = self.moves.items[0]
        most = LEAST
        ties = 0
        for k in range(n):
            move = self.moves.items[k]
            value = self.value(state, seat, move)
            if value > most:
                most = value
                best = move
                ties = 1
            elif value == most:
                ties += 1
                if rng.below(ties) == 0:
                    best = move
        return best

    def best(self, state: State, seat: int, most: int) -> list[int]:
        """At most so many moves, the best ones first; of equals the smaller number."""
        n = state.generate_moves(seat, self.moves)
        ranked = []
        for k in range(n):
            ranked.append((-self.value(state, seat, self.moves.items[k]), self.moves.items[k]))
        ranked.sort()
        return [move for _, move in ranked[:most]]


def rollout(state: State, policies: list[Policy], dice: Stream, rng: Stream, most: int = -1) -> int:
    """Plays on to the end, or until `most` decisions were made, one policy per seat; how many decisions that took.

    >>> import trapezi
    >>> from trapezi import Stream
    >>> state = trapezi.game("qwixx", players=2).start()
    >>> rollout(state, [Policy(), Policy()], Stream(7), Stream(8)) > 20, state.over
    (True, True)
    """
    made = 0
    while not state.over and made != most:
        waiting = state.waiting
        if waiting == 0:
            state._apply(NATURE, state.sample_chance(dice))
            continue
        seat = 0
        while waiting:
            if waiting & 1:
                policy = policies[seat]
                state._apply(seat, policy.pick(state, seat, rng))
                made += 1
                if made == most:
                    break
            waiting >>= 1
            seat += 1
    return made


def tried(world: State, seat: int, move: int, policies: list[Policy], luck: int, scale: float) -> float:
    """What becomes of a seat after a move in this world, with this luck."""
    then = world.clone()
    then._apply(seat, move)
    rng = Stream(luck)
    rollout(then, policies, rng, rng)
    return reward(then, seat, scale)


def reward(end: State, seat: int, scale: float) -> float:
    """From 0 to 1: how clearly a seat leads, where `scale` points are a clear lead; alone and in a team, its points.

    A win of a team counts as much as a clear lead more.
    """
    points = end.score(seat)
    if end.players == 1 or end.game.cooperative:
        won = end.final_result().won
        return points / scale + (1.0 if won else 0.0)
    rival = LEAST
    for other in range(end.players):
        if other != seat and end.score(other) > rival:
            rival = end.score(other)
    lead = (points - rival) / scale
    return 0.5 + 0.5 * lead / (1 + abs(lead))
