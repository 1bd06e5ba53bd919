"""Around the game: who comes, who watches, who talks, who is away."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect
from tests.browser.people import join, play_now, set_up
from tests.browser.robot import Robot


def invitation(page: Page, action: str = "invite") -> str:
    """The address that the menu shows, with its QR code."""
    page.locator("[data-action=menu]").tap()
    page.locator(f"[data-action={action}]").tap()
    expect(page.locator("dialog svg[role=img]")).to_be_visible()
    url = page.locator("dialog input[readonly]").input_value()
    page.locator("[data-action=close]").tap()
    return url


def here(page: Page, url: str) -> str:
    """The same path at the address that this test reaches."""
    return url[url.index("/", 8) :]


def test_the_invitation_shows_an_address_that_other_devices_reach(device: Any, server: Any) -> None:
    page = device()
    play_now(page, "qwixx")
    url = urlsplit(invitation(page))
    assert url.hostname not in ("localhost", "127.0.0.1")
    assert url.port == server.port


def test_five_letters_lead_to_the_table_in_any_spelling(device: Any) -> None:
    host, guest = device(), device(lang="de")
    set_up(host, "qwixx", 2, start=False)
    expect(host.locator("[data-action=start]")).to_be_visible()
    code = host.url[-5:]
    guest.locator("[data-field=code]").fill(code.lower())
    guest.locator("[data-action=code]").tap()
    expect(guest.locator("[data-action=join]")).to_be_visible()
    guest.goto("/")
    guest.locator("[data-field=code]").fill("QQQQQ")
    guest.locator("[data-action=code]").tap()
    device.expected = ("404",)
    expect(guest.locator("#code-trouble")).to_contain_text("QQQQQ")


def test_a_second_device_takes_the_same_seat_once(device: Any) -> None:
    device.expected = ("403",)
    phone, tablet, thief = device(), device(width=820, height=1180), device()
    play_now(phone, "the_game")
    expect(phone.locator("[data-asked]")).to_be_visible()
    where = here(phone, invitation(phone, "pair"))
    tablet.goto(where)
    expect(tablet.locator("[data-asked]")).to_be_visible()
    thief.goto(where)
    expect(thief.locator("[data-trouble='table.pairing-over']")).to_be_visible()
    before = phone.locator("[data-status]").inner_text()
    robot = Robot(tablet, seed=1)
    while robot.taps < 2:
        robot.step()
        tablet.wait_for_timeout(15)
    expect(phone.locator("[data-status]")).not_to_have_text(before)


def test_the_host_signs_out_a_guest_who_may_then_only_watch(device: Any) -> None:
    host, guest = device(), device()
    set_up(host, "qwixx", 2, start=False)
    expect(host.locator("[data-action=start]")).to_be_visible()
    join(guest, host.url, "Nikos")
    host.locator("[data-field=guest]").select_option(label="Nikos")
    host.locator("[data-action=sign-out]").tap()
    expect(guest.get_by_text("signed out")).to_be_visible()
    expect(host.get_by_text("Nikos is signed out.")).to_be_visible()


def test_a_spectator_sees_the_table_and_no_hand(device: Any) -> None:
    player, watcher = device(), device(lang="de")
    play_now(player, "the_game")
    expect(player.locator("[data-asked]")).to_be_visible()
    watcher.goto(player.url)
    expect(watcher.locator("[data-status]")).to_be_visible()
    assert watcher.locator("[data-legal]").count() == 0
    held = player.locator("[data-card]").count()
    assert held >= 5
    assert watcher.locator("[data-card]").count() == 0


def test_the_chat_of_the_game_refuses_numbers_and_says_why(device: Any) -> None:
    page = device(lang="el")
    set_up(page, "the_game", 2)
    page.locator("[data-action=chat]").tap()
    page.locator("dialog form input").fill("έχω το σαράντα δύο")
    page.keyboard.press("Enter")
    expect(page.locator("[role=alert]").filter(has_text="σαράντα")).to_be_visible()
    page.locator("dialog form input").fill("ένα καλό φύλλο έχω")
    page.keyboard.press("Enter")
    expect(page.locator("dialog li", has_text="ένα καλό φύλλο έχω")).to_be_visible()


def test_a_bot_plays_for_who_is_away_and_gives_the_seat_back(device: Any) -> None:
    host, guest = device(), device()
    set_up(host, "qwixx", 2, start=False)
    expect(host.locator("[data-action=start]")).to_be_visible()
    join(guest, host.url, "Max")
    expect(host.locator("[data-seat='1'][data-kind=person]")).to_be_visible()
    host.locator("[data-action=start]").tap()
    expect(guest.locator("[data-asked]")).to_be_visible()
    where = guest.url
    guest.goto("about:blank")
    expect(host.locator("[data-seat='1']")).to_contain_text("is away")
    host.locator("[data-seat='1']").tap()
    host.locator("[data-action=let-bot-play]").tap()
    expect(host.locator("[data-seat='1']")).to_contain_text("a bot stands in")
    guest.goto(where)
    expect(guest.locator("[data-status]")).to_be_visible()
    expect(host.locator("[data-seat='1']")).not_to_contain_text("a bot stands in")


def test_the_language_changes_in_mid_game_without_losing_anything(device: Any) -> None:
    page = device(lang="en")
    play_now(page, "silver_gold")
    expect(page.locator("[data-asked]")).to_be_visible()
    english = page.locator("[data-status]").inner_text()
    page.locator("[data-action=menu]").tap()
    page.locator("[data-action=settings]").tap()
    page.locator("button[lang=el]").tap()
    page.go_back()
    expect(page.locator("[data-asked]")).to_be_visible()
    assert page.locator("[data-status]").inner_text() != english
    assert page.evaluate("document.documentElement.lang") == "el"


def test_what_cannot_be_tapped_says_why(device: Any) -> None:
    page = device(lang="en")
    play_now(page, "qwixx")
    expect(page.locator("[data-asked]")).to_be_visible()
    page.locator("[data-cell='red 12'], [data-move='red 12'], [aria-label*='red 12']").first.tap()
    expect(page.locator("[role=alert] button")).to_contain_text("12")
