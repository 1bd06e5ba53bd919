"""Positions as numbers: the encoder that a game package brings.

>>> import trapezi
>>> encoder_of(trapezi.game("qwixx", players=2)).size
285
"""

from __future__ import annotations

from typing import Any

from trapezi.core.errors import BadOption
from trapezi.core.game import Game
from trapezi.envs.features import Encoder, FeatureSchema
from trapezi.games import names, package


def encoder_of(game: Game[Any]) -> Encoder:
    """Return the encoder of a game."""
    encoder = package(game.name).load("encoder") if game.name in names() else None
    if encoder is None:
        raise BadOption("option.not-a-choice", option="game", value=repr(game.name), choices=", ".join(names()))
    return encoder(game.start())  # type: ignore[no-any-return]


__all__ = ["Encoder", "FeatureSchema", "encoder_of"]
