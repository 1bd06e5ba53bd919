"""`trapezi rules` prints the rules of a game in three languages."""

from __future__ import annotations

import pytest
from tests.cli.conftest import Run

from trapezi.cli.arguments import playable_games

GAMES = [kind.name for kind in playable_games()]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", ["en", "el", "de"])
def test_every_game_has_rules_in_every_language(run: Run, game: str, lang: str) -> None:
    ran = run("rules", game, "--lang", lang)
    assert ran.code == 0
    assert len(ran.out.splitlines()) > 40
    assert "🌆" not in ran.out, "the pictures of the board are for the browser"


def test_the_rules_of_qwixx_contain_the_scoring_example(run: Run) -> None:
    for lang in ("en", "el", "de"):
        assert "70" in run("rules", "qwixx", "--lang", lang).out
