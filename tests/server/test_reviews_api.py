"""Everyone who may see the replay of a finished game may see its review, but nobody can review a game in progress."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from tests.server.client import Clients, Rejected
from tests.server.server_process import ServerProcess
from tests.tables.test_replays import random_log
from tests.time_limits import HANG

LIMITS = "limits=Limits(review_simulations=4, reviews=(0.000001, 2), reviews_per_token=(0.000001, 1), **patient)"


@pytest.fixture
def reviewing(start_server: Callable[[str], ServerProcess]) -> ServerProcess:
    """Return a server with small reviews, on which an address may start only two reviews."""
    return start_server(LIMITS)


async def review_of(client: Any, path: str, body: Any = None) -> Any:
    """Ask for a review until it is finished, and return it."""
    seen = [-1.0]
    while "progress" in (answer := await client.request("POST", path, {} if body is None else body)):
        assert answer["progress"] >= seen[-1]
        seen.append(answer["progress"])
        await asyncio.sleep(0.01)
    return answer


def test_a_review_is_for_everyone_once_the_game_is_over_and_for_nobody_before(reviewing: ServerProcess) -> None:
    clients = Clients(lambda: reviewing.url)

    async def scenario() -> None:
        ada, eve = clients(seed=1), clients(seed=2)
        await ada.create("the_game", 2, fill="chance", start=True)
        eve.code = ada.code
        await ada.hello()
        await eve.hello(watch=True)
        await ada.act(0)
        path = f"/api/tables/{ada.code}/games/1/review"
        for client in (ada, eve):
            for method in ("GET", "POST"):
                with pytest.raises(Rejected) as rejection:
                    await client.request(method, path)
                assert (rejection.value.key, rejection.value.params) == ("table.no-such-game", {"number": 1})
        await ada.command("end_early")
        assert await eve.request("GET", path, token=None) == {"progress": None}, "looking begins nothing"
        review = await review_of(ada, path)
        assert review == await eve.request("GET", path, token=None) == await eve.request("POST", path, token=None)
        assert (review["cooperative"], review["unit"], review["over"]) == (True, "points", False)
        assert httpx.post(f"{reviewing.url}/api/tables/ZZZZZ/games/1/review").status_code == 404

    clients.run(scenario())


def test_an_address_begins_only_so_many_reviews_but_may_look_at_all(reviewing: ServerProcess) -> None:
    clients = Clients(lambda: reviewing.url)

    async def scenario() -> None:
        ada = clients(seed=1)
        first, *others = [random_log(seed=seed) for seed in (5, 6, 7)]
        found = await review_of(ada, "/api/review", {"log": first})
        await review_of(ada, "/api/review", {"log": others[0]})
        with pytest.raises(Rejected, match=r"protocol\.too-fast"):
            await review_of(ada, "/api/review", {"log": others[1]})
        assert await review_of(ada, "/api/review", {"log": first}) == found
        with pytest.raises(Rejected, match=r"protocol\.malformed|too-large"):
            await ada.request("POST", "/api/review", {"log": "x" * 260_000})

    clients.run(scenario(), seconds=HANG)


def test_a_log_that_is_no_log_is_rejected_with_its_fault(reviewing: ServerProcess) -> None:
    clients = Clients(lambda: reviewing.url)

    async def scenario() -> None:
        with pytest.raises(Rejected, match=r"common\.log\."):
            await review_of(clients(), "/api/review", {"log": "noise"})

    clients.run(scenario(), seconds=HANG)
