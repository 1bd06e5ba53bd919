"""After a game, its review shows skill and luck, turning points and puzzles, and the replay shows alternatives."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import SAME_CHANCE
from tests.browser.devices import Devices
from tests.browser.robot import Robot, play
from tests.browser.screens import LAYOUT_PROBLEMS
from tests.browser.test_screens import AXE, accessibility_problems
from tests.browser.user_actions import set_up_table
from tests.server.server_process import ServerProcess

# The texts of the worst and the best move of the first puzzle.
WORST_AND_BEST = """async (path) => {
  const review = await (await fetch(path)).json()
  const { moves } = review.decisions.find(({ n }) => n === review.moments[0])
  return [moves.at(-1).text, moves[0].text]
}"""


def finish_game(page: Page, game: str, players: int) -> None:
    """Play a game to its end, with moves at random."""
    set_up_table(page, game, players)
    expect(page.locator("[data-asked]")).to_be_visible()
    play(Robot(page, seed=8))
    expect(page.locator("[data-end]")).to_be_visible()


def check_page(page: Page) -> None:
    """Assert that the page fits the screen and is accessible."""
    page.evaluate(AXE)
    assert page.evaluate(LAYOUT_PROBLEMS) == []
    assert accessibility_problems(page) == []


def make_move(page: Page, text: str) -> None:
    """Make a move on the board of Qwixx or The Game, given its text."""
    match text.split():
        case ["pass" | "end"]:
            page.locator("[data-action=pass], [data-action=end]").tap()
            return
        case [card, direction, pile]:
            page.locator(f"[data-card='{card}']").first.tap()
            page.locator(f"[data-pile='{('up', 'down').index(direction) * 2 + int(pile) - 1}']").tap()
        case [colour, number]:
            page.locator(f"[data-cell][aria-label^='{colour} {number}']").first.tap()
    page.locator("[data-action=done]").tap()


@pytest.mark.parametrize(("game", "players"), [("qwixx", 2), ("the_game", 3)])
def test_a_finished_game_can_be_reviewed_and_learned_from(game: str, players: int, device: Any) -> None:
    page = device(360, 740)
    finish_game(page, game, players)
    page.locator("[data-action=review]").tap()
    expect(page.locator("[data-verdict]")).not_to_be_empty()
    team = 1 if game == "the_game" else 0  # A team has one more row of bars, for its shared luck.
    expect(page.locator("[data-bars]")).to_have_count(players + team)
    expect(page.locator("[data-curve]")).to_be_visible()
    marks = page.locator("[data-turn]")
    assert marks.count() == page.locator("[data-turning-point]").count() > 0
    check_page(page)

    path = "/api" + page.evaluate("location.pathname").replace("/review/", "/tables/").replace("/1", "/games/1/review")
    worst, best = page.evaluate(WORST_AND_BEST, path)
    page.locator("[data-action=puzzle]").first.tap()
    expect(page.locator("[data-puzzle='1'][data-asked]")).to_be_visible()
    if game == "qwixx":
        page.locator("[data-cell]:not([data-legal]):not([disabled])").last.tap()
        expect(page.locator("[data-wrong]")).not_to_have_text("That was not possible here.")
        expect(page.locator("[data-wrong]")).not_to_be_empty()
        page.locator("[data-wrong]").tap()
    make_move(page, worst)
    expect(page.locator("[data-wrong]")).to_be_visible()
    check_page(page)
    page.locator("[data-wrong]").tap()
    make_move(page, best)
    expect(page.locator("[data-answer=right]")).to_be_visible()
    expect(page.locator("[data-answer=right] li").first).not_to_be_empty()
    check_page(page)
    page.locator("[data-answer=right] [data-action=fold]").tap()
    expect(page.locator("[data-action=in-replay]")).to_be_hidden()
    page.locator("[data-answer=right] [data-action=fold]").tap()

    page.locator("[data-action=in-replay]").tap()
    page.locator("[data-action=alternatives]").tap()
    expect(page.locator(f"[data-alternatives] [data-alternative='{best}']")).to_be_visible()
    expect(page.locator("[data-alternatives] .played")).to_have_count(1)
    check_page(page)
    page.locator("dialog [data-action=close]").tap()

    step = page.evaluate("location.pathname + location.search")
    page.goto("/settings")
    page.locator("[data-setting=reviews]").tap()
    page.goto(step)
    expect(page.locator("[data-action=next]")).to_be_visible()
    expect(page.locator("[data-action=alternatives]")).to_have_count(0)
    page.goto(step.replace("/r/", "/t/").partition("/1?")[0])
    expect(page.locator("[data-end]")).to_be_visible()
    expect(page.locator("[data-action=review]")).to_have_count(0)


def test_everyone_at_the_table_sees_the_same_review_also_after_a_reload(device: Any) -> None:
    page, other = device(1280, 800, has_touch=True), device(360, 640, lang="de")
    finish_game(page, "qwixx", 1)
    page.locator("[data-action=review]").tap()
    expect(page.locator("[data-review=points]")).to_be_visible()
    check_page(page)
    other.goto(page.evaluate("location.pathname"))
    expect(other.locator("[data-review=points]")).to_be_visible()
    check_page(other)
    points = "(all) => all.map((each) => each.dataset.turn)"
    assert page.locator("[data-turn]").evaluate_all(points) == other.locator("[data-turn]").evaluate_all(points)


def test_a_server_without_reviews_does_not_offer_them(browser: Browser, tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "tables.db", "reviews=False", before=SAME_CHANCE)
    devices = Devices(browser, server.url)
    try:
        page = devices()
        finish_game(page, "qwixx", 1)
        expect(page.locator("[data-action=review]")).to_have_count(0)
    finally:
        devices.close()
        server.stop()
    assert devices.errors == []
