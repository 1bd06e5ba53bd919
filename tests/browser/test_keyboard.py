"""A whole game can be played by keyboard, and screen readers announce the moves of other players."""

from __future__ import annotations

import random
from typing import Any

from playwright.sync_api import expect
from tests.browser.robot import Robot
from tests.browser.user_actions import choose_from_menu

# Return what pressing Enter would do: `send`, select a `legal` move, or nothing; or that the game waits or has ended.
FOCUS = """
() => {
  const e = document.activeElement
  if (document.querySelector('[data-end]')) return 'end'
  if (!document.querySelector('[data-asked]')) return 'wait'
  const usable = !e.disabled && e.getAttribute('aria-disabled') !== 'true'
  if (e.matches('[data-action=done], [data-action=pass]') && usable) return 'send'
  return e.matches('[data-legal]') && usable ? 'legal' : ''
}
"""


def test_a_whole_game_of_qwixx_by_keyboard_alone(device: Any) -> None:
    page = device(width=1280, height=800)
    page.keyboard.press("Tab")
    for _ in range(80):
        if page.evaluate("document.activeElement.matches('[data-game=qwixx] [data-action=play-now]')"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("[data-field=name]")).to_be_focused()
    page.keyboard.type("Eleni")
    page.keyboard.press("Enter")
    expect(page.locator("[data-status]")).to_be_visible()
    rng = random.Random(1)
    for _ in range(20_000):
        match page.evaluate(FOCUS):
            case "end":
                break
            case "wait":
                page.wait_for_selector("[data-end], [data-asked]")
            case "send":
                page.keyboard.press("Enter")
            case "legal":
                page.keyboard.press("Enter" if rng.random() < 0.5 else "Tab")
            case _:
                page.keyboard.press("Tab")
    expect(page.locator("[data-end]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("[data-end]")).to_have_count(0)


# Record what the page announces to screen readers.
RECORD_ANNOUNCEMENTS = """
() => {
  const live = document.querySelector('.unseen[aria-live]')
  window.announced = []
  const record = () => announced.push(live.textContent)
  new MutationObserver(record).observe(live, { childList: true, characterData: true, subtree: true })
}
"""


def test_screen_readers_hear_others_moves_but_not_the_clock(device: Any) -> None:
    page = device()
    page.locator("article[data-game=qwixx] [data-action=set-up]").tap()
    page.locator("[data-players='2']").tap()
    page.locator("[data-field=name]").fill("Eleni")
    page.locator("[data-field=clock]").select_option("60")
    page.locator("[data-action=play-now]").tap()
    expect(page.locator("[data-status] .clock")).to_be_visible()
    expect(page.locator("[role=status] .clock")).to_have_count(0)
    page.evaluate(RECORD_ANNOUNCEMENTS)
    robot = Robot(page, seed=1)
    while not page.evaluate("announced.some((line) => line.includes('Beta: '))"):
        if robot.step() == "wait":
            robot.wait()
    choose_from_menu(page, "end-early")
    page.evaluate("announced.length = 0")
    page.locator("[data-action=again]").tap()
    page.wait_for_function("() => announced.length")
    expect(page.locator("[data-asked]")).to_be_visible()
