"""The deck of The Game that Trapezi ships is balanced, and invalid deck files are rejected."""

from __future__ import annotations

import json
import runpy
from collections.abc import Callable
from importlib.resources import files
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest

import trapezi
from trapezi.core.errors import BadDeck
from trapezi.games.the_game.command_bits import FIRE_CARDS
from trapezi.games.the_game.command_bits import NAMES as COMMANDS
from trapezi.games.the_game.deck import DECKS

FIND_DECK = Path(__file__).parents[3] / "tools" / "find_the_game_deck.py"
QUARTERS = (range(2, 26), range(26, 51), range(51, 75), range(75, 100))


def shipped_deck() -> dict[str, Any]:
    return json.loads(files("trapezi.games.the_game").joinpath("decks", "extreme-1.json").read_text("utf-8"))


def test_the_tool_finds_the_shipped_deck() -> None:
    text = files("trapezi.games.the_game").joinpath("decks", "extreme-1.json").read_text("utf-8")
    assert text == json.dumps(runpy.run_path(str(FIND_DECK))["deck_content"](), indent=1) + "\n"


def test_the_shipped_deck_says_that_it_is_our_own() -> None:
    assert shipped_deck()["name"] == "extreme-1"
    assert "our own choice" in shipped_deck()["provenance"]["ours"]


def test_each_command_has_one_card_in_each_quarter() -> None:
    commands = shipped_deck()["commands"]
    assert list(commands) == list(COMMANDS)
    for cards in commands.values():
        assert [sum(card in quarter for card in cards) for quarter in QUARTERS] == [1, 1, 1, 1]


def test_the_28_command_cards_are_no_neighbours_no_fire_cards_and_not_at_the_ends() -> None:
    cards = sorted(card for cards in shipped_deck()["commands"].values() for card in cards)
    assert len(set(cards)) == 28
    assert (cards[0] >= 5, cards[-1] <= 96) == (True, True)
    assert min(y - x for x, y in pairwise(cards)) > 1
    assert not set(cards) & set(FIRE_CARDS)


def test_no_sequence_of_tricks_joins_two_cards_of_one_command() -> None:
    for cards in shipped_deck()["commands"].values():
        assert all((x - y) % 10 for x, y in combinations(cards, 2))


def test_each_command_is_as_far_from_1_as_from_100() -> None:
    for cards in shipped_deck()["commands"].values():
        assert sorted(card - 1 for card in cards) == sorted(100 - card for card in cards)


def change(path: str, value: Any) -> Callable[[dict[str, Any]], None]:
    def apply(content: dict[str, Any]) -> None:
        *outer, last = path.split("/")
        for name in outer:
            content = content[int(name)] if isinstance(content, list) else content[name]
        if value is None:
            del content[last]
        elif isinstance(content, list):
            content[int(last)] = value
        else:
            content[last] = value

    return apply


@pytest.mark.parametrize(
    ("spoil", "key", "where"),
    [
        (change("game", "qwixx"), "common.deck.other-game", "game"),
        (change("game", 7), "common.deck.wrong-kind", "game"),
        (change("name", None), "common.deck.missing", "name"),
        (change("provenance", None), "common.deck.missing", "provenance"),
        (change("commands", None), "common.deck.missing", "commands"),
        (change("commands", []), "common.deck.wrong-kind", "commands"),
        (change("commands/skull", None), "common.deck.missing", "commands.skull"),
        (change("commands/laugh", [5, 6, 7, 8]), "common.deck.unknown-key", "commands"),
        (change("commands/stop", [9, 45, 56]), "the_game.deck.copies", "commands.stop"),
        (change("commands/stop", [9, 45, 56, 92, 93]), "the_game.deck.copies", "commands.stop"),
        (change("commands/stop/1", "45"), "common.deck.wrong-kind", "commands.stop[1]"),
        (change("commands/stop/1", True), "common.deck.wrong-kind", "commands.stop[1]"),
        (change("commands/stop/0", 1), "the_game.deck.no-such-card", "commands.stop[0]"),
        (change("commands/stop/3", 100), "the_game.deck.no-such-card", "commands.stop[3]"),
        (change("commands/stop/3", 9), "the_game.deck.twice", "commands.stop[3]"),
        (change("commands/draw_one/2", 14), "the_game.deck.twice", "commands.draw_one[2]"),
    ],
)
def test_a_bad_deck_is_rejected_with_the_faulty_place(spoil: Any, key: str, where: str) -> None:
    content = shipped_deck()
    spoil(content)
    with pytest.raises(BadDeck) as error:
        trapezi.game("the_game", players=2, deck=content)
    assert error.value.reason.key == key
    assert error.value.reason.params["where"] == where


def test_a_box_owners_deck_is_played_and_stored_in_the_log() -> None:
    content = {**shipped_deck(), "name": "my box", "provenance": "read from the cards"}
    content["commands"] = {**content["commands"], "stop": [2, 22, 50, 99]}
    game = trapezi.game("the_game", players=2, deck=content)
    assert game.describe(22 * 4)["command"] == "stop"
    assert game.describe(9 * 4)["command"] is None
    assert game.options.data()["deck"] == content
    assert trapezi.game("the_game", **game.options.data()) == game
    assert game != trapezi.game("the_game", players=2)


def test_an_unknown_deck_is_rejected() -> None:
    with pytest.raises(BadDeck, match=r"common\.deck\.unknown"):
        DECKS.validate("deck", "extreme-0", 2)
