"""Golden logs, and exact counts of move sequences (perft). They prove that a change of the code does not change a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from trapezi.core.game import Game
from trapezi.core.log import log_lines
from trapezi.core.match import Match
from trapezi.core.random import branch
from trapezi.core.special_seats import NATURE
from trapezi.core.state import State


def golden_log(game: Game[Any], seed: int = 1) -> list[str]:
    """Return the log of a game with random moves, signals and take-backs. The same seed gives the same log on every machine."""
    match = Match(game, seed)
    rng = branch(seed, 1 << 40)
    while not match.state.over:
        seats = sorted(match.state.deciders)
        seat = seats[rng.below(len(seats))]
        optional = match.state.optional(seat)
        if optional and rng.below(8) == 0:
            match.play(seat, optional[rng.below(len(optional))])
        match.play(seat, match.state.choose(seat, rng))
        if rng.below(8) == 0 and match.can_take_back(seat):
            match.take_back(seat)
    return log_lines(match)


def perft(state: State, depth: int, choose_outcome: Callable[[State], int]) -> int:
    """Return the number of different sequences of `depth` decisions. `choose_outcome` decides for NATURE.

    If several seats must decide simultaneously, the lowest seat decides first.
    """
    while state.is_on_turn(NATURE):
        state = state.clone()
        state.play(NATURE, choose_outcome(state))
    if depth == 0 or state.over:
        return 1
    seat = min(state.deciders)
    total = 0
    for move in state.legal(seat):
        after = state.clone()
        after.play(seat, move)
        total += perft(after, depth - 1, choose_outcome)
    return total
