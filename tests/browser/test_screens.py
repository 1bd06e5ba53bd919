"""Every screen in three languages and four sizes: nothing scrolls sideways, nothing is clipped, everything can be tapped."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser
from screens import MEASURE, READY, SIZES, gather, in_language

from conftest import Devices

AXE = (Path(__file__).parent / "node_modules/axe-core/axe.min.js").read_text("utf-8")


@pytest.fixture(scope="module")
def house(browser: Browser, server: Any) -> Iterator[tuple[Devices, dict[str, str], dict[str, Any]]]:
    devices = Devices(browser, server.url)
    yield devices, *gather(devices)
    devices.close()


@pytest.mark.parametrize("lang", ["el", "en", "de"])
def test_every_screen_fits_every_size(lang: str, house: Any) -> None:
    devices, places, state = house
    page = devices(lang=lang, storage_state=in_language(state, lang))
    wrong = []
    for name, place in places.items():
        page.set_viewport_size({"width": 360, "height": 740})
        page.goto(place)
        page.wait_for_function(READY)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            wrong += [f"{name} at {width}×{height}: {each}" for each in page.evaluate(MEASURE)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious(theme: str, house: Any) -> None:
    devices, places, state = house
    page = devices(storage_state=in_language(state, "en", theme))
    wrong = []
    for name, place in places.items():
        page.goto(place)
        page.wait_for_function(READY)
        page.evaluate(AXE)
        found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
        wrong += [
            f"{name}: {each['id']}: {node['html'][:140]} {node['failureSummary'][:200]}"
            for each in found["violations"]
            if each["impact"] in ("serious", "critical")
            for node in each["nodes"][:3]
        ]
    assert not wrong, "\n".join(wrong)
