"""The Game shows other players' cards and lets players choose, take back and agree who begins."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect
from tests.browser.user_actions import join_table, set_up_table


def open_table(page: Page, players: int, **options: Any) -> None:
    first = {"first": "0"} if players > 1 else {}
    set_up_table(page, "the_game", players, options={**first, **options})
    expect(page.locator("[data-asked]")).to_be_visible()


def lay(page: Page, n: int = 0) -> str:
    """Lay the first card that fits on its n-th legal pile, by default the first, and return the card."""
    card = page.locator("[data-card][data-legal]").first
    number = str(card.get_attribute("data-card"))
    card.tap()
    page.locator("[data-pile][data-legal]").nth(n).tap()
    page.locator("[data-action=done]").tap()
    expect(page.locator(f"[data-card='{number}']")).to_have_count(0)
    return number


def test_an_opponents_card_is_named_and_marked_until_the_own_next_move(device: Any) -> None:
    page = device(1366, 650, has_touch=True)
    open_table(page, 2, mode="plain")
    lay(page)
    lay(page)
    page.locator("[data-action=end]").tap()
    expect(page.locator("[data-happened][data-seat='1']")).not_to_be_empty()
    expect(page.locator("[data-asked]")).to_be_visible()
    marked = page.locator("[data-pile] [data-place^='pile'][data-changed]")
    expect(marked.first).to_be_visible()
    expect(page.locator("[data-card][data-changed]")).to_have_count(2)  # The two cards that were drawn are marked.
    lay(page)
    expect(marked).to_have_count(0)


def test_a_second_tap_deselects_and_undo_takes_back_card_after_card(device: Any) -> None:
    page = device(360, 640)
    open_table(page, 1, mode="plain")
    hand = page.locator("[data-card]").count()
    card, pile, send = (page.locator(f"[{each}]").first for each in ("data-card", "data-pile", "data-action=done"))
    card.tap()
    expect(card).to_have_attribute("aria-pressed", "true")
    pile.tap()
    expect(send).to_be_enabled()
    pile.tap()
    expect(pile).to_have_attribute("aria-pressed", "false")
    expect(send).to_be_disabled()
    card.tap()
    expect(card).to_have_attribute("aria-pressed", "false")
    lay(page)
    lay(page, 1)
    for left in (hand - 1, hand):
        page.locator("[data-action=take-back]").tap()
        expect(page.locator("[data-card]")).to_have_count(left)
    expect(page.locator("[data-action=take-back]")).to_have_count(0)


def test_the_end_of_the_turn_can_be_undone_before_cards_are_drawn(device: Any) -> None:
    page = device(360, 640, settings={"undoSeconds": 600})
    open_table(page, 2, mode="plain")
    lay(page)
    lay(page)
    end = page.locator("[data-action=end]")
    end.tap()
    expect(end).to_have_count(0)
    page.locator("[data-action=take-back]").tap()
    expect(end).to_be_visible()


def test_a_question_mark_explains_a_pile(device: Any) -> None:
    page = device(360, 640)
    open_table(page, 1)
    page.locator("[data-pile='0']").press("?")
    expect(page.locator("[role=alert]").filter(has_text="goes up")).to_be_visible()


def test_after_the_deal_the_players_agree_who_begins(device: Any) -> None:
    host, guest = device(360, 740, lang="el"), device(360, 640, lang="de")
    set_up_table(host, "the_game", 2, people=("Ελένη",), options={"mode": "plain"}, start=False)
    expect(host.locator("[data-action=start]")).to_be_visible()
    join_table(guest, host.url, "Max")
    expect(host.locator("[data-seat='1'][data-kind=person]")).to_be_visible()
    host.locator("[data-action=start]").tap()
    for page in (host, guest):
        expect(page.locator("[data-action=start][data-legal]")).to_have_count(3)
        expect(page.locator("[data-card]")).to_have_count(7)
        page.locator("[data-action=signal]").tap()
        expect(page.locator("[data-signal][data-move]").first).to_be_visible()
        page.locator("[data-action=signal]").tap()
    host.locator("[data-move='start no']").tap()
    expect(host.locator("[data-action=start]")).to_have_count(0)
    host.locator("[data-action=take-back]").tap()
    host.locator("[data-move='start maybe']").tap()
    expect(host.locator("[data-action=take-back]")).to_be_visible()
    expect(guest.locator("[data-happened][data-seat='0']")).to_have_count(0)
    guest.locator("[data-move='start yes']").tap()
    expect(guest.locator("[data-card][data-legal]")).to_have_count(7)
    expect(host.locator("[data-asked]")).to_have_count(0)
    assert lay(guest)
