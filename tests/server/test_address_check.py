"""The checks of the public address recognize whether a proxy is set up correctly."""

from __future__ import annotations

from typing import Any

import pytest

from trapezi.server import address_check
from trapezi.server.address_check import check_address


def statuses(url: str) -> dict[str, str]:
    return {check.name: check.status for check in check_address(url)}


def test_a_forged_address_that_is_believed_is_an_error(start_server: Any) -> None:
    assert statuses(start_server('trust=Trust.parse(proxies=["127.0.0.1"])').url)["forged"] == "error"


def test_nothing_there_is_an_error(start_server: Any) -> None:
    server = start_server("")
    assert set(statuses(server.url).values()) == {"ok"}
    server.stop()
    assert statuses(server.url) == {"address": "error"}
    server.start()


@pytest.mark.parametrize(
    ("seen", "name", "status"),
    [
        ({"scheme": "http", "forwarded": "trusted"}, "scheme", "error"),
        ({"scheme": "https", "forwarded": "ignored"}, "visitors", "error"),
        ({"scheme": "https", "forwarded": "trusted", "address": "203.0.113.7"}, "forged", "ok"),
    ],
)
def test_what_the_server_believes_is_compared(
    seen: dict[str, str], name: str, status: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(address_check, "fetch_api_health", lambda url, headers=None: seen)
    assert {check.name: check.status for check in address_check.check_proxy("https://table.club", seen)}[name] == status
