"""At the end of a game, the page shows first the reason, then the scores of all players, then buttons for the next game."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.robot import Robot, play
from tests.browser.user_actions import choose_from_menu, set_up_table

# Record what stands below the board when the game ends.
RECORD_REASON = """
() => {
  window.reasons = []
  const record = () => document.querySelectorAll('[data-ended] b').forEach((each) => reasons.push(each.textContent))
  new MutationObserver(record).observe(document.body, { subtree: true, childList: true })
}
"""
OUTSIDE = """
(names) => names.filter((name) => {
  const box = document.querySelector(name).getBoundingClientRect()
  return box.top < 0 || box.left < 0 || box.bottom > innerHeight || box.right > innerWidth
})
"""


def play_to_the_end(page: Page, game: str, players: int, seed: int = 8) -> None:
    set_up_table(page, game, players)
    expect(page.locator("[data-asked]")).to_be_visible()
    page.evaluate(RECORD_REASON)
    play(Robot(page, seed))


def test_the_reason_is_shown_below_the_board_before_the_scores(device: Any) -> None:
    page = device(360, 640)
    play_to_the_end(page, "qwixx", 2)
    reason = page.evaluate("reasons[0]")
    assert "misses" in reason or "closed" in reason
    assert page.locator("[data-end-reason]").inner_text() == reason


@pytest.mark.parametrize("game", ["qwixx", "silver_gold"])
def test_four_players_see_the_total_and_again_without_scrolling(device: Any, game: str) -> None:
    page = device(360, 640, lang="el")
    play_to_the_end(page, game, 4)
    expect(page.locator("[data-end] thead th")).to_have_count(4)
    assert page.evaluate(OUTSIDE, ["[data-end] tfoot", "[data-action=again]", "[data-action=save-picture]"]) == []
    totals = page.locator("[data-end] tfoot td").all_inner_texts()
    columns = page.locator("[data-end] tbody tr").evaluate_all(
        "(rows) => rows.map((row) => [...row.querySelectorAll('td')].map((td) => Number(td.textContent.replace('−', '-')) || 0))"
    )
    assert [sum(column) for column in zip(*columns, strict=True)] == [int(total.replace("−", "-")) for total in totals]


def test_closing_the_scores_leaves_the_board_and_a_way_to_continue(device: Any) -> None:
    page = device(360, 640)
    play_to_the_end(page, "qwixx", 2)
    page.locator("dialog [data-action=close]").tap()
    expect(page.locator("[data-end]")).to_have_count(0)
    page.locator("[data-ended] [data-action=show-score]").tap()
    expect(page.locator("[data-end]")).to_be_visible()
    page.locator("dialog [data-action=close]").tap()
    page.locator("[data-ended] [data-action=again]").tap()
    expect(page.locator("[data-asked]")).to_be_visible()


def test_the_result_can_be_saved_as_a_picture(device: Any) -> None:
    page = device(1280, 800, has_touch=True)
    play_to_the_end(page, "qwixx", 1)
    with page.expect_download() as download:
        page.locator("[data-action=save-picture]").tap()
    assert download.value.path().read_bytes().startswith(b"\x89PNG")


# Return the number of lines of each word in the headings of the score table, and by how much the table is too wide.
LINES_OF_WORDS = """() => {
  const lines = [...document.querySelectorAll('[data-end] th')].flatMap((cell) => {
    const text = [...cell.childNodes].find((node) => node.nodeType === 3 && node.data.trim())
    return [...(text?.data.matchAll(/\\S+/g) ?? [])].map((word) => {
      const range = document.createRange()
      range.setStart(text, word.index)
      range.setEnd(text, word.index + word[0].length)
      return new Set([...range.getClientRects()].map(({ top }) => top)).size
    })
  })
  const table = document.querySelector('[data-end] .scroll')
  return [Math.max(...lines), table.scrollWidth - table.clientWidth]
}"""


def test_the_score_table_breaks_no_word_and_fits_a_phone_with_four_players(device: Any) -> None:
    page = device(360, 640, lang="el")
    set_up_table(page, "silver_gold", 4)
    play(Robot(page, seed=3))
    expect(page.locator("[data-end]")).to_contain_text("Συμπληρωμένες")
    assert page.evaluate(LINES_OF_WORDS) == [1, 0]


def test_the_button_for_another_game_has_one_line(device: Any) -> None:
    page = device(1280, 800, lang="de", has_touch=True)
    set_up_table(page, "qwixx", 2)
    choose_from_menu(page, "end-early")
    button = page.locator("[data-end] [data-action=again]")
    expect(button).to_have_text("Noch einmal")
    assert (button.bounding_box() or {})["height"] <= 46
