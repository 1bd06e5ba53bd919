"""The server sends all that browsers need to set up and play a guest game (one from another installed package)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.guests.conftest import Environment
from tests.server.client import Clients
from tests.server.server_process import ServerProcess


@pytest.fixture(scope="module")
def http(guest: Environment, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    database: Path = tmp_path_factory.mktemp("server") / "tables.db"
    server = ServerProcess(database, before=f"sys.path.insert(0, {str(guest.folder)!r})")
    with httpx.Client(base_url=server.url) as client:
        yield client
    server.stop()


def test_it_is_listed_with_everything_that_set_up_needs(http: httpx.Client) -> None:
    games = {game["name"]: game for game in http.get("/api/games").json()}
    assert list(games)[-1] == "market_day"
    game = games["market_day"]
    assert game["players"] == [2, 3, 4, 5]
    assert [option["name"] for option in game["options"]] == ["rotten", "deck"]
    assert game["bots"] == ["chance", "level-1", "level-2", "level-3", "level-4", "level-5"]
    assert game["secret_phases"] == ["bidding"]
    assert games["qwixx"]["secret_phases"] == []
    assert games["sideboards"]["secret_phases"] == ["*"]


@pytest.mark.parametrize(("lang", "title"), [("en", "Market Day"), ("el", "Λαϊκή αγορά"), ("de", "Markttag")])
def test_its_messages_and_rules_are_served(http: httpx.Client, lang: str, title: str) -> None:
    messages = http.get(f"/api/games/market_day/messages/{lang}").json()
    assert messages["market_day.title"] == title
    assert all(key.startswith("market_day.") for key in messages)
    page = http.get(f"/api/games/market_day/rules/{lang}")
    assert page.headers["content-type"] == "text/markdown; charset=utf-8"
    assert page.text.startswith(f"# {title}\n")


def test_built_in_games_are_served_the_same_way(http: httpx.Client) -> None:
    assert http.get("/api/games/qwixx/messages/el").json()["qwixx.title"] == "Qwixx"
    assert http.get("/api/games/qwixx/rules/de").text.startswith("# ")


def test_an_unknown_game_or_language_is_not_found(http: httpx.Client) -> None:
    for path, key in (
        ("chess/messages/en", "common.game.unknown"),
        ("market_dai/rules/en", "common.game.misspelled"),
        ("qwixx/messages/fr", "common.lang.unknown"),
        ("qwixx/rules/fr", "common.lang.unknown"),
    ):
        answer = http.get(f"/api/games/{path}")
        assert answer.status_code == 404
        assert answer.json()["key"] == key


def test_a_person_and_two_bots_play_a_whole_game(http: httpx.Client) -> None:
    clients = Clients(lambda: str(http.base_url).rstrip("/"))

    async def play() -> dict[str, Any]:
        person = clients(seed=1)
        await person.create("market_day", 3, fill="level-1", start=True)
        await person.hello()
        await person.play()
        view: dict[str, Any] = person.views[0]["view"]
        return view

    view = clients.run(play())
    assert view["over"]
    assert view["board"]["round"] == 7
    assert view["result"]["winners"]
