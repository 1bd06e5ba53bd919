"""Several processes serve the same tables from PostgreSQL: any of them any table, whatever happens to the others."""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

import trapezi

pytestmark = pytest.mark.postgres


class Balancer:
    """Gives each connection to the next server that answers."""

    def __init__(self, servers: list[Any]) -> None:
        self.servers = servers
        self.next = 0
        self.url = ""
        self.carrying: set[asyncio.Task[None] | None] = set()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
        except OSError:
            pass
        finally:
            writer.close()

    async def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.carrying.add(asyncio.current_task())
        for _ in self.servers:
            self.next += 1
            port = self.servers[self.next % len(self.servers)].port
            try:
                far_reader, far_writer = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                continue
            await asyncio.gather(self._carry(reader, far_writer), self._carry(far_reader, writer))
            return
        writer.close()

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator[Balancer]:
        server = await asyncio.start_server(self._meet, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        try:
            yield self
        finally:
            server.close()
            for task in self.carrying - {None}:
                task.cancel()
            await asyncio.gather(*self.carrying - {None}, return_exceptions=True)


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


async def seated(balancer: Balancer, browsers: Any, game: str, people: int = 2, bots: int = 1) -> list[Any]:
    """Browsers at one table with bots, the game begun, each at another process."""
    found = [browsers(seed=n) for n in range(people)]
    for each in found:
        each.url = balancer.url
    await found[0].create(game, people + bots)
    for each in found[1:]:
        await each.join(found[0].code)
    for each in found:
        await each.hello()
    await found[0].wish("start", fill="chance")
    for each in found:
        while each.table["phase"] != "playing":
            await each.receive()
    return found


async def written(browser: Any, database: str, postgres: Any) -> list[dict[str, Any]]:
    """The records of a table."""
    query = f"SELECT body FROM records WHERE code = '{browser.code}' ORDER BY seq"
    return [json.loads(bytes(body)[16:]) for (body,) in await asyncio.to_thread(lambda: postgres.run(query, url=database))]


async def nothing_lost_or_doubled(browsers: list[Any], database: str, postgres: Any) -> None:
    records = await written(browsers[0], database, postgres)
    ids = Counter((record["by"], record["id"]) for record in records if record.get("id"))
    assert set(ids.values()) == {1}
    for each in browsers:
        assert all(ids[each.you, wish] == 1 for wish in each.acked), "what was acknowledged is there"
    match = trapezi.replay(await browsers[0].ask("GET", f"/api/tables/{browsers[0].code}/games/1/log"))
    for seat, each in enumerate(browsers):
        assert each.table["results"][0]["scores"] == match.state.scores
        assert each.views[seat]["view"] == {**match.state.view(seat), "moves": [], "optional": []}


async def further(people: list[Any], records: int = 6) -> None:
    """Until the game has gone on for some records."""
    mark = people[0].seq + records
    while people[0].seq < mark:
        assert people[0].table["phase"] == "playing", "in mid-game"
        await asyncio.sleep(0.005)


@pytest.mark.parametrize("game", ["qwixx", "the_game"])
def test_people_at_two_processes_play_one_game(game: str, houses: list[Any], browser: Any, database: str, postgres: Any) -> None:
    async def story() -> None:
        async with Balancer(houses).open() as balancer:
            ada, bo = await seated(balancer, browser, game)
            assert {person["being"] for person in ada.table["people"]} <= {"here", "away"}
            await asyncio.gather(ada.play_on(), bo.play_on())
            await nothing_lost_or_doubled([ada, bo], database, postgres)
            assert ada.refused.count("table.try-again") == bo.refused.count("table.try-again") == 0
            assert {n: line for n, line in ada.told.items() if line["shown"]} == {
                n: line for n, line in bo.told.items() if line["shown"]
            } or game == "the_game", "everybody is told the same of an open game"

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


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM], ids=["killed", "drained"])
def test_one_process_after_the_other_ends_in_mid_game_and_nobody_notices(
    how: signal.Signals, houses: list[Any], browser: Any, database: str, postgres: Any
) -> None:
    async def story() -> None:
        async with Balancer(houses).open() as balancer:
            people = await seated(balancer, browser, "silver_gold", 3)
            playing = asyncio.gather(*(each.play_on() for each in people))
            for n in range(2):
                await further(people)
                await asyncio.to_thread(houses[n % 2].stop, how)
                await further(people)
                for each in people:
                    each.held = True
                await asyncio.to_thread(houses[n % 2].start)
                for each in people:
                    each.held = False
            await playing
            await nothing_lost_or_doubled(people, database, postgres)
            codes = [code for each in people for code in each.closed]
            assert len(codes) >= 2
            if how == signal.SIGTERM:
                assert set(codes) == {1012}, "a draining process says so"

    browser.run(story())


def test_while_the_database_is_away_wishes_are_refused_and_then_the_game_goes_on(
    houses: list[Any], browser: Any, database: str, postgres: Any
) -> None:
    async def story() -> None:
        async with Balancer(houses).open() as balancer:
            people = await seated(balancer, browser, "silver_gold", 2, bots=0)  # so that somebody is always asked
            playing = asyncio.gather(*(each.play_on() for each in people))
            for _ in range(2):
                await further(people)
                refused = sum(each.refused.count("table.not-stored") for each in people)
                await asyncio.to_thread(postgres.shut, database)
                while sum(each.refused.count("table.not-stored") for each in people) < refused + 2:
                    await asyncio.sleep(0.005)
                await asyncio.to_thread(postgres.reopen, database)
            await playing
            await nothing_lost_or_doubled(people, database, postgres)
            assert all(house.process.poll() is None for house in houses)
            assert not any(each.closed for each in people), "nobody lost the line to the server"

    browser.run(story())
