"""Several processes that share a PostgreSQL database serve the same tables."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from typing import Any

import pytest
from tests.server.balancer import Balancer
from tests.server.client import play_all
from tests.server.log_check import check_finished_game, read_postgres_log
from tests.server.server_process import ServerProcess

pytestmark = pytest.mark.postgres


@pytest.fixture(scope="module")
def database(postgres: Any) -> str:
    url: str = postgres.database()
    return url


@pytest.fixture(scope="module")
def processes(database: str) -> Iterator[list[Any]]:
    """Return two server processes for all tests of this module. A test that stops one starts it again."""
    started = [ServerProcess(database), ServerProcess(database)]
    yield started
    for process in started:
        process.stop()


@pytest.mark.parametrize("game", ["qwixx", "the_game"])
def test_people_connected_to_two_processes_play_one_game(
    game: str, processes: list[Any], clients: Any, database: str, postgres: Any
) -> None:
    async def scenario() -> None:
        async with Balancer(processes).open() as balancer:
            ada, bo = people = await clients.at_table(game, url=balancer.url)
            await play_all(people)
            assert {person["presence"] for person in ada.table["people"]} <= {"here", "away"}
            assert (await check_finished_game(read_postgres_log(postgres, database, ada.code), people)).good
            assert ada.rejections.count("table.try-again") == bo.rejections.count("table.try-again") == 0
            histories = [
                sorted(json.dumps([entry["seat"], entry["description"]]) for entry in each.history.values()) for each in people
            ]
            assert histories[0] == histories[1] or game == "the_game", "everyone has the same history of an open game"

    clients.run(scenario())


def test_presence_chat_pairing_and_lists_work_across_processes(processes: list[Any], clients: Any) -> None:
    async def scenario() -> None:
        ada, bo, phone = clients(seed=1), clients(seed=2), clients(seed=3)
        ada.url, bo.url, phone.url = processes[0].url, processes[1].url, processes[1].url
        await ada.create("qwixx", 2, public=True)
        assert ada.code in [line["code"] for line in await bo.request("GET", "/api/tables")]
        await bo.join(ada.code)
        await ada.hello()
        await bo.hello()
        await ada.receive_until(lambda m: m["t"] == "presence" and m["people"].get("p2") == "here")
        await bo.command("chat", text="hello over there")
        while "hello over there" not in ada.chat:
            await ada.receive()
        secret = (await ada.request("POST", f"/api/tables/{ada.code}/pairing"))["secret"]
        assert (await phone.request("POST", f"/api/tables/{ada.code}/pair", {"secret": secret}))["person"] == "p1"
        phone.code = ada.code
        assert (await phone.hello())["you"] == "p1"
        with pytest.raises(Exception, match="pairing-over"):
            await bo.request("POST", f"/api/tables/{ada.code}/pair", {"secret": secret})
        await bo.close()
        await ada.receive_until(lambda m: m["t"] == "presence" and m["people"]["p2"] == "away")
        await bo.hello()
        await ada.receive_until(lambda m: m["t"] == "presence" and m["people"]["p2"] == "here")
        processes[1].stop(signal.SIGKILL)
        await ada.receive_until(lambda m: m["t"] == "presence" and m["people"]["p2"] == "away")
        processes[1].start()

    clients.run(scenario())
