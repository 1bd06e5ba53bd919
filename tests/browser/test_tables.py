"""At a table, people can invite others, chat, be replaced by a bot, sign out devices and resign."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect
from tests.browser.robot import Robot
from tests.browser.user_actions import choose_from_menu, join_table, play_now, seat_two_phones, set_up_table


def invitation_url(page: Page, action: str = "invite") -> str:
    """Return the address in the dialog of the invitation."""
    choose_from_menu(page, action)
    expect(page.locator("dialog svg[role=img]")).to_be_visible()
    url = page.locator("dialog input[readonly]").input_value()
    page.locator("[data-action=close]").tap()
    return url


def path_of(url: str) -> str:
    """Return an address without its scheme and host, because the test reaches the server under another host."""
    return url[url.index("/", 8) :]


def test_the_invitation_shows_an_address_that_other_devices_reach(device: Any, server: Any) -> None:
    page = device()
    play_now(page, "qwixx")
    url = urlsplit(invitation_url(page))
    assert url.hostname not in ("localhost", "127.0.0.1")
    assert url.port == server.port


def test_the_table_code_works_in_upper_and_lower_case(device: Any) -> None:
    host, guest = device(), device(lang="de")
    set_up_table(host, "qwixx", 2, start=False)
    expect(host.locator("[data-action=start]")).to_be_visible()
    code = host.url[-5:]
    guest.locator("[data-field=code]").fill(code.lower())
    guest.locator("[data-action=code]").tap()
    expect(guest.locator("[data-action=join]")).to_be_visible()
    device.expected = ("404",)
    guest.goto("/")
    guest.locator("[data-field=code]").fill("QQQQQ")
    guest.locator("[data-action=code]").tap()
    expect(guest.locator("#code-problem")).to_contain_text("QQQQQ")


def test_a_pairing_code_gives_one_second_device_the_same_seat(device: Any) -> None:
    device.expected = ("403",)
    phone, tablet, thief = device(), device(width=820, height=1180), device()
    play_now(phone, "the_game")
    expect(phone.locator("[data-asked]")).to_be_visible()
    where = path_of(invitation_url(phone, "pair"))
    tablet.goto(where)
    expect(tablet.locator("[data-action=pair]")).to_be_visible()
    tablet.locator("[data-action=pair]").tap()
    expect(tablet.locator("[data-asked]")).to_be_visible()
    thief.goto(where)
    thief.locator("[data-action=pair]").tap()
    expect(thief.locator("[data-problem='table.pairing-over']")).to_be_visible()
    before = phone.locator("[data-status]").inner_text()
    Robot(tablet, seed=1).send()
    expect(phone.locator("[data-status]")).not_to_have_text(before)


def test_the_host_can_sign_out_a_player_who_then_only_watches(device: Any) -> None:
    host, guest = device(), device()
    set_up_table(host, "qwixx", 2, start=False)
    expect(host.locator("[data-action=start]")).to_be_visible()
    join_table(guest, host.url, "Nikos")
    host.locator("[data-field=guest]").select_option(label="Nikos")
    host.locator("[data-action=sign-out]").tap()
    expect(guest.get_by_text("signed out")).to_be_visible()
    expect(host.get_by_text("Nikos is signed out.")).to_be_visible()


def test_the_chat_rejects_card_numbers_and_explains_why(device: Any) -> None:
    page = device(lang="el")
    set_up_table(page, "the_game", 2)
    page.locator("[data-action=chat]").tap()
    page.locator("dialog form input").fill("έχω το σαράντα δύο")
    page.keyboard.press("Enter")
    expect(page.locator("[role=alert]").filter(has_text="σαράντα")).to_be_visible()
    page.locator("dialog form input").fill("ένα καλό φύλλο έχω")
    page.keyboard.press("Enter")
    expect(page.locator("dialog li", has_text="ένα καλό φύλλο έχω")).to_be_visible()


@pytest.mark.parametrize(("lang", "wait"), [("en", "can play in"), ("el", "μπορεί να παίξει σε"), ("de", "kann in")])
def test_the_page_says_when_a_bot_may_play_for_somebody_who_has_just_left(lang: str, wait: str, device: Any) -> None:
    def let_absence_begin(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            data = json.loads(message)
            if data["t"] == "presence":
                data["just_left"] = {person: 50 for person, presence in data["people"].items() if presence == "away"}
            socket.send(json.dumps(data))

        server.on_message(pass_on)

    device.expected = ("WebSocket",)  # The page notices that its clock has jumped, and connects again.
    host, guest = device(360, 640, lang=lang), device()
    host.clock.install()
    host.route_web_socket("**/ws", let_absence_begin)
    host.reload()
    seat_two_phones(host, guest)
    host.locator("[data-action=pass]").tap()
    guest.goto("about:blank")
    button = host.locator("[data-absent] [data-action=let-bot-play]")
    expect(button).to_contain_text(wait)
    expect(button).to_be_disabled()
    assert host.evaluate("document.documentElement.scrollWidth") == 360
    host.clock.run_for(52_000)
    expect(button).to_be_enabled()
    button.tap()
    expect(host.locator("[data-absent]")).to_have_count(0)


def test_a_bot_plays_for_an_absent_player_until_the_player_returns(device: Any) -> None:
    host, guest = device(), device()
    set_up_table(host, "qwixx", 2, start=False)
    expect(host.locator("[data-action=start]")).to_be_visible()
    join_table(guest, host.url, "Max")
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


def test_the_language_can_be_changed_during_a_game(device: Any) -> None:
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


def test_a_tap_on_an_illegal_cell_explains_why(device: Any) -> None:
    page = device(lang="en")
    play_now(page, "qwixx")
    expect(page.locator("[data-asked]")).to_be_visible()
    page.locator("[data-cell='red 12'], [data-move='red 12'], [aria-label*='red 12']").first.tap()
    expect(page.locator("[role=alert] button")).to_contain_text("12")


def test_typed_text_stays_while_the_host_chooses_another_game(device: Any) -> None:
    host, guest = device(), device()
    seat_two_phones(host, guest, start=False)
    chat = guest.locator("section.chat form input")
    chat.fill("I would rather play")
    host.locator("[data-action=configure]").tap()
    host.locator("[data-field=game]").select_option("silver_gold")
    expect(host.locator("[data-option=deck]")).to_be_attached()
    host.locator("[data-action=save]").tap()
    expect(guest.locator("[data-game=silver_gold]")).to_be_visible()
    expect(chat).to_have_value("I would rather play")


def test_two_devices_at_one_seat_agree_and_one_can_sign_out_the_other(device: Any) -> None:
    phone, tablet = device(), device(width=820, height=1180)
    seat_two_phones(phone, device(), "silver_gold")
    tablet.goto(path_of(invitation_url(phone, "pair")))
    tablet.locator("[data-action=pair]").tap()
    expect(tablet.locator("[data-asked]")).to_be_visible()
    for page, cards in ((phone, "12"), (tablet, "34")):
        for card in cards:
            page.locator(f"[data-card='{card}']").tap()
    tablet.locator("[data-action=done]").tap()
    for card in "34":
        expect(phone.locator(f"[data-card='{card}'][aria-pressed=true]")).to_be_visible()
    expect(phone.locator("[data-card][aria-pressed=true]")).to_have_count(2)
    choose_from_menu(phone, "pair")
    phone.locator("dialog [data-action=sign-out]").tap()
    expect(phone.locator("dialog [role=alert]")).to_contain_text("signed out")


def test_the_final_scores_keep_their_names_and_explain_a_missing_rematch(device: Any) -> None:
    host, guest, zoe = device(), device(), device()
    seat_two_phones(host, guest)
    choose_from_menu(host, "end-early")
    end = host.locator("[data-end]")
    expect(end).to_be_visible()
    host.locator("[data-action=close]").tap()
    where = guest.url
    guest.goto("about:blank")
    expect(host.locator("button[data-seat='1']")).to_contain_text("is away")
    expect(end).to_have_count(0)
    host.locator("[data-action=show-score]").tap()
    guest.goto(where)
    guest.locator("[data-action=lobby]").tap()
    guest.locator("[data-action=leave]").tap()
    with guest.expect_response("**/leave"):
        guest.locator("[data-action=now]").tap()
    expect(guest.locator("article[data-game=qwixx]")).to_be_visible()
    end.locator("[data-action=again]").tap()
    expect(host.locator("[role=alert] button")).to_contain_text("still empty")
    zoe.goto(where)
    zoe.locator("[data-action=lobby]").tap()
    zoe.locator("[data-action=join]").tap()
    zoe.locator("[data-field=name]").fill("Zoe")
    zoe.locator("[data-action=name]").tap()
    expect(zoe.locator("[data-seat='1'][data-kind=person]")).to_contain_text("Zoe")
    expect(end.locator("thead th").nth(1)).to_contain_text("Max")


def test_a_player_who_resigned_is_not_asked_and_one_who_left_stays_away(device: Any) -> None:
    host, guest = device(), device()
    seat_two_phones(host, guest, players=3)
    choose_from_menu(guest, "resign")
    expect(guest.locator("[data-status]")).to_have_text("A bot is playing for you.")
    expect(guest.locator("[data-asked]")).to_have_count(0)
    assert "turn" not in guest.title()
    choose_from_menu(guest, "leave")
    expect(guest.locator("article[data-game=qwixx]")).to_be_visible()
    guest.go_back()
    expect(guest.locator("article[data-game=qwixx]")).to_be_visible()


def test_the_tally_names_bots_and_mentions_games_that_nobody_won(device: Any) -> None:
    page = device()
    for players, outcome in ((2, "Beta wins"), (1, "The game is over")):
        page.goto("/")
        set_up_table(page, "qwixx", players)
        expect(page.locator("[data-asked]")).to_be_visible()
        choose_from_menu(page, "resign")
        page.locator("[data-action=lobby]").tap()
        expect(page.locator("section.side ol li")).to_contain_text(outcome)
        expect(page.locator("section.side tbody th")).to_have_text(["Beta", "Ελένη"][2 - players :])


def test_the_chat_is_disabled_while_silence_is_in_force(device: Any) -> None:
    page = device()

    def hush(page_end: WebSocketRoute) -> None:
        server_end = page_end.connect_to_server()
        server_end.on_message(lambda message: page_end.send(str(message).replace('"silence":false', '"silence":true')))

    page.route_web_socket("**/ws", hush)
    set_up_table(page, "the_game", 2)
    page.locator("[data-action=chat]").tap()
    expect(page.locator("dialog form input")).to_be_disabled()
    expect(page.locator("dialog form input")).to_have_attribute("placeholder", re.compile("^Silence"))
