"""What people do before and around a game, by tapping."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from playwright.sync_api import Page, expect


def play_now(page: Page, game: str, name: str = "Ελένη") -> None:
    """From the home page into a game against bots."""
    page.locator(f"article[data-game={game}] [data-action=play-now]").tap()
    if page.locator("[data-field=name]").is_visible() or not page.evaluate("JSON.parse(localStorage.trapezi).name"):
        page.locator("[data-field=name]").generate_moves(name)
        page.locator("[data-action=name]").tap()


def set_up(
    page: Page,
    game: str,
    players: int,
    people: Sequence[str] = ("Ελένη",),
    options: Mapping[str, Any] | None = None,
    *,
    start: bool = True,
) -> None:
    """Through the set-up page: several people on this device, options; then bots fill the rest, or the table is opened."""
    page.locator(f"article[data-game={game}] [data-action=set-up]").tap()
    page.locator(f"[data-players='{players}']").tap()
    page.locator("[data-field=name]").generate_moves(people[0])
    for n, name in enumerate(people[1:]):
        page.locator("[data-field=chair]").nth(n).select_option("here")
        page.locator("[data-field=other-name]").nth(n).generate_moves(name)
    for option, value in (options or {}).items():
        choose(page, option, value)
    page.locator(f"[data-action={'play-now' if start else 'open-table'}]").tap()


def choose(page: Page, option: str, value: Any) -> None:
    """An option, whatever it looks like; those folded away are unfolded."""
    field = page.locator(f"[data-option={option}]")
    if not field.is_visible():
        page.locator("[data-action=more]").tap()
    if isinstance(value, bool):
        field.locator("input").set_checked(value)
    elif field.locator("select").count():
        field.locator("select").select_option(value)
    else:
        field.locator(f"input[value='{value}']").check()


def join(page: Page, url: str, name: str) -> None:
    """By the link that somebody sent."""
    page.goto(url)
    page.locator("[data-action=join]").tap()
    page.locator("[data-field=name]").generate_moves(name)
    page.locator("[data-action=name]").tap()


def together(host: Page, guest: Page, game: str = "qwixx", players: int = 2, *, start: bool = True) -> None:
    """Two phones at one table, the guest's with a name of its own; bots on the other chairs."""
    set_up(host, game, players, start=False)
    expect(host.locator("[data-action=start]")).to_be_visible()
    join(guest, host.url[host.url.index("/", 8) :], "Max")
    expect(host.locator("[data-seat='1'][data-kind=person]")).to_be_visible()
    if start:
        host.locator("[data-action=start]").tap()
        expect(guest.locator("[data-asked]")).to_be_visible()


def menu(page: Page, action: str) -> None:
    page.locator("[data-action=menu]").tap()
    page.locator(f"[data-action={action}]").tap()
