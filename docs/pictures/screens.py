"""Take the screenshots of the browser client: every game on a phone and on a desktop. `make pictures` runs this script."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1]))

from tests.browser.devices import CHROMIUM_FLAGS, Devices, find_chromium  # noqa: E402
from tests.browser.robot import Robot  # noqa: E402
from tests.browser.user_actions import set_up_table  # noqa: E402
from tests.server.server_process import ServerProcess  # noqa: E402

SCENES = {  # For each game: the language, and how many taps are made before the picture is taken.
    "qwixx": ("en", 14),
    "qwixx_cards": ("de", 16),
    "the_game": ("el", 3),
    "silver_gold": ("el", 17),
    "sideboards": ("en", 7),
}
SIZES = {"phone": (360, 740), "desktop": (1280, 800)}


def main() -> None:
    path, environment = find_chromium()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = ServerProcess(Path(folder, "tables.db"))
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS, env=environment or None)
        device = Devices(browser, server.url)
        for game, (lang, taps) in SCENES.items():
            page = device(lang=lang, dark=game == "the_game", device_scale_factor=1.25)
            set_up_table(page, game, 3, people=("Ελένη",))
            Robot(page, seed=5).tap(taps)
            page.locator("[data-asked]").wait_for()
            page.wait_for_function("document.querySelector('[role=alert]').innerText.trim() === ''")
            for name, (width, height) in SIZES.items():
                page.set_viewport_size({"width": width, "height": height})
                page.evaluate("scrollTo(0, 0)")
                page.wait_for_load_state("networkidle")
                page.screenshot(path=HERE / f"{game}-{name}.jpg", type="jpeg", quality=72)
        page = device(lang="el")
        page.locator("article").first.wait_for()
        page.screenshot(path=HERE / "home-phone.jpg", type="jpeg", quality=72)
        device.close()
        browser.close()
        server.stop()


if __name__ == "__main__":
    main()
