"""Whatever is sent: refused with a reason, and the table goes on unharmed."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from trapezi import protocol


async def refused(work: Awaitable[Any]) -> str:
    try:
        await work
    except Exception as error:
        return str(getattr(error, "key", repr(error)))
    return "granted"


def test_wrong_tokens_foreign_tables_and_unknown_codes(browser: Any) -> None:
    async def story() -> None:
        ada, mallory = browser(), browser()
        await ada.create("qwixx", 2, fill="chance", start=True)
        await ada.hello()
        before = await ada.ask("GET", f"/api/tables/{ada.code}")
        mallory.code = ada.code
        assert await refused(mallory.hello()) == "table.wrong-token"
        await mallory.hello(watch=True)
        for wish in ({"kind": "act", "seat": 0, "version": 0, "move": 44}, {"kind": "end_early"}, {"kind": "chat", "text": "hi"}):
            assert await refused(mallory.wish(**wish)) == "table.only-watching"
        assert await refused(mallory.join(ada.code)) == "table.in-game"
        await mallory.join(ada.code, watch=True)
        await mallory.hello()
        assert mallory.you == "p2"
        assert set(mallory.views) == {-2}
        for kind, more, key in (
            ("act", {"seat": 0, "version": 1, "move": 44}, "table.not-your-seat"),
            ("act", {"seat": 40, "version": 1, "move": 44}, "table.no-such-seat"),
            ("take_back", {"seat": 0}, "table.not-your-seat"),
            ("resign", {"seat": 1}, "table.not-your-seat"),
            ("pause", {"on": True}, "table.not-seated"),
            ("stand_in", {"seat": 0}, "table.not-seated"),
            ("end_early", {}, "table.not-host"),
            ("start", {}, "table.not-host"),
            ("pass_host", {"person": "p2"}, "table.not-host"),
            ("sit", {"seat": 1}, "table.in-game"),
            ("rematch", {}, "table.not-seated"),
        ):
            assert await refused(mallory.wish(kind, **more)) == key, kind
        mallory.code = "ZZZZZ"
        assert await refused(mallory.hello()) == "table.unknown"
        for path in ("/api/tables/ZZZZZ", "/api/tables/%2e%2e", "/api/tables/ZZZZZ/games/1/log"):
            assert await refused(mallory.ask("GET", path)) == "table.unknown"
        for path in (f"/api/tables/{ada.code}/games/1/log", f"/api/tables/{ada.code}/games/1/replay"):
            assert await refused(ada.ask("GET", path)) == "table.no-such-game"
        assert await refused(mallory.ask("GET", "/api/mine", token=None)) == "table.no-token"
        assert await refused(mallory.ask("POST", f"/api/tables/{ada.code}/pair", {"secret": "x" * 32})) == "table.pairing-over"
        after = await ada.ask("GET", f"/api/tables/{ada.code}")
        assert {**after, "people": []} == {**before, "people": []}
        await ada.play()
        assert ada.table["ending"] == "over"

    browser.run(story())


def test_moves_out_of_turn_and_against_the_rules(browser: Any) -> None:
    async def story() -> None:
        ada, bo = browser(seed=1), browser(seed=2)
        await ada.create("the_game", 2)
        await bo.join(ada.code)
        for each in (ada, bo):
            await each.hello()
        assert await refused(bo.wish("start")) == "table.not-host"
        assert await refused(ada.wish("act", seat=0, version=0, move=8)) == "table.no-game"
        await ada.wish("start")
        while not ada.views or not bo.views:
            await (ada if not ada.views else bo).receive()
        version = ada.views[0]["version"]
        seq = ada.seq
        assert await refused(bo.wish("act", seat=1, version=bo.views[1]["version"], move=400)) == "move.not-your-turn"
        assert await refused(ada.wish("act", seat=0, version=version + 1, move=400)) == "table.outdated"
        assert await refused(ada.wish("act", seat=0, version=version, move=400)) == "the_game.end.minimum"
        assert await refused(ada.wish("act", seat=0, version=version, move=2**30)) == "move.unknown"
        assert await refused(ada.wish("act", seat=0, version=version, move=401)) == "table.a-signal"
        assert await refused(ada.wish("signal", seat=0, move=400)) == "table.no-signal"
        assert await refused(ada.wish("take_back", seat=0)) == "move.not-taken-back"
        assert (await ada.ask("GET", f"/api/tables/{ada.code}"))["phase"] == "playing"
        welcome = await ada.hello()
        assert welcome["seq"] == seq
        await bo.wish("signal", seat=1, move=bo.views[1]["view"]["optional"][0]["move"])
        assert await refused(bo.wish("chat", text="lay the forty-two")) == "talk.number"
        assert await refused(bo.wish("rename", name="Βίκτωρ σαράντα")) == "talk.number"
        await bo.wish("chat", text="not this pile, please")
        await asyncio.gather(ada.play(), bo.play())
        await bo.wish("chat", text="I had the 42")

    browser.run(story())


GARBAGE: list[str | bytes] = [
    "",
    "{}",
    "[]",
    "null",
    "\x00",
    b"\xff\xfe\x00",
    '{"t":"act"}',
    '{"t":"nonsense","id":"x"}',
    '{"t":"act","id":"x","seat":0,"version":0,"move":-5}',
    '{"t":"act","id":"x","seat":0,"version":0,"move":1e99}',
    '{"t":"chat","id":"x","text":""}',
    '{"t":"hello","table":"' + "B" * 5000 + '"}',
    "[" * 10_000,
    '{"t":"chat","id":"x","text":"' + "y" * 20_000 + '"}',
]


def test_malformed_and_oversized_messages(browser: Any) -> None:
    async def story() -> None:
        ada = browser(seed=3)
        await ada.create("qwixx", 1, start=True)
        await ada.open()
        for wild in (*GARBAGE, '{"t":"act","id":"x","seat":0,"version":0,"move":44}'):
            await ada.send(wild)
            message = await ada.receive()
            assert message["t"] == "rejection", wild
            assert message["key"] in ("protocol.malformed", "protocol.too-large", "protocol.hello-first"), message
        await ada.hello()
        for wild in GARBAGE:
            await ada.send(wild)
            await ada.until(lambda m: m["t"] == "rejection")
        await ada.send("x" * 100_000)
        with pytest.raises(ConnectionClosed):
            await ada.until(lambda m: False)
        ada.socket = None
        await ada.hello()
        await ada.play()
        assert ada.table["ending"] == "over"

    browser.run(story())


def test_a_page_made_for_another_version_of_the_protocol_is_told_so_and_its_place_waits(browser: Any) -> None:
    async def story() -> None:
        ada = browser(seed=3)
        await ada.create("qwixx", 1, start=True)
        await ada.open()
        hello = {"t": "hello", "table": ada.code, "token": ada.token}
        await ada.send({**hello, "protocol": protocol.VERSION + 1})
        assert (await ada.receive())["key"] == "protocol.other-version"
        await ada.send({**hello, "protocol": protocol.VERSION})
        assert (await ada.receive())["t"] == "welcome"

    browser.run(story())


def test_a_flood_is_refused_and_then_cut_off(browser: Any) -> None:
    async def story() -> None:
        ada, bo = browser(), browser(seed=4)
        await ada.create("qwixx", 1, start=True)
        await bo.create("qwixx", 1, start=True)
        await ada.hello()
        await bo.hello()
        await asyncio.gather(*(ada.send({"t": "ping"}) for _ in range(4000)), return_exceptions=True)
        with pytest.raises(ConnectionClosed):
            await ada.until(lambda m: m.get("key") == "closed", strict=False)
        assert any('"protocol.too-fast"' in text for text in ada.raw)
        await bo.play(5)

    browser.run(story())


def test_a_page_from_elsewhere_gets_no_socket(browser: Any) -> None:
    async def story() -> None:
        for origin in ("http://elsewhere.example", "null", "http://127.0.0.1:1", "file://"):
            with pytest.raises(InvalidStatus):
                await browser().open(origin=origin)

    browser.run(story())


def test_bad_requests_are_refused_with_a_reason(browser: Any) -> None:
    async def story() -> None:
        ada = browser()
        good = {"game": "qwixx", "options": {"players": 2}, "names": ["Ada"]}
        for change, key in (
            ({"game": "chess"}, "game.unknown"),
            ({"options": {}}, "option.players"),
            ({"options": {"players": 2, "sheet": "x"}}, "option.not-a-choice"),
            ({"options": {"players": 2, "colour": 1}}, "option.unknown"),
            ({"names": []}, "protocol.malformed"),
            ({"names": ["\u202e\u200b"]}, "table.no-name"),
            ({"names": ["a", "b", "c"]}, "table.too-many-seated"),
            ({"fill": "nobody"}, "bot.unknown"),
            ({"start": True}, "table.seats-empty"),
            ({"admin": True}, "protocol.malformed"),
        ):
            assert await refused(ada.ask("POST", "/api/tables", {**good, **change})) == key, change
        assert await refused(ada.ask("POST", "/api/tables", good, token=None)) == "table.no-token"
        assert await refused(ada.ask("POST", "/api/tables", good, token="short")) == "table.no-token"
        deck = {"game": "the_game", "options": {"players": 1, "deck": {"name": "x"}}, "names": ["Ada"]}
        assert (await refused(ada.ask("POST", "/api/tables", deck))).startswith("deck.")
        large = {**good, "options": {"players": 2, "sheet": "x" * 1_100_000}}
        assert await refused(ada.ask("POST", "/api/tables", large)) == "protocol.too-large"
        assert await refused(ada.ask("GET", "/api/words/xx")) == "words.unknown-language"
        assert await refused(ada.ask("GET", "/api/nonsense")) == "protocol.no-such-page"
        assert await refused(ada.ask("DELETE", "/api/tables")) == "protocol.wrong-method"

    browser.run(story())


def test_every_answer_is_strict_about_what_a_browser_may_do(running: Any) -> None:
    with httpx.Client(base_url=running.url) as http:
        for path in ("/", "/t/BCDFG", "/api/games", "/nothing.js", "/assets/../../app.py", "/..%2fapp.py"):
            answer = http.get(path)
            policy = answer.headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert answer.headers["referrer-policy"] == "no-referrer"
            assert "import" not in answer.text
        schema = http.get("/api/schema/openapi.json").json()
        assert "/api/tables/{code}/join" in schema["paths"]
        assert http.get("/api/schema").headers["content-type"].endswith("json")
        games = {game["name"]: game for game in http.get("/api/games").json()}
        assert games["qwixx"]["players"] == [1, 2, 3, 4, 5]
        assert "chance" in games["qwixx"]["bots"]


def test_tokens_are_nowhere_on_disk(serving: Any, browser: Any) -> None:
    async def story() -> list[str]:
        ada, bo, phone = (browser(token=secrets.token_urlsafe(32)) for _ in range(3))
        await ada.create("qwixx", 2)
        await bo.join(ada.code)
        pairing = await ada.ask("POST", f"/api/tables/{ada.code}/pairing")
        await phone.ask("POST", f"/api/tables/{ada.code}/pair", {"secret": pairing["secret"]})
        return [ada.token, bo.token, phone.token, pairing["secret"]]

    kept = browser.run(story())
    files = [path.read_bytes() for path in serving.database.parent.iterdir()]
    assert len(files) >= 2
    assert not any(token.encode() in content for token in kept for content in files)
