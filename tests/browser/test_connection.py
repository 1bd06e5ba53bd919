"""Tunnels, pockets and power cuts: the table comes back as it was, by itself, with nothing lost or doubled."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.cutter import Cutter
from tests.browser.people import play_now, set_up
from tests.browser.robot import Robot, play

BROKEN = ("WebSocket", "ERR_", "Failed to load resource")  # what Chromium says of a cut wire


@pytest.fixture
def wire(own_server: Any) -> Iterator[Cutter]:
    made = Cutter(own_server.port)
    yield made
    made.close()


def some_taps(page: Page, seed: int, taps: int = 8) -> Robot:
    robot = Robot(page, seed)
    while robot.taps < taps:
        if robot.step() == "wait":
            page.wait_for_timeout(15)
    return robot


def seen(page: Page) -> str:
    """All that the board says, to a person or a screen reader."""
    told = "(e) => `${e.getAttribute('aria-label')} ${e.children.length ? '' : e.textContent}`"
    return str(page.evaluate(f"[...document.querySelectorAll('main *')].map({told}).join('|')"))


def test_a_cut_wire_shows_a_chip_and_the_game_goes_on_when_it_is_mended(wire: Cutter, device: Any, own_server: Any) -> None:
    device.expected = BROKEN
    page = device(url=wire.url)
    play_now(page, "qwixx")
    robot = some_taps(page, seed=1)
    wire.cut()
    expect(page.locator("[data-line=lost]")).to_be_visible()
    expect(page.locator("[data-status]")).to_be_visible()
    wire.mend()
    expect(page.locator("[data-line]")).to_have_count(0, timeout=8000)
    play(robot)


def test_what_was_tapped_while_cut_off_is_sent_once(wire: Cutter, device: Any) -> None:
    device.expected = BROKEN
    page = device(url=wire.url)
    set_up(page, "the_game", 1, options={"mode": "plain"})
    expect(page.locator("[data-asked]")).to_be_visible()
    wire.cut()
    expect(page.locator("[data-line=lost]")).to_be_visible()
    robot = Robot(page, seed=2)
    for _ in range(4):
        robot.step()
    wire.mend()
    expect(page.locator("[data-line]")).to_have_count(0, timeout=8000)
    page.locator("[data-action=log]").tap()
    expect(page.locator("ol.log li b")).to_have_count(1)
    page.locator("[data-action=close]").tap()
    play(robot)


def test_a_reload_and_a_second_tab_show_the_same_table(device: Any) -> None:
    page = device()
    play_now(page, "silver_gold")
    robot = some_taps(page, seed=3)
    expect(page.locator("[data-asked]")).to_be_visible()
    tab = page.context.new_page()
    device.watch(tab)
    tab.goto(page.url)
    expect(tab.locator("[data-asked]")).to_be_visible()
    page.reload()
    expect(page.locator("[data-asked]")).to_be_visible()
    assert seen(page) == seen(tab)
    page.bring_to_front()
    play(robot)
    expect(tab.locator("[data-end]")).to_be_visible()


def test_a_phone_in_a_pocket_comes_back_within_two_seconds(wire: Cutter, device: Any) -> None:
    device.expected = BROKEN
    page = device(url=wire.url)
    play_now(page, "sideboards")
    some_taps(page, seed=4, taps=3)
    loaded = page.evaluate("performance.timeOrigin")
    other = page.context.new_page()
    other.bring_to_front()
    wire.cut()
    expect(page.locator("[data-line=lost]")).to_have_count(1)
    wire.mend()
    page.bring_to_front()
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("[data-line]")).to_have_count(0, timeout=2000)
    assert page.evaluate("performance.timeOrigin") == loaded
    play(Robot(page, seed=5))


def test_a_killed_server_comes_back_and_the_game_goes_on(device: Any, own_server: Any) -> None:
    device.expected = BROKEN
    page = device()
    play_now(page, "qwixx_cards")
    robot = some_taps(page, seed=6)
    for _ in range(2):
        own_server.stop(signal.SIGKILL)
        expect(page.locator("[data-line=lost]")).to_be_visible()
        own_server.start()
        expect(page.locator("[data-line]")).to_have_count(0, timeout=10_000)
        before = robot.taps
        while robot.taps < before + 6:
            if robot.step() == "wait":
                page.wait_for_timeout(15)
    play(robot)
