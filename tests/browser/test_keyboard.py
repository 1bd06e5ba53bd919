"""A whole game of Qwixx without touching the screen, and what is heard without seeing it."""

from __future__ import annotations

import random
from typing import Any

from playwright.sync_api import expect
from tests.browser.people import menu
from tests.browser.robot import Robot

# Where the focus is, and whether Enter there moves the game on.
FOCUS = """
() => {
  const e = document.activeElement
  if (document.querySelector('[data-end]')) return 'end'
  if (!document.querySelector('[data-asked]')) return 'wait'
  const ready = !e.disabled && e.getAttribute('aria-disabled') !== 'true'
  if (e.matches('[data-action=done], [data-action=pass]') && ready) return 'send'
  return e.matches('[data-legal]') && ready ? 'legal' : ''
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
    chance = random.Random(1)
    for _ in range(20_000):
        match page.evaluate(FOCUS):
            case "end":
                break
            case "wait":
                page.wait_for_timeout(10)
            case "send":
                page.keyboard.press("Enter")
            case "legal":
                page.keyboard.press("Enter" if chance.random() < 0.5 else "Tab")
            case _:
                page.keyboard.press("Tab")
    expect(page.locator("[data-end]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("[data-end]")).to_have_count(0)


# What a screen reader says of others' moves.
HEARD = """
() => {
  const live = document.querySelector('.unseen[aria-live]')
  window.heard = []
  new MutationObserver(() => heard.push(live.textContent)).observe(live, { childList: true, characterData: true, subtree: true })
}
"""


def test_a_screen_reader_hears_what_others_do_in_every_game_and_not_each_second_of_the_clock(device: Any) -> None:
    page = device()
    page.locator("article[data-game=qwixx] [data-action=set-up]").tap()
    page.locator("[data-players='2']").tap()
    page.locator("[data-field=name]").fill("Eleni")
    page.locator("[data-field=clock]").select_option("60")
    page.locator("[data-action=play-now]").tap()
    expect(page.locator("[data-status] .clock")).to_be_visible()
    expect(page.locator("[role=status] .clock")).to_have_count(0)
    page.evaluate(HEARD)
    robot = Robot(page, seed=1)
    while not page.evaluate("heard.some((line) => line.includes('Beta: '))"):
        if robot.step() == "wait":
            page.wait_for_timeout(15)
    menu(page, "end-early")
    page.evaluate("heard.length = 0")
    page.locator("[data-action=again]").tap()
    page.wait_for_function("() => heard.length")  # the first roll, which has the number of the other game's first roll
    expect(page.locator("[data-asked]")).to_be_visible()
