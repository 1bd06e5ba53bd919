"""A player that knows only what the page shows, and taps highlighted moves and the button that sends them."""

from __future__ import annotations

import random
from pathlib import Path
from time import monotonic
from typing import Any

from playwright.sync_api import Page
from tests.time_limits import HANG

RECORD_EVENTS = (Path(__file__).parent / "record_events.js").read_text("utf-8")
NEXT_TAP = (Path(__file__).parent / "next_tap.js").read_text("utf-8")
HIDDEN_TARGETS = (Path(__file__).parent / "hidden_targets.js").read_text("utf-8")
CAN_TAP = f"() => ({NEXT_TAP})([0, 0])[0] !== 'wait'"


class Robot:
    """Tap or click legal targets at random. With `look`, `hidden` collects the targets that a person could not see."""

    def __init__(self, page: Page, seed: int = 0, *, mouse: bool = False, look: bool = False) -> None:
        self.page = page
        self.rng = random.Random(seed)
        self.mouse = mouse
        self.look = look
        self.hidden: set[str] = set()
        self.taps = 0
        self.choice = [
            self.rng.random(),
            self.rng.random(),
        ]  # random numbers that choose the next tap; waiting does not change them
        self.last: Any = None

    def step(self, avoid: str = "") -> str:
        """Tap once if possible, except where the HTML contains `avoid`. Return `tap`, `wait`, `hidden`, `end` or `avoided`."""
        if self.look and self.page.locator("[data-asked]").count():
            self.hidden.update(self.page.evaluate(HIDDEN_TARGETS))
        step = self.page.evaluate(NEXT_TAP, self.choice)
        if step[0] == "tap" and avoid and avoid in step[3]:
            self.choice = [self.rng.random(), self.rng.random()]
            return "avoided"
        if step[0] == "tap":
            self.last = step
            self.taps += 1
            self.choice = [self.rng.random(), self.rng.random()]
            (self.page.mouse.click if self.mouse else self.page.touchscreen.tap)(step[1], step[2])
        elif step[0] == "hidden":
            self.last = step
        return str(step[0])

    def tap(self, times: int) -> None:
        """Tap a number of times, or until the game ends. Wait while it is the turn of others."""
        target = self.taps + times
        while self.taps < target:
            match self.step():
                case "end":
                    return
                case "wait":
                    self.wait()

    def send(self) -> None:
        """Tap until a selected move is sent by its button."""
        while self.last is None or 'data-action="done"' not in self.last[3]:
            self.tap(1)
        self.last = None

    def wait(self) -> None:
        """Wait until something can be tapped."""
        self.page.wait_for_function(CAN_TAP)


def play(*robots: Robot, seconds: float = HANG) -> None:
    """Play until the game has ended for every robot."""
    deadline = monotonic() + seconds
    playing = list(robots)
    while playing:
        steps = {robot: robot.step() for robot in playing}
        playing = [robot for robot in playing if steps[robot] != "end"]
        if len(playing) == 1 and steps[playing[0]] == "wait":
            playing[0].wait()
        elif playing and set(steps.values()) <= {"wait", "end", "hidden"}:
            playing[0].page.wait_for_timeout(15)  # All pages are polled.
        if monotonic() > deadline:
            stuck = playing[0]
            status = stuck.page.locator("[data-status]").all_inner_texts()
            raise AssertionError(f"stuck after {stuck.taps} taps at {stuck.page.url}: {status}, last {stuck.last}")
