"""What is loaded, when, and from where."""

from __future__ import annotations

import gzip
from typing import Any

from people import play_now
from playwright.sync_api import Page, expect

MOST = 90_000  # bytes of script and style, packed, before the home page is there


def loaded(page: Page) -> list[str]:
    return page.evaluate("performance.getEntriesByType('resource').map((each) => each.name)")  # type: ignore[no-any-return]


def test_the_home_page_is_light_and_games_come_when_they_are_needed(device: Any) -> None:
    page = device()
    expect(page.locator("article[data-game=qwixx]")).to_be_visible()
    page.wait_for_load_state("networkidle")
    files = [name for name in loaded(page) if name.endswith((".js", ".css"))]
    assert len(files) >= 2
    packed = sum(len(gzip.compress(page.request.get(name).body())) for name in files)
    assert packed <= MOST
    before = set(files)
    play_now(page, "sideboards")
    expect(page.locator("[data-status]")).to_be_visible()
    later = [name for name in loaded(page) if name.endswith((".js", ".css")) and name not in before]
    assert later
    assert not any("silver" in name for name in later)


def test_nothing_is_asked_of_anybody_else(device: Any, server: Any) -> None:
    page = device()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    page.wait_for_load_state("networkidle")
    assert asked
    assert all(url.startswith((server.url, "data:", "blob:")) for url in asked)


def test_the_client_keeps_itself_for_bad_connections_and_updates_only_when_asked(device: Any) -> None:
    page = device(service_workers="allow")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    assert page.evaluate("caches.keys().then((names) => names.length)") == 1
    page.reload()
    expect(page.locator("article[data-game=qwixx]")).to_be_visible()
    assert page.evaluate("navigator.serviceWorker.controller !== null")
    assert page.request.get("/app.webmanifest").json()["icons"]
