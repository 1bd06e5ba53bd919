"""Chromium as people use it: phones by touch, no calls to the server but the page's own, and no complaint in the console."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

HERE = Path(__file__).parent
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
QUIET += ["--host-resolver-rules=MAP trapezi.test 127.0.0.1"]  # a host name, as a home network has one


def chromium() -> tuple[str, dict[str, str]]:
    """Where Chromium is, and what it needs around it: an installed one, else the one from npm."""
    for name in (os.environ.get("CHROMIUM"), "chromium", "chromium-browser", "google-chrome"):
        if name and (found := shutil.which(name)):
            return found, {}
    path = os.pathsep.join([str(HERE.parents[1] / ".venv/node"), os.environ["PATH"]])
    told = subprocess.run(["node", "chromium.mjs"], cwd=HERE, env={**os.environ, "PATH": path}, capture_output=True, text=True)
    assert told.returncode == 0, told.stderr
    found, libraries = told.stdout.splitlines()
    return found, {"LD_LIBRARY_PATH": libraries}


class Devices:
    """Makes phones and computers. What any of their pages complains of fails the test."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser = browser
        self.url = url
        self.complaints: list[str] = []
        self.expected: tuple[str, ...] = ()  # what the test itself provokes
        self.made: list[BrowserContext] = []

    def __call__(self, width: int = 360, height: int = 740, lang: str = "en", dark: bool = False, **more: Any) -> Page:
        """A new device at the home page, with nothing remembered."""
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=width < 1000,
            is_mobile=width < 1000,
            locale={"en": "en-GB", "el": "el-GR", "de": "de-DE"}[lang],
            color_scheme="dark" if dark else "light",
            reduced_motion=more.pop("reduced_motion", "reduce"),
            service_workers=more.pop("service_workers", "block"),
            base_url=more.pop("url", self.url),
            **more,
        )
        context.set_default_timeout(20_000)
        self.made.append(context)
        page = context.new_page()
        self.watch(page)
        page.goto("/")
        return page

    def watch(self, page: Page) -> None:
        page.on("console", lambda message: self.complain(message.text) if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self.complain(str(error)))
        page.add_init_script("addEventListener('securitypolicyviolation', (e) => console.error('policy', e.violatedDirective))")

    def complain(self, text: str) -> None:
        if not any(each in text for each in (*self.expected, "blocked by Playwright")):
            self.complaints.append(text)

    def close(self) -> None:
        for context in self.made:
            context.close()
