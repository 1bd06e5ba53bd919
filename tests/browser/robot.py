"""A player that sees the page alone: it taps what glows and what says that it can be sent."""

from __future__ import annotations

import random
from time import monotonic
from typing import Any

from playwright.sync_api import Page

# What can be tapped now, in the middle of the screen: [what, x, y], or what there is to wait for.
LOOK = """
(pick) => {
  const shown = (e) => e.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) && !e.disabled && e.getAttribute('aria-disabled') !== 'true'
  if (document.querySelector('[data-end]')) return ['end']
  const hand = document.querySelector('[data-action=ready]')
  const asked = document.querySelector('[data-asked]')
  if (!hand && !asked) return ['wait']
  const sendable = [...document.querySelectorAll('[data-action=done], [data-action=end]')].filter(shown)
  const legal = hand ? [hand] : [...document.querySelectorAll('[data-legal]')].filter(shown).filter((e) => !sendable.includes(e))
  const from = sendable.length && (pick[0] < 0.8 || !legal.length) ? sendable : legal
  if (!from.length) return ['wait']
  const chosen = from[Math.floor(pick[1] * from.length)]
  chosen.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
  const box = chosen.getBoundingClientRect()
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const hit = document.elementFromPoint(x, y)
  if (!hit || !(chosen === hit || chosen.contains(hit))) return ['hidden', chosen.outerHTML.slice(0, 200), hit ? hit.outerHTML.slice(0, 200) : '']
  return ['tap', x, y, chosen.outerHTML.slice(0, 160)]
}
"""


class Robot:
    """Taps at random among what is offered."""

    def __init__(self, page: Page, seed: int = 0) -> None:
        self.page = page
        self.chance = random.Random(seed)
        self.taps = 0
        self.last: Any = None

    def step(self) -> str:
        """One look and, if something is offered, one tap."""
        found = self.page.evaluate(LOOK, [self.chance.random(), self.chance.random()])
        if found[0] == "tap":
            self.last = found
            self.taps += 1
            self.page.touchscreen.tap(found[1], found[2])
        elif found[0] == "hidden":
            self.last = found
        return str(found[0])


def play(*robots: Robot, seconds: float = 120) -> None:
    """Until every robot sees the end."""
    until = monotonic() + seconds
    playing = list(robots)
    while playing:
        steps = {robot: robot.step() for robot in playing}
        playing = [robot for robot in playing if steps[robot] != "end"]
        if playing and set(steps.values()) <= {"wait", "end", "hidden"}:
            playing[0].page.wait_for_timeout(15)
        if monotonic() > until:
            stuck = playing[0]
            state = stuck.page.locator("[data-status]").all_inner_texts()
            raise AssertionError(f"stuck after {stuck.taps} taps at {stuck.page.url}: {state}, last {stuck.last}")
