"""A game of another package can be set up and played on the plain board."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import FAST_REVIEWS, SAME_CHANCE
from tests.browser.devices import Devices
from tests.browser.robot import Robot, play
from tests.browser.screens import LAYOUT_PROBLEMS
from tests.browser.user_actions import play_now, seat_two_phones, set_up_table
from tests.guests.install import install
from tests.server.server_process import ServerProcess

GAME = "market_day"
TITLE = "Λαϊκή αγορά"
RAW_KEY = re.compile(rf"\b{GAME}\b|\b(client|coach|home|lobby|new|review|table)\.[a-z-]+\b")


@pytest.fixture(scope="module")
def guest_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that has the guest game installed."""
    before = f"{SAME_CHANCE}\nsys.path.append({str(install(tmp_path_factory.mktemp('site-packages')))!r})"
    server = ServerProcess(tmp_path_factory.mktemp("server") / "tables.db", FAST_REVIEWS, before=before)
    yield server
    server.stop()


@pytest.fixture
def device(browser: Browser, guest_server: ServerProcess) -> Iterator[Devices]:
    devices = Devices(browser, guest_server.url)
    yield devices
    devices.close()
    assert devices.errors == []


def check_text_and_layout(page: Page) -> None:
    """Assert that no raw message key is visible, and that the layout is sound."""
    text = page.locator("body").inner_text()
    assert not RAW_KEY.search(text), RAW_KEY.search(text)
    assert page.evaluate(LAYOUT_PROBLEMS) == []


def test_a_guest_game_is_on_all_screens_in_greek(device: Any) -> None:
    page = device(lang="el")
    card = page.locator(f"article[data-game={GAME}]")
    expect(card).to_contain_text(TITLE)
    expect(card).to_contain_text("τελάρο")
    check_text_and_layout(page)
    page.goto("/rules")
    expect(page.locator(f"[data-game={GAME}]")).to_contain_text(TITLE)
    page.goto(f"/rules/{GAME}")
    expect(page.locator("article li").first).to_contain_text("νομίσματα")
    check_text_and_layout(page)
    page.goto("/")
    set_up_table(page, GAME, 3, options={"rotten": False}, start=False)
    expect(page.locator("[data-action=start]")).to_be_visible()
    expect(page.locator("h1")).to_have_text(TITLE)
    expect(page.get_by_text("Χαλασμένα τελάρα")).to_be_visible()
    check_text_and_layout(page)


def test_a_whole_guest_game_is_played_by_touch_in_greek(device: Any) -> None:
    page = device(lang="el")
    play_now(page, GAME)
    expect(page.locator("[data-asked]")).to_contain_text("νομίσματά")
    expect(page.locator(".plain-board")).to_contain_text("Τα νομίσματά σου")
    expect(page.locator(".plain-board .seats li")).to_have_count(3)
    check_text_and_layout(page)
    page.locator("[data-signal='shout high']").tap()
    expect(page.locator(".plain-board .seats .own")).to_contain_text("Δίνω πολλά!")
    expect(page.locator("[data-signal]")).to_have_count(0)
    robot = Robot(page, seed=1)
    robot.tap(4)
    expect(page.locator("[data-asked]")).to_be_visible()
    expect(page.locator(".plain-board [data-changed]").first).to_be_visible()
    check_text_and_layout(page)
    play(robot)
    check_text_and_layout(page)
    page.locator("[data-action=review]").tap()
    expect(page.locator("[data-verdict]")).not_to_be_empty()
    check_text_and_layout(page)
    page.locator("[data-action=replay]").tap()
    page.locator("[data-action=last]").tap()
    expect(page.locator("[data-steps]")).to_be_visible()
    check_text_and_layout(page)


def test_a_sent_move_of_a_guest_game_can_be_taken_back(device: Any) -> None:
    host, guest = device(lang="el"), device(lang="de")
    seat_two_phones(host, guest, GAME)
    expect(host.locator("[data-asked]")).to_be_visible()
    moves = host.locator("[data-move]")
    moves.first.tap()
    host.locator("[data-action=done]").tap()
    expect(moves).to_have_count(0)
    host.locator("[data-action=take-back]").tap()
    expect(moves).to_have_count(4)
    check_text_and_layout(host)
    check_text_and_layout(guest)


def test_the_plain_board_uses_a_wide_screen(device: Any) -> None:
    page = device(width=1280, height=800, lang="el", has_touch=True)
    play_now(page, GAME)
    expect(page.locator("[data-asked]")).to_be_visible()
    check_text_and_layout(page)


def test_a_hint_of_a_guest_game_selects_a_move_on_the_plain_board(device: Any) -> None:
    page = device(lang="el")
    play_now(page, GAME)
    bulb = page.locator("[data-action=hint]")
    bulb.tap()
    expect(page.locator("[data-hint=kind], [data-hint=equal]")).to_be_visible()
    check_text_and_layout(page)
    if page.locator("[data-hint=kind]").count():
        bulb.tap()
        expect(page.locator("[data-hint=move]")).to_contain_text("Καλύτερη κίνηση")
        expect(page.locator("[data-action=done]")).to_be_enabled()
        bulb.tap()
        expect(page.locator("[data-hint=why]")).to_be_visible()
        check_text_and_layout(page)
