"""One phone that goes round: nobody sees what is another's, and nobody plays for another by accident."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect
from tests.browser.people import join, menu, set_up
from tests.browser.robot import Robot

# The second half of a double tap: as soon as it is Nikos's turn.
AT_ONCE = """
() => {
  const status = document.querySelector('[data-status]')
  const again = new MutationObserver(() => {
    if (!status.textContent.includes('Nikos:')) return
    again.disconnect()
    document.querySelector('[data-action=pass]').click()
  })
  again.observe(status, { subtree: true, characterData: true, childList: true })
}
"""


def handed_to(page: Page, name: str, seed: int = 3) -> None:
    """Plays until the phone is to be handed to somebody."""
    robot, over = Robot(page, seed), page.locator(".over h2")
    for _ in range(2000):
        done = robot.step(but='data-action="ready"')
        if done == "but" and name in over.inner_text():
            return
        if done == "but":
            page.locator("[data-action=ready]").tap()
        elif done == "wait":
            page.wait_for_timeout(15)
    raise AssertionError(f"never handed to {name}: {robot.last}")


def cards(page: Page) -> list[str]:
    return page.locator("[data-card]").evaluate_all("(all) => all.map((each) => each.dataset.card)")  # type: ignore[no-any-return]


def test_what_happened_does_not_tell_the_next_one_what_the_last_one_drew(device: Any) -> None:
    page = device()
    set_up(page, "the_game", 2, people=("Anna", "Nikos"), options={"mode": "plain"})
    handed_to(page, "Nikos")
    page.locator("[data-action=log]").tap()
    drawn = page.locator("ol.log li", has_text="draw")
    expect(drawn).not_to_have_count(0)
    assert [line for line in drawn.all_inner_texts() if any(letter.isdigit() for letter in line)] == []


def test_who_waits_to_be_handed_the_phone_sees_the_end_of_a_game_that_is_broken_off(device: Any) -> None:
    page = device()
    set_up(page, "qwixx_cards", 2, people=("Anna", "Nikos"))
    handed_to(page, "Nikos")
    menu(page, "end-early")
    expect(page.locator("[data-end]")).to_be_visible()
    expect(page.locator("[data-action=ready]")).to_have_count(0)


def test_no_other_hand_is_shown_after_a_look_at_the_rules_and_none_unasked_after_loading_anew(device: Any) -> None:
    host, guest = device(), device()
    set_up(host, "the_game", 3, people=("Anna", "Nikos"), options={"mode": "plain"}, start=False)
    expect(host.locator("[data-action=start]")).to_be_visible()
    join(guest, host.url, "Max")
    expect(host.locator("[data-seat='2'][data-kind=person]")).to_be_visible()
    host.locator("[data-action=start]").tap()
    expect(host.locator("[data-asked], [data-action=ready]").first).to_be_visible()
    robot, mine = Robot(host, 3), host.locator("[data-status]")
    for _ in range(800):  # until Nikos has played and Max is on turn
        if host.locator(".other [data-name]", has_text="Anna").count() and "Max" in mine.inner_text():
            break
        if robot.step() == "wait":
            host.wait_for_timeout(15)
    held = cards(host)
    assert len(held) >= 5
    menu(host, "rules")
    expect(host.locator("[data-status]")).to_have_count(0)
    host.go_back()
    expect(mine).to_contain_text("Max")
    assert cards(host) == held
    host.reload()  # now nobody knows who holds it
    expect(host.locator("[data-action=ready]")).to_be_visible()
    assert cards(host) == []
    host.locator("[data-action=ready]").tap()
    expect(host.locator("[data-card]").first).to_be_visible()


def test_a_double_tap_decides_for_one_and_who_resigns_does_it_alone(device: Any) -> None:
    page = device()
    set_up(page, "qwixx", 3, people=("Anna", "Nikos"))
    expect(page.locator("[data-status]")).to_contain_text("Anna:")
    page.evaluate(AT_ONCE)
    page.locator("[data-action=pass]").tap()
    expect(page.locator("[data-status]")).to_contain_text("Nikos:")
    expect(page.locator("[data-action=pass]")).to_be_enabled()
    expect(page.locator("[data-status]")).to_contain_text("Nikos:")
    menu(page, "resign")
    expect(page.locator("[data-status]")).to_contain_text("Anna:")
    expect(page.locator("button[data-seat='1']")).to_contain_text("resigned")
    expect(page.locator("[data-end]")).to_have_count(0)
