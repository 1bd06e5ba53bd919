"""All screens of the client, each reached once, to be looked at in every language, size and theme."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from people import play_now, set_up
from playwright.sync_api import Page
from robot import Robot, play

GAMES = ["qwixx", "qwixx_cards", "the_game", "silver_gold", "sideboards"]
SIZES = [(360, 640), (360, 740), (820, 1180), (1280, 800)]
# The screen is there, and waits for nothing.
READY = "() => document.querySelector('main, [data-end]') && !document.querySelector('[aria-busy=true]')"

# What is wrong with the layout, as sentences.
MEASURE = """
() => {
  const wrong = []
  const name = (e) => `${e.tagName.toLowerCase()}.${e.className?.baseVal ?? e.className} “${(e.getAttribute('aria-label') ?? e.textContent ?? '').trim().slice(0, 40)}”`
  const shown = (e) => e.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) && !e.closest('.unseen, [inert]')
  if (document.documentElement.scrollWidth > innerWidth) wrong.push(`scrolls sideways: ${document.documentElement.scrollWidth} > ${innerWidth}`)
  const top = document.querySelector('dialog[open]') ?? document.body
  for (const e of top.querySelectorAll('*')) {
    if (!shown(e) || e.closest('svg')) continue
    const box = e.getBoundingClientRect()
    const words = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim())
    if (words && box.width && (box.left < -1 || box.right > innerWidth + 1)) wrong.push(`beyond the edge: ${name(e)}`)
    const style = getComputedStyle(e)
    if (words && !e.closest('[data-name]') && style.overflowX !== 'visible' && style.overflowX !== 'auto' && e.scrollWidth > e.clientWidth + 1) wrong.push(`clipped: ${name(e)}`)
    if (words && style.overflowY === 'hidden' && e.scrollHeight > e.clientHeight + 2) wrong.push(`cut off below: ${name(e)}`)
  }
  for (const e of top.querySelectorAll('button, a[href], select, input:not([type=hidden]), summary, [role=button]')) {
    if (!shown(e) || (e.matches('a') && e.closest('p, li:not(:has(> a:only-child)), td'))) continue
    const target = e.matches('[type=checkbox], [type=radio]') ? e.closest('label') ?? e : e
    const box = target.getBoundingClientRect()
    if (box.width && (box.width < 43.5 || box.height < 43.5)) wrong.push(`too small to tap: ${name(e)} ${Math.round(box.width)}×${Math.round(box.height)}`)
  }
  return [...new Set(wrong)].slice(0, 12)
}
"""


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


def in_language(state: dict[str, Any], lang: str, theme: str = "light") -> dict[str, Any]:
    """The same browser, with another language and theme in its settings."""
    changed = json.loads(json.dumps(state))
    for origin in changed["origins"]:
        for item in origin["localStorage"]:
            if item["name"] == "trapezi":
                item["value"] = json.dumps({**json.loads(item["value"]), "lang": lang, "theme": theme})
    return changed
