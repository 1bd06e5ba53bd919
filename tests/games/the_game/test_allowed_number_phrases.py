"""Players of The Game may say the names of commands and piles although they contain a number (TG-8)."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest

from trapezi.games.the_game.game import TheGame
from trapezi.tables.numbers_in_text import find_number

LANGUAGES = ("el", "en", "de")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_and_pile_may_be_called_by_its_name(language: str) -> None:
    catalogue = json.loads(files("trapezi.games.the_game").joinpath("locale", f"{language}.json").read_text("utf-8"))
    names = [text for key, text in catalogue.items() if key.startswith(("the_game.command.", "the_game.pile."))]
    assert len(names) == 7 + 4
    for name in names:
        for text in (name, f"({name}!)", f"{name}, {name}"):
            assert find_number(text, TheGame.forbidden_numbers, TheGame.allowed_number_phrases) is None, text
