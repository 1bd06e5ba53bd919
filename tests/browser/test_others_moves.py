"""The page shows other players' moves, and a player can select, send and take back moves."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect
from tests.browser.robot import Robot
from tests.browser.user_actions import choose_from_menu, seat_two_phones, set_up_table


def test_what_another_player_changed_is_marked_until_the_own_next_move(device: Any) -> None:
    page = device(1280, 800, has_touch=True)
    set_up_table(page, "qwixx", 2)
    robot = Robot(page, seed=3)
    while not page.locator("[data-place^='sheet 1 cell'][data-changed]").count():
        robot.tap(1)
    entry = page.locator("[data-entry]").first
    entry.tap()
    expect(page.locator("[data-changed]").first).to_be_visible()


def test_a_second_tap_deselects_and_the_button_says_what_it_sends(device: Any) -> None:
    host, guest = device(), device()
    seat_two_phones(host, guest)
    page = next(each for each in (host, guest) if each.locator("[data-cell][data-legal]").count())
    cell, done = page.locator("[data-cell][data-legal]").first, page.locator("[data-action=done]")
    expect(done).to_be_disabled()
    number = (cell.get_attribute("data-move") or "").split()[1]
    cell.tap()
    expect(done).to_contain_text(number)
    expect(cell).to_have_attribute("aria-pressed", "true")
    cell.tap()
    expect(done).to_be_disabled()
    cell.tap()
    done.tap()
    undo = page.locator("[data-action=take-back]")
    undo.tap()
    expect(done).to_be_visible()


def test_a_move_that_reveals_the_next_roll_can_be_taken_back_before_it_is_sent(device: Any) -> None:
    page = device(settings={"undoSeconds": 1000})
    set_up_table(page, "qwixx", 1)
    page.locator("[data-action=pass]").tap()
    expect(page.locator("[data-status]")).to_contain_text("miss")
    page.locator("[data-action=pass]").tap()
    undo = page.locator("[data-action=take-back]")
    expect(page.locator("[data-action=pass]")).to_have_count(0)
    undo.tap()
    expect(page.locator("[data-action=pass]")).to_be_visible()


def test_resigning_can_be_stopped(device: Any) -> None:
    page = device()
    set_up_table(page, "qwixx", 2)
    expect(page.locator("[data-asked]")).to_be_visible()
    page.locator("[data-action=menu]").tap()
    page.locator("dialog [data-action=resign]").tap()
    page.locator("[data-action=undo]").tap()
    expect(page.locator("[data-undo-bar]")).to_have_count(0)
    expect(page.locator("[data-asked]")).to_be_visible()
    choose_from_menu(page, "resign")
    expect(page.locator("[data-end]")).to_be_visible()


def test_a_chosen_face_is_seen_by_the_others(device: Any) -> None:
    host, guest = device(), device(settings={"undoSeconds": 0, "face": 7})
    seat_two_phones(host, guest)
    own = guest.locator("button[data-seat='1'] .face svg path").nth(1).get_attribute("d")
    expect(host.locator("button[data-seat='1'] .face svg path").nth(1)).to_have_attribute("d", own or "")
    assert own != host.locator("button[data-seat='0'] .face svg path").nth(1).get_attribute("d")
