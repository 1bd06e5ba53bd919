"""Settings change how a move is made: a double tap can send it, and a player who can only pass can pass automatically."""

from __future__ import annotations

import json
from collections.abc import Callable
from time import monotonic
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.robot import Robot
from tests.browser.user_actions import set_up_table
from tests.time_limits import HANG

# Tap a cell twice before the browser paints, however slow the machine is. Return whether the first tap selected it.
DOUBLE_TAP = """async () => {
  const cell = document.querySelector('[data-cell][data-legal]')
  cell.click()
  for (let n = 0; n < 20; n++) await null // until the page shows that the cell is selected
  const selected = cell.getAttribute('aria-pressed')
  cell.click()
  return selected
}"""


def start_qwixx(device: Any, **settings: Any) -> tuple[Page, list[dict[str, Any]]]:
    """Open a table of Qwixx with a bot. Return the page and the list of the moves that the page sends, which grows."""
    page: Page = device(settings={"undoSeconds": 0, **settings})
    sent: list[dict[str, Any]] = []

    def read(frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["t"] == "act":
            sent.append(message)

    page.on("websocket", lambda socket: socket.on("framesent", read))
    set_up_table(page, "qwixx", 2)
    expect(page.locator("[data-asked]")).to_be_visible()
    return page, sent


def poll(page: Page, condition: Callable[[], bool], problem: str) -> None:
    deadline = monotonic() + HANG
    while not condition():
        assert monotonic() < deadline, problem
        page.wait_for_timeout(15)


@pytest.mark.parametrize("double_tap", [False, True])
def test_a_double_tap_sends_only_if_the_settings_say_so(double_tap: bool, device: Any) -> None:
    page, sent = start_qwixx(device, doubleTap=double_tap)
    while not page.locator("[data-cell][data-legal]").count():
        Robot(page).tap(1)
    before = len(sent)
    assert page.evaluate(DOUBLE_TAP) == "true"
    if double_tap:
        poll(page, lambda: len(sent) == before + 1, "the move is not sent")
    else:
        expect(page.locator("[data-cell][aria-pressed=true]")).to_have_count(0)
        assert len(sent) == before


def test_a_player_who_can_only_pass_passes_without_a_tap(device: Any) -> None:
    page, sent = start_qwixx(device, autoPass=True)
    robot = Robot(page, seed=4)
    poll(
        page,
        lambda: robot.step(avoid='data-action="pass"') == "end" or robot.taps >= 30,
        "the robot, which never passes, is stuck",
    )
    assert len(sent) > robot.taps // 2, "a move takes two taps, so some moves were made without one"
