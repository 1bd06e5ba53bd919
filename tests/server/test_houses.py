"""Several processes serve the same tables from PostgreSQL: any of them any table, whatever happens to the others."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from typing import Any

import pytest
from tests.server.balancer import Balancer
from tests.server.browsers import played_on
from tests.server.ledger import look_at_the_end, postgres_lines

pytestmark = pytest.mark.postgres


@pytest.fixture(scope="module")
def database(postgres: Any) -> str:
    made: str = postgres.database()
    return made


@pytest.fixture(scope="module")
def houses(database: str, serve: Any) -> Iterator[list[Any]]:
    """Two processes, the whole module long; who stops one starts it again."""
    made = [serve(database), serve(database)]
    yield made
    for each in made:
        each.stop()


@pytest.mark.parametrize("game", ["qwixx", "the_game"])
def test_people_at_two_processes_play_one_game(game: str, houses: list[Any], browser: Any, database: str, postgres: Any) -> None:
    async def story() -> None:
        async with Balancer(houses).open() as balancer:
            ada, bo = people = await browser.at_table(game, url=balancer.url)
            await played_on(people)
            assert {person["presence"] for person in ada.table["people"]} <= {"here", "away"}
            assert (await look_at_the_end(postgres_lines(postgres, database, ada.code), people)).good
            assert ada.refused.count("table.try-again") == bo.refused.count("table.try-again") == 0
            shown = [sorted(json.dumps([e["seat"], e["description"]]) for e in each.history.values()) for each in people]
            assert shown[0] == shown[1] or game == "the_game", "everyone sees the same of an open game"

    browser.run(story())


def test_presence_chat_pairing_and_lists_do_not_care_which_process_one_is_at(houses: list[Any], browser: Any) -> None:
    async def story() -> None:
        ada, bo, phone = browser(seed=1), browser(seed=2), browser(seed=3)
        ada.url, bo.url, phone.url = houses[0].url, houses[1].url, houses[1].url
        await ada.create("qwixx", 2, public=True)
        assert ada.code in [line["code"] for line in await bo.ask("GET", "/api/tables")]
        await bo.join(ada.code)
        await ada.hello()
        await bo.hello()
        await ada.until(lambda m: m["t"] == "presence" and m["people"].get("p2") == "here")
        await bo.wish("chat", text="hello over there")
        while "hello over there" not in ada.chat:
            await ada.receive()
        secret = (await ada.ask("POST", f"/api/tables/{ada.code}/pairing"))["secret"]
        assert (await phone.ask("POST", f"/api/tables/{ada.code}/pair", {"secret": secret}))["person"] == "p1"
        phone.code = ada.code
        assert (await phone.hello())["you"] == "p1"
        with pytest.raises(Exception, match="pairing-over"):
            await bo.ask("POST", f"/api/tables/{ada.code}/pair", {"secret": secret})
        await bo.close()
        await ada.until(lambda m: m["t"] == "presence" and m["people"]["p2"] == "away")
        await bo.hello()
        await ada.until(lambda m: m["t"] == "presence" and m["people"]["p2"] == "here")
        houses[1].stop(signal.SIGKILL)
        await ada.until(lambda m: m["t"] == "presence" and m["people"]["p2"] == "away")
        houses[1].start()

    browser.run(story())
