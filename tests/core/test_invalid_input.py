"""Invalid input raises only typed errors and changes nothing."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.properties import examples

import trapezi
from trapezi.core.deck_files import read_deck_file
from trapezi.core.errors import BadDeck, BadLog, BadOption, BadText, IllegalMove, TrapeziError
from trapezi.core.log import log_lines
from trapezi.core.options import game_specific_fields

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=12), inner, max_size=5),
    max_leaves=12,
)
WORDS = ["roll", "pass", "red", "7", "take", "1", "2", "lay", "left", "play", "99", "on", "-", "a1", "d4", "draw", "as", "joker"]
GAMES = trapezi.names()


def option_names(game: str) -> list[str]:
    return ["players", *game_specific_fields(trapezi.games.find(game).Options)]


@pytest.mark.parametrize("name", GAMES)
@examples(120)
@given(data=st.data())
def test_invalid_options_raise_only_typed_errors(name: str, data: st.DataObject) -> None:
    known = option_names(name)
    given_options = data.draw(st.dictionaries(st.sampled_from(known) | st.text(max_size=10), JSON, max_size=4))
    if data.draw(st.booleans()):
        given_options["players"] = data.draw(st.integers(0, 7))
    try:
        game = trapezi.game(name, **given_options)
    except (BadOption, BadDeck):
        return
    assert set(given_options) <= set(known)
    assert game.start().deciders


@pytest.mark.parametrize("name", GAMES)
@examples(120)
@given(seat=JSON | st.integers(-3, 8), move=JSON | st.integers(-5, 3000))
def test_invalid_moves_are_rejected_and_change_nothing(name: str, seat: Any, move: Any) -> None:
    game = trapezi.game(name, players=2)
    state = game.match(seed=3).state
    before = state.data()
    try:
        state.play(seat, move)
    except IllegalMove as error:
        assert state.data() == before
        assert error.reason == state.why_not(seat, move)


@pytest.mark.parametrize("name", GAMES)
@examples(120)
@given(text=st.text(max_size=40) | st.lists(st.sampled_from(WORDS)).map(" ".join))
def test_a_text_names_a_move_or_is_rejected(name: str, text: str) -> None:
    game = trapezi.game(name, players=2)
    try:
        move = game.parse(text)
    except BadText as error:
        assert game.parse(error.reason.params["example"]) == game.moves[0]
    else:
        assert game.text(move) == game.text(game.parse(game.text(move)))
        assert move in game.moves or move in game.outcomes


@examples(120)
@given(st.lists(JSON.map(json.dumps) | st.text(max_size=30), max_size=6))
def test_the_error_for_an_invalid_log_names_a_line(lines: list[str]) -> None:
    with pytest.raises(BadLog) as caught:
        trapezi.replay(lines)
    assert 1 <= caught.value.reason.params["line"] <= len(lines) + 1


LOG = log_lines(trapezi.game("qwixx", players=2).match(seed=5))


@examples(120)
@given(number=st.integers(0, len(LOG) - 1), position=st.integers(0, 500), character=st.characters())
@example(number=0, position=2, character="\ud800")
@example(number=len(LOG) - 1, position=2, character="\ud800")
def test_a_log_altered_anywhere_is_rejected_or_says_the_same(number: int, position: int, character: str) -> None:
    line = LOG[number]
    at = position % len(line)
    altered = line[:at] + character + line[at + 1 :]
    lines = [*LOG[:number], altered, *LOG[number + 1 :]]
    try:
        match = trapezi.replay("\n".join(lines))
    except BadLog as error:
        assert error.reason.params["line"] >= 1
    else:
        assert json.loads(altered) == json.loads(line)
        assert log_lines(match) == LOG


@given(st.binary(max_size=200))
def test_a_file_of_random_bytes_is_rejected(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.mktemp("log") / "any.jsonl"
    path.write_bytes(content)
    with pytest.raises(BadLog):
        trapezi.replay(path)


def test_a_missing_file_is_a_typed_error() -> None:
    with pytest.raises(BadLog):
        trapezi.replay(Path("/nowhere/at/all"))


DECKS = {
    name: (option, field.metadata["kind"])
    for name in GAMES
    for option, field in game_specific_fields(trapezi.games.find(name).Options).items()
    if hasattr(field.metadata["kind"], "shipped")
}


@pytest.mark.parametrize("name", DECKS)
@examples(120)
@given(data=st.data())
def test_a_deck_file_altered_anywhere_is_rejected_or_playable(name: str, data: st.DataObject) -> None:
    option, kind = DECKS[name]
    content = json.loads(json.dumps(kind.load_shipped_deck(kind.shipped[0]).deck.content))
    place = content
    for _ in range(data.draw(st.integers(0, 4))):
        if not isinstance(place, dict | list) or not place:
            break
        keys = sorted(place) if isinstance(place, dict) else range(len(place))
        key = data.draw(st.sampled_from(keys))
        if not isinstance(place[key], dict | list) or data.draw(st.booleans()):
            place[key] = data.draw(JSON)
            break
        place = place[key]
    try:
        game = trapezi.game(name, players=2, **{option: content})
    except BadDeck as error:
        assert error.reason.params["where"] is not None
        return
    state, rng = game.start(), trapezi.Stream(1)
    for _ in range(400):
        if state.over:
            break
        seat = min(state.deciders)
        state.play(seat, state.choose(seat, rng))


def test_the_error_for_an_unknown_game_names_the_closest_one() -> None:
    with pytest.raises(TrapeziError) as caught:
        trapezi.game("quixx", players=2)
    assert caught.value.reason.params["close"] == "qwixx"


NOT_A_MOVE: list[Any] = [None, "x", 1.5, [], {}, -1, -(2**40), 10**30]
NOT_A_SEAT: list[Any] = [None, "x", 1.5, [], 2**40, -(2**40), 10**30]


@pytest.mark.parametrize("name", GAMES)
def test_values_that_are_no_move_or_seat_raise_typed_errors(name: str) -> None:
    game = trapezi.game(name, players=2)
    state: Any = game.start()
    for value in NOT_A_MOVE:
        for method in (game.text, game.describe):
            with pytest.raises(IllegalMove):
                method(value)
    for value in NOT_A_SEAT:
        for method in (state.legal, state.optional):
            with pytest.raises(IllegalMove):
                method(value)


@pytest.mark.parametrize("value", [5, None, 1.5, object()])
def test_values_that_are_no_log_raise_typed_errors(value: Any) -> None:
    with pytest.raises(BadLog, match="A log is a file, a text or a list of lines"):
        trapezi.replay(value)


def test_an_error_is_a_sentence_with_its_message_key() -> None:
    with pytest.raises(BadOption) as caught:
        trapezi.game("qwixx", players=9)
    assert str(caught.value) == "Qwixx is for 1 to 5 players, not 9. [common.option.players]"
    assert str(TrapeziError("no.such-key", number=4)) == "Such key: number 4 [no.such-key]"


@pytest.mark.parametrize("name", GAMES)
def test_a_match_can_be_pickled_and_played_on(name: str) -> None:
    match = trapezi.game(name, players=2).match(seed=5)
    copy = pickle.loads(pickle.dumps(match))
    for each in (match, copy):
        for _ in range(5):
            seat = min(each.state.deciders)
            each.play(seat, each.state.legal(seat)[0])
    assert log_lines(copy) == log_lines(match)


def test_a_log_file_may_begin_with_a_byte_order_mark_and_other_encodings_are_named(tmp_path: Path) -> None:
    match = trapezi.game("qwixx", players=2).match(seed=5)
    text = "\n".join(log_lines(match)) + "\n"
    file = tmp_path / "log"
    for encoding, ending in (("utf-8", "\n"), ("utf-8-sig", "\n"), ("utf-8-sig", "\r\n")):
        file.write_bytes(text.replace("\n", ending).encode(encoding))
        assert trapezi.replay(file).state == match.state
    assert trapezi.replay("\ufeff" + text).state == match.state
    file.write_bytes(text.encode("utf-16"))
    with pytest.raises(BadLog, match="UTF-16"):
        trapezi.replay(file)


def test_a_log_of_unlimited_length_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trapezi.core.log.MAX_BYTES", 1_000_000)
    with pytest.raises(BadLog, match="larger than 1 MB"):
        trapezi.replay(Path("/dev/zero"))


def test_a_deck_file_with_a_key_written_twice_or_in_utf_16_is_rejected(tmp_path: Path) -> None:
    file = tmp_path / "deck.json"
    file.write_text('{"game": "qwixx", "cards": [{"a": 1, "a": 2}]}')
    with pytest.raises(BadDeck, match='the key "a" is written twice'):
        read_deck_file(file)
    file.write_bytes('{"game": "qwixx"}'.encode("utf-16"))
    with pytest.raises(BadDeck, match="UTF-16"):
        read_deck_file(file)
