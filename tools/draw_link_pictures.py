"""Draw the pictures that messengers show for a link to a game: one for each game and language, from the client's own drawings.

Run it when the title or the icon of a game has changed: start `trapezi serve`, then `python tools/draw_link_pictures.py URL`.
It needs Playwright and Chromium, as the browser tests do, and writes `locale/link.<lang>.jpg` in the package of each game.
"""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import Page, sync_playwright
from tests.browser.devices import find_chromium

from trapezi.games import package
from trapezi.i18n import LANGUAGES

SIZE = {"width": 600, "height": 315}  # Messengers show large pictures in these proportions.
STYLE = """
  body { margin: 0; display: grid; grid-template-columns: 270px 1fr; gap: 28px; align-items: center; height: 315px;
    padding: 0 28px; box-sizing: border-box; background: radial-gradient(120% 160% at 20% 0%, #3a7a6c, #1f4d47 60%); color: #fff;
    font-family: 'DejaVu Sans', sans-serif }
  .picture { height: 216px; border-radius: 18px; overflow: hidden }
  .picture svg { width: 100%; height: 100% }
  h1 { margin: 0 0 12px; font-size: 32px; line-height: 1.15; overflow-wrap: anywhere }
  p { margin: 0; font-size: 17px; line-height: 1.35; opacity: .9 }
"""


def draw(page: Page, game: str, title: str, pitch: str) -> bytes:
    """Return the picture of one game as JPEG."""
    page.evaluate(
        """([game, title, pitch, style]) => {
          const drawing = document.querySelector(`article[data-game=${game}] .picture`).cloneNode(true)
          const sheet = new CSSStyleSheet()
          sheet.replaceSync(style)
          document.adoptedStyleSheets = [sheet]
          const words = document.createElement('div')
          words.append(Object.assign(document.createElement('h1'), { textContent: title }))
          words.append(Object.assign(document.createElement('p'), { textContent: pitch }))
          document.body.replaceChildren(drawing, words)
        }""",
        [game, title, pitch, STYLE],
    )
    return page.screenshot(type="jpeg", quality=82)


def main(url: str) -> None:
    path, environment = find_chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"], env=environment or None)
        for lang in LANGUAGES:
            page = browser.new_page(viewport=SIZE, locale=lang, bypass_csp=True)
            page.set_default_timeout(120_000)  # milliseconds; the machine may be busy.
            page.goto(url)
            page.locator("article .picture svg").first.wait_for()
            for game in [
                str(each) for each in page.locator("article").evaluate_all("all => all.map((each) => each.dataset.game)")
            ]:
                page.goto(url)
                page.locator(f"article[data-game={game}] .picture svg").wait_for()
                messages = package(game).messages_or_english(lang)
                picture = draw(page, game, messages[f"{game}.title"], messages[f"{game}.pitch"])
                Path(str(package(game).locale), f"link.{lang}.jpg").write_bytes(picture)


if __name__ == "__main__":
    main(sys.argv[1])
