"""Players can leave a table, come back to it and remove it from the home page, and learn what happened when time was up."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.user_actions import choose_from_menu, seat_two_phones

import trapezi


def own_tables(page: Page) -> Any:
    return page.locator("[data-tables=mine] [data-table]")


def test_leaving_can_be_undone_and_a_table_left_asks_before_it_gives_the_seat_back(device: Any) -> None:
    host, guest = device(), device(lang="de")
    seat_two_phones(host, guest)
    path = guest.evaluate("location.pathname")
    guest.locator("[data-action=menu]").tap()
    guest.locator("dialog [data-action=leave]").tap()
    expect(guest.locator("article[data-game=qwixx]")).to_be_visible()
    expect(own_tables(guest)).to_have_count(0)
    guest.locator("[data-action=undo]").tap()
    expect(guest.locator("[data-asked]")).to_be_visible()
    expect(host.locator("[data-seat='1']")).not_to_contain_text("a bot stands in")
    choose_from_menu(guest, "leave")
    expect(host.locator("[data-seat='1']")).to_contain_text("a bot stands in")
    guest.reload()
    expect(guest.locator("article[data-game=qwixx]")).to_be_visible()
    expect(own_tables(guest)).to_have_count(0)
    guest.goto(path)
    expect(guest.locator("[data-left]")).to_contain_text("Zurückkommen?")
    expect(host.locator("[data-seat='1']")).to_contain_text("a bot stands in")
    guest.locator("[data-action=come-back]").tap()
    expect(guest.locator("[data-asked]")).to_be_visible()
    expect(host.locator("[data-seat='1']")).not_to_contain_text("a bot stands in")
    # Home shows who plays and the score; a table can be removed there, also after the game.
    guest.goto("/")
    expect(own_tables(guest)).to_contain_text("Ελένη 0 · Max 0")
    choose_from_menu(host, "end-early")
    host.goto("/")
    own_tables(host).locator("[data-action=remove-table]").tap()
    expect(own_tables(host)).to_have_count(0)
    host.locator("[data-action=undo]").tap()
    expect(own_tables(host)).to_have_count(1)
    own_tables(host).locator("[data-action=remove-table]").tap()
    with host.expect_response("**/leave"):
        host.locator("[data-action=now]").tap()
    host.reload()
    expect(host.locator("article[data-game=qwixx]")).to_be_visible()
    expect(own_tables(host)).to_have_count(0)


def test_the_page_shows_who_paused_and_how_a_player_takes_the_seat_back(device: Any) -> None:
    host, guest = device(), device()
    seat_two_phones(host, guest)
    choose_from_menu(host, "pause")
    expect(guest.locator("[data-way-back=pause]")).to_contain_text("Ελένη has paused the game.")
    guest.locator("[data-action=resume]").tap()
    expect(guest.locator("[data-way-back]")).to_have_count(0)
    choose_from_menu(guest, "stand-in")
    guest.locator("[data-way-back=bot] [data-action=take-over]").tap()
    expect(guest.locator("[data-way-back]")).to_have_count(0)
    # The role of the host is not offered while the host is here.
    guest.locator("[data-action=menu]").tap()
    expect(guest.locator("dialog [data-action=leave]")).to_be_visible()
    expect(guest.locator("dialog [data-action=take-host]")).to_have_count(0)


def test_again_asks_everyone_and_pulls_nobody_out_of_the_results(device: Any) -> None:
    host, guest = device(), device(lang="de")
    seat_two_phones(host, guest)
    choose_from_menu(host, "end-early")
    expect(guest.locator("dialog h2")).to_contain_text("Ελένη hat die Partie vorzeitig beendet.")
    # The chips show nobody as thinking after the end.
    guest.locator("[data-action=close]").tap()
    expect(guest.locator(".seats")).not_to_contain_text("denkt nach")
    guest.locator("[data-action=show-score]").tap()
    host.locator("dialog [data-action=again]").tap()
    expect(guest.locator("dialog [data-ready='1']")).to_contain_text("Noch einmal spielen möchten: Ελένη")
    expect(host.locator("dialog [data-ready='1']")).to_contain_text("Not yet: Max")
    host.locator("dialog [data-action=start-now]").tap()
    expect(host.locator("[data-asked]")).to_be_visible()
    expect(guest.locator("dialog [data-end]")).to_be_visible()
    guest.locator("[data-action=to-game]").tap()
    expect(guest.locator("dialog")).to_have_count(0)
    expect(guest.locator("[data-asked]")).to_be_visible()
    # When all are ready, the game begins by itself.
    choose_from_menu(host, "end-early")
    for page in (guest, host):
        page.locator("dialog [data-action=again]").tap()
    for page in (guest, host):
        expect(page.locator("[data-asked]")).to_be_visible()
        expect(page.locator("dialog")).to_have_count(0)


@pytest.mark.parametrize("game", trapezi.names())
def test_when_time_is_up_the_page_says_what_the_table_did(device: Any, game: str) -> None:
    page = device()
    token = page.evaluate("JSON.parse(localStorage.trapezi).token")
    new = {"game": game, "options": {"players": 2}, "names": ["Ada"], "fill": "chance", "clock": 1, "start": True}
    made = page.request.post("/api/tables", data=new, headers={"authorization": f"Bearer {token}"}).json()
    page.goto(f"/t/{made['table']['code']}")
    if game == "the_game":
        expect(page.locator("[data-way-back=pause]")).to_contain_text("Time is up for")
        page.locator("[data-action=resume]").tap()
        expect(page.locator("[data-clock=late], [data-way-back=pause]").first).to_be_visible()
    else:
        page.locator("header [data-action=log]").tap()
        expect(page.locator("dialog li", has_text="Time is up").first).to_be_visible()
