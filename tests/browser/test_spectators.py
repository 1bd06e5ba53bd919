"""Spectators can choose whose board they watch, chat, and ask for a seat in the next game."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect
from tests.browser.robot import Robot
from tests.browser.screens import GAMES
from tests.browser.user_actions import choose_from_menu, play_now, seat_two_phones, set_up_table

# The Game is missing, because its players share one board.
SENTENCES = {
    "qwixx": {
        "en": "You are watching Gamma’s sheet.",
        "el": "Βλέπεις την κάρτα: Γάμμα.",
        "de": "Du siehst den Zettel von Gamma.",
    },
    "silver_gold": {
        "en": "You are watching Gamma’s cards.",
        "el": "Βλέπεις τις κάρτες: Γάμμα.",
        "de": "Du siehst die Karten von Gamma.",
    },
    "sideboards": {
        "en": "You are watching Gamma’s sideboard.",
        "el": "Βλέπεις τον μπουφέ: Γάμμα.",
        "de": "Du siehst das Sideboard von Gamma.",
    },
    "the_game": {"en": "You are watching.", "el": "Παρακολουθείς ως θεατής.", "de": "Du schaust zu."},
}
SENTENCES["qwixx_cards"] = SENTENCES["qwixx"]
# The parts of the board that cannot be seen because the board scrolls, and the height of the spectators' bar.
HIDDEN_AND_BAR = """() => {
  const space = document.querySelector('.space')
  return [space.scrollHeight - space.clientHeight, document.querySelector('[data-watching]').offsetHeight]
}"""


@pytest.mark.parametrize("game", GAMES)
def test_a_bar_of_one_line_says_who_is_watched_and_hides_nothing(game: str, device: Any) -> None:
    player = device()
    set_up_table(player, game, 3)
    Robot(player, seed=5).tap(4)
    for lang, sentence in SENTENCES[game].items():
        watcher = device(360, 640, lang=lang)
        watcher.goto(player.url)
        choice = watcher.locator("[data-field=watched]")
        expect(watcher.locator("[data-status]")).to_be_visible()
        if game == "the_game":
            expect(choice).to_have_count(0)
        else:
            choice.select_option("2")
        expect(watcher.locator("[data-watching]")).to_contain_text(sentence)
        hidden, bar = watcher.evaluate(HIDDEN_AND_BAR)
        assert hidden == 0
        assert bar <= 46
        assert watcher.evaluate("document.documentElement.scrollWidth") == 360
        watcher.close()


def test_a_spectator_on_a_phone_swipes_to_the_boards_of_all_players(device: Any) -> None:
    player, watcher = device(), device()
    set_up_table(player, "silver_gold", 3)
    expect(player.locator("[data-asked]")).to_be_visible()
    watcher.goto(player.url)
    expect(watcher.locator("section.other-board")).to_have_count(3)
    expect(player.locator("section.other-board")).to_have_count(2)


def test_a_spectator_sees_the_table_but_no_hand(device: Any) -> None:
    player, watcher = device(), device(lang="de")
    play_now(player, "the_game")
    expect(player.locator("[data-asked]")).to_be_visible()
    watcher.goto(player.url)
    expect(watcher.locator("[data-status]")).to_be_visible()
    assert watcher.locator("[data-legal]").count() == 0
    held = player.locator("[data-card]").count()
    assert held >= 5
    assert watcher.locator("[data-card]").count() == 0


def test_a_spectator_chooses_a_sheet_talks_and_plays_the_next_game(device: Any) -> None:
    host, guest, zoe = device(), device(), device(lang="de")
    seat_two_phones(host, guest, players=3)
    expect(host.locator("[data-watched]")).to_have_count(0)
    zoe.goto(host.url)
    bar = zoe.locator("[data-watching]")
    expect(bar).to_contain_text("Du siehst den Zettel von")
    expect(host.locator("[data-watched='1']")).to_be_attached()
    zoe.locator("[data-field=watched]").select_option("1")
    expect(bar).to_contain_text("Max")
    assert bar.get_attribute("data-watching") == "1"
    zoe.locator("[data-action=play-next]").tap()
    zoe.locator("[data-field=name]").fill("Zoe")
    zoe.locator("[data-action=name]").tap()
    expect(zoe.locator("[data-action=play-next][aria-pressed=true]")).to_be_visible()
    zoe.locator("[data-action=chat]").tap()
    zoe.locator("dialog form input").fill("Hallo")
    zoe.keyboard.press("Enter")
    expect(zoe.locator("dialog li", has_text="Hallo")).to_be_visible()
    zoe.locator("[data-action=close]").tap()
    host.locator("[data-action=menu]").tap()
    expect(host.locator("[data-spectators]")).to_contain_text("Watching: Zoe")
    host.locator("[data-action=close]").tap()
    choose_from_menu(host, "end-early")
    expect(guest.locator("[data-end]")).to_be_visible()
    host.locator("[data-action=lobby]").tap()
    expect(host.locator("[data-kind=person]")).to_have_count(3)
    host.locator("[data-action=start]").tap()
    expect(zoe.locator("[data-asked]")).to_be_visible()
    expect(bar).to_have_count(0)
