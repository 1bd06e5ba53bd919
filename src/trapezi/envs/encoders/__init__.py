"""Positions as numbers: an encoder per game. What each number is stands at the head of its module.

>>> import trapezi
>>> encoder_of(trapezi.game("qwixx", players=2)).size
285
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from trapezi.envs.page import Encoder, Page
from trapezi.law.errors import BadOption
from trapezi.law.game import Game

ENCODERS = {
    "qwixx": "trapezi.envs.encoders.qwixx:Qwixx",
    "qwixx_cards": "trapezi.envs.encoders.qwixx_cards:QwixxCards",
    "the_game": "trapezi.envs.encoders.the_game:TheGame",
    "silver_gold": "trapezi.envs.encoders.silver_gold:SilverGold",
    "sideboards": "trapezi.envs.encoders.sideboards:Sideboards",
}


def encoder_of(game: Game[Any]) -> Encoder:
    """The encoder of a game of the house; a game of your own comes with one of its own."""
    if game.name not in ENCODERS:
        raise BadOption("option.not-a-choice", option="game", value=repr(game.name), choices=", ".join(ENCODERS))
    module, _, name = ENCODERS[game.name].partition(":")
    found: Encoder = getattr(import_module(module), name)(game.start())
    return found


__all__ = ["ENCODERS", "Encoder", "Page", "encoder_of"]
