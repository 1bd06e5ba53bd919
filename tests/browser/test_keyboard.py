"""A whole game of Qwixx without touching the screen."""

from __future__ import annotations

import random
from typing import Any

from playwright.sync_api import expect

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
