"""Positions as numbers: an encoder per game. What each number is stands at the head of its module.

>>> import trapezi
>>> encoder_of(trapezi.game("qwixx", players=2)).size
285
"""

from __future__ import annotations

from typing import Any

from trapezi.games.qwixx.encoder import Qwixx
from trapezi.games.qwixx_cards.encoder import QwixxCards
from trapezi.games.sideboards.encoder import Sideboards
from trapezi.games.silver_gold.encoder import SilverGold
from trapezi.games.the_game.encoder import TheGame
from trapezi.envs.features import Encoder, Page
from trapezi.core.errors import BadOption
from trapezi.core.game import Game

ENCODERS: dict[str, type[Encoder]] = {
    "qwixx": Qwixx,
    "qwixx_cards": QwixxCards,
    "the_game": TheGame,
    "silver_gold": SilverGold,
    "sideboards": Sideboards,
}


def encoder_of(game: Game[Any]) -> Encoder:
    """The encoder of a game of the house; a game of your own comes with one of its own."""
    if game.name not in ENCODERS:
        raise BadOption("option.not-a-choice", option="game", value=repr(game.name), choices=", ".join(ENCODERS))
    return ENCODERS[game.name](game.start())


__all__ = ["ENCODERS", "Encoder", "Page", "encoder_of"]
