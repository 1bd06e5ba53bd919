"""The server believes only trusted proxies, and accepts requests only from pages of trusted origins."""

from __future__ import annotations

from typing import Any

import httpx

from trapezi.server.trusted_proxies_and_origins import Trust


def test_only_a_trusted_proxy_may_report_the_client_address(start_server: Any) -> None:
    limits = "limits=Limits(requests=(0.001, 3))"
    for settings, answered in ((limits, 3), (f'{limits}, trust=Trust.parse(["127.0.0.1"])', 9)):
        server = start_server(settings)
        with httpx.Client(base_url=server.url) as http:
            answers = [http.get("/api/games", headers={"x-forwarded-for": f"203.0.113.{n}"}).status_code for n in range(9)]
        assert answers == [200] * answered + [429] * (9 - answered)
    with httpx.Client(base_url=server.url) as http:  # The last address that is not a trusted proxy counts.
        for n in range(4):
            chain = {"x-forwarded-for": f"198.51.100.{n}, 203.0.113.99, 127.0.0.1"}
            assert http.get("/api/games", headers=chain).status_code == (200 if n < 3 else 429)


def test_only_pages_of_this_server_have_the_same_origin() -> None:
    assert Trust().is_same_origin("http://192.168.1.5:8000", "192.168.1.5:8000")
    assert Trust().is_same_origin("https://Club.example", "club.example")
    assert Trust().is_same_origin(None, "club.example")
    for foreign in (
        "http://evil.example",
        "null",
        "",
        "http://club.example.evil",
        "http://club.example:81",
        "file://",
        "ftp://club.example",
    ):
        assert not Trust().is_same_origin(foreign, "club.example"), foreign


def test_a_proxy_that_nobody_trusts_is_warned_about_once(start_server: Any) -> None:
    server = start_server("")
    trusting = start_server('trust=Trust.parse(["127.0.0.1"])')
    for each in (server, trusting):
        for n in range(3):
            httpx.get(f"{each.url}/api/games", headers={"x-forwarded-for": f"203.0.113.{n}"})
    assert (
        server.log.read_text().count("ignored X-Forwarded-For from 127.0.0.1: if that is your proxy, name it with --proxy") == 1
    )
    assert "ignored" not in trusting.log.read_text()
