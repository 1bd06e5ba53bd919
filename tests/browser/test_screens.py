"""Every screen in three languages and five sizes: nothing scrolls sideways, nothing is clipped, all can be tapped and heard."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from tests.browser.devices import Devices
from tests.browser.screens import MEASURE, READY, SIZES, gather, in_language

AXE = (Path(__file__).parent / "node_modules/axe-core/axe.min.js").read_text("utf-8")
THEMES = {"el": ["light"], "en": ["light", "dark"], "de": ["dark"]}


@pytest.fixture(scope="module")
def house(browser: Browser, server: Any) -> Iterator[tuple[Devices, dict[str, str], dict[str, Any]]]:
    devices = Devices(browser, server.url)
    devices.expected = ("404",)  # the table that is not there
    yield devices, *gather(devices)
    devices.close()


@pytest.mark.parametrize("lang", THEMES)
def test_every_screen_fits_every_size_and_axe_finds_nothing_serious(lang: str, house: Any) -> None:
    devices, places, state = house
    page = devices(lang=lang, storage_state=in_language(state, lang))
    wrong = []
    for name, place in places.items():
        page.set_viewport_size({"width": 360, "height": 740})
        page.goto(place)
        page.wait_for_function(READY)
        page.evaluate(AXE)
        for theme in THEMES[lang]:
            page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            wrong += [f"{name}, {theme}: {each}" for each in serious(page)]
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            wrong += [f"{name} at {width}×{height}: {each}" for each in page.evaluate(MEASURE)]
    assert not wrong, "\n".join(wrong)
    assert devices.complaints == []


def serious(page: Page) -> list[str]:
    """What axe finds that keeps people out."""
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{each['id']}: {node['html'][:140]} {node['failureSummary'][:200]}"
        for each in found["violations"]
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"][:3]
    ]
