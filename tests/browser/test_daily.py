"""Players can play the deal of the day, see its ranking, and look up their own finished games."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, Route, expect
from tests.server.client import Client
from tests.server.server_process import ServerProcess


def play_to_the_end(page: Page, server: ServerProcess) -> None:
    """Play the table of a page to its end over a second connection with the same token."""

    async def play() -> None:
        client = Client(server.url, token)
        client.code = code
        await client.hello()
        await client.play()
        await client.close()

    token = page.evaluate("JSON.parse(localStorage.trapezi).token")
    code = page.url.rpartition("/t/")[2][:5]
    with ThreadPoolExecutor(1) as thread:  # because this thread already has the event loop of the page
        thread.submit(asyncio.run, play()).result()


def assert_fits(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url


def test_a_deal_is_played_ranked_shared_and_kept_in_the_history(device: Any, own_server: ServerProcess) -> None:
    phone = device()
    phone.locator("[data-action=daily]").tap()
    deal = phone.locator("[data-deal=the_game]")
    deal.locator("[data-action=play-deal]").tap()
    phone.locator("[data-field=name]").fill("Ελένη")
    phone.locator("[data-action=name]").tap()
    expect(phone.locator("[data-asked]")).to_be_visible()
    play_to_the_end(phone, own_server)
    phone.locator("[data-ended] [data-action=daily], [data-end] [data-action=daily]").first.tap()
    expect(deal.locator("[data-score]")).to_be_visible()
    phone.locator("[data-field=ranking-name]").fill("Γιαγιά")
    phone.locator("[data-action=ranking-name]").tap()
    expect(phone.locator("[data-field=ranking-name]")).to_have_value("Γιαγιά")
    phone.reload()
    expect(deal.locator("li.mine")).to_contain_text("Γιαγιά")
    deal.locator("[data-action=share-deal]").tap()
    expect(deal.locator("[role=status]")).to_be_visible()
    assert_fits(phone)
    score = deal.locator("[data-score] b").inner_text().split()[0]
    phone.goto("/")
    expect(phone.locator("[data-recent-games]")).to_contain_text(score)
    phone.locator("[data-action=history]").tap()
    assert_fits(phone)
    phone.locator("a[data-game=the_game]").tap()
    expect(phone.locator("[data-best]")).to_have_text(score)
    assert_fits(phone)
    phone.goto("/history")
    phone.locator("[data-action=delete-history]").tap()
    phone.locator("[data-action=delete-for-good]").tap()
    expect(phone.locator("[data-past-game]")).to_have_count(0)
    phone.reload()
    expect(phone.locator("main p")).to_be_visible()
    expect(phone.locator("[data-past-game]")).to_have_count(0)


BOTS = {
    "en": ("Takes points", "Thinks ahead"),
    "el": ("Μαζεύει πόντους", "Σκέφτεται μπροστά"),
    "de": ("Sammelt Punkte", "Denkt voraus"),
}


@pytest.mark.parametrize("lang", BOTS)
def test_the_bot_of_a_deal_has_a_readable_name_everywhere(lang: str, device: Any) -> None:
    phone = device(lang=lang)
    for game, name in zip(("qwixx_cards", "silver_gold"), BOTS[lang], strict=True):
        phone.goto("/daily")
        expect(phone.locator(f"[data-deal={game}]")).to_contain_text(name)
        phone.locator(f"[data-deal={game}] [data-action=play-world]").tap()
        if game == "qwixx_cards":
            phone.locator("[data-field=name]").fill("Ελένη")
            phone.locator("[data-action=name]").tap()
        phone.locator(".seats button[data-seat='1']").tap()
        expect(phone.locator("dialog")).to_contain_text(name)
        assert "@" not in phone.locator("body").inner_text()


def test_the_page_says_in_the_players_own_time_when_the_next_deals_come(device: Any, server: ServerProcess) -> None:
    phone = device(timezone_id="Asia/Kathmandu")
    with phone.expect_response("**/api/daily") as overview:
        phone.goto("/daily")
    text = phone.locator("[data-next]").inner_text()
    there = datetime.fromtimestamp(overview.value.json()["until"], ZoneInfo("Asia/Kathmandu"))
    assert f"{there:%A}" in text
    assert f"{there:%H:%M}" in text


def test_a_page_that_is_open_at_midnight_shows_the_next_deals(device: Any) -> None:
    phone = device()
    ends = iter((60, 86400))

    def answer(route: Route) -> None:
        overview = route.fetch().json()
        overview["until"] = phone.evaluate("Date.now()") / 1000 + next(ends)
        route.fulfill(json=overview)

    phone.clock.install()
    phone.route("**/api/daily", answer)
    phone.goto("/daily")
    expect(phone.locator("[data-next]")).to_contain_text("in 1 minute")
    phone.clock.fast_forward(61_000)
    expect(phone.locator("[data-next]")).to_contain_text("in 24 hours")
