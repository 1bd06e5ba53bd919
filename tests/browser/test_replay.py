"""A replay shows a finished game step by step, and can be controlled by buttons, list of events and keyboard."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.robot import Robot, play
from tests.browser.screens import LAYOUT_PROBLEMS
from tests.browser.user_actions import choose_from_menu, set_up_table


def open_replay(page: Page, game: str, players: int = 2) -> int:
    """Play a game, open its replay, and return the number of its last step."""
    set_up_table(page, game, players)
    play(Robot(page, seed=8))
    page.locator("[data-action=replay]").tap()
    expect(page.locator("[data-action=next]")).to_be_visible()
    return int(page.locator("[data-steps]").get_attribute("data-steps") or 0)


def step_of(page: Page) -> int:
    return int(page.locator("[data-step]").get_attribute("data-step") or 0)


def test_a_replay_begins_with_the_first_roll_and_ends_with_the_winner(device: Any) -> None:
    page = device(360, 640)
    last = open_replay(page, "qwixx")
    assert step_of(page) == 1
    expect(page.locator(".seats li")).to_have_count(2)
    expect(page.locator(".board [aria-label^='red 12']").first).to_be_in_viewport(ratio=1)
    assert page.evaluate(LAYOUT_PROBLEMS) == []
    page.locator("[data-action=last]").tap()
    expect(page.locator(f"[data-step='{last}']")).to_be_visible()
    expect(page.locator("[data-result]")).to_contain_text("Ελένη")
    page.locator("[data-action=previous]").tap()
    expect(page.locator("[data-result]")).to_have_count(0)


def test_turns_are_skipped_by_buttons_and_keys(device: Any) -> None:
    page = device(1280, 800, has_touch=True)
    open_replay(page, "silver_gold")
    first = step_of(page)
    page.locator("[data-action=next-turn]").tap()
    second = step_of(page)
    assert second > first + 1
    page.keyboard.press("PageDown")
    assert step_of(page) > second
    page.keyboard.press("PageUp")
    assert step_of(page) == second
    page.keyboard.press("ArrowLeft")
    assert step_of(page) == second - 1
    page.keyboard.press("Home")
    assert step_of(page) == 0


def test_a_tap_on_the_log_shows_that_position(device: Any) -> None:
    page = device(1280, 800, has_touch=True)
    open_replay(page, "qwixx")
    page.locator("[data-event='7']").tap()
    assert step_of(page) == 7
    expect(page.locator("[data-event='7']")).to_have_attribute("aria-current", "step")
    page.locator("[data-viewer='1']").tap()
    expect(page.locator(".seats li")).to_have_count(0)
    assert step_of(page) == 7


@pytest.mark.parametrize(
    ("lang", "time_is_up", "bot"),
    [("en", "Time is up:", "Bot for Ada:"), ("el", "Τέλος χρόνου:", "Παίζει bot (Ada):"), ("de", "Zeit um:", "Bot für Ada:")],
)
def test_a_replay_and_an_opened_log_say_what_the_clock_and_a_bot_did(
    lang: str, time_is_up: str, bot: str, device: Any, tmp_path: Path
) -> None:
    page = device(1280, 800, lang=lang, has_touch=True)
    token = page.evaluate("JSON.parse(localStorage.trapezi).token")
    new = {"game": "qwixx", "options": {"players": 2}, "names": ["Ada"], "fill": "chance", "clock": 1, "start": True}
    made = page.request.post("/api/tables", data=new, headers={"authorization": f"Bearer {token}"}).json()
    page.goto(f"/t/{made['table']['code']}")
    expect(page.locator("aside ol")).to_contain_text(time_is_up)
    choose_from_menu(page, "stand-in")  # Bots now play the game to its end.
    page.locator("[data-action=replay]").click()
    expect(page.locator("[data-steps]")).to_be_visible()
    expect(page.locator("aside ol")).to_contain_text(time_is_up)
    expect(page.locator("aside ol")).to_contain_text(bot)
    with page.expect_download() as download:
        page.locator("aside a[download]").click()
    log = tmp_path / "game.log"
    download.value.save_as(log)
    page.goto("/")
    page.locator("input[type=file]").set_input_files(log)
    expect(page.locator("aside ol")).to_contain_text(time_is_up)
