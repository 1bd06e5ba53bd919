"""Invalid decks of Silver & Gold are rejected with the place of the fault, and valid decks can be played."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.properties import examples

import trapezi
from trapezi.core.errors import BadData, BadDeck
from trapezi.core.log import log_lines
from trapezi.games.silver_gold.deck import STANDARD, read_deck


def changed(*path: Any, to: Any) -> dict[str, Any]:
    """Return the shipped deck with one value changed."""
    content: dict[str, Any] = deepcopy(STANDARD.deck.content)
    place: Any = content
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = to
    return content


def without(*path: Any) -> dict[str, Any]:
    content = changed(*path, to=None)
    place: Any = content
    for step in path[:-1]:
        place = place[step]
    del place[path[-1]]
    return content


FIRST = {"id": 1, "colour": "purple", "points": 1, "seal": None, "grid": ["o"]}


@pytest.mark.parametrize(
    ("content", "key", "where"),
    [
        ([], "common.deck.not-an-object", ""),
        (without("name"), "common.deck.missing", "name"),
        (changed("game", to="qwixx"), "common.deck.other-game", "game"),
        (changed("name", to=""), "common.deck.label", "name"),
        (changed("name", to="a\nb"), "common.deck.label", "name"),
        (changed("provenance", to={}), "common.deck.missing", "provenance"),
        (changed("provenance", "certain", to=3), "common.deck.wrong-kind", "provenance.certain"),
        (changed("treasures", to=[]), "common.deck.unknown-key", "–"),
        (changed("seal_points", "grey", to=10), "silver_gold.deck.number", "seal_points.grey"),
        (changed("seal_points", "grey", to=True), "common.deck.wrong-kind", "seal_points.grey"),
        (changed("seal_points", "blue", to=1), "common.deck.unknown-key", "seal_points"),
        (without("seal_points", "grey"), "common.deck.missing", "seal_points.grey"),
        (changed("expedition", to={}), "common.deck.wrong-kind", "expedition"),
        (changed("expedition", 1, "count", to=1), "silver_gold.deck.expeditions", "expedition"),
        (changed("expedition", 1, "count", to=0), "silver_gold.deck.number", "expedition[1].count"),
        (changed("expedition", 1, "count", to=10**9), "silver_gold.deck.number", "expedition[1].count"),
        (changed("expedition", 1, "name", to="i2"), "silver_gold.deck.same-design", "expedition[1]"),
        (changed("expedition", 1, "grid", to=["o", "o"]), "silver_gold.deck.same-design", "expedition[1]"),
        (changed("expedition", 1, "grid", to=["ooooo"]), "silver_gold.deck.grid-size", "expedition[1].grid"),
        (changed("expedition", 1, "grid", to=["oXo"]), "silver_gold.deck.grid-letter", "expedition[1].grid[0]"),
        (changed("expedition", 1, "grid", to=["..", ".."]), "silver_gold.deck.grid-empty", "expedition[1].grid"),
        (changed("treasure", to=STANDARD.deck.content["treasure"][:15]), "silver_gold.deck.treasures", "treasure"),
        (changed("treasure", to=[dict(FIRST, id=n) for n in range(1, 66)]), "silver_gold.deck.treasures", "treasure"),
        (changed("treasure", 4, to="card"), "common.deck.not-an-object", "treasure[4]"),
        (changed("treasure", 4, "id", to=4), "silver_gold.deck.id", "treasure[4].id"),
        (changed("treasure", 4, "colour", to="blue"), "silver_gold.deck.colour", "treasure[4].colour"),
        (changed("treasure", 4, "seal", to="blue"), "silver_gold.deck.colour", "treasure[4].seal"),
        (changed("treasure", 4, "seal", to=0), "common.deck.wrong-kind", "treasure[4].seal"),
        (without("treasure", 4, "seal"), "common.deck.missing", "treasure[4].seal"),
        (changed("treasure", 4, "points", to=13), "silver_gold.deck.points", "treasure[4].points"),
        (changed("treasure", 4, "grid", to=["oo", "ooo"]), "silver_gold.deck.grid-uneven", "treasure[4].grid"),
        (changed("treasure", 4, "grid", to=["oo", 1]), "silver_gold.deck.grid-rows", "treasure[4].grid"),
        (changed("treasure", 4, "grid", to=[]), "silver_gold.deck.grid-size", "treasure[4].grid"),
        (changed("treasure", 4, "grid", to=["o"] * 5), "silver_gold.deck.grid-size", "treasure[4].grid"),
        (changed("treasure", 4, "grid", to=["oo", "xo"]), "silver_gold.deck.grid-letter", "treasure[4].grid[1]"),
    ],
)
def test_a_bad_deck_is_rejected_with_the_faulty_place(content: Any, key: str, where: str) -> None:
    with pytest.raises(BadDeck) as error:
        read_deck(content)
    assert (error.value.reason.key, error.value.reason.params["where"]) == (key, where)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=8,
)


@examples(150)
@given(st.data())
def test_every_content_of_a_deck_file_is_either_read_or_rejected(data: st.DataObject) -> None:
    content = deepcopy(STANDARD.deck.content)
    content["treasure"] = content["treasure"][:17]
    place: Any = content
    while isinstance(place, dict | list) and place:
        step = data.draw(st.sampled_from(sorted(place) if isinstance(place, dict) else range(len(place))))
        if data.draw(st.booleans()) or not isinstance(place[step], dict | list):
            place[step] = data.draw(JSON)
            break
        place = place[step]
    try:
        deck = read_deck(content)
    except BadDeck:
        return
    assert read_deck(deck.content) == deck


def test_the_shipped_deck_has_a_name_and_a_provenance() -> None:
    game = trapezi.game("silver_gold", players=2)
    assert game.options.data()["deck"] == "silver-gold-1"
    assert set(STANDARD.deck.content["provenance"]) == {"certain", "good", "ours"}
    assert read_deck(json.loads(json.dumps(STANDARD.deck.content))) == STANDARD.deck


def test_a_deck_of_ones_own_is_stored_in_the_log() -> None:
    own = changed("treasure", 46, "grid", to=["oooo", "oooo"])
    match = trapezi.game("silver_gold", players=3, deck=own).match(seed=11)
    own["treasure"].clear()  # This does not change the game, which has its own copy.
    rng = trapezi.Stream(1)
    while not match.state.over:
        seat = min(match.state.deciders)
        match.play(seat, match.state.choose(seat, rng))
    again = trapezi.replay(log_lines(match))
    assert again.state == match.state
    assert again.game == match.game != trapezi.game("silver_gold", players=3)


def test_a_pattern_of_one_square_is_a_single_square() -> None:
    own = deepcopy(STANDARD.deck.content)
    own["expedition"] = [{"name": "dot", "count": 8, "grid": ["o"]}]
    game = trapezi.game("silver_gold", players=2, deck=own)
    assert len(game.moves) == 6 + 5 + 2 * 16
    match = game.match(seed=2)
    match.play(0, "keep 1 2")
    match.play(1, "keep 1 2")
    assert len(match.state.legal(0)) == sum(card["points"] for card in match.state.view(0)["board"]["seats"][0]["cards"])


def test_every_move_and_outcome_has_a_text_that_parses_back() -> None:
    game = trapezi.game("silver_gold", players=4)
    everything = [*game.moves, *game.outcomes]
    assert [game.parse(game.text(move)) for move in everything] == everything
    assert len({json.dumps(game.describe(move)) for move in everything}) == len(everything)
    assert game.parse("LEFT  c1 B1 a1") == game.parse("left a1 b1 c1")


@examples(200)
@given(st.text("keptaleftrigh abcd123456 789", max_size=16) | st.text(max_size=12))
def test_every_other_text_is_not_a_move(text: str) -> None:
    game = trapezi.game("silver_gold", players=4)
    move = game._parse(" ".join(text.lower().split()))
    assert move is None or move in game.moves or move in game.outcomes


def test_data_that_is_not_a_position_is_rejected() -> None:
    game = trapezi.game("silver_gold", players=2)
    match = game.match(seed=1)
    good = match.state.data()
    assert game.restore(good) == match.state
    for place in range(len(good[2])):
        for bad in (-1, 2**70, "x", None, [0] * 99, [2**60] * 4, [2**60] * 8, [2**60] * 16):
            fields = list(good[2])
            fields[place] = bad
            with pytest.raises(BadData):
                game.restore([good[0], good[1], fields])


def test_a_position_with_a_card_missing_or_in_two_places_is_rejected() -> None:
    game = trapezi.game("silver_gold", players=2)
    good = game.match(seed=1).state.data()
    pile = 12
    for unseen in (good[2][pile] & good[2][pile] - 1, (1 << 47) - 1):
        with pytest.raises(BadData):
            game.restore([good[0], good[1], [*good[2][:pile], unseen, *good[2][pile + 1 :]]])
