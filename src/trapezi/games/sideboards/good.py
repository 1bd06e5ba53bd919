"""Good solo play, to measure goals with: every move is tried out in games that greedy play finishes.

It knows what the player knows: the cards in hand and those that are still to come, not their order.
"""

from __future__ import annotations

from trapezi.core.random import Stream
from trapezi.games.sideboards.rules import Position

NATURE = -1
LAY = 48
EXCHANGE = 60


def greedy(state: Position) -> int:
    """The laying that earns most at once; of equal ones the first."""
    board = state.board[0]
    hand = state.hand[0]
    best = LAY
    most = -1
    for move in range(LAY, EXCHANGE if state.four else LAY + 8):
        state.lay(0, move)
        points = state.earned(0, state.laid + 1)
        state.board[0] = board
        state.hand[0] = hand
        if points > most:
            most = points
            best = move
    return best


def finished(state: Position, rng: Stream) -> int:
    """Plays a started solo game to its end, greedily; its points."""
    while not state.over:
        if state.waiting == 0:
            state._apply(NATURE, state.sample_chance(rng))
        else:
            state._apply(0, greedy(state))
    return state.score(0)


def best(state: Position, trials: int, rng: Stream) -> int:
    """The move that ends best on average; all moves are tried with the same draws."""
    key = rng.next64()
    best = 0
    most = -1
    for move in state.legal(0):
        total = 0
        for trial in range(trials):
            then = state.clone()
            then._apply(0, move)
            total += finished(then, Stream(key + trial))
        if total > most:
            most = total
            best = move
    return best


def played(state: Position, trials: int, rng: Stream) -> Position:
    """Plays a solo game from its start to its end."""
    while not state.over:
        if state.waiting == 0:
            state._apply(NATURE, state.sample_chance(rng))
        else:
            state._apply(0, best(state, trials, rng))
    return state
