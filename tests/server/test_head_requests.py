"""HEAD is answered wherever GET is."""

from __future__ import annotations

from typing import Any

import httpx

ADDRESSES = [
    "/",
    "/rules",
    "/t/BCDFG",
    "/api/health",
    "/api/ready",
    "/api/games",
    "/api/tables",
    "/api/schema/openapi.json",
    "/metrics",
]


def test_head_is_answered_like_get_without_a_body(shared_server: Any) -> None:
    with httpx.Client(base_url=shared_server.url, headers={"accept-encoding": "identity"}) as http:
        for address in [*ADDRESSES, "/api/none", "/api/tables/NONE"]:
            got, headed = http.get(address), http.head(address)
            assert headed.status_code == got.status_code, address
            assert headed.content == b""
            assert headed.headers["content-type"] == got.headers["content-type"]
            if address != "/metrics":  # The metrics change from one request to the next.
                assert headed.headers.get("content-length") == got.headers.get("content-length"), address
        assert [http.get(address).status_code for address in ADDRESSES] == [200] * len(ADDRESSES)
