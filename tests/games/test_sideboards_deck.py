"""The shipped deck of Sideboards: found by its program, balanced, with goals weighed by play; and decks that are garbage."""

from __future__ import annotations

import copy
import json
from importlib.resources import files
from itertools import permutations
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from tests.properties import examples

import trapezi
from trapezi.core.errors import BadDeck
from trapezi.core.random import Stream
from trapezi.core.state import Moves
from trapezi.games.sideboards import fit, make_deck
from trapezi.games.sideboards.deck import COLOURS, DECKS, HANDLES, build
from trapezi.games.sideboards.good import played
from trapezi.lab.playouts import Tally, playout

TEXT = files("trapezi.games.sideboards").joinpath("decks", "sideboards-1.json").read_text("utf-8")
DECK: dict[str, Any] = json.loads(TEXT)


def test_the_program_makes_the_very_file_that_is_shipped() -> None:
    assert make_deck.written(make_deck.deck()) == TEXT


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


def test_recommended_sets_are_easy_ones() -> None:
    assert len({tuple(goals) for goals in DECK["sets"]}) == 4
    assert all(colour <= 3 and handle <= 10 and row <= 18 for colour, handle, row in DECK["sets"])


def test_what_the_deck_knows_and_what_is_ours_is_said() -> None:
    assert set(DECK["provenance"]) == {"known", "ours", "method"}


def test_good_play_is_much_better_than_random_play() -> None:
    game = trapezi.game("sideboards", players=1)
    good = sum(played(game.start(), 2, Stream(n)).score(0) for n in range(8))
    chance = sum(playout(game.start(), Stream(n), Moves(), Tally()).score(0) for n in range(8))
    assert good > 2 * chance


def test_the_fit_begins_with_the_deck_itself_and_keeps_what_is_known() -> None:
    shipped = [points for _, points in make_deck.PATTERNS]
    assert [goal["points"] for goal in fit.deck_with(shipped)["goals"][:14]] == shipped
    assert all(shipped[goal - 1] == points for goal, points in fit.KNOWN.items())
    assert len(list(fit.triples())) == 7 * 7 * 16


# -- garbage -----------------------------------------------------------------------------------------------------------

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
def test_any_change_gives_a_deck_that_plays_or_a_clear_refusal(place: tuple[Any, ...], junk: Any) -> None:
    deck = copy.deepcopy(DECK)
    at = deck
    for step in place[:-1]:
        at = at[step]
    at[place[-1]] = junk
    refusal = None
    try:
        assert build(deck).content == deck
    except BadDeck as refused:
        refusal = refused.reason
    if refusal is not None:
        assert refusal.params["where"]
        return
    game = trapezi.game("sideboards", players=2, deck=deck)
    state = playout(game.start(), Stream(1), Moves(), Tally())
    assert state.over
    assert trapezi.game("sideboards", **json.loads(json.dumps(game.options.data()))) == game


def test_a_deck_of_ones_own_travels_with_the_log() -> None:
    deck = copy.deepcopy(DECK)
    deck["name"] = "from my box"
    deck["goals"][0]["points"] = 7
    game = trapezi.game("sideboards", players=2, deck=deck)
    assert game != trapezi.game("sideboards", players=2)
    assert game.options.data()["deck"] == deck
    assert trapezi.game("sideboards", players=2).options.data()["deck"] == "sideboards-1"
    assert DECKS.by_name("sideboards-1").deck.goal(1)["points"] == 2
