"""Every screen fits three languages and five sizes, can be tapped, and is accessible."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from tests.browser.devices import CHROMIUM_FLAGS, Devices, find_chromium
from tests.browser.screens import LAYOUT_PROBLEMS, READY, SIZES, TWO_FRAMES, open_all_screens, with_language

AXE = (Path(__file__).parent / "node_modules/axe-core/axe.min.js").read_text("utf-8")
THEMES = {"el": ["light"], "en": ["light", "dark"], "de": ["dark"]}


@pytest.fixture(scope="module")
def screens(browser: Browser, server: Any) -> Iterator[tuple[Devices, dict[str, str], dict[str, Any]]]:
    devices = Devices(browser, server.url)
    devices.expected = ("404",)  # the screen of a table that does not exist
    yield devices, *open_all_screens(devices)
    devices.close()


@pytest.mark.parametrize("lang", THEMES)
def test_every_screen_fits_every_size_and_is_accessible(lang: str, screens: Any) -> None:
    devices, paths, state = screens
    page = devices(lang=lang, storage_state=with_language(state, lang))
    problems = []
    for name, path in paths.items():
        page.set_viewport_size({"width": 360, "height": 740})
        page.goto(path)
        page.wait_for_function(READY)
        page.evaluate(AXE)
        for theme in THEMES[lang]:
            page.emulate_media(color_scheme=theme)
            problems += [f"{name}, {theme}: {each}" for each in accessibility_problems(page)]
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(TWO_FRAMES)
            problems += [f"{name} at {width}×{height}: {each}" for each in page.evaluate(LAYOUT_PROBLEMS)]
    assert not problems, "\n".join(problems)
    assert devices.errors == []


def accessibility_problems(page: Page) -> list[str]:
    """Return the serious problems that axe finds."""
    result = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{each['id']}: {node['html'][:140]} {node['failureSummary'][:200]}"
        for each in result["violations"]
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"][:3]
    ]


def test_text_at_200_percent_fits_a_narrow_phone_outside_tables(browser: Browser, server: Any) -> None:
    path, environment = find_chromium()
    flags = [*CHROMIUM_FLAGS, "--blink-settings=defaultFontSize=32"]
    large = browser.browser_type.launch(executable_path=path, args=flags, env={**os.environ, **environment})
    phone = Devices(large, server.url)(360, 640, lang="de")
    for screen in ("/", "/settings", "/new/qwixx", "/rules/qwixx", "/daily"):
        phone.goto(server.url + screen)
        phone.wait_for_function(READY)
        assert phone.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
        assert phone.evaluate("document.documentElement.scrollWidth") == 360, screen
    large.close()
