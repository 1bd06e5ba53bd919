"""Tunnels, pockets and power cuts: the table comes back as it was, by itself, with nothing lost or doubled."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect
from tests.browser.cutter import Cutter
from tests.browser.people import menu, play_now, set_up, together
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


def test_a_line_said_while_cut_off_is_said_once_and_what_is_typed_after_it_stays(wire: Cutter, device: Any) -> None:
    device.expected = BROKEN
    page = device(url=wire.url)
    play_now(page, "qwixx")
    expect(page.locator("[data-asked]")).to_be_visible()
    page.locator("[data-action=chat]").tap()
    wire.cut()
    expect(page.locator("[data-line=lost]")).to_be_attached()
    field, said = page.locator("dialog form input"), page.locator("dialog li", has_text="hello")
    field.generate_moves("hello")
    page.keyboard.press("Enter")
    expect(field).to_have_value("")
    page.keyboard.press("Enter")
    field.generate_moves("and what I type meanwhile")
    wire.mend()
    expect(said).to_have_count(1, timeout=8000)
    expect(field).to_have_value("and what I type meanwhile")


def test_what_was_tapped_while_cut_off_is_sent_even_after_a_look_at_the_settings(wire: Cutter, device: Any) -> None:
    device.expected = BROKEN
    page = device(url=wire.url)
    set_up(page, "the_game", 1, options={"mode": "plain"})
    settings = page.locator("button[lang=el]")

    def look() -> None:
        menu(page, "settings")
        expect(settings).to_be_visible()
        page.go_back()
        expect(settings).to_have_count(0)

    look()  # so that the page is there when the wire is cut
    expect(page.locator("[data-asked]")).to_be_visible()
    wire.cut()
    expect(page.locator("[data-line=lost]")).to_be_visible()
    robot = some_taps(page, seed=2, taps=2)
    look()
    wire.mend()
    expect(page.locator("[data-asked]")).to_be_visible()
    page.locator("[data-action=log]").tap()
    expect(page.locator("ol.log li b")).to_have_count(1)
    page.locator("[data-action=close]").tap()
    some_taps(page, seed=robot.taps, taps=2)


def test_who_was_cut_off_while_a_smaller_game_began_goes_on_in_that_and_sees_that_somebody_spoke(
    wire: Cutter, device: Any
) -> None:
    device.expected = BROKEN
    host, guest = device(), device(url=wire.url)
    together(host, guest, players=3)
    guest.locator("button[data-seat='2']").tap()
    expect(guest.locator("dialog")).to_be_visible()
    wire.cut()
    expect(guest.locator("[data-line=lost]")).to_be_attached()
    menu(host, "end-early")
    host.locator("[data-action=lobby]").tap()
    host.locator("[data-action=chat]").tap()
    host.locator("dialog form input").generate_moves("without the bot")
    host.keyboard.press("Enter")
    expect(host.locator("dialog li", has_text="without")).to_be_visible()
    host.locator("[data-action=close]").tap()
    host.locator("[data-action=clear][data-seat='2']").tap()
    host.locator("[data-action=configure]").tap()
    host.locator("dialog [data-players='2']").tap()
    host.locator("[data-action=save]").tap()
    expect(host.locator("dialog")).to_have_count(0)
    host.locator("[data-action=start]").tap()
    wire.mend()
    expect(guest.locator("button[data-seat='2'], dialog, [data-line]")).to_have_count(0, timeout=8000)
    expect(guest.locator("[data-action=chat] i")).to_be_visible()
    some_taps(guest, seed=7, taps=2)


def test_a_replay_that_was_cut_off_goes_on(wire: Cutter, device: Any) -> None:
    device.expected = BROKEN
    page = device(url=wire.url)
    set_up(page, "qwixx", 2)
    some_taps(page, seed=8, taps=4)
    menu(page, "end-early")
    page.locator("[data-action=replay]").tap()
    expect(page.locator("[data-action=next]")).to_be_visible()
    wire.cut()
    page.locator("main [role=group] button").nth(1).tap()
    expect(page.locator("main [role=alert]")).to_contain_text("cannot be reached")
    wire.mend()
    page.locator("[data-action=next]").tap()
    expect(page.locator("main[data-step='1']")).to_be_visible()
    expect(page.locator("main [role=alert]")).to_have_count(0)


def test_a_tap_that_the_server_would_not_hear_in_a_rush_is_sent_again(device: Any) -> None:
    page = device()
    unheard: list[str] = []

    def rush(page_end: WebSocketRoute) -> None:
        server_end = page_end.connect_to_server()

        def sent(message: Any) -> None:
            if '"act"' in message and not unheard:
                unheard.append(message)
                page_end.send('{"t":"rejection","id":null,"key":"protocol.too-fast","params":{}}')
            else:
                server_end.send(message)

        page_end.on_message(sent)

    page.route_web_socket("**/ws", rush)
    set_up(page, "the_game", 1, options={"mode": "plain"})
    some_taps(page, seed=2, taps=2)
    page.locator("[data-action=log]").tap()
    expect(page.locator("ol.log li b")).to_have_count(1)
    assert len(unheard) == 1
