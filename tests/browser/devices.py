"""Simulate phones and computers by Chromium windows of various sizes. A test fails if one of their pages logs an error."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page
from tests.time_limits import HANG

HERE = Path(__file__).parent
TIMEOUT = HANG * 1000  # milliseconds
# The first seat begins in every game, so that tests know whose turn it is. All other options have their defaults.
NO_LOTS = {
    game: {"players": 0, "values": {}, "byLot": [], "public": False, "clock": 0, "seats": []}
    for game in ("qwixx", "qwixx_cards", "the_game", "silver_gold", "sideboards")
}
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP trapezi.test 127.0.0.1",  # a host name such as people use in a home network
]


def find_chromium() -> tuple[str, dict[str, str]]:
    """Return the path of an installed Chromium, or otherwise of Chromium from npm, and the environment that it needs."""
    for name in (os.environ.get("CHROMIUM"), "chromium", "chromium-browser", "google-chrome"):
        if name and (path := shutil.which(name)):
            return path, {}
    search_path = os.pathsep.join([str(HERE.parents[1] / ".venv/node"), os.environ["PATH"]])
    result = subprocess.run(
        ["node", "chromium.mjs"], cwd=HERE, env={**os.environ, "PATH": search_path}, capture_output=True, text=True
    )
    assert result.returncode == 0, result.stderr
    path, libraries = result.stdout.splitlines()
    return path, {"LD_LIBRARY_PATH": libraries}


class Devices:
    """Make phones and computers, and collect the errors that their pages log."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser = browser
        self.url = url
        self.errors: list[str] = []
        self.expected: tuple[str, ...] = ()  # texts of errors that the test provokes and that are therefore allowed
        self.contexts: list[BrowserContext] = []

    def __call__(self, width: int = 360, height: int = 740, lang: str = "en", dark: bool = False, **more: Any) -> Page:
        """Open the home page on a new device whose browser has stored `settings`. By default, moves are sent without a delay."""
        settings = json.dumps({"setups": NO_LOTS, **more.pop("settings", {"undoSeconds": 0})})
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=more.pop("has_touch", width < 1000),
            is_mobile=width < 1000,
            locale={"en": "en-GB", "el": "el-GR", "de": "de-DE"}[lang],
            color_scheme="dark" if dark else "light",
            reduced_motion=more.pop("reduced_motion", "reduce"),
            service_workers=more.pop("service_workers", "block"),
            base_url=more.pop("url", self.url),
            **more,
        )
        context.set_default_timeout(TIMEOUT)
        context.add_init_script(f"if (location.host) localStorage.trapezi ??= {json.dumps(settings)}")
        self.contexts.append(context)
        page = context.new_page()
        self.collect_errors(page)
        page.goto("/")
        return page

    def collect_errors(self, page: Page) -> None:
        """Collect what the page logs, throws, or tries against its content security policy."""
        page.on("console", lambda message: self._collect(message.text) if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self._collect(str(error)))
        page.add_init_script("addEventListener('securitypolicyviolation', (e) => console.error('policy', e.violatedDirective))")

    def _collect(self, text: str) -> None:
        if not any(each in text for each in (*self.expected, "blocked by Playwright")):
            self.errors.append(text)

    def close(self) -> None:
        for context in self.contexts:
            context.close()
