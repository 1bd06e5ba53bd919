"""Requests, messages and new tables are limited, but the default limits suffice for a whole school at one address."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest
from tests.server.client import rejection_of
from tests.server.test_health import read_metrics
from tests.time_limits import HANG
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from trapezi.cli import main
from trapezi.server.limits import Limits, RateLimiter
from trapezi.server.trusted_proxies_and_origins import BadSetting, Trust


def test_a_rate_limiter_remembers_the_most_recent_keys() -> None:
    limiter = RateLimiter((0.001, 1), max_keys=2)
    assert [limiter.try_to_take(key) for key in ("a", "b", "a")] == [True, True, False]
    assert limiter.try_to_take("c"), "b, the least recently used key, is forgotten"
    assert not limiter.has_token("a")
    assert limiter.has_token("b")


def test_the_operator_sets_limits_and_mistakes_are_explained(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert Limits.parse(["sockets=7", "hello_seconds=2.5", "requests=1/9"]) == Limits(
        sockets=7, hello_seconds=2.5, requests=(1.0, 9.0)
    )
    for wrong in (
        "sockets",
        "sockets=",
        "sockets=many",
        "sockets=1/2",
        "sockets=1.5",
        "sockets=-1",
        "messages=3",
        "messages=nan/1",
    ):
        with pytest.raises(BadSetting, match="bad-limit"):
            Limits.parse([wrong])
    for arguments, explanation in (
        (["--limit", "sokets=3"], "no limit sokets"),
        (["--limit", "sockets=x"], "sockets=x is not a limit"),
        (["--proxy", "10.0.0.300"], "neither an address nor a network"),
        (["--origin", "table.club"], "not the address of a server"),
        (["--metrics", "everybody"], "neither an address nor a network"),
    ):
        assert main(["serve", *arguments]) == 2
        assert explanation in capsys.readouterr().err
    monkeypatch.setenv("TRAPEZI_LIMITS", "sockets=3 sokets=4")
    assert main(["serve"]) == 2
    assert "no limit sokets" in capsys.readouterr().err


def test_requests_and_new_tables_are_limited_per_address(start_server: Any, clients: Any) -> None:
    spent = "(0.001, 0.5)"  # A bucket that holds less than one token is always empty.
    own = f"requests_per_token={spent}, creations_per_token={spent}"
    server = start_server(f"limits=Limits(requests=(0.001, 9), creations=(0.001, 2), {own})")

    async def scenario() -> None:
        ada = clients()
        ada.url = server.url
        creations = [await rejection_of(ada.create("qwixx", 1)) for _ in range(4)]
        assert creations == ["accepted", "accepted", "protocol.too-fast", "protocol.too-fast"]
        requests = [await rejection_of(ada.request("GET", "/api/games")) for _ in range(7)]
        assert requests == ["accepted"] * 5 + ["protocol.too-fast"] * 2

    clients.run(scenario())


def test_a_request_that_takes_long_counts_as_several(start_server: Any, clients: Any) -> None:
    server = start_server("limits=Limits(requests=(0.001, 12), requests_per_token=(0.001, 0.5))")

    async def scenario() -> None:
        ada = clients()
        ada.url = server.url
        paths = ("/api/daily", "/api/daily/qwixx", "/api/history", "/api/games", "/api/games")
        answers = [await rejection_of(ada.request("GET", path)) for path in paths]
        assert answers == ["accepted", "accepted", "protocol.too-fast", "accepted", "protocol.too-fast"]

    clients.run(scenario())


async def is_opened(client: Any) -> bool:
    """Open a WebSocket. Return whether the server accepts it."""
    try:
        await client.open()
    except InvalidHandshake:
        return False
    return True


def test_a_lockout_keeps_out_strangers_but_no_token_link_or_pairing(start_server: Any, clients: Any) -> None:
    none = "(0.0001, 1)"
    server = start_server(f"limits=Limits(misses={none}, requests=(0.0001, 40), handshakes=(0.0001, 4), **patient)")

    async def scenario() -> None:
        ada, mallory, guest, phone = (clients(seed=n) for n in range(4))
        for client in (ada, mallory, guest, phone):
            client.url = server.url
        await ada.create("qwixx", 2, fill=None)
        path = (await ada.request("GET", f"/api/tables/{ada.code}/invitation"))["url"]
        pairing = await ada.request("POST", f"/api/tables/{ada.code}/pairing")
        assert await rejection_of(mallory.request("GET", "/api/tables/ZZZZZ")) == "table.unknown"
        for code in ("ZZZZZ", ada.code):
            assert await rejection_of(mallory.request("GET", f"/api/tables/{code}")) == "protocol.too-fast"
        mallory.code = ada.code
        assert await rejection_of(mallory.hello(watch=True)) == "protocol.too-fast", "a right guess does not help either"
        assert (
            await rejection_of(mallory.request("POST", f"/api/tables/{ada.code}/pair", {"secret": "y" * 32}))
        ) == "protocol.too-fast"
        key = path.rpartition("/")[2]
        assert path.endswith(f"/t/{ada.code}/{key}")
        assert len(key) == 16
        guest.key = key
        await guest.join(ada.code)
        await phone.request("POST", f"/api/tables/{ada.code}/pair", {"secret": pairing["secret"]})
        await mallory.send({"t": "hello", "table": ada.code, "key": key})
        assert (await mallory.receive_until(lambda m: m["t"] == "welcome"))["you"] is None, "a link is enough to watch"
        while await rejection_of(mallory.request("GET", "/api/games")) == "accepted":
            pass
        assert len(await ada.request("GET", "/api/mine")) == 1, "the requests of the address are spent, but not those of a token"
        await mallory.close()
        while await is_opened(mallory):
            await mallory.close()
        phone.code = ada.code
        for client in (ada, guest, phone):
            await client.hello()
        assert [ada.you, guest.you, phone.you] == ["p1", "p2", "p1"]

    clients.run(scenario())


@pytest.mark.parametrize(
    "headers",
    [
        {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image"},
        {"sec-fetch-site": "same-site"},
        {"referer": "https://elsewhere.example/page"},
        {"origin": "https://elsewhere.example"},
    ],
)
def test_another_sites_page_spends_no_budget(headers: dict[str, str]) -> None:
    host = {"host": "table.lan:8000"}
    assert Trust().is_foreign_request({**host, **headers}, is_api=True)
    for ours in (
        {},
        {"sec-fetch-site": "same-origin", "referer": "http://table.lan:8000/t/BCDFG"},
        {"sec-fetch-site": "none"},
        {"origin": "http://table.lan:8000"},
    ):
        assert not Trust().is_foreign_request({**host, **ours}, is_api=True)
    link = {"sec-fetch-site": "cross-site", "sec-fetch-dest": "document", "referer": "https://elsewhere.example/page"}
    assert not Trust().is_foreign_request({**host, **link}, is_api=False), "a link on another site opens our pages"
    assert Trust().is_foreign_request({**host, **link, "sec-fetch-dest": "image"}, is_api=False)


def test_requests_of_another_site_are_rejected_before_anything_is_charged(start_server: Any) -> None:
    server = start_server("limits=Limits(misses=(0.0001, 1), requests=(0.0001, 5), **patient)")
    image = {"sec-fetch-site": "cross-site", "sec-fetch-dest": "image"}
    with httpx.Client(base_url=server.url, timeout=HANG) as browser:
        for _ in range(20):
            assert browser.get("/api/tables/ZZZZZ", headers=image).json()["key"] == "protocol.foreign-page"
        assert [browser.get("/api/tables/ZZZZZ").status_code for _ in range(2)] == [404, 429]


def test_guessing_table_codes_is_rate_limited(start_server: Any, clients: Any) -> None:
    server = start_server("limits=Limits(misses=(0.001, 5), **patient)")

    async def scenario() -> None:
        ada, mallory = (clients() for _ in range(2))
        ada.url = mallory.url = server.url
        await ada.create("qwixx", 1, start=True)
        guesses = [await rejection_of(mallory.request("GET", f"/api/tables/ZZZZ{letter}")) for letter in "BCDFGHJK"]
        assert guesses == ["table.unknown"] * 5 + ["protocol.too-fast"] * 3
        assert await rejection_of(mallory.request("GET", f"/api/tables/{ada.code}")) == "protocol.too-fast"
        assert (await ada.request("GET", f"/api/tables/{ada.code}"))["code"] == ada.code

    clients.run(scenario())


def test_a_flood_of_messages_is_rejected_and_then_disconnected(start_server: Any, clients: Any) -> None:
    server = start_server("limits=Limits(messages=(1, 100), **patient)")

    async def scenario() -> None:
        ada, bo = clients(), clients(seed=4)
        ada.url = bo.url = server.url
        await ada.create("qwixx", 1, start=True)
        await bo.create("qwixx", 1, start=True)
        await ada.hello()
        await bo.hello()
        await asyncio.gather(*(ada.send({"t": "ping"}) for _ in range(4000)), return_exceptions=True)
        with pytest.raises(ConnectionClosed):
            await ada.receive_until(lambda m: m.get("key") == "closed", strict=False)
        assert any('"protocol.too-fast"' in text for text in ada.raw)
        await bo.play(5)

    clients.run(scenario())


def test_one_address_joins_a_table_only_so_often(start_server: Any, clients: Any) -> None:
    server = start_server("limits=Limits(joins=(0.0001, 2), **patient)")

    async def scenario() -> None:
        ada = clients()
        ada.url = server.url
        for _ in range(2):
            await ada.create("qwixx", 5)
            for _ in range(2):
                await ada.request("POST", f"/api/tables/{ada.code}/join", {"name": "ada", "watch": True})
            again = ada.request("POST", f"/api/tables/{ada.code}/join", {"name": "ada", "watch": True})
            assert await rejection_of(again) == "protocol.too-fast"

    clients.run(scenario())


def test_a_school_can_play_behind_one_address(start_server: Any, clients: Any) -> None:
    server = start_server("limits=Limits(hello_seconds=1000)")

    async def scenario() -> None:
        ada = clients(seed=1)
        ada.url = server.url
        await ada.create("qwixx", 1, start=True)
        others = [clients() for _ in range(300)]
        for each in others:
            each.url, each.code = ada.url, ada.code
        for n in range(0, 300, 50):
            await asyncio.gather(*(each.hello(watch=True) for each in others[n : n + 50]))
        await ada.hello()
        assert read_metrics(ada.url)["trapezi_open_websockets"] == 301
        await ada.play(2)

    clients.run(scenario())
