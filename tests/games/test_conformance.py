"""Every game, with every number of players and every variant, keeps the contract."""

from __future__ import annotations

import os
from typing import Any

import pytest

import trapezi
from trapezi.games import find
from trapezi.law.game import Game
from trapezi.testing import check_game

GAMES = int(os.environ.get("TRAPEZI_CHECK_GAMES", "20"))  # `make check-law` plays more
CASES = dict(case for name in trapezi.names() for case in find(name).cases())
SECRETIVE = {"qwixx_cards", "the_game", "silver_gold", "sideboards"}  # games with hidden cards


@pytest.mark.parametrize("name", CASES)
def test_the_game_keeps_the_contract(name: str) -> None:
    game: Game[Any] = CASES[name]
    report = check_game(game, games=GAMES, looks=4)
    assert report.games == GAMES
    assert report.events >= GAMES * 10
    if game.name in SECRETIVE:
        assert report.secrets > 0, "resample never changed anything"


@pytest.mark.parametrize("name", trapezi.names())
def test_every_number_of_players_is_played(name: str) -> None:
    kind = find(name)
    assert {game.players for _, game in kind.cases()} == set(kind.seats)
