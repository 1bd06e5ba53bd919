"""In whole games, everything needed for a decision is visible, the layout never shifts, and others' moves are described.

`make screens` plays every game at every size, for two and for the most players. `make test` plays a part of that.
"""

from __future__ import annotations

import base64
import json
import os
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.robot import RECORD_EVENTS, Robot, play
from tests.browser.user_actions import set_up_table

GAMES = Path(__file__).parents[2] / "src/trapezi/games"
SIZES = [(360, 640), (390, 844), (820, 1180), (1366, 650), (1920, 1080)]
MOST_PLAYERS = {"qwixx": 5, "qwixx_cards": 5, "the_game": 5, "silver_gold": 4, "sideboards": 6}
LANGUAGES = ["el", "de", "en"]
Case = tuple[str, tuple[int, int], int, str]
ALL: list[Case] = [
    (game, size, players, LANGUAGES[(n + m + k) % 3])
    for n, (game, most) in enumerate(MOST_PLAYERS.items())
    for m, size in enumerate(SIZES)
    for k, players in enumerate((2, most))
]
SOME: list[Case] = [
    ("qwixx", (360, 640), 5, "el"),
    ("qwixx", (1366, 650), 2, "de"),
    ("qwixx_cards", (390, 844), 5, "de"),
    ("the_game", (360, 640), 5, "el"),
    ("the_game", (1366, 650), 5, "de"),
    ("silver_gold", (820, 1180), 4, "el"),
    ("sideboards", (360, 640), 6, "en"),
    ("sideboards", (1920, 1080), 2, "de"),
]
PICTURES = os.environ.get("TRAPEZI_SCREENS")  # the folder in which `make screens` wants pictures of all cases
CASES = ALL if PICTURES else SOME
LINEN = [245, 239, 227]  # the colour of the background in the light theme
# Compute the share of a picture that has the colour of the page's background.
EMPTY_PART = """async ([picture, colour]) => {
  const bitmap = await createImageBitmap(await (await fetch(picture)).blob())
  const pen = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
  pen.drawImage(bitmap, 0, 0)
  const { data } = pen.getImageData(0, 0, bitmap.width, bitmap.height)
  let empty = 0
  for (let n = 0; n < data.length; n += 4) empty += colour.every((each, m) => Math.abs(data[n + m] - each) < 3)
  return (4 * empty) / data.length
}"""


def record_history(page: Page) -> dict[int, dict[str, Any]]:
    """Return a dictionary that collects the history entries that the server sends to a page."""
    entries: dict[int, dict[str, Any]] = {}

    def read(frame: str | bytes) -> None:
        for entry in json.loads(frame).get("history", ()):
            entries[entry["n"]] = entry

    page.on("websocket", lambda socket: socket.on("framereceived", read))
    return entries


def words_for(game: str, move: dict[str, Any], messages: dict[str, str]) -> list[str]:
    """Return the words and numbers that a sentence about a move must contain."""
    kind = move["kind"]

    def colour_of(thing: dict[str, Any]) -> str:
        return messages[f"{game}.colour.{thing['colour']}"]

    match game, kind:
        case "qwixx" | "qwixx_cards", "cross":
            return [colour_of(move), str(move["number"])]
        case "qwixx" | "qwixx_cards", "pass":
            return [messages[f"{game}.happened.pass"]]
        case "qwixx_cards", "take":
            return [str(number) for number in move["numbers"]]
        case "qwixx_cards", "play":
            return [colour_of(move), *map(str, move["crosses"])]
        case "the_game", "lay":
            command = move["command"] and messages[f"the_game.command.{move['command']}"]
            return [str(move["card"]), str(move["on"]), *([command] if command else [])]
        case "the_game", "signal":
            return [messages[f"the_game.signal.{move['signal']}"]]
        case "the_game", "start":
            return [messages[f"the_game.wish.{move['wish']}"]]
        case "the_game", "end":
            return [messages["the_game.happened.end"]]
        case "silver_gold", "mark":
            return [str(len(move["squares"])), *([str(move["gain"]["coins"])] if "coins" in move["gain"] else [])]
        case "silver_gold", "kept":
            return [f"{colour_of(card)} {card['points']}" for card in move["cards"]]
        case "silver_gold", "take" if "card" in move:
            return [f"{colour_of(move['card'])} {move['card']['points']}"]
        case "sideboards", "laid":
            return [messages[f"sideboards.happened.{move['end']}"]]
        case "sideboards", "started" | "exchange":
            return [messages[f"sideboards.happened.{kind}"]]
    return []


def empty_part(page: Page) -> float:
    """Return the share of the window that shows only the background."""
    picture = base64.b64encode(page.screenshot()).decode()
    blank = page.context.new_page()
    part = blank.evaluate(EMPTY_PART, [f"data:image/png;base64,{picture}", LINEN])
    blank.close()
    return float(part)


def save_picture(page: Page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=Path(PICTURES, f"{name}.png"))


@pytest.mark.parametrize(("game", "size", "players", "lang"), CASES)
def test_a_whole_game_is_visible_without_layout_shifts_and_described(
    game: str, size: tuple[int, int], players: int, lang: str, device: Any
) -> None:
    page = device(*size, lang=lang, has_touch=True)
    entries = record_history(page)
    set_up_table(page, game, players)
    expect(page.locator("[data-asked]")).to_be_visible()
    page.evaluate(RECORD_EVENTS)
    first = max(entries) + 1
    robot = Robot(page, seed=2, mouse=size[0] > 1000, look=True)
    robot.tap(9)
    page.locator("[data-asked], [data-end]").first.wait_for()
    name = f"{game}-{size[0]}x{size[1]}-{players}-{lang}"
    save_picture(page, name)
    if size == (1920, 1080):
        assert empty_part(page) <= 0.15
    play(robot)
    save_picture(page, f"{name}-end")
    assert robot.hidden == set()
    assert page.evaluate("shift") <= 0.05, page.evaluate("moved")
    assert page.evaluate("largestAfterTap") <= (0.025 if size[0] == 360 else 0.04)
    messages = json.loads((GAMES / game / "locale" / f"{lang}.json").read_text("utf-8"))
    said = page.evaluate("said")
    for entry in (entry for n, entry in entries.items() if n >= first and entry["seat"] > 0):
        seat, sentence = said[str(entry["n"])]
        assert seat == entry["seat"]
        for word in words_for(game, entry["description"], messages):
            assert word in sentence, entry
