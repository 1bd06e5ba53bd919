"""Playouts: whole games with random moves or with policies, in compiled loops."""

from __future__ import annotations

from trapezi.bots.policy import DecisionCount, Policy
from trapezi.core import special_seats
from trapezi.core.random import Stream, branch
from trapezi.core.state import Moves, State


class Tally:
    """How many games were played, with how many decisions and events."""

    __slots__ = ("decisions", "games", "steps")

    def __init__(self) -> None:
        self.games = 0
        self.decisions = 0  # moves of seats
        self.steps = 0  # moves of seats and of NATURE


def playout(state: State, rng: Stream, moves: Moves, tally: Tally) -> State:
    """Play a state to the end with random moves, count them in `tally`, and return the state."""
    while not state.over:
        waiting = state.waiting
        if waiting == 0:
            state._apply(special_seats.NATURE, state.sample_chance(rng))
            tally.steps += 1
            continue
        seat = 0
        while waiting:
            if waiting & 1:
                state._apply(seat, moves.items[rng.below(state.generate_moves(seat, moves))])
                tally.decisions += 1
                tally.steps += 1
            waiting >>= 1
            seat += 1
    tally.games += 1
    return state


def playouts(start: State, games: int, seed: int) -> Tally:
    """Play this many random games from a state; game n uses the n-th stream of the seed."""
    tally = Tally()
    moves = Moves()
    for game in range(games):
        playout(start.clone(), branch(seed, game), moves, tally)
    return tally


def play_with_policies(state: State, policies: list[Policy], seed: int, rng: Stream) -> DecisionCount:
    """Play a game from its start, one policy per seat, with the chance of `Match(game, seed)`; return the number of decisions.

    As in a match, event n draws from the n-th stream of the seed, so that a log of the game can be verified.
    """
    chance = Stream(0)
    made = 0
    event = 0
    while not state.over:
        waiting = state.waiting
        if waiting == 0:
            chance.reset_to_branch(seed, event)
            state._apply(special_seats.NATURE, state.sample_chance(chance))
            event += 1
            continue
        seat = 0
        while waiting:
            if waiting & 1:
                policy = policies[seat]
                state._apply(seat, policy.pick(state, seat, rng))
                made += 1
                event += 1
            waiting >>= 1
            seat += 1
    return made
