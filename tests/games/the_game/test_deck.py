"""Which card carries which command: our own mapping, and those of box owners."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.resources import files
from itertools import combinations, pairwise
from typing import Any

import pytest

import trapezi
from trapezi.core.errors import BadDeck
from trapezi.games.the_game.cards import COMMANDS, FIRE_CARDS
from trapezi.games.the_game.deck import DECKS
from trapezi.games.the_game.find_deck import found

QUARTERS = (range(2, 26), range(26, 51), range(51, 75), range(75, 100))


def shipped() -> dict[str, Any]:
    return json.loads(files("trapezi.games.the_game").joinpath("decks", "extreme-1.json").read_text("utf-8"))


def test_the_program_beside_it_finds_the_shipped_deck() -> None:
    text = files("trapezi.games.the_game").joinpath("decks", "extreme-1.json").read_text("utf-8")
    assert text == json.dumps(found(), indent=1) + "\n"


def test_the_shipped_deck_says_that_it_is_ours() -> None:
    assert shipped()["name"] == "extreme-1"
    assert "our own choice" in shipped()["provenance"]["ours"]


def test_four_cards_per_command_one_in_each_quarter() -> None:
    commands = shipped()["commands"]
    assert list(commands) == list(COMMANDS)
    for cards in commands.values():
        assert [sum(card in quarter for card in cards) for quarter in QUARTERS] == [1, 1, 1, 1]


def test_command_cards_are_28_no_neighbours_none_at_the_ends_none_on_fire() -> None:
    cards = sorted(card for cards in shipped()["commands"].values() for card in cards)
    assert len(set(cards)) == 28
    assert (cards[0] >= 5, cards[-1] <= 96) == (True, True)
    assert min(y - x for x, y in pairwise(cards)) > 1
    assert not set(cards) & set(FIRE_CARDS)


def test_no_backwards_tricks_join_two_equal_commands() -> None:
    for cards in shipped()["commands"].values():
        assert all((x - y) % 10 for x, y in combinations(cards, 2))


def test_each_command_is_as_far_from_1_as_from_100() -> None:
    for cards in shipped()["commands"].values():
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
        (change("game", "qwixx"), "the_game.deck.other-game", "game"),
        (change("game", 7), "deck.wrong-kind", "game"),
        (change("name", None), "deck.missing", "name"),
        (change("provenance", None), "deck.missing", "provenance"),
        (change("commands", None), "deck.missing", "commands"),
        (change("commands", []), "deck.wrong-kind", "commands"),
        (change("commands/skull", None), "deck.missing", "commands.skull"),
        (change("commands/laugh", [5, 6, 7, 8]), "the_game.deck.no-such-command", "commands"),
        (change("commands/stop", [9, 45, 56]), "the_game.deck.copies", "commands.stop"),
        (change("commands/stop", [9, 45, 56, 92, 93]), "the_game.deck.copies", "commands.stop"),
        (change("commands/stop/1", "45"), "deck.wrong-kind", "commands.stop[1]"),
        (change("commands/stop/1", True), "deck.wrong-kind", "commands.stop[1]"),
        (change("commands/stop/0", 1), "the_game.deck.no-such-card", "commands.stop[0]"),
        (change("commands/stop/3", 100), "the_game.deck.no-such-card", "commands.stop[3]"),
        (change("commands/stop/3", 9), "the_game.deck.twice", "commands.stop[3]"),
        (change("commands/draw_one/2", 14), "the_game.deck.twice", "commands.draw_one[2]"),
    ],
)
def test_a_bad_deck_names_the_place_at_fault(spoil: Any, key: str, where: str) -> None:
    content = shipped()
    spoil(content)
    with pytest.raises(BadDeck) as error:
        trapezi.game("the_game", players=2, deck=content)
    assert error.value.reason.key == key
    assert error.value.reason.params["where"] == where


def test_a_box_owners_deck_is_played_with_and_kept_in_the_log() -> None:
    content = {**shipped(), "name": "my box", "provenance": "read from the cards"}
    content["commands"] = {**content["commands"], "stop": [2, 22, 50, 99]}
    game = trapezi.game("the_game", players=2, deck=content)
    assert game.describe(22 * 4)["command"] == "stop"
    assert game.describe(9 * 4)["command"] is None
    assert game.options.data()["deck"] == content
    assert trapezi.game("the_game", **game.options.data()) == game
    assert game != trapezi.game("the_game", players=2)


def test_an_unknown_deck_is_refused() -> None:
    with pytest.raises(BadDeck, match=r"deck\.unknown"):
        DECKS.read("deck", "extreme-0", 2)
