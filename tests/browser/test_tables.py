"""Around the game: who comes, who watches, who talks, who is away."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page, WebSocketRoute, expect
from tests.browser.people import join, menu, play_now, set_up, together
from tests.browser.robot import Robot


def invitation(page: Page, action: str = "invite") -> str:
    """The address that the menu shows, with its QR code."""
    menu(page, action)
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


def test_what_somebody_types_stays_while_the_host_chooses_another_game(device: Any) -> None:
    host, guest = device(), device()
    together(host, guest, start=False)
    guest.locator("[data-action=chat]").tap()
    guest.locator("dialog form input").fill("I would rather play")
    host.locator("[data-action=configure]").tap()
    host.locator("[data-field=game]").select_option("silver_gold")
    host.locator("[data-action=save]").tap()
    expect(guest.locator("[data-game=silver_gold]")).to_be_visible()
    expect(guest.locator("dialog form input")).to_have_value("I would rather play")


def test_two_devices_at_one_seat_show_what_was_sent_and_the_panel_says_when_one_is_signed_out(device: Any) -> None:
    phone, tablet = device(), device(width=820, height=1180)
    together(phone, device(), "silver_gold")
    tablet.goto(here(phone, invitation(phone, "pair")))
    expect(tablet.locator("[data-asked]")).to_be_visible()
    for page, cards in ((phone, "12"), (tablet, "34")):
        for card in cards:
            page.locator(f"[data-card='{card}']").tap()
    tablet.locator("[data-action=done]").tap()
    for card in "34":
        expect(phone.locator(f"[data-card='{card}'][aria-pressed=true]")).to_be_visible()
    expect(phone.locator("[data-card][aria-pressed=true]")).to_have_count(2)
    menu(phone, "pair")
    phone.locator("dialog [data-action=sign-out]").tap()
    expect(phone.locator("dialog [role=alert]")).to_contain_text("signed out")


def test_the_end_stays_closed_and_tells_who_played_and_why_there_is_no_other_game_yet(device: Any) -> None:
    host, guest, zoe = device(), device(), device()
    together(host, guest)
    menu(host, "end-early")
    end = host.locator("[data-end]")
    expect(end).to_be_visible()
    host.locator("[data-action=close]").tap()
    where = guest.url
    guest.goto("about:blank")
    expect(host.locator("button[data-seat='1']")).to_contain_text("is away")
    expect(end).to_have_count(0)
    host.locator("[data-action=scores]").tap()
    guest.goto(where)
    guest.locator("[data-action=lobby]").tap()
    guest.locator("[data-action=leave]").tap()
    expect(guest.locator("article[data-game=qwixx]")).to_be_visible()
    end.locator("[data-action=again]").tap()
    expect(end.locator("[role=alert]")).to_contain_text("still empty")
    zoe.goto(where)
    zoe.locator("[data-action=lobby]").tap()
    zoe.locator("[data-action=join]").tap()
    zoe.locator("[data-field=name]").fill("Zoe")
    zoe.locator("[data-action=name]").tap()
    expect(zoe.locator("[data-seat='1'][data-kind=person]")).to_contain_text("Zoe")
    expect(end.locator("h3").nth(1)).to_contain_text("Max")


def test_who_resigns_is_asked_no_more_and_who_leaves_does_not_come_back_by_the_back_button(device: Any) -> None:
    host, guest = device(), device()
    together(host, guest, players=3)
    menu(guest, "resign")
    expect(guest.locator("[data-status]")).to_have_text("A bot is playing for you.")
    expect(guest.locator("[data-asked]")).to_have_count(0)
    assert "turn" not in guest.title()
    menu(guest, "leave")
    expect(guest.locator("article[data-game=qwixx]")).to_be_visible()
    guest.go_back()
    expect(guest.locator("article[data-game=qwixx]")).to_be_visible()


def test_the_evening_tells_of_bots_by_name_and_of_games_that_nobody_won(device: Any) -> None:
    page = device()
    for players, told in ((2, "Beta wins"), (1, "The game is over")):
        page.goto("/")
        set_up(page, "qwixx", players)
        expect(page.locator("[data-asked]")).to_be_visible()
        menu(page, "resign")
        page.locator("[data-action=lobby]").tap()
        expect(page.locator("section.side ol li")).to_contain_text(told)
        expect(page.locator("section.side tbody th")).to_have_text(["Beta", "Ελένη"][2 - players :])


def test_while_silence_reigns_nothing_can_be_typed(device: Any) -> None:
    page = device()

    def hush(page_end: WebSocketRoute) -> None:
        server_end = page_end.connect_to_server()
        server_end.on_message(lambda message: page_end.send(str(message).replace('"silence":false', '"silence":true')))

    page.route_web_socket("**/ws", hush)
    set_up(page, "the_game", 2)
    page.locator("[data-action=chat]").tap()
    expect(page.locator("dialog form input")).to_be_disabled()
    expect(page.locator("dialog form input")).to_have_attribute("placeholder", re.compile("^Silence"))
