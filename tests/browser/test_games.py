"""Whole games can be played by touch, from the home page to the final score."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.browser.robot import Robot, play
from tests.browser.user_actions import join_table, play_now, set_up_table

GAMES = ["qwixx", "qwixx_cards", "the_game", "silver_gold", "sideboards"]
VARIANTS: list[tuple[str, dict[str, Any]]] = [
    ("qwixx", {"sheet": "mixed-colours"}),
    ("qwixx_cards", {"jokers": True}),
    ("the_game", {"on_fire": True, "expert": True}),
    ("sideboards", {"four_cards": True, "goals": "set-2"}),
]


@pytest.mark.parametrize(("game", "options"), VARIANTS)
def test_a_phone_plays_a_variant(game: str, options: dict[str, Any], device: Any) -> None:
    page = device(lang="de", dark=True)
    set_up_table(page, game, 2, options=options)
    play(Robot(page, seed=2))


@pytest.mark.parametrize("game", ["qwixx", "the_game", "sideboards"])
def test_one_person_plays_alone(game: str, device: Any) -> None:
    page = device(lang="el")
    set_up_table(page, game, 1)
    play(Robot(page, seed=3))


@pytest.mark.parametrize("game", ["qwixx", "qwixx_cards"])
def test_two_people_share_one_phone(game: str, device: Any) -> None:
    page = device(lang="el")
    set_up_table(page, game, 2, people=("Άννα", "Νίκος"))
    play(Robot(page, seed=4))
    expect(page.locator("[data-end]")).to_contain_text("Νίκος")


@pytest.mark.parametrize("game", GAMES)
def test_two_people_play_on_two_phones(game: str, device: Any) -> None:
    host, guest = device(lang="el"), device(lang="en")
    set_up_table(host, game, 2, start=False)
    expect(host.locator("[data-action=start]")).to_be_visible()
    join_table(guest, host.url, "Max")
    expect(host.locator("[data-seat='1'][data-kind=person]")).to_be_visible()
    host.locator("[data-action=start]").tap()
    play(Robot(host, seed=5), Robot(guest, seed=6))
    if game != "the_game":
        for page in (host, guest):
            expect(page.locator("[data-end]")).to_contain_text("Max")


def test_a_whole_game_works_on_plain_http_under_a_host_name(device: Any, server: Any) -> None:
    page = device(url=f"http://trapezi.test:{server.port}", service_workers="allow")
    assert page.evaluate("isSecureContext") is False
    play_now(page, "silver_gold")
    play(Robot(page, seed=7))


def test_a_rematch_keeps_the_seats_and_adds_to_the_tally(device: Any) -> None:
    page = device()
    set_up_table(page, "qwixx", 2)
    play(Robot(page, seed=8))
    page.locator("[data-action=again]").tap()
    expect(page.locator("[data-asked]")).to_be_visible()
    play(Robot(page, seed=9))
    expect(page.locator("[data-end] table").last).to_contain_text("Ελένη")


def test_a_shared_link_opens_a_replay_at_its_step(device: Any) -> None:
    page = device()
    play_now(page, "silver_gold")
    play(Robot(page, seed=10))
    page.locator("[data-action=replay]").tap()
    page.locator("[data-action=last]").tap()
    last = page.locator("[data-steps]").get_attribute("data-steps")
    expect(page.locator(f"[data-step='{last}']")).to_be_visible()
    for _ in range(3):
        page.locator("[data-action=previous]").tap()
    stranger = device(lang="de")
    stranger.goto(page.url)
    expect(stranger.locator(f"[data-step='{int(last) - 3}']")).to_be_visible()


def test_a_saved_log_can_be_opened_and_a_broken_one_is_rejected(device: Any, tmp_path: Path) -> None:
    page = device()
    set_up_table(page, "qwixx", 2)
    play(Robot(page, seed=11))
    with page.expect_download() as saving:
        page.locator("[data-action=save]").tap()
    log = tmp_path / saving.value.suggested_filename
    saving.value.save_as(log)
    other = device(lang="el")
    other.locator("[data-field=log]").set_input_files(log)
    other.locator("[data-action=last]").tap()
    steps = int(other.locator("[data-steps]").get_attribute("data-steps"))
    assert steps == len(log.read_text("utf-8").splitlines()) - 2
    log.write_text("no log", "utf-8")
    device.expected = ("400",)
    other.locator("header a").tap()
    other.locator("[data-field=log]").set_input_files(log)
    expect(other.locator("main")).to_contain_text("1")
