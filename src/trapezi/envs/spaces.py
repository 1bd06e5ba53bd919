"""The observations and the actions of a game as spaces of Gymnasium."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Discrete
from numpy.typing import NDArray

from trapezi.core.game import Game
from trapezi.core.state import State
from trapezi.envs.encoder_base import Encoder
from trapezi.envs.encoders import HIGHEST, LOWEST
from trapezi.envs.feature_writer import FeatureWriter
from trapezi.games import find

Floats = NDArray[np.float32]
Mask = NDArray[np.int8]


def make_game(game: str | Game[Any], options: dict[str, Any]) -> Game[Any]:
    """Return the game of that name with these options. If `game` is a `Game` already, return this object."""
    if not isinstance(game, str):
        return game
    kind = find(game)
    return kind.with_options(**{"players": kind.default_player_count(), **options})


def action_count(game: Game[Any]) -> int:
    """Return the number of actions. An action is the number of a move. Signals are left out if they have the highest numbers.

    >>> import trapezi
    >>> [action_count(trapezi.game(name, players=2)) for name in trapezi.names()]
    [45, 504, 61, 357, 401]
    """
    return game.signals.start if game.signals and game.signals.stop == game.moves.stop else game.moves.stop


def feature_space(size: int) -> Box[np.float32]:
    """Return the space of all arrays of this many features."""
    return Box(LOWEST, HIGHEST, (size,), np.float32)


def encode_observation(encoder: Encoder, state: State, seat: int) -> Floats:
    """Return the features of what a seat may know."""
    array = np.zeros(encoder.size, np.float32)
    encoder.encode(state, seat, FeatureWriter(array))
    return array


def action_mask(state: State, seat: int, size: int) -> Mask:
    """Return an array of this size, with 1 for every legal move of a seat and 0 for every other move."""
    mask = np.zeros(size, np.int8)
    mask[state.legal(seat)] = 1
    return mask


class LegalActionSpace(Discrete):
    """The actions of a game. `sample` returns an action that is legal in the current position, unless it gets another mask."""

    def __init__(self, n: int, mask: Callable[[], Mask]) -> None:
        super().__init__(n)
        self.current_mask = mask

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        if mask is None and probability is None:
            mask = self.current_mask()
        return super().sample(mask, probability)

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy and pickle this space as a plain `Discrete` space, which does not refer to a game."""
        return Discrete, (int(self.n),)
