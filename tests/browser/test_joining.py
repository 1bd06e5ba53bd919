"""People can join a table by link, QR code and table code, on plain http too. The page says so if that is impossible."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Page, expect
from tests.browser.proxy import Proxy
from tests.browser.user_actions import join_table, set_up_table

PLAIN_HTTP = "trapezi.test"  # On plain http, a page under a host name is not a secure context.


def path_of(url: str) -> str:
    """Return an address without its scheme and host, because the test reaches the server under another host."""
    return url[url.index("/", 8) :]


def open_lobby(page: Page, players: int = 4, game: str = "qwixx") -> str:
    """Open a table with free seats, and return the path of its invitation, which the QR code shows."""
    set_up_table(page, game, players, start=False)
    label = page.locator("svg[role=img][aria-label*='/t/']")
    expect(label).to_be_visible()
    return path_of(str(label.get_attribute("aria-label")))


def test_link_code_and_every_form_of_address_lead_to_a_seat(device: Any) -> None:
    host = device()
    invitation = open_lobby(host, 5)
    code = invitation.split("/")[2]
    for path, name in ((invitation, "Max"), (f"/{code.lower()}", "Zoe"), (f"/T/{code}", "Ada"), (f"/join/{code}", "Bo")):
        join_table(device(), path, name)
        expect(host.get_by_text(name, exact=True).first).to_be_visible()
    expect(host.locator("[data-kind=person]")).to_have_count(5)


def test_a_wrong_code_or_address_offers_a_field_for_the_right_code(device: Any) -> None:
    device.expected = ("404",)
    host, guest = device(), device(lang="el")
    code = open_lobby(host).split("/")[2]
    for path, problem in (("/t/QQQQQ", "table.unknown"), ("/qqqqq", "table.unknown"), ("/none/here", "protocol.no-such-page")):
        guest.goto(path)
        expect(guest.locator(f"[data-problem='{problem}']")).to_be_visible()
        expect(guest.locator("[data-action=home]")).to_be_visible()
        expect(guest.locator("[data-action=try-again]")).to_have_count(0)
    guest.locator("[data-field=code]").fill(code.lower())
    guest.locator("[data-action=code]").tap()
    expect(guest.locator("[data-action=join]")).to_be_visible()


def test_an_invitation_can_be_copied_and_sent_on_plain_http(device: Any, server: Any) -> None:
    page = device(lang="el", url=f"http://{PLAIN_HTTP}:{server.port}")
    invitation = open_lobby(page)
    assert not page.evaluate("isSecureContext || 'clipboard' in navigator || 'share' in navigator")
    expect(page.locator("[data-action=share]")).to_have_count(0)
    page.locator("[data-action=copy]").tap()
    expect(page.locator("[data-action=copy]")).to_contain_text("Αντιγράφηκε")
    page.locator("[data-messenger=Signal]").tap()
    expect(page.get_by_text("Άνοιξε το Signal")).to_be_visible()
    page.locator("form input[maxlength='300']").focus()
    page.keyboard.press("Control+V")
    expected = f"Ελένη σε προσκαλεί στο Qwixx http://{PLAIN_HTTP}:{server.port}{invitation}?lang=el"
    expect(page.locator("form input[maxlength='300']")).to_have_value(expected)
    for messenger, field in (("WhatsApp", "text"), ("mail", "body")):
        address = urlsplit(str(page.locator(f"[data-messenger={messenger}]").get_attribute("href")))
        assert " ".join(parse_qs(address.query)[field][0].split()) == expected
    telegram = parse_qs(urlsplit(str(page.locator("[data-messenger=Telegram]").get_attribute("href"))).query)
    assert f"{telegram['text'][0]} {telegram['url'][0]}" == expected


def test_a_server_that_is_gone_is_named_with_ways_out(device: Any, own_server: Any) -> None:
    device.expected = ("WebSocket", "ERR_", "Failed to load resource")
    proxy = Proxy(own_server.port)
    page = device(url=proxy.url)
    open_lobby(page, 2)
    address = page.url
    page.locator("header a").first.tap()
    expect(page.locator("article").first).to_be_visible()
    proxy.cut()
    page.go_back()
    expect(page.locator("[data-problem='client.offline']")).to_be_visible()
    expect(page.locator("[data-action=home]")).to_be_visible()
    proxy.restore()
    # The page also tries again by itself, and then there is no button any more.
    page.locator("[data-action=try-again]").evaluate_all("(buttons) => buttons.forEach((button) => button.click())")
    expect(page.locator("[data-action=start]")).to_be_visible()
    assert page.url == address
    proxy.close()


def test_the_lobby_asks_three_questions_and_shows_what_the_host_changes(device: Any) -> None:
    host, guest, stranger = device(), device(lang="de"), device(lang="el")
    invitation = open_lobby(host, 3)
    stranger.goto(invitation)
    for page, action in ((host, "start"), (stranger, "join")):
        expect(page.locator("main [data-action].primary")).to_have_count(1)
        expect(page.locator(f"[data-action={action}].primary")).to_be_visible()
    join_table(guest, invitation, "Max")
    expect(guest.locator("main [data-action].primary")).to_have_count(0)
    expect(guest.locator("[data-action=take-host]")).to_have_count(0)  # Nobody can replace a host who is present.
    expect(guest.locator("section.how")).to_be_visible()
    host.locator("[data-action=add-bot]").tap()
    for page in (host, guest):
        expect(page.locator("[data-kind=bot]")).to_contain_text("Medium" if page is host else "Mittel")
        expect(page.locator("section.how")).to_have_count(0)  # A full table shows no invitation.
    host.locator("[data-field=level]").select_option("level-5")
    expect(guest.locator("[data-kind=bot]")).to_contain_text("Experte")
    host.locator("[data-action=configure]").tap()
    host.locator("[data-field=clock]").select_option("60")
    expect(guest.locator("section.what")).to_contain_text("60 Sekunden")  # The change is visible before the host closes the form.
    host.locator("[data-field=game]").select_option("silver_gold")
    expect(guest.locator("[data-game=silver_gold]")).to_be_visible()
    host.locator("[data-action=save]").tap()
    expect(host.locator("dialog")).to_have_count(0)
    guest.locator("section.chat form input").fill("Hallo")
    guest.keyboard.press("Enter")
    expect(host.locator("section.chat li", has_text="Hallo")).to_be_visible()
    guest.locator("[data-action=leave]").tap()
    expect(host.get_by_text("Max has left")).to_be_visible()
    expect(host.locator("section.how")).to_be_visible()


def test_the_form_remembers_the_last_players_levels_and_options(device: Any) -> None:
    page = device(settings={"setups": {}, "undoSeconds": 0})
    card = page.locator("article[data-game=qwixx]")
    expect(card).to_contain_text("about 15 minutes")
    expect(card.locator("[data-bots]")).to_contain_text("2 bots (Medium)")
    assert card.locator(".ways > *").nth(1).get_attribute("data-action") == "set-up"
    page.goto("/new/the_game")
    page.locator("[data-players='4']").tap()
    page.locator("[data-action=play-now]").tap()
    expect(page.get_by_text("needs a name")).to_be_visible()
    page.locator("[data-field=name]").fill("Ada")
    expect(page.get_by_text("needs a name")).to_have_count(0)
    page.locator("[data-field=chair]").nth(0).select_option("here")
    page.locator("[data-field=other-name]").fill("Bo")
    page.locator("[data-field=chair]").nth(1).select_option("bot")
    page.locator("[data-field=level]").select_option("level-4")
    page.locator("[data-action=more]").tap()
    first = page.locator("[data-option=first] select")
    assert first.locator("option").all_inner_texts() == ["By agreement, after the deal", "by lot", "Ada", "Bo", "Gamma", "Seat 4"]
    assert first.locator("option:checked").inner_text() == "By agreement, after the deal"
    silence = page.locator("[data-option=silence]")
    expect(silence).to_contain_text("no chat and no signals")
    silence.locator("input").uncheck()
    page.locator("[data-action=open-table]").tap()
    expect(page.locator("[data-kind=bot]")).to_contain_text("Hard")
    page.goto("/new/the_game")
    expect(page.locator("[data-players='4'][aria-pressed=true]")).to_be_visible()
    expect(page.locator("[data-field=other-name]")).to_have_value("Bo")
    expect(page.locator("[data-field=level]")).to_have_value("level-4")
    page.locator("[data-action=more]").tap()
    expect(silence.locator("input")).not_to_be_checked()
    page.goto("/")
    expect(page.locator("article[data-game=the_game] [data-bots]")).to_contain_text("3 bots (Hard)")


# Choose another game and, before its form appears, the number of players.
CHOOSE_QUICKLY = """([game, players]) => {
  const field = document.querySelector('[data-field=game]')
  field.value = game
  field.dispatchEvent(new Event('change', { bubbles: true }))
  document.querySelector(`dialog [data-players='${players}']`).click()
}"""


def test_a_quick_tap_is_kept_while_the_form_of_another_game_is_loading(device: Any) -> None:
    host = device()
    open_lobby(host, 2)
    host.locator("[data-action=configure]").tap()
    expect(host.locator("dialog [data-game=qwixx]")).to_be_visible()
    host.evaluate(CHOOSE_QUICKLY, ["silver_gold", 4])
    expect(host.locator("dialog [data-game=silver_gold]")).to_be_visible()
    expect(host.locator("dialog [data-players='4'][aria-pressed=true]")).to_be_visible()
    host.locator("[data-action=save]").tap()
    expect(host.locator("dialog")).to_have_count(0)
    expect(host.locator("section.who [data-kind]")).to_have_count(4)
