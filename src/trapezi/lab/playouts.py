"""Play whole games with random moves or with policies, in compiled loops."""

from __future__ import annotations

from trapezi.bots.policy import DecisionCount, Policy
from trapezi.core import special_seats
from trapezi.core.random import Stream, branch
from trapezi.core.state import Moves, State


class PlayoutCounts:
    """The numbers of games, decisions and events that playouts have played."""

    __slots__ = ("decisions", "games", "steps")

    def __init__(self) -> None:
        self.games = 0
        self.decisions = 0  # The number of moves of seats.
        self.steps = 0  # The number of moves of seats and of NATURE.


def playout(state: State, rng: Stream, moves: Moves, counts: PlayoutCounts) -> State:
    """Play a state to the end with random moves, and return it. Add the game and its moves to `counts`."""
    while not state.over:
        waiting = state.waiting
        if waiting == 0:
            state._apply(special_seats.NATURE, state.sample_chance(rng))
            counts.steps += 1
            continue
        seat = 0
        while waiting:
            if waiting & 1:
                state._apply(seat, moves.items[rng.below(state.generate_moves(seat, moves))])
                counts.decisions += 1
                counts.steps += 1
            waiting >>= 1
            seat += 1
    counts.games += 1
    return state


def playouts(start: State, games: int, seed: int) -> PlayoutCounts:
    """Play random games from a state. Return how many games and moves were played. Game n uses stream n of the seed."""
    counts = PlayoutCounts()
    moves = Moves()
    for game in range(games):
        playout(start.clone(), branch(seed, game), moves, counts)
    return counts


def play_with_policies(state: State, policies: list[Policy], seed: int, rng: Stream) -> DecisionCount:
    """Play a game from its start with one policy per seat, and return the number of decisions.

    As in `Match(game, seed)`, event n uses stream n of the seed for dice and cards, so that a log of the game can be verified.
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
