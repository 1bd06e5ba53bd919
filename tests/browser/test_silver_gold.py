"""In Silver & Gold, everything needed for a decision is visible, and marks can be placed, dragged and taken back."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocket, expect
from tests.browser.robot import RECORD_EVENTS, Robot, play
from tests.browser.user_actions import seat_two_phones, set_up_table


def open_table(page: Page, players: int = 2) -> None:
    set_up_table(page, "silver_gold", players)
    expect(page.locator("[data-asked]")).to_be_visible()


def keep_two_cards(page: Page) -> None:
    page.locator("[data-card='1']").tap()
    page.locator("[data-card='2']").tap()
    page.locator("[data-action=done]").tap()


def test_a_phone_shows_everything_in_every_decision_and_nothing_jumps(device: Any) -> None:
    page = device(360, 640, lang="el")
    open_table(page)
    page.evaluate(RECORD_EVENTS)
    robot = Robot(page, seed=1, look=True)
    play(robot)
    assert robot.hidden == set()
    assert page.evaluate("shift") <= 0.05


@pytest.mark.parametrize(
    ("width", "height"), [(1366, 650), (1280, 800)]
)  # one size with opponents beside the board, one with opponents above it
def test_a_laptop_shows_everything_and_says_what_others_do(width: int, height: int, device: Any) -> None:
    page = device(width, height, lang="de", has_touch=True)
    entries: dict[int, dict[str, Any]] = {}

    def read(frame: str | bytes) -> None:
        for entry in json.loads(frame).get("history", ()):
            entries[entry["n"]] = entry

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", read)

    page.on("websocket", listen)
    open_table(page, 4)
    page.evaluate(RECORD_EVENTS)
    robot = Robot(page, seed=2, mouse=True, look=True)
    play(robot)
    assert robot.hidden == set()
    assert page.evaluate("shift") <= 0.05
    said = {int(n): (seat, text) for n, (seat, text) in page.evaluate("said").items()}
    others = [entry for entry in entries.values() if entry["seat"] > 0]
    assert {entry["description"]["kind"] for entry in others} == {"kept", "mark", "take"}
    for entry in others:
        seat, text = said[entry["n"]]
        assert seat == entry["seat"]
        if entry["description"]["kind"] == "mark":
            assert f"{len(entry['description']['squares'])} Kästchen ✕" in text
            assert ("Karte fertig" in text) >= ("completed" in entry["description"]["gain"])


def test_an_opponents_marks_are_named_and_shown_until_the_own_next_move(device: Any) -> None:
    page = device(1366, 650, has_touch=True)
    open_table(page)
    keep_two_cards(page)
    expect(page.locator("[data-cell][data-legal]").first).to_be_visible()
    changed = page.locator("button[data-seat='1'] [data-place*=square][data-changed]")
    robot = Robot(page, seed=3)
    for _ in range(60):
        if changed.count() or robot.step() == "end":
            break
        robot.wait()
    expect(changed.first).to_be_visible()
    expect(page.locator("[data-happened][data-seat='1']")).to_contain_text("square")


def test_a_second_tap_deselects_and_undo_takes_the_mark_back(device: Any) -> None:
    page, guest = device(360, 640), device(360, 640)
    seat_two_phones(page, guest, "silver_gold")
    for each in (page, guest):
        keep_two_cards(each)
    expect(page.locator("[data-cell][data-legal]").first).to_be_visible()
    send, square = page.locator("[data-action=done]"), page.locator("[data-cell][data-legal]").first
    square.tap()
    expect(square).to_have_attribute("aria-pressed", "true")
    expect(send).to_be_enabled()
    square.tap()
    expect(square).to_have_attribute("aria-pressed", "false")
    expect(send).to_be_disabled()
    square.tap()
    send.tap()
    page.locator("[data-action=take-back]").tap()
    expect(send).to_be_visible()
    expect(page.locator("[data-action=take-back]")).to_have_count(0)


def test_the_dragged_pattern_has_the_size_of_the_squares_and_the_wheel_turns_it(device: Any) -> None:
    page = device(1366, 650, has_touch=True)
    open_table(page)
    keep_two_cards(page)
    expect(page.locator("[data-cell][data-legal]").first).to_be_visible()
    pattern, square = page.locator("[data-pattern]"), page.locator("[data-cell][data-legal]").first
    start, end = pattern.bounding_box(), square.bounding_box()
    page.mouse.move(start["x"] + 20, start["y"] + 20)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=4)
    piece = page.locator("[data-dragged]")
    sides = piece.evaluate("e => [e.getBoundingClientRect().width, e.viewBox.baseVal.width]")
    assert abs(sides[0] / sides[1] - end["width"]) < 1
    page.mouse.up()
    expect(piece).to_have_count(0)
    shape = page.locator("[data-pattern] g")
    before = shape.get_attribute("style")
    page.mouse.move(end["x"] + 5, end["y"] + 5)
    page.mouse.wheel(0, 100)
    expect(shape).not_to_have_attribute("style", before)
