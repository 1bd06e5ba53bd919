"""If several players share a phone, nobody sees another player's hand or plays for another player by accident."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect
from tests.browser.robot import Robot
from tests.browser.user_actions import choose_from_menu, join_table, set_up_table

# Tap "pass" at the moment when it becomes Nikos's turn, like the second tap of a double tap.
TAP_FOR_NIKOS = """
() => {
  const status = document.querySelector('[data-status]')
  const observer = new MutationObserver(() => {
    if (!status.textContent.includes('Nikos:')) return
    observer.disconnect()
    document.querySelector('[data-action=pass]').click()
  })
  observer.observe(status, { subtree: true, characterData: true, childList: true })
}
"""


def play_until_handed_to(page: Page, name: str, seed: int = 3) -> None:
    """Play until the phone is to be handed to a player."""
    robot, heading = Robot(page, seed), page.locator(".over h2")
    while (step := robot.step(avoid='data-action="ready"')) != "end":
        if step == "avoided" and name in heading.inner_text():
            return
        if step == "avoided":
            page.locator("[data-action=ready]").tap()
        elif step == "wait":
            robot.wait()
    raise AssertionError(f"never handed to {name}: {robot.last}")


def visible_cards(page: Page) -> list[str]:
    return page.locator("[data-card]").evaluate_all("(all) => all.map((each) => each.dataset.card)")


def test_the_history_hides_what_the_previous_player_drew(device: Any) -> None:
    page = device()
    set_up_table(page, "the_game", 2, people=("Anna", "Nikos"), options={"mode": "plain", "first": "0"})
    play_until_handed_to(page, "Nikos")
    page.locator("[data-action=log]").tap()
    draws = page.locator("ol.log li", has_text="new card")
    expect(draws).not_to_have_count(0)
    assert [line for line in draws.all_inner_texts() if any(letter.isdigit() for letter in line)] == []


def test_a_game_that_ends_early_is_shown_instead_of_the_hand_over(device: Any) -> None:
    page = device()
    set_up_table(page, "qwixx_cards", 2, people=("Anna", "Nikos"))
    play_until_handed_to(page, "Nikos")
    choose_from_menu(page, "end-early")
    expect(page.locator("[data-end]")).to_be_visible()
    expect(page.locator("[data-action=ready]")).to_have_count(0)


def test_hands_stay_hidden_after_visiting_the_rules_and_after_a_reload(device: Any) -> None:
    host, guest = device(), device()
    set_up_table(host, "the_game", 3, people=("Anna", "Nikos"), options={"mode": "plain", "first": "0"}, start=False)
    expect(host.locator("[data-action=start]")).to_be_visible()
    join_table(guest, host.url, "Max")
    expect(host.locator("[data-seat='2'][data-kind=person]")).to_be_visible()
    host.locator("[data-action=start]").tap()
    expect(host.locator("[data-asked], [data-action=ready]").first).to_be_visible()
    robot, status = Robot(host, 3), host.locator("[data-status]")
    while not (host.locator(".other [data-name]", has_text="Anna").count() and "Max" in status.inner_text()):
        assert robot.step() != "end"  # The robot plays until Nikos has played and it is Max's turn.
    held = visible_cards(host)
    assert len(held) >= 5
    choose_from_menu(host, "rules")
    expect(host.locator("[data-status]")).to_have_count(0)
    host.go_back()
    expect(status).to_contain_text("Max")
    assert visible_cards(host) == held
    host.reload()  # After a reload, anyone may hold the phone.
    expect(host.locator("[data-action=ready]")).to_be_visible()
    assert visible_cards(host) == []
    host.locator("[data-action=ready]").tap()
    expect(host.locator("[data-card]").first).to_be_visible()


def test_a_double_tap_decides_for_one_player_and_so_does_resigning(device: Any) -> None:
    page = device()
    set_up_table(page, "qwixx", 3, people=("Anna", "Nikos"))
    expect(page.locator("[data-status]")).to_contain_text("Anna:")
    page.evaluate(TAP_FOR_NIKOS)
    page.locator("[data-action=pass]").tap()
    expect(page.locator("[data-status]")).to_contain_text("Nikos:")
    expect(page.locator("[data-action=pass]")).to_be_enabled()
    expect(page.locator("[data-status]")).to_contain_text("Nikos:")
    choose_from_menu(page, "resign")
    expect(page.locator("[data-status]")).to_contain_text("Anna:")
    expect(page.locator("button[data-seat='1']")).to_contain_text("resigned")
    expect(page.locator("[data-end]")).to_have_count(0)
