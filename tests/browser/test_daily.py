"""Coming back: the deal of the day, its ranking, and the player's own games."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from playwright.sync_api import Page, expect
from tests.server.client import Client
from tests.server.server_process import ServerProcess


def play_to_the_end(page: Page, server: ServerProcess) -> None:
    """Play the table of a page to its end, as another connection of the same browser."""

    async def play() -> None:
        client = Client(server.url, token)
        client.code = code
        await client.hello()
        await client.play()
        await client.close()

    token = page.evaluate("JSON.parse(localStorage.trapezi).token")
    code = page.url.rpartition("/t/")[2][:5]
    with ThreadPoolExecutor(1) as thread:  # the page has an event loop in this thread
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
