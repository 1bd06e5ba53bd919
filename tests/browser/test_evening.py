"""Friends join a table by QR code and by table code, play another game after the first, and a spectator takes a seat."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

import segno
from playwright.sync_api import expect
from tests.browser.user_actions import choose_from_menu, join_table, set_up_table

# The dark squares of the QR code as the page draws them, row by row.
DARK_SQUARES = """(svg) => {
  const path = svg.querySelector('path')
  const size = svg.viewBox.baseVal.width - 6
  const isDark = (x, y) => +path.isPointInFill(new DOMPoint(x + 0.5, y + 0.5))
  return Array.from({ length: size }, (_, y) => Array.from({ length: size }, (_, x) => isDark(x, y)))
}"""


def test_friends_join_by_qr_code_change_the_game_and_seat_a_spectator(device: Any) -> None:
    host, guest, zoe = device(), device(lang="el"), device(lang="de")
    set_up_table(host, "qwixx", 2, start=False)
    # The QR code encodes the link that is written below it, and that link leads to a seat.
    drawing = host.locator("section.how svg[role=img]")
    expect(drawing).to_be_visible()
    link = host.locator("section.how input[readonly]").input_value()
    assert drawing.evaluate(DARK_SQUARES) == [list(row) for row in segno.make(link, micro=False, error="m").matrix]
    guest.goto(urlsplit(link).path)
    expect(guest.locator(".invited")).to_have_text("Ελένη σε προσκαλεί στο Qwixx")
    expect(guest.locator("section.how")).to_have_count(0)  # A guest sees no invitation.
    join_table(guest, urlsplit(link).path, "Max")
    expect(host.locator("[data-seat='1'][data-kind=person]")).to_be_visible()
    host.locator("[data-action=start]").tap()
    expect(guest.locator("[data-asked]")).to_be_visible()
    # Zoe types the code on her home page. All seats are taken, so she watches and asks to play in the next game.
    zoe.locator("[data-field=code]").fill(urlsplit(link).path.split("/")[2].lower())
    zoe.locator("[data-action=code]").tap()
    zoe.locator("[data-action=play-next]").tap()
    zoe.locator("[data-field=name]").fill("Zoe")
    zoe.locator("[data-action=name]").tap()
    expect(zoe.locator("[data-action=play-next][aria-pressed=true]")).to_be_visible()
    # Max asks to play again, but the host chooses another game for three players.
    choose_from_menu(host, "end-early")
    guest.locator("dialog [data-action=again]").tap()
    expect(host.locator("dialog [data-ready='1']")).to_contain_text("Max")
    host.locator("[data-action=lobby]").tap()
    host.locator("[data-action=configure]").tap()
    host.locator("[data-field=game]").select_option("silver_gold")
    expect(host.locator("dialog [data-players='5']")).to_have_count(0)  # Silver & Gold has at most four players.
    host.locator("dialog [data-players='3']").tap()
    expect(host.locator("dialog [data-players='3'][aria-pressed=true]")).to_be_visible()
    host.locator("[data-action=save]").tap()
    expect(host.locator("dialog")).to_have_count(0)
    for page in (host, guest, zoe):  # No page still shows the results of the previous game.
        expect(page.locator("[data-game=silver_gold]")).to_be_visible()
        expect(page.locator("[data-kind=person]")).to_have_count(3)
        expect(page.locator("[data-kind=empty], [data-kind=bot]")).to_have_count(0)
    host.locator("[data-action=start]").tap()
    for page in (host, guest, zoe):
        expect(page.locator("[data-asked]")).to_be_visible()
    expect(zoe.locator("[data-watching]")).to_have_count(0)
