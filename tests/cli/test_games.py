"""`trapezi games` lists the games and their options."""

from __future__ import annotations

import json

import pytest
from tests.cli.conftest import Run

from trapezi.cli.arguments import playable_games

GAMES = [kind.name for kind in playable_games()]


def test_games_as_json_is_a_list_with_name_players_and_options(run: Run) -> None:
    ran = run("games", "--json")
    games = json.loads(ran.out)
    assert [game["name"] for game in games] == GAMES
    assert all(set(game) == {"name", "players", "options"} for game in games)
    qwixx = games[0]
    assert qwixx["players"] == [1, 2, 3, 4, 5]
    assert qwixx["options"][0] == {
        "name": "sheet",
        "default": "standard",
        "kind": "choice",
        "values": ["standard", "mixed-colours", "mixed-numbers"],
    }
    assert ran.err == ""


@pytest.mark.parametrize("lang", ["en", "el", "de"])
def test_games_lists_titles_and_options(run: Run, lang: str) -> None:
    ran = run("games", lang=lang)
    assert ran.code == 0
    assert "Qwixx" in ran.out
    assert "--option sheet=standard|mixed-colours|mixed-numbers" in ran.out
