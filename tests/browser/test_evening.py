"""Friends play two evenings by touch: they join in every way, leave and come back, change the game, and let clocks run out.

With TRAPEZI_SCREENS=FOLDER, every device is photographed at every step.
"""

from __future__ import annotations

import base64
import os
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import numpy as np
import zxingcpp
from playwright.sync_api import Page, expect
from tests.browser.robot import Robot, play
from tests.browser.user_actions import choose_from_menu, join_table, set_up_table

PICTURES = os.environ.get("TRAPEZI_SCREENS")
TIME_IS_UP = {"el": "Τέλος χρόνου", "en": "Time is up", "de": "Zeit um"}
# The width of a picture in the format PNG, and the green values of its pixels, row by row.
PIXELS = """async (png) => {
  const image = await createImageBitmap(new Blob([Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0))]))
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, image.width, image.height)
  return [image.width, [...data.filter((_, n) => n % 4 === 1)]]
}"""
# Record all messages that the page shows for a moment.
RECORD_NOTICES = """() => {
  window.notices = []
  const record = () => document.querySelectorAll('[role=alert] button').forEach((each) => notices.push(each.textContent))
  new MutationObserver(record).observe(document.body, { subtree: true, childList: true })
}"""


class Evening:
    """The devices of an evening, and the pictures taken of them."""

    def __init__(self, name: str, **devices: Page) -> None:
        self.name = name
        self.devices = devices
        self.steps = 0

    def photograph(self, step: str) -> None:
        self.steps += 1
        for name, page in self.devices.items():
            width = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert width <= 0, f"{name} can scroll sideways: {step}"
            if PICTURES:
                page.screenshot(path=Path(PICTURES, f"{self.name} evening {self.steps:02} {step} {name}.png"))


def scan(page: Page) -> str:
    """Return the text of the QR code in a picture of the invitation."""
    drawing = page.locator("section.how svg[role=img]")
    expect(drawing).to_be_visible()
    picture = drawing.screenshot()
    width, pixels = page.evaluate(PIXELS, base64.b64encode(picture).decode())
    found = zxingcpp.read_barcode(np.array(pixels, np.uint8).reshape(-1, width))
    assert found is not None
    return str(found.text)


def choose_game(host: Page, game: str, players: int, *, clock: bool = True) -> None:
    """Choose another game in the lobby, for this number of players and with a second for each decision."""
    host.locator("[data-action=configure]").tap()
    host.locator("[data-field=game]").select_option(game)
    expect(host.locator(f"dialog [data-game={game}]")).to_be_visible()
    host.locator(f"dialog [data-players='{players}']").tap()
    expect(host.locator(f".lobby[data-game={game}]")).to_be_attached()
    clocks = host.locator("[data-field=clock]")
    if clock and clocks.input_value() != "1":
        clocks.evaluate("(field) => field.add(new Option('1', '1'))")  # The form offers no shorter time than 30 seconds.
        clocks.select_option("1")
        expect(host.locator("[data-time-up]")).to_be_visible()
    host.locator("[data-action=save]").tap()
    expect(host.locator("dialog")).to_have_count(0)
    expect(host.locator(".lobby [data-seat]:not(button)")).to_have_count(players)


def watch_time_run_out(evening: Evening, host: Page, game: str) -> None:
    """Let the clock decide, or pause the game if the players win or lose together. Then the host ends the game."""
    expect(host.locator(f".table[data-game={game}]")).to_be_visible()
    if game == "the_game":
        expect(host.locator("[data-way-back=pause]")).to_be_visible()
    else:
        host.locator("header [data-action=log]").tap()
        expect(
            host.locator("dialog li", has_text=TIME_IS_UP[host.evaluate("document.documentElement.lang")]).first
        ).to_be_visible()
    evening.photograph(f"time is up in {game}")
    if game != "the_game":
        host.locator("dialog [data-action=close]").tap()
    choose_from_menu(host, "end-early")
    for page in evening.devices.values():
        expect(page.locator("dialog [data-end]")).to_be_visible()


