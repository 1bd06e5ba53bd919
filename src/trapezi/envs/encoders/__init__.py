"""Positions as numbers: an encoder per game. What each number is stands at the head of its module.

>>> import trapezi
>>> encoder_of(trapezi.game("qwixx", players=2)).size
285
"""

from __future__ import annotations

from typing import Any

from trapezi.envs.encoders.qwixx import Qwixx
from trapezi.envs.encoders.qwixx_cards import QwixxCards
from trapezi.envs.encoders.sideboards import Sideboards
from trapezi.envs.encoders.silver_gold import SilverGold
from trapezi.envs.encoders.the_game import TheGame
from trapezi.envs.page import Encoder, Page
from trapezi.law.errors import BadOption
from trapezi.law.game import Game

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
