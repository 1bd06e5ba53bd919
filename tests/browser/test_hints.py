"""The light bulb shows a hint in three steps, only to those who may ask, and the page counts the hints that were used."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import SAME_CHANCE
from tests.browser.devices import Devices
from tests.browser.prepared_hints import PREPARED_HINTS
from tests.browser.robot import Robot, play
from tests.browser.screens import LAYOUT_PROBLEMS
from tests.browser.test_screens import AXE, accessibility_problems
from tests.browser.user_actions import play_now, seat_two_phones, set_up_table
from tests.server.server_process import ServerProcess

GAMES = ["qwixx", "qwixx_cards", "the_game", "silver_gold", "sideboards"]
LAST_REASON = {
    "el": "Με την καλύτερη κίνηση τελειώνεις κατά μέσο όρο με 1 πόντο παραπάνω.",
    "en": "With the better move you end with 1 more point on average.",
    "de": "Mit dem besseren Zug hast du am Ende im Schnitt 1 Punkt mehr.",
}
LINES = "(text) => Math.round(text.clientHeight / parseFloat(getComputedStyle(text).lineHeight))"


@pytest.fixture(scope="module")
def prepared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    database = tmp_path_factory.mktemp("server") / "tables.db"
    server = ServerProcess(database, before=SAME_CHANCE + PREPARED_HINTS)
    yield server
    server.stop()


@pytest.fixture
def prepared(browser: Browser, prepared_server: ServerProcess) -> Iterator[Devices]:
    """Make devices that use a server with prepared hints."""
    devices = Devices(browser, prepared_server.url)
    yield devices
    devices.close()
    assert devices.errors == []


def next_step(page: Page, name: str) -> None:
    """Tap the light bulb and wait for a step of the hint. Its text must fit two lines, and screen readers must read it out."""
    page.locator("[data-action=hint]").tap()
    text = page.locator(f"[data-hint={name}]")
    expect(text).to_be_visible()
    expect(page.locator("[data-hint] + [role=status]")).to_have_text(text.inner_text())
    assert text.locator("span").evaluate(LINES) <= 2, text.inner_text()
    assert page.evaluate(LAYOUT_PROBLEMS) == []


def begin(page: Page, game: str, name: str = "Ελένη") -> None:
    """Begin a game against bots in which this player has the first turn."""
    set_up_table(page, game, 2, people=(name,), options={"first": "0"} if game == "the_game" else None)


SCREENS = [(game, 360, 740, lang) for game, lang in zip(GAMES, ["el", "de", "en", "el", "de"], strict=True)]
SCREENS += [("qwixx", 360, 640, "de"), ("the_game", 1366, 650, "de")]


@pytest.mark.parametrize(("game", "width", "height", "lang"), SCREENS)
def test_a_hint_tells_the_kind_then_the_move_then_why(game: str, width: int, height: int, lang: str, prepared: Any) -> None:
    page = prepared(width=width, height=height, lang=lang, has_touch=True)
    begin(page, game)
    expect(page.locator("[data-action=hint]")).to_be_visible()
    send = page.locator("[data-action=done]")
    next_step(page, "kind")
    expect(send).to_be_disabled()
    next_step(page, "move")
    expect(page.locator("[data-action=done]:enabled, [data-suggested]").first).to_be_visible()
    page.evaluate(AXE)
    assert accessibility_problems(page) == []
    while page.locator("[data-hint]").text_content() != LAST_REASON[lang]:
        next_step(page, "why")
    page.locator("[data-action=hint]").tap()
    expect(page.locator("[data-hint]")).to_have_count(0)
    next_step(page, "kind")  # The next tap begins with the first step again.
    next_step(page, "move")
    page.locator("[data-action=done]:enabled, [data-suggested]").first.tap()
    expect(page.locator("[data-hint]")).to_have_count(0)


@pytest.mark.parametrize("game", GAMES)
def test_a_real_hint_arrives_in_every_game(game: str, device: Any) -> None:
    page = device(lang="de")
    play_now(page, game)
    page.locator("[data-action=hint]").tap()
    expect(page.locator("[data-hint]:not([data-hint=waiting])")).to_be_visible()
    for _ in range(12):
        if page.locator("[data-hint]").count():
            assert page.locator("[data-hint] span").evaluate(LINES) <= 2
            page.locator("[data-action=hint]").tap()
    expect(page.locator("[data-seat='0']").first).to_be_visible()


def test_no_clear_difference_is_an_answer_and_selects_nothing(prepared: Any) -> None:
    page = prepared(lang="en")
    begin(page, "the_game", "Even")
    next_step(page, "equal")
    expect(page.locator("[data-hint]")).to_contain_text("No clear difference")
    expect(page.locator("[data-action=done]")).to_be_disabled()
    page.locator("[data-action=hint]").tap()
    expect(page.locator("[data-hint]")).to_have_count(0)


def test_the_light_bulb_can_be_explained_without_using_a_hint(prepared: Any) -> None:
    page = prepared(width=1366, height=650, lang="en", has_touch=True)
    begin(page, "the_game")
    expect(page.locator("[data-action=hint]")).to_be_visible()
    page.locator("[data-action=explain]").tap()
    page.locator("[data-action=hint]").tap()
    expect(page.locator("button.notice")).to_contain_text("Hints are counted")
    expect(page.locator("[data-hint]")).to_have_count(0)


def test_a_move_does_not_wait_for_a_hint_which_goes_with_its_position(prepared: Any) -> None:
    page = prepared(lang="en")
    play_now(page, "qwixx", "Slow")
    page.locator("[data-action=hint]").tap()
    expect(page.locator("[data-hint=waiting]")).to_contain_text("Comparing your moves")
    expect(page.locator("[data-action=hint]")).to_have_attribute("aria-disabled", "true")
    Robot(page, seed=1).send()
    expect(page.locator("[data-hint]")).to_have_count(0)
    expect(page.locator("[data-action=hint]:not([aria-disabled])")).to_be_visible()
    expect(page.locator("button.notice")).to_have_count(0)


def test_a_busy_server_says_so_and_can_be_asked_again(prepared: Any) -> None:
    page = prepared(lang="de")
    play_now(page, "silver_gold", "Busy")
    for _ in range(2):
        page.locator("[data-action=hint]").tap()
        expect(page.locator("button.notice")).to_contain_text("Versuch es gleich noch einmal")
        page.locator("button.notice").tap()
        expect(page.locator("[data-hint], button.notice")).to_have_count(0)


def test_two_people_have_hints_only_if_the_host_allows_them(prepared: Any) -> None:
    host, guest, spectator = prepared(), prepared(lang="de"), prepared(lang="el")
    seat_two_phones(host, guest, start=False)
    expect(host.locator("[data-hints=off]")).to_be_visible()
    host.locator("[data-action=start]").tap()
    expect(host.locator("[data-asked]")).to_be_visible()
    expect(host.locator("[data-action=hint]")).to_have_count(0)
    host.locator("[data-action=menu]").tap()
    host.locator("dialog [data-action=end-early]").tap()
    host.locator("[data-action=now]").tap()
    expect(guest.locator("[data-end]")).to_be_visible()
    host.locator("[data-action=lobby]").tap()
    host.locator("[data-action=configure]").tap()
    host.locator("[data-field=hints]").select_option("everyone")
    host.locator("[data-action=save]").tap()
    expect(host.locator("[data-hints=allowed]")).to_be_visible()
    host.locator("[data-action=start]").tap()
    guest.locator("[data-action=to-game]").tap()
    spectator.goto(host.url)
    expect(host.locator("[data-action=hint]")).to_be_visible()
    expect(spectator.locator("[data-status]")).to_be_visible()
    expect(spectator.locator("[data-action=hint]")).to_have_count(0)
    next_step(guest, "kind")
    next_step(guest, "move")
    expect(host.locator("[data-hint]")).to_have_count(0)


def test_one_person_with_bots_can_forgo_hints(prepared: Any) -> None:
    page = prepared()
    set_up_table(page, "qwixx", 2, hints="nobody")
    expect(page.locator("[data-asked]")).to_be_visible()
    expect(page.locator("[data-action=hint]")).to_have_count(0)


def test_a_deal_of_the_day_has_no_hints(prepared: Any) -> None:
    page = prepared()
    page.locator("[data-action=daily]").tap()
    page.locator("[data-deal=the_game] [data-action=play-deal]").tap()
    page.locator("[data-field=name]").fill("Eleni")
    page.locator("[data-action=name]").tap()
    expect(page.locator("[data-asked]")).to_be_visible()
    expect(page.locator("[data-action=hint]")).to_have_count(0)


def test_each_person_at_one_phone_gets_the_hint_of_the_own_seat(prepared: Any) -> None:
    page = prepared(lang="en")
    set_up_table(page, "qwixx", 2, people=("Anna", "Nikos"), hints="everyone")
    next_step(page, "kind")
    Robot(page, seed=4).send()
    expect(page.locator("[data-hint]")).to_have_count(0)
    expect(page.locator("[data-action=hint]")).to_be_visible()


def test_a_hint_works_by_keyboard(prepared: Any) -> None:
    page = prepared(width=1366, height=650, has_touch=True)
    play_now(page, "sideboards")
    expect(page.locator("[data-action=hint]")).to_be_visible()
    for name in ("kind", "move", "why"):
        page.keyboard.press("h")
        expect(page.locator(f"[data-hint={name}]")).to_be_visible()
        expect(page.locator("[data-action=hint]")).to_be_focused()
    page.keyboard.press("d")
    expect(page.locator("[data-hint]")).to_have_count(0)


def test_used_hints_are_on_the_end_screen_and_in_the_lobby(prepared: Any) -> None:
    page = prepared(lang="en")
    set_up_table(page, "sideboards", 1)
    next_step(page, "kind")
    next_step(page, "move")
    play(Robot(page, seed=3))
    expect(page.locator("[data-end] [data-hints-used]")).to_have_text("Hints: Ελένη 1")
    page.locator("[data-action=lobby]").tap()
    expect(page.locator("[data-hints-used]")).to_have_text("Hints: Ελένη 1")
