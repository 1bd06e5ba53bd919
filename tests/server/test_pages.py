"""What browsers get: the client's page for every address that people open."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

OPENED = ["/", "/saved", "/rules", "/rules/qwixx", "/settings", "/new/qwixx", "/t/BCDFG", "/p/BCDFG", "/r/BCDFG/1"]


@pytest.mark.parametrize("path", OPENED)
def test_every_address_that_people_open_gives_the_page(path: str, running: Any) -> None:
    answer = httpx.get(running.url + path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert "Trapezi" in answer.text


def test_other_addresses_give_nothing(running: Any) -> None:
    for path in ("/rule", "/assets/none.js", "/..%2f..%2fpages.py", "/settings/x"):
        assert httpx.get(running.url + path).status_code == 404, path
