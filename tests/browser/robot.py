"""A player that sees the page alone: it taps what glows and what says that it can be sent."""

from __future__ import annotations

import random
from pathlib import Path
from time import monotonic
from typing import Any

from playwright.sync_api import Page

LOOK = (Path(__file__).parent / "look.js").read_text("utf-8")


class Robot:
    """Taps at random among what is offered."""

    def __init__(self, page: Page, seed: int = 0) -> None:
        self.page = page
        self.chance = random.Random(seed)
        self.taps = 0
        self.last: Any = None

    def step(self, but: str = "") -> str:
        """One look and, if something is offered, one tap, `but` on something that has this in it."""
        found = self.page.evaluate(LOOK, [self.chance.random(), self.chance.random()])
        if found[0] == "tap" and but and but in found[3]:
            return "but"
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
