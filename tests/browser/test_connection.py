"""After a lost connection or a killed server, a table recovers by itself, and no move is lost or sent twice."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect
from tests.browser.proxy import Proxy
from tests.browser.robot import Robot, play
from tests.browser.user_actions import choose_from_menu, play_now, seat_two_phones, set_up_table

BROKEN = ("WebSocket", "ERR_", "Failed to load resource")  # errors that Chromium logs for a lost connection


@pytest.fixture
def proxy(own_server: Any) -> Iterator[Proxy]:
    proxy = Proxy(own_server.port)
    yield proxy
    proxy.close()


def tap_some_moves(page: Page, seed: int, taps: int = 8) -> Robot:
    robot = Robot(page, seed)
    robot.tap(taps)
    return robot


def board_text(page: Page) -> str:
    """Return all text of the board with its labels for screen readers, but without the status line, which changes with events."""
    text = "(e) => `${e.getAttribute('aria-label')} ${e.children.length ? '' : e.textContent}`"
    return str(page.evaluate(f"[...document.querySelectorAll('[data-zone] *')].map({text}).join('|')"))


def test_a_lost_connection_is_shown_and_the_game_goes_on_after_it(proxy: Proxy, device: Any, own_server: Any) -> None:
    device.expected = BROKEN
    page = device(url=proxy.url)
    play_now(page, "qwixx")
    robot = tap_some_moves(page, seed=1)
    proxy.cut()
    expect(page.locator("[data-connection=lost]")).to_be_visible()
    expect(page.locator("[data-status]")).to_be_visible()
    proxy.restore()
    expect(page.locator("[data-connection]")).to_have_count(0)
    play(robot)


def test_a_move_made_while_offline_is_sent_once(proxy: Proxy, device: Any) -> None:
    device.expected = BROKEN
    page = device(url=proxy.url)
    set_up_table(page, "the_game", 1, options={"mode": "plain"})
    expect(page.locator("[data-asked]")).to_be_visible()
    proxy.cut()
    expect(page.locator("[data-connection=lost]")).to_be_visible()
    robot = Robot(page, seed=2)
    for _ in range(4):
        robot.step()
    expect(page.locator("[data-status]")).to_contain_text("Your move will be sent")
    title, chip = page.locator("h1").bounding_box(), page.locator("[data-connection=lost]").bounding_box()
    assert title
    assert chip
    assert chip["y"] + chip["height"] <= 48
    proxy.restore()
    expect(page.locator("[data-connection]")).to_have_count(0)
    page.locator("[data-action=log]").tap()
    expect(page.locator("ol.log li b")).to_have_count(1)
    page.locator("[data-action=close]").tap()
    play(robot)


def test_a_reload_and_a_second_tab_show_the_same_table(device: Any) -> None:
    page = device()
    play_now(page, "silver_gold")
    robot = tap_some_moves(page, seed=3)
    expect(page.locator("[data-asked]")).to_be_visible()
    tab = page.context.new_page()
    device.collect_errors(tab)
    tab.goto(page.url)
    expect(tab.locator("[data-asked]")).to_be_visible()
    page.reload()
    expect(page.locator("[data-asked]")).to_be_visible()
    assert board_text(page) == board_text(tab)
    page.bring_to_front()
    play(robot)
    expect(tab.locator("[data-end]")).to_be_visible()


def test_a_phone_from_the_pocket_reconnects_without_a_reload(proxy: Proxy, device: Any) -> None:
    device.expected = BROKEN
    page = device(url=proxy.url)
    play_now(page, "sideboards")
    tap_some_moves(page, seed=4, taps=3)
    loaded = page.evaluate("performance.timeOrigin")
    other = page.context.new_page()
    other.bring_to_front()
    proxy.cut()
    expect(page.locator("[data-connection=lost]")).to_have_count(1)
    proxy.restore()
    page.bring_to_front()
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("[data-connection]")).to_have_count(0)
    assert page.evaluate("performance.timeOrigin") == loaded
    play(Robot(page, seed=5))


def test_a_game_goes_on_after_the_server_is_killed_and_restarted(device: Any, own_server: Any) -> None:
    device.expected = BROKEN
    page = device()
    play_now(page, "qwixx_cards")
    robot = tap_some_moves(page, seed=6)
    for _ in range(2):
        own_server.stop(signal.SIGKILL)
        expect(page.locator("[data-connection=lost]")).to_be_visible()
        own_server.start()
        expect(page.locator("[data-connection]")).to_have_count(0)
        robot.tap(6)
    play(robot)


def test_a_chat_line_sent_while_offline_appears_once(proxy: Proxy, device: Any) -> None:
    device.expected = BROKEN
    page = device(url=proxy.url)
    play_now(page, "qwixx")
    expect(page.locator("[data-asked]")).to_be_visible()
    page.locator("[data-action=chat]").tap()
    proxy.cut()
    expect(page.locator("[data-connection=lost]")).to_be_attached()
    field, said = page.locator("dialog form input"), page.locator("dialog li", has_text="hello")
    field.fill("hello")
    page.keyboard.press("Enter")
    expect(field).to_have_value("")
    page.keyboard.press("Enter")
    expect(page.locator("dialog [data-unsent]")).to_contain_text("will be sent")
    field.fill("and what I type meanwhile")
    proxy.restore()
    expect(said).to_have_count(1)
    expect(page.locator("[data-unsent]")).to_have_count(0)
    expect(field).to_have_value("and what I type meanwhile")


def test_a_move_made_while_offline_survives_a_visit_to_the_settings(proxy: Proxy, device: Any) -> None:
    device.expected = BROKEN
    page = device(url=proxy.url)
    set_up_table(page, "the_game", 1, options={"mode": "plain"})
    settings = page.locator("button[lang=el]")

    def visit_settings() -> None:
        choose_from_menu(page, "settings")
        expect(settings).to_be_visible()
        page.go_back()
        expect(settings).to_have_count(0)

    visit_settings()  # so that the screen is loaded when the connection is lost
    expect(page.locator("[data-asked]")).to_be_visible()
    proxy.cut()
    expect(page.locator("[data-connection=lost]")).to_be_visible()
    robot = Robot(page, seed=2)
    robot.send()
    visit_settings()
    proxy.restore()
    expect(page.locator("[data-asked]")).to_be_visible()
    page.locator("[data-action=log]").tap()
    expect(page.locator("ol.log li b")).to_have_count(1)
    page.locator("[data-action=close]").tap()
    tap_some_moves(page, seed=robot.taps, taps=2)


def test_a_player_who_was_offline_joins_the_next_smaller_game(proxy: Proxy, device: Any) -> None:
    device.expected = BROKEN
    host, guest = device(), device(url=proxy.url)
    seat_two_phones(host, guest, players=3)
    guest.locator("button[data-seat='2']").tap()
    expect(guest.locator("dialog")).to_be_visible()
    proxy.cut()
    expect(guest.locator("[data-connection=lost]")).to_be_attached()
    choose_from_menu(host, "end-early")
    host.locator("[data-action=lobby]").tap()
    host.locator("section.chat form input").fill("without the bot")
    host.keyboard.press("Enter")
    expect(host.locator("section.chat li", has_text="without")).to_be_visible()
    host.locator("[data-action=clear][data-seat='2']").tap()
    host.locator("[data-action=configure]").tap()
    host.locator("dialog [data-players='2']").tap()
    host.locator("[data-action=save]").tap()
    expect(host.locator("dialog")).to_have_count(0)
    host.locator("[data-action=start]").tap()
    proxy.restore()
    expect(guest.locator("button[data-seat='2'], dialog, [data-connection]")).to_have_count(0)
    expect(guest.locator("[data-action=chat] i")).to_be_visible()
    tap_some_moves(guest, seed=7, taps=2)


def test_a_replay_goes_on_after_a_lost_connection(proxy: Proxy, device: Any) -> None:
    device.expected = BROKEN
    page = device(url=proxy.url)
    set_up_table(page, "qwixx", 2)
    tap_some_moves(page, seed=8, taps=4)
    choose_from_menu(page, "end-early")
    page.locator("[data-action=replay]").tap()
    expect(page.locator("[data-action=next]")).to_be_visible()
    proxy.cut()
    page.locator("main [role=group] button").nth(1).tap()
    expect(page.locator("main [role=alert]")).to_contain_text("cannot be reached")
    proxy.restore()
    page.locator("[data-action=next]").tap()
    expect(page.locator("main[data-step='2']")).to_be_visible()
    expect(page.locator("main [role=alert]")).to_have_count(0)


def test_a_move_that_exceeded_the_rate_limit_is_sent_again(device: Any) -> None:
    page = device()
    dropped: list[str] = []

    def drop_first_move(page_end: WebSocketRoute) -> None:
        server_end = page_end.connect_to_server()

        def sent(message: Any) -> None:
            if '"act"' in message and not dropped:
                dropped.append(message)
                page_end.send('{"t":"rejection","id":null,"key":"protocol.too-fast","params":{}}')
            else:
                server_end.send(message)

        page_end.on_message(sent)

    page.route_web_socket("**/ws", drop_first_move)
    set_up_table(page, "the_game", 1, options={"mode": "plain"})
    Robot(page, seed=2).send()
    page.locator("[data-action=log]").tap()
    expect(page.locator("ol.log li b")).to_have_count(1)
    assert len(dropped) == 1
