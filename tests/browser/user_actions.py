"""Functions that tap what users tap before and around a game, such as setting up a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from playwright.sync_api import Page, expect

DELAYED = ("resign", "end-early", "leave")  # These actions happen after a few seconds, unless the player takes them back.


def play_now(page: Page, game: str, name: str = "Ελένη") -> None:
    """Start a game against bots from the home page."""
    page.locator(f"article[data-game={game}] [data-action=play-now]").tap()
    if page.locator("[data-field=name]").is_visible() or not page.evaluate("JSON.parse(localStorage.trapezi).name"):
        page.locator("[data-field=name]").fill(name)
        page.locator("[data-action=name]").tap()


def set_up_table(
    page: Page,
    game: str,
    players: int,
    people: Sequence[str] = ("Ελένη",),
    options: Mapping[str, Any] | None = None,
    *,
    hints: str | None = None,
    start: bool = True,
) -> None:
    """Set up a table: people on this device, options, who may ask for hints. Then start with bots on free seats, or open it."""
    page.locator(f"article[data-game={game}] [data-action=set-up]").tap()
    page.locator(f"[data-players='{players}']").tap()
    page.locator("[data-field=name]").fill(people[0])
    for n, name in enumerate(people[1:]):
        page.locator("[data-field=chair]").nth(n).select_option("here")
        page.locator("[data-field=other-name]").nth(n).fill(name)
    for option, value in (options or {}).items():
        set_option(page, option, value)
    if hints:
        page.locator("[data-field=hints]").select_option(hints)
    page.locator(f"[data-action={'play-now' if start else 'open-table'}]").tap()


def set_option(page: Page, option: str, value: Any) -> None:
    """Set an option of the form, whatever kind of field it has. Open the folded part of the form if necessary."""
    field = page.locator(f"[data-option={option}]")
    if not field.is_visible():
        page.locator("[data-action=more]").tap()
    if isinstance(value, bool):
        field.locator("input").set_checked(value)
    elif field.locator("select").count():
        field.locator("select").select_option(value)
    else:
        field.locator(f"input[value='{value}']").check()


def join_table(page: Page, url: str, name: str) -> None:
    """Join a table through its link."""
    page.goto(url)
    page.locator("[data-action=join]").tap()
    page.locator("[data-field=name]").fill(name)
    page.locator("[data-action=name]").tap()


def seat_two_phones(host: Page, guest: Page, game: str = "qwixx", players: int = 2, *, start: bool = True) -> None:
    """Seat two phones at one table, and bots on the other seats."""
    set_up_table(host, game, players, start=False)
    expect(host.locator("[data-action=start]")).to_be_visible()
    join_table(guest, host.url[host.url.index("/", 8) :], "Max")
    expect(host.locator("[data-seat='1'][data-kind=person]")).to_be_visible()
    if start:
        host.locator("[data-action=start]").tap()
        expect(guest.locator("[data-asked]")).to_be_visible()


def choose_from_menu(page: Page, action: str) -> None:
    """Choose an entry of the table's menu."""
    page.locator("[data-action=menu]").tap()
    page.locator(f"dialog [data-action={action}]").tap()
    if action in DELAYED:
        page.locator("[data-action=now]").tap()
