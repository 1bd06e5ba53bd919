"""Responses that never change are compressed only once."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest
from tests.time_limits import HANG

from trapezi.server import http_api

PATHS = ["/api/games", "/api/games/qwixx/messages/el", "/api/games/qwixx/rules/de"]


@pytest.mark.parametrize("path", PATHS)
def test_a_response_is_compressed_for_clients_that_accept_it(path: str, shared_server: Any) -> None:
    zipped = httpx.get(shared_server.url + path, headers={"accept-encoding": "gzip"}, timeout=HANG)
    plain = httpx.get(shared_server.url + path, headers={"accept-encoding": "identity"}, timeout=HANG)
    assert (zipped.headers["content-encoding"], zipped.headers["vary"]) == ("gzip", "accept-encoding")
    assert "content-encoding" not in plain.headers
    assert zipped.content == plain.content
    assert int(zipped.headers["content-length"]) < len(plain.content)
    assert plain.headers["content-type"].count("charset") <= 1
    if path.endswith("/el"):
        assert all(key.startswith("qwixx.") for key in json.loads(plain.content))


def test_nothing_is_compressed_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    compressed: list[bytes] = []

    def record(content: bytes) -> bytes:
        compressed.append(content)
        return content

    monkeypatch.setattr(http_api, "compress", record)
    for encoded, arguments in (
        (http_api.encoded_games, ()),
        (http_api.encoded_messages, ("qwixx", "el")),
        (http_api.encoded_rules_page, ("qwixx", "el")),
    ):
        encoded.cache_clear()
        assert encoded(*arguments) is encoded(*arguments)
        encoded.cache_clear()
    assert len(compressed) == 3


def test_small_answers_that_change_are_not_compressed(shared_server: Any) -> None:
    answer = httpx.get(shared_server.url + "/api/tables", headers={"accept-encoding": "gzip"}, timeout=HANG)
    assert answer.status_code == 200
    assert "content-encoding" not in answer.headers
