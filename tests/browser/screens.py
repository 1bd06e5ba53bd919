"""Reach every screen of the client once, so that tests can check it in every language, size and theme."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page
from tests.browser.robot import Robot, play
from tests.browser.user_actions import play_now, set_up_table

GAMES = ["qwixx", "qwixx_cards", "the_game", "silver_gold", "sideboards"]
SIZES = [(360, 640), (360, 740), (740, 360), (820, 1180), (1280, 800)]
# This is true when the screen is visible and not loading.
READY = "() => document.querySelector('main, [data-end]') && !document.querySelector('[aria-busy=true]')"

# After two frames, the page has drawn the effect of the last change of its size or of the last answer.
TWO_FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
LAYOUT_PROBLEMS = (Path(__file__).parent / "layout_problems.js").read_text("utf-8")


def open_all_screens(device: Callable[..., Page]) -> tuple[dict[str, str], dict[str, Any]]:
    """Return the paths of all screens by name, and the storage of the browser that has seats at the tables."""
    page = device()
    paths = {"home": "/", "settings": "/settings", "error": "/t/ZZZZZ", "rules": "/rules"}
    for game in GAMES:
        paths[f"new {game}"] = f"/new/{game}"
        paths[f"rules {game}"] = f"/rules/{game}"
        page.goto("/")
        play_now(page, game)
        Robot(page, seed=11).tap(10)
        paths[f"table {game}"] = path_of(page)
        page.goto("/")
        set_up_table(page, game, 2)
        play(Robot(page, seed=12))
        paths[f"end {game}"] = path_of(page)
        paths[f"replay {game}"] = path_of(page).replace("/t/", "/r/") + "/1?seat=0&step=30"
        page.locator("[data-action=review]").tap()
        page.locator("[data-review]").wait_for()
        paths[f"review {game}"] = path_of(page)
        if page.locator("[data-action=puzzle]").count():
            paths[f"puzzle {game}"] = path_of(page) + "/1"
    page.goto("/")
    set_up_table(page, "silver_gold", 4, start=False)
    page.locator("[data-action=start]").wait_for()
    paths["lobby"] = path_of(page)
    return paths, dict(page.context.storage_state())


def path_of(page: Page) -> str:
    return str(page.evaluate("location.pathname"))


def with_language(state: dict[str, Any], lang: str) -> dict[str, Any]:
    """Return the storage of the browser with another language in its settings."""
    changed = json.loads(json.dumps(state))
    for origin in changed["origins"]:
        for item in origin["localStorage"]:
            if item["name"] == "trapezi":
                item["value"] = json.dumps({**json.loads(item["value"]), "lang": lang})
    return changed