def test_a_first_evening_of_three(device: Any) -> None:
    eleni, max_, zoe = device(lang="el"), device(), device(390, 844, lang="de")
    evening = Evening("first", eleni=eleni, max=max_, zoe=zoe)
    # Eleni invites; Max scans the QR code, which encodes the link that is written below it.
    set_up_table(eleni, "qwixx", 2, start=False)
    link = scan(eleni)
    assert link == eleni.locator("section.how input[readonly]").input_value()
    max_.goto(urlsplit(link).path)
    expect(max_.locator(".invited")).to_have_text("Ελένη invites you to Qwixx")
    expect(max_.locator("section.how")).to_have_count(0)  # Max has been invited already.
    evening.photograph("Max scans the code")
    join_table(max_, urlsplit(link).path, "Max")
    expect(eleni.locator("[data-seat='1'][data-kind=person]")).to_be_visible()
    eleni.locator("[data-action=start]").tap()
    expect(max_.locator("[data-asked]")).to_be_visible()
    evening.photograph("the first game begins")
    play(Robot(eleni, seed=1), Robot(max_, seed=2))
    evening.photograph("the first game is over")
    # They play again. Zoe types the code, watches, and wants to play next.
    max_.locator("dialog [data-action=again]").tap()
    expect(eleni.locator("dialog [data-ready='1']")).to_contain_text("Max")
    evening.photograph("Max wants to play again")
    eleni.locator("dialog [data-action=again]").tap()
    for page in (eleni, max_):
        expect(page.locator("dialog")).to_have_count(0)
        expect(page.locator("[data-asked]")).to_be_visible()
    zoe.locator("[data-field=code]").fill(urlsplit(link).path.split("/")[2].lower())
    zoe.locator("[data-action=code]").tap()
    zoe.locator("[data-action=play-next]").tap()
    zoe.locator("[data-field=name]").fill("Zoe")
    zoe.locator("[data-action=name]").tap()
    expect(zoe.locator("[data-action=play-next][aria-pressed=true]")).to_be_visible()
    evening.photograph("Zoe watches")
    # Max leaves, a bot stands in, and he takes his seat back.
    table = max_.evaluate("location.pathname")
    choose_from_menu(max_, "leave")
    expect(eleni.locator("[data-seat='1']")).to_contain_text("παίζει ένα bot")
    evening.photograph("Max has left")
    max_.goto(table)
    expect(max_.locator("[data-left]")).to_be_visible()
    evening.photograph("Max is asked whether he comes back")
    max_.locator("[data-action=come-back]").tap()
    expect(eleni.locator("[data-seat='1']")).not_to_contain_text("παίζει ένα bot")
    expect(max_.locator("[data-status]")).to_be_visible()
    choose_from_menu(eleni, "end-early")
    for page in (max_, zoe):
        expect(page.locator("dialog [data-end]")).to_be_visible()
    # Eleni prepares another game for three. The others keep reading the results until they want to go on.
    eleni.locator("dialog [data-action=lobby]").tap()
    choose_game(eleni, "the_game", 3)
    expect(max_.locator("dialog [data-end]")).to_contain_text("Ελένη is preparing another game: The Game")
    expect(zoe.locator("dialog [data-action=to-lobby]")).to_be_visible()
    evening.photograph("another game is prepared")
    max_.locator("dialog [data-action=to-lobby]").tap()
    expect(max_.get_by_text("is preparing another game")).to_have_count(0)
    for page in (eleni, max_):
        expect(page.locator(".lobby [data-kind=person]")).to_have_count(3)
    evening.photograph("Max goes to the lobby")
    eleni.locator("[data-action=start]").tap()
    expect(max_.locator("[data-status]")).to_be_visible()
    expect(zoe.locator("dialog [data-end]")).to_be_visible()
    zoe.locator("dialog [data-action=to-game]").tap()
    expect(zoe.locator("[data-watching]")).to_have_count(0)  # Zoe is no longer a spectator.
    watch_time_run_out(evening, eleni, "the_game")
    # Max has closed the results, so a message takes him to the lobby; Zoe still reads hers.
    max_.locator("dialog [data-action=close]").tap()
    max_.evaluate(RECORD_NOTICES)
    eleni.locator("dialog [data-action=lobby]").tap()
    choose_game(eleni, "qwixx", 3)
    max_.wait_for_function("notices.includes('Ελένη is preparing another game: Qwixx')")
    evening.photograph("back to Qwixx")
    zoe.locator("dialog [data-action=close]").tap()
    for page in (max_, zoe):
        expect(page.locator(".lobby[data-game=qwixx]")).to_be_visible()
    eleni.locator("[data-action=start]").tap()
    watch_time_run_out(evening, eleni, "qwixx")


