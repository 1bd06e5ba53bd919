"""With text at 200 %, nothing of a table is covered or out of reach, though the board may scroll."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.devices import CHROMIUM_FLAGS, Devices, find_chromium
from tests.browser.screens import GAMES, TWO_FRAMES
from tests.browser.user_actions import play_now

UNREACHABLE = (Path(__file__).parent / "unreachable.js").read_text("utf-8")
PICTURES = os.environ.get("TRAPEZI_LARGE_TEXT")  # a folder for pictures
SIZES = [(360, 640), (390, 844), (820, 1180), (1366, 650)]


@pytest.fixture(scope="module")
def large_text(browser: Browser, server: Any) -> Iterator[Devices]:
    """Make devices whose standard text is twice as large."""
    path, environment = find_chromium()
    flags = [*CHROMIUM_FLAGS, "--blink-settings=defaultFontSize=32"]
    large = browser.browser_type.launch(executable_path=path, args=flags, env={**os.environ, **environment})
    devices = Devices(large, server.url)
    yield devices
    devices.close()
    large.close()
    assert devices.errors == []


@pytest.mark.parametrize(("game", "lang"), [*zip(GAMES, ["de", "el", "de", "de", "el"], strict=True)])
def test_nothing_of_a_table_is_out_of_reach(game: str, lang: str, large_text: Devices) -> None:
    page = large_text(360, 640, lang=lang, has_touch=True)
    play_now(page, game)
    expect(page.locator("[data-asked]")).to_be_visible()
    problems = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(TWO_FRAMES)
        if PICTURES:
            page.screenshot(path=f"{PICTURES}/{game}-{width}x{height}.png")
        problems += [f"{width}×{height}: {each}" for each in page.evaluate(UNREACHABLE)]
    assert not problems, "\n".join(problems)
