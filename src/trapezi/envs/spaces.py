"""What a learner sees and does, as Gymnasium's spaces."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, MultiBinary
from numpy.typing import NDArray

import trapezi
from trapezi.core.game import Game
from trapezi.core.state import State
from trapezi.envs.feature_writer import FeatureWriter
from trapezi.envs.features import Encoder

Floats = NDArray[np.float32]
Mask = NDArray[np.int8]


def found(game: str | Game[Any], options: dict[str, Any]) -> Game[Any]:
    """A game by name and options, for two unless they say otherwise."""
    return trapezi.game(game, **{"players": 2, **options}) if isinstance(game, str) else game


def actions(game: Game[Any]) -> int:
    """How many actions there are. An action is the number of a move of the law; signals are left out.

    >>> import trapezi
    >>> [actions(trapezi.game(name, players=2)) for name in trapezi.names()]
    [45, 504, 61, 357, 401]
    """
    return game.signals.start if game.signals else game.moves.stop


def observation_space(encoder: Encoder) -> Box[np.float32]:
    return Box(-1.0, 4.0, (encoder.size,), np.float32)


def masked_space(encoder: Encoder, n: int) -> Dict:
    """Observation and mask, as PettingZoo has them."""
    return Dict({"observation": observation_space(encoder), "action_mask": MultiBinary(n)})


def observation(encoder: Encoder, state: State, seat: int) -> Floats:
    """What a seat knows, as numbers."""
    row = np.zeros(encoder.size, np.float32)
    encoder.write(state, seat, FeatureWriter(row))
    return row


def mask(state: State, seat: int, n: int) -> Mask:
    """A one for every legal move of a seat."""
    row = np.zeros(n, np.int8)
    row[state.legal(seat)] = 1
    return row


class Choices(Discrete):
    """The actions of a game. A sample is one that is legal now, unless a mask says otherwise."""

    def __init__(self, n: int, legal: Callable[[], Mask]) -> None:
        super().__init__(n)
        self.legal = legal

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        if mask is None and probability is None:
            mask = self.legal()
        return super().sample(mask, probability)

    def __deepcopy__(self, memo: Any) -> Discrete:
        """A copy that knows nothing of the game."""
        return Discrete(int(self.n))

    def __reduce__(self) -> tuple[Any, ...]:
        return Discrete, (int(self.n),)
