"""The shipped deck of Sideboards is balanced and made by its program, and invalid deck files are rejected."""

from __future__ import annotations

import copy
import json
import sys
from importlib.resources import files
from itertools import permutations
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.properties import examples

import trapezi
from trapezi.core.errors import BadDeck
from trapezi.core.options import describe_options
from trapezi.core.random import Stream
from trapezi.core.state import Moves
from trapezi.games.sideboards.deck import DECKS, read_deck
from trapezi.games.sideboards.game import goal_label
from trapezi.games.sideboards.goal_constants import COLOURS, HANDLES
from trapezi.i18n import LANGUAGES, catalogue_for
from trapezi.lab.playouts import PlayoutCounts, playout

sys.path.insert(0, str(Path(__file__).parents[3] / "tools"))

import fit_sideboards_goals as fit
import make_sideboards_deck as make_deck

TEXT = files("trapezi.games.sideboards").joinpath("decks", "sideboards-1.json").read_text("utf-8")
DECK: dict[str, Any] = json.loads(TEXT)


def test_the_program_makes_the_shipped_file() -> None:
    assert make_deck.to_json(make_deck.deck()) == TEXT


def test_each_shape_lies_on_each_colour_and_in_each_row_twelve_times() -> None:
    on_colour = {(colour, handle): 0 for colour in COLOURS for handle in HANDLES}
    in_row = {(row, handle): 0 for row in range(5) for handle in HANDLES}
    for card in DECK["cards"]:
        for row, drawer in enumerate(card["drawers"]):
            colour, _, handle = drawer.partition(" ")
            if handle:
                on_colour[colour, handle] += 1
                in_row[row, handle] += 1
    assert set(on_colour.values()) == set(in_row.values()) == {12}


def test_each_way_to_place_three_handles_is_used_once() -> None:
    placed = []
    for card in DECK["cards"]:
        rows = {drawer.partition(" ")[2]: row for row, drawer in enumerate(card["drawers"])}
        placed.append(tuple(rows[handle] for handle in HANDLES))
    assert sorted(placed) == sorted(permutations(range(5), 3))


def test_cards_are_numbered_by_their_colours() -> None:
    orders = [[COLOURS.index(drawer.split()[0]) for drawer in card["drawers"]] for card in DECK["cards"]]
    assert orders == sorted(orders)
    assert all(order < order[::-1] for order in orders)


def test_all_fourteen_patterns_differ_even_upside_down() -> None:
    patterns = set()
    for goal in DECK["goals"][:14]:
        rows = [row for _, row in sorted(goal["pattern"])]
        patterns.add(min(tuple(rows), tuple(max(rows) - row for row in rows)))
        assert 2 <= len(rows) <= 4
    assert len(patterns) == 14


def test_recommended_sets_are_easy() -> None:
    assert len({tuple(goals) for goals in DECK["sets"]}) == 4
    assert all(colour <= 3 and handle <= 10 and row <= 18 for colour, handle, row in DECK["sets"])


def test_the_deck_says_what_is_known_and_what_is_ours() -> None:
    assert set(DECK["provenance"]) == {"known", "ours", "method"}


def test_good_play_is_much_better_than_random_play() -> None:
    game = trapezi.game("sideboards", players=1)
    good = sum(fit.play_well(cast(Any, game.start()), 2, Stream(n)).score(0) for n in range(8))
    chance = sum(playout(game.start(), Stream(n), Moves(), PlayoutCounts()).score(0) for n in range(8))
    assert good > 2 * chance


def test_the_fit_starts_from_the_deck_and_keeps_the_known_points() -> None:
    shipped = [points for _, points in make_deck.PATTERNS]
    assert [goal["points"] for goal in fit.deck_with(shipped)["goals"][:14]] == shipped
    assert all(shipped[goal - 1] == points for goal, points in fit.KNOWN.items())
    assert len(list(fit.combinations())) == 7 * 7 * 16


# -- invalid ----------------------------------------------------------------------------------------------------------

JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 70),
    st.floats(allow_nan=False),
    st.text(max_size=12),
    st.lists(st.integers(-1, 31), max_size=4),
    st.dictionaries(st.text(max_size=4), st.integers(), max_size=2),
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path] if path else []
    if isinstance(value, dict):
        found += [place for key, item in value.items() for place in places(item, (*path, key))]
    elif isinstance(value, list):
        found += [place for i, item in enumerate(value) for place in places(item, (*path, i))]
    return found


PLACES = [place for place in places(DECK) if place[0] != "provenance"]


@examples(300)
@given(place=st.sampled_from(PLACES), junk=JUNK)
def test_any_change_gives_a_playable_deck_or_a_clear_error(place: tuple[Any, ...], junk: Any) -> None:
    deck = copy.deepcopy(DECK)
    at = deck
    for step in place[:-1]:
        at = at[step]
    at[place[-1]] = junk
    refusal = None
    try:
        assert read_deck(deck).content == deck
    except BadDeck as refused:
        refusal = refused.reason
    if refusal is not None:
        assert refusal.params["where"]
        return
    game = trapezi.game("sideboards", players=2, deck=deck)
    state = playout(game.start(), Stream(1), Moves(), PlayoutCounts())
    assert state.over
    assert trapezi.game("sideboards", **json.loads(json.dumps(game.options.data()))) == game


