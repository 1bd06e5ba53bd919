"""All screens of the client, each reached once, to be looked at in every language, size and theme."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page
from tests.browser.people import play_now, set_up
from tests.browser.robot import Robot, play

GAMES = ["qwixx", "qwixx_cards", "the_game", "silver_gold", "sideboards"]
SIZES = [(360, 640), (360, 740), (740, 360), (820, 1180), (1280, 800)]
# The screen is there, and waits for nothing.
READY = "() => document.querySelector('main, [data-end]') && !document.querySelector('[aria-busy=true]')"

MEASURE = (Path(__file__).parent / "measure.js").read_text("utf-8")


def gather(device: Callable[..., Page]) -> tuple[dict[str, str], dict[str, Any]]:
    """Addresses by name, and what the browser remembers that has seats there."""
    page = device()
    places = {"home": "/", "settings": "/settings", "trouble": "/t/ZZZZZ", "rules": "/rules"}
    for game in GAMES:
        places[f"new {game}"] = f"/new/{game}"
        places[f"rules {game}"] = f"/rules/{game}"
        page.goto("/")
        play_now(page, game)
        robot = Robot(page, seed=11)
        while robot.taps < 10 and robot.step() != "end":
            page.wait_for_timeout(10)
        places[f"table {game}"] = path(page)
        page.goto("/")
        set_up(page, game, 2)
        play(Robot(page, seed=12))
        places[f"end {game}"] = path(page)
        places[f"replay {game}"] = path(page).replace("/t/", "/r/") + "/1?seat=0&step=30"
    page.goto("/")
    set_up(page, "silver_gold", 4, start=False)
    page.locator("[data-action=start]").wait_for()
    places["lobby"] = path(page)
    return places, page.context.storage_state()


def path(page: Page) -> str:
    return str(page.evaluate("location.pathname"))


def in_language(state: dict[str, Any], lang: str) -> dict[str, Any]:
    """The same browser, with another language in its settings."""
    changed = json.loads(json.dumps(state))
    for origin in changed["origins"]:
        for item in origin["localStorage"]:
            if item["name"] == "trapezi":
                item["value"] = json.dumps({**json.loads(item["value"]), "lang": lang})
    return changed
