"""Which encoder a game uses.

>>> import trapezi
>>> encoder_for(trapezi.game("qwixx", players=2)).size
285
"""

from __future__ import annotations

from typing import Any

from trapezi.core.game import Game
from trapezi.envs.features import Encoder
from trapezi.envs.view_encoder import ViewEncoder
from trapezi.games import names, package


def encoder_for(game: Game[Any]) -> Encoder:
    """Return the encoder that the game's package provides, or one that encodes the view."""
    own = package(game.name).load("encoder") if game.name in names() else None
    return (own or ViewEncoder)(game.start())
