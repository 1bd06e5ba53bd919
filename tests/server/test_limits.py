"""Limits on requests, messages and new tables; the defaults are generous enough for a school."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from tests.server.client import rejection_of
from tests.server.test_health import read_metrics
from websockets.exceptions import ConnectionClosed

from trapezi.cli import main
from trapezi.server.limits import Limits, RateLimiter
from trapezi.server.proxies import BadSetting


def test_a_rate_limiter_remembers_the_most_recent_keys() -> None:
    limiter = RateLimiter((0.001, 1), max_keys=2)
    assert [limiter.take(key) for key in ("a", "b", "a")] == [True, True, False]
    assert limiter.take("c"), "b, the least recently used key, is forgotten"
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
    server = start_server("limits=Limits(requests=(0.001, 9), creations=(0.001, 2))")

    async def scenario() -> None:
        ada = clients()
        ada.url = server.url
        creations = [await rejection_of(ada.create("qwixx", 1)) for _ in range(4)]
        assert creations == ["accepted", "accepted", "protocol.too-fast", "protocol.too-fast"]
        requests = [await rejection_of(ada.request("GET", "/api/games")) for _ in range(7)]
        assert requests == ["accepted"] * 5 + ["protocol.too-fast"] * 2

    clients.run(scenario())


def test_guessing_table_codes_is_rate_limited(start_server: Any, clients: Any) -> None:
    server = start_server("limits=Limits(misses=(0.001, 5), **patient)")

    async def scenario() -> None:
        ada, mallory = (clients() for _ in range(2))
        ada.url = mallory.url = server.url
        await ada.create("qwixx", 1, start=True)
        guesses = [await rejection_of(mallory.request("GET", f"/api/tables/ZZZZ{letter}")) for letter in "BCDFGHJK"]
        assert guesses == ["table.unknown"] * 5 + ["protocol.too-fast"] * 3
        mallory.code = ada.code
        assert await rejection_of(mallory.hello(watch=True)) == "protocol.too-fast", "a right guess does not help either"
        assert (
            await rejection_of(ada.request("POST", f"/api/tables/{ada.code}/pair", {"secret": "y" * 32})) == "protocol.too-fast"
        )

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
