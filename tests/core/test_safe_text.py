"""Text from outside must be well-formed Unicode, and messages quote it safely."""

from __future__ import annotations

import json

import pytest

import trapezi
from trapezi.core.errors import BadDeck, BadLog, BadOption, BadText
from trapezi.core.log import log_lines
from trapezi.core.safe_text import escape_invisible, quote, require_unicode
from trapezi.i18n import LANGUAGES, catalogue_for

HALF = "\ud800"  # This is half of a surrogate pair.


@pytest.mark.parametrize("text", ["", "Daphne", "Δάφνη", "😀", "a\u202eb", "\x00"])
def test_well_formed_text_is_returned_as_it_is(text: str) -> None:
    assert require_unicode(text, "name") == text


@pytest.mark.parametrize("text", [HALF, "\udfff", f"Δάφνη{HALF}", "\ude00\ud83d"])
def test_half_a_surrogate_pair_is_rejected(text: str) -> None:
    with pytest.raises(BadText) as error:
        require_unicode(text, "name")
    assert error.value.reason.key == "common.text.not-unicode"
    assert error.value.reason.params == {"what": "name"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_message_names_the_text_in_every_language(lang: str) -> None:
    with pytest.raises(BadText) as error:
        require_unicode(HALF, "chat")
    assert "Unicode" in catalogue_for(lang).explain(error.value)
    assert "chat:" not in catalogue_for(lang).explain(error.value)


def test_a_move_that_is_not_unicode_is_rejected() -> None:
    match = trapezi.game("qwixx", players=2).match(seed=1)
    for call in (match.game.parse, lambda text: match.play(0, text)):
        with pytest.raises(BadText):
            call(f"red {HALF}")


def test_options_that_are_not_unicode_are_rejected() -> None:
    for options in ({HALF: 1}, {"sheet": HALF}):
        with pytest.raises(BadText):
            trapezi.game("qwixx", players=2, **options)


@pytest.mark.parametrize("game", ["the_game", "silver_gold", "sideboards"])
@pytest.mark.parametrize("place", ["name", "provenance"])
def test_decks_that_are_not_unicode_are_rejected(game: str, place: str) -> None:
    (option,) = [field for field in trapezi.games.find(game).Options.__dataclass_fields__.values() if field.name == "deck"]
    deck = json.loads(json.dumps(option.default.deck.content))  # type: ignore[union-attr]
    deck[place] = HALF
    with pytest.raises(BadText):
        trapezi.game(game, players=2, deck=deck)


@pytest.mark.parametrize("escaped", [False, True])
@pytest.mark.parametrize("line", [1, 2, 3])
def test_logs_that_are_not_unicode_are_rejected_with_the_line(line: int, escaped: bool) -> None:
    lines = log_lines(trapezi.game("qwixx", players=2).match(seed=5))
    half = "\\ud800" if escaped else HALF
    lines[line - 1] = lines[line - 1].replace('"', f'"{half}', 1)
    with pytest.raises(BadLog) as error:
        trapezi.replay(lines)
    assert error.value.reason.params["line"] == line
    assert isinstance(error.value.__cause__, BadText)


def test_messages_quote_values_as_json_writes_them() -> None:
    assert [quote(value) for value in (None, True, [1, None], float("nan"))] == ["null", "true", "[1, null]", "NaN"]
    assert quote("x" * 100) == '"' + "x" * 39 + "…"
    assert quote(object()).startswith("<object")


def test_characters_that_a_terminal_would_obey_are_escaped() -> None:
    assert escape_invisible("a\x1b[2Jb\u202ec\u200bd") == "a\\u001b[2Jb\\u202ec\\u200bd"
    assert escape_invisible("Δάφνη ✿") == "Δάφνη ✿"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"players": None}, "null"),
        ({"players": True}, "true"),
        ({"players": 2, "first": None}, "null"),
        ({"players": 2, "sheet": False}, "false"),
    ],
)
def test_messages_about_options_show_the_words_of_json(options: dict[str, object], words: str) -> None:
    with pytest.raises(BadOption) as error:
        trapezi.game("qwixx", **options)
    assert error.value.reason.params["value"] == words


def test_messages_about_decks_show_the_words_of_json() -> None:
    for deck, words in ((None, "null"), ([True], "[true]")):
        with pytest.raises(BadDeck) as error:
            trapezi.game("the_game", players=2, deck=deck)
        assert error.value.reason.params["value"] == words
