"""The HTTP API rejects bad requests with a reason, and replays saved logs."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient
from tests.server.client import rejection_of
from tests.server.raw_socket import exchange
from tests.time_limits import HANG

import trapezi
from trapezi.core.log import log_lines
from trapezi.core.random import Stream
from trapezi.server.app import create_litestar
from trapezi.server.context import ServerContext
from trapezi.store import open_store
from trapezi.tables.registry import Settings, TableRegistry


def test_bad_requests_are_rejected_with_a_reason(clients: Any) -> None:
    async def scenario() -> None:
        ada = clients()
        good = {"game": "qwixx", "options": {"players": 2}, "names": ["Ada"]}
        for change, key in (
            ({"game": "chess"}, "common.game.unknown"),
            ({"options": {}}, "common.option.players"),
            ({"options": {"players": 2, "sheet": "x"}}, "common.option.not-a-choice"),
            ({"options": {"players": 2, "colour": 1}}, "common.option.unknown"),
            ({"names": []}, "protocol.malformed"),
            ({"names": ["\u202e\u200b"]}, "table.no-name"),
            ({"names": ["a", "b", "c"]}, "table.too-many-seated"),
            ({"fill": "nobody"}, "common.bot.unknown"),
            ({"start": True}, "table.seats-empty"),
            ({"admin": True}, "protocol.malformed"),
        ):
            assert await rejection_of(ada.request("POST", "/api/tables", {**good, **change})) == key, change
        assert await rejection_of(ada.request("POST", "/api/tables", good, token=None)) == "table.no-token"
        assert await rejection_of(ada.request("POST", "/api/tables", good, token="short")) == "table.no-token"
        deck = {"game": "the_game", "options": {"players": 1, "deck": {"name": "x"}}, "names": ["Ada"]}
        assert (await rejection_of(ada.request("POST", "/api/tables", deck))).startswith("common.deck.")
        large = {**good, "options": {"players": 2, "sheet": "x" * 1_100_000}}
        assert await rejection_of(ada.request("POST", "/api/tables", large)) == "protocol.too-large"
        assert await rejection_of(ada.request("GET", "/api/nonsense")) == "protocol.no-such-page"
        assert await rejection_of(ada.request("DELETE", "/api/tables")) == "protocol.wrong-method"

    clients.run(scenario())


def random_log(game: str) -> list[str]:
    match, rng = trapezi.game(game, players=2).match(seed=5), Stream(5)
    while not match.state.over:
        seat = min(match.state.deciders)
        match.play(seat, match.state.choose(seat, rng))
    return log_lines(match)


@pytest.mark.parametrize("game", trapezi.names())
def test_a_saved_log_is_replayed_step_by_step(game: str, shared_server: Any) -> None:
    lines = random_log(game)
    body = {"log": "\n".join(lines), "seat": 1, "since": 2}
    answer = httpx.post(shared_server.url + "/api/replay", json=body, timeout=HANG)
    assert answer.status_code == 200
    replay = answer.json()
    assert replay["game"] == game
    assert replay["total"] == len(lines) - 1
    assert [step["n"] for step in replay["steps"]] == list(range(min(100, len(lines) - 1)))
    assert replay["steps"][0]["view"]["seat"] == 1


def test_an_altered_log_is_rejected_with_its_line_number(shared_server: Any) -> None:
    lines = random_log("qwixx")
    lines[3] = lines[3].replace('"', "'", 1)
    answer = httpx.post(shared_server.url + "/api/replay", json={"log": "\n".join(lines)}, timeout=HANG)
    assert answer.status_code == 400
    assert answer.json() == {"key": "common.log.not-json", "params": {"line": 4}}


def test_a_seat_that_the_game_does_not_have_is_rejected(shared_server: Any) -> None:
    answer = httpx.post(shared_server.url + "/api/replay", json={"log": "\n".join(random_log("qwixx")), "seat": 2}, timeout=HANG)
    assert answer.status_code == 400
    assert answer.json()["key"] == "table.no-such-seat"


def test_a_saved_log_tells_why_a_move_was_not_possible(shared_server: Any) -> None:
    body = {"log": "\n".join(random_log("qwixx")), "step": 1, "seat": 0, "text": "red 12"}
    answer = httpx.post(shared_server.url + "/api/why", json=body, timeout=HANG)
    assert (answer.status_code, answer.json()["key"].split(".")[0]) == (200, "qwixx")


NOT_UNICODE = [b'"\\ud800"', b'"\\udc00x"', b'"a\\ud800\\ud800"', b'"\xed\xa0\x80"', b'"\xff"', b'"\xc3"']


@pytest.mark.parametrize("text", NOT_UNICODE)
def test_text_that_is_not_unicode_is_rejected(text: bytes, shared_server: Any) -> None:
    token = {"authorization": "Bearer " + "u" * 32, "content-type": "application/json"}
    table = b'{"game":"qwixx","options":{"players":1},"names":[%s]}'
    options = b'{"game":"qwixx","options":{"players":1,%s:1},"names":["Ada"]}'
    with httpx.Client(base_url=shared_server.url, headers=token, timeout=HANG) as http:
        for path, body in (("/api/tables", table), ("/api/tables", options), ("/api/replay", b'{"log":%s}')):
            answer = http.post(path, content=body % text)
            assert (answer.status_code, answer.json()["key"]) == (400, "protocol.malformed"), path


def test_addresses_that_are_not_unicode_are_answered_without_failure(shared_server: Any) -> None:
    for path in (
        "/api/tables/%ED%A0%80",
        "/api/tables/%FF/join",
        "/%ED%A0%80",
        "/api/tables/ZZZZZ/games/1/replay?seat=%ED%A0%80",
    ):
        request = f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
        assert re.match(rb"HTTP/1.1 4\d\d", exchange(shared_server.port, request.encode())), path


MALFORMED = {
    "invalid UTF-8": b'{"game": "\xff\xfe"}',
    "100,000 brackets": b"[" * 100_000,
    "deeply nested options": b'{"game": "qwixx", "names": ["a"], "options": {"players": ' + b"[" * 7000 + b"]" * 7000 + b"}}",
    "a lone surrogate": rb'{"log": "\ud800", "game": "\ud800", "options": {"\udfff": 1}, "names": ["\ud800"]}',
    "a lone surrogate in a log": rb'{"log": "\ud800"}',
    "a huge number": b'{"game": "qwixx", "names": ["a"], "options": {"players": ' + b"9" * 5000 + b"}}",
    "nothing": b"",
}


def test_malformed_bodies_are_rejected_with_one_line_in_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    registry = TableRegistry(open_store(tmp_path / "t.db"), Settings(pace=0, bot_processes=0, request_processes=0))
    headers = {"authorization": "Bearer " + "x" * 40, "content-type": "application/json"}
    with TestClient(create_litestar(ServerContext(registry)), raise_server_exceptions=False) as http:
        new = {"game": "qwixx", "options": {"players": 2}, "names": ["Ada"]}
        code = http.post("/api/tables", headers=headers, json=new).json()["table"]["code"]
        for path in ("tables", "replay", "games/qwixx/options", f"tables/{code}/join", f"tables/{code}/pair"):
            for what, body in MALFORMED.items():
                answer = http.post(f"/api/{path}", headers=headers, content=body)
                assert answer.status_code in (400, 404, 413), (path, what)
    assert [record.getMessage() for record in caplog.records] == ["malformed request to /api/tables: RecursionError"]
    assert not caplog.records[0].exc_info