def test_a_second_evening_of_four(device: Any) -> None:
    anna, nikos = device(lang="de", dark=True), device(lang="el")
    bo, mia = device(360, 640), device(820, 1180, lang="el", dark=True)
    evening = Evening("second", anna=anna, nikos=nikos, bo=bo, mia=mia)
    # The code can be scanned in the dark, too. Nikos opens the link and Bo writes the code into the address.
    set_up_table(anna, "the_game", 4, ("Anna",), start=False)
    link = urlsplit(scan(anna)).path
    nikos.goto(link)
    evening.photograph("Nikos opens the link")
    join_table(nikos, link, "Νίκος")
    join_table(bo, f"/{link.split('/')[2].lower()}", "Bo")
    expect(anna.locator("[data-kind=person]")).to_have_count(3)
    evening.photograph("three are in the lobby")
    anna.locator("[data-action=start]").tap()  # A bot gets the fourth seat.
    for page in (anna, nikos, bo):
        expect(page.locator(".table [data-status]")).to_be_visible()
    # The phone of Nikos is locked, a bot plays for him, and the page says so when he returns.
    table = nikos.evaluate("location.pathname")
    nikos.goto("about:blank")
    anna.locator("button[data-seat='1']").tap()
    anna.locator("[data-action=let-bot-play]").tap()
    evening.photograph("a bot plays for Nikos")
    nikos.goto(table)
    expect(nikos.locator("[role=alert] button").first).to_contain_text("bot")
    evening.photograph("Nikos is back")
    mia.goto(link)
    expect(mia.locator("[data-watching]")).to_be_visible()
    mia.locator("[data-action=play-next]").tap()
    mia.locator("[data-field=name]").fill("Μία")
    mia.locator("[data-action=name]").tap()
    expect(mia.locator("[data-action=play-next][aria-pressed=true]")).to_be_visible()
    evening.photograph("Mia watches")
    play(Robot(anna, seed=4), Robot(nikos, seed=5), Robot(bo, seed=6))
    expect(mia.locator("dialog [data-end]")).to_be_visible()
    evening.photograph("the game is over")
    # Mia gets the bot's seat. Bo goes home for good; the others see that, and the free seat goes to a bot.
    anna.locator("dialog [data-action=lobby]").tap()
    expect(anna.locator(".lobby [data-kind=person]")).to_have_count(4)
    bo.locator("dialog [data-action=lobby]").tap()
    bo.locator("[data-action=leave]").tap()
    bo.locator("[data-action=now]").tap()
    expect(anna.locator(".lobby [data-kind=person]")).to_have_count(3)
    evening.photograph("Bo has left")
    choose_game(anna, "silver_gold", 4)
    expect(nikos.locator("dialog [data-action=to-lobby]")).to_be_visible()
    evening.photograph("another game is prepared")
    del evening.devices["bo"]
    for game in ("silver_gold", "sideboards", "qwixx_cards"):
        if game != "silver_gold":
            anna.locator("dialog [data-action=lobby]").tap()
            choose_game(anna, game, 4)
        for page in (nikos, mia):
            page.locator("dialog [data-action=to-lobby]").tap()
        expect(nikos.locator(f".lobby[data-game={game}]")).to_be_visible()
        evening.photograph(f"in the lobby of {game}")
        anna.locator("[data-action=start]").tap()
        watch_time_run_out(evening, anna, game)