def test_a_box_owners_deck_is_part_of_the_log() -> None:
    deck = copy.deepcopy(DECK)
    deck["name"] = "from my box"
    deck["goals"][0]["points"] = 7
    game = trapezi.game("sideboards", players=2, deck=deck)
    assert game != trapezi.game("sideboards", players=2)
    assert game.options.data()["deck"] == deck
    assert trapezi.game("sideboards", players=2).options.data()["deck"] == "sideboards-1"
    assert DECKS.load_shipped_deck("sideboards-1").deck.goal_data(1)["points"] == 2


# -- patterns ----------------------------------------------------------------------------------------------------------


def deck_with_pattern(pattern: list[list[int]], **settings: Any) -> dict[str, Any]:
    deck = {**copy.deepcopy(DECK), **settings}
    deck["goals"][0]["pattern"] = pattern
    return deck


def test_a_pattern_is_shown_as_it_was_typed() -> None:
    """The pattern is not mirrored, and empty rows and columns around it are removed."""
    assert read_deck(deck_with_pattern([[0, 3], [1, 1], [2, 2]])).goal_data(1)["pattern"] == [[0, 2], [1, 0], [2, 1]]
    assert read_deck(deck_with_pattern([[0, 0], [1, 2], [2, 1]])).goal_data(1)["pattern"] == [[0, 0], [1, 2], [2, 1]]
    assert read_deck(deck_with_pattern([[3, 4], [2, 3]])).goal_data(1)["pattern"] == [[0, 0], [1, 1]]


def test_a_pattern_may_have_empty_columns() -> None:
    deck = deck_with_pattern([[0, 0], [2, 1], [5, 0]])
    game = trapezi.game("sideboards", players=2, deck=deck, colour_goal=1)
    assert read_deck(deck).goal_data(1)["pattern"] == [[0, 0], [2, 1], [5, 0]]
    assert playout(game.start(), Stream(1), Moves(), PlayoutCounts()).over


@pytest.mark.parametrize(("upside_down", "twin"), [("mirrored", [[0, 1], [1, 0], [2, 0]]), ("rotated", [[0, 0], [1, 0], [2, 1]])])
def test_two_goals_are_the_same_if_one_is_the_other_upside_down(upside_down: str, twin: list[list[int]]) -> None:
    """Goal 2 steps down and then stays level. Which pattern equals it depends on how patterns are turned upside down."""
    with pytest.raises(BadDeck) as error:
        read_deck(deck_with_pattern(twin, upside_down=upside_down))
    assert error.value.reason.key == "sideboards.deck.same-goal"
    other = {"mirrored": "rotated", "rotated": "mirrored"}[upside_down]
    assert read_deck(deck_with_pattern(twin, upside_down=other)).goal_data(1)["pattern"] == twin


def test_a_deck_says_in_its_goals_that_patterns_are_rotated() -> None:
    assert "upside_down" not in read_deck(DECK).goal_data(1)
    assert read_deck({**DECK, "upside_down": "mirrored"}).goal_data(1) == read_deck(DECK).goal_data(1)
    assert read_deck({**DECK, "upside_down": "rotated"}).goal_data(1)["upside_down"] == "rotated"


def test_goals_are_labelled_as_the_loaded_deck_has_them() -> None:
    deck = deck_with_pattern([[0, 0], [2, 3]], sets=[[1, 9, 20], *DECK["sets"][1:]])
    deck["goals"][0]["points"] = 11
    deck["goals"][26]["rows"] = [5, 2]
    options = trapezi.game("sideboards", players=2, deck=deck).options
    described = {option["name"]: option for option in describe_options(type(options), options)}
    params = {"number": 1, "rows": "1 – 4", "points": 11}
    assert described["colour_goal"]["labels"]["1"] == {"key": "sideboards.option.pattern", "params": params}
    assert described["row_goal"]["labels"]["27"]["params"] == {"number": 27, "first": 2, "second": 5, "of": "colour"}
    assert described["goals"]["labels"]["set-1"]["params"] == {"number": 1, "goals": [1, 9, 20]}
    shipped = {option["name"]: option for option in describe_options(type(options))}
    assert shipped["colour_goal"]["labels"]["1"]["params"] == {"number": 1, "rows": "1 4", "points": 2}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_label_is_a_sentence_without_blanks(lang: str) -> None:
    deck = read_deck(DECK)
    labels = [catalogue_for(lang).translate_reason(goal_label(deck, number)) for number in range(1, 31)]
    assert len(set(labels)) == 30
    assert not any("{" in label or "sideboards." in label for label in labels)
