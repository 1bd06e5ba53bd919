"""Deck files are checked: encoding, size, name and provenance. Each game has its own tests for what is on its cards."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import trapezi
from trapezi.core.deck_files import MAX_FILE_BYTES, DeckOption, read_deck_file
from trapezi.core.errors import BadDeck
from trapezi.core.options import game_specific_fields
from trapezi.i18n import catalogue_for

OPTIONS = {
    name: field.metadata["kind"]
    for name in trapezi.names()
    for field in game_specific_fields(trapezi.games.find(name).Options).values()
    if isinstance(field.metadata["kind"], DeckOption)
}


def shipped(game: str) -> dict[str, Any]:
    kind = OPTIONS[game]
    content: dict[str, Any] = json.loads(json.dumps(kind.load_shipped_deck(kind.shipped[0]).deck.content))
    return content


def read_bytes(folder: Path, content: bytes) -> dict[str, Any]:
    path = folder / "deck.json"
    path.write_bytes(content)
    return read_deck_file(path)


def rejection(content: Any, game: str) -> BadDeck:
    with pytest.raises(BadDeck) as error:
        OPTIONS[game].validate("deck", content, 2)
    return error.value


# -- files -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_utf8_is_read_with_and_without_a_byte_order_mark(encoding: str, tmp_path: Path) -> None:
    assert read_bytes(tmp_path, '{"name": "Δάφνη"}'.encode(encoding)) == {"name": "Δάφνη"}


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ('{"name": "Δάφνη"}', "utf-16"),
        ('{"name": "box"}', "utf-16-le"),
        ('{"name": "box"}', "utf-16-be"),
        ('{"ü": 1}', "latin-1"),
    ],
)
def test_other_encodings_are_rejected_and_the_message_names_utf8(text: str, encoding: str, tmp_path: Path) -> None:
    with pytest.raises(BadDeck) as error:
        read_bytes(tmp_path, text.encode(encoding))
    assert error.value.reason.key == ("common.deck.utf16" if "16" in encoding else "common.deck.not-utf8")
    assert all("UTF-8" in catalogue_for(lang).explain(error.value) for lang in ("el", "en", "de"))


def test_a_file_larger_than_a_megabyte_is_rejected_unread(tmp_path: Path) -> None:
    with pytest.raises(BadDeck) as error:
        read_bytes(tmp_path, b" " * (MAX_FILE_BYTES + 1))
    assert error.value.reason.key == "common.deck.too-large"
    assert read_bytes(tmp_path, b"{}".ljust(MAX_FILE_BYTES)) == {}


def test_content_larger_than_a_megabyte_is_rejected() -> None:
    assert rejection({**shipped("the_game"), "name": "x" * MAX_FILE_BYTES}, "the_game").reason.key == "common.deck.too-large"


@pytest.mark.parametrize("text", ["", "{", '{"a": NaN}', '{"a": Infinity}', "[" * 100_000])
def test_text_that_is_not_json_is_rejected(text: str, tmp_path: Path) -> None:
    with pytest.raises(BadDeck) as error:
        read_bytes(tmp_path, text.encode())
    assert error.value.reason.key == "common.deck.unreadable"


@pytest.mark.parametrize("text", ["[]", "null", "7", '"deck"'])
def test_json_that_is_not_an_object_is_rejected(text: str, tmp_path: Path) -> None:
    with pytest.raises(BadDeck) as error:
        read_bytes(tmp_path, text.encode())
    assert error.value.reason.key == "common.deck.not-an-object"


def test_a_missing_file_is_rejected(tmp_path: Path) -> None:
    with pytest.raises(BadDeck) as error:
        read_deck_file(tmp_path / "none.json")
    assert error.value.reason.key == "common.log.unreadable"


def test_a_file_name_that_is_not_unicode_can_be_shown(tmp_path: Path) -> None:
    with pytest.raises(BadDeck) as error:
        read_deck_file(tmp_path / "a\udc80.json")
    catalogue_for("en").explain(error.value).encode()


def test_nan_in_content_is_rejected() -> None:
    assert rejection({**shipped("the_game"), "name": float("nan")}, "the_game").reason.key == "common.deck.unreadable"


# -- names and provenance ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", OPTIONS)
@pytest.mark.parametrize("name", ["", " ", " mine", "mine\n", "a\x1b[2Jb", "a\u202eb", "a\u200bb", "a\x00b", "x" * 81])
def test_a_name_that_cannot_be_shown_is_rejected(name: str, game: str) -> None:
    error = rejection({**shipped(game), "name": name}, game)
    assert (error.reason.key, error.reason.params["where"]) == ("common.deck.label", "name")
    assert all(catalogue_for(lang).explain(error).isprintable() for lang in ("el", "en", "de"))


@pytest.mark.parametrize("game", OPTIONS)
@pytest.mark.parametrize("name", ["x", "x" * 80, "Κουτί της Δάφνης", "mine & yours – 2"])
def test_other_names_are_accepted(name: str, game: str) -> None:
    assert OPTIONS[game].validate("deck", {**shipped(game), "name": name}, 2).deck.content["name"] == name


@pytest.mark.parametrize("game", OPTIONS)
@pytest.mark.parametrize(
    ("provenance", "key", "where"),
    [
        (None, "common.deck.wrong-kind", "provenance"),
        (7, "common.deck.wrong-kind", "provenance"),
        ({}, "common.deck.missing", "provenance"),
        ("", "common.deck.label", "provenance"),
        ("x" * 2001, "common.deck.label", "provenance"),
        ({"source": None}, "common.deck.wrong-kind", "provenance.source"),
        ({"source": "a\x1bb"}, "common.deck.label", "provenance.source"),
        ({"a\u202eb": "box"}, "common.deck.label", "provenance.key"),
    ],
)
def test_a_provenance_without_text_is_rejected(provenance: Any, key: str, where: str, game: str) -> None:
    error = rejection({**shipped(game), "provenance": provenance}, game)
    assert (error.reason.key, error.reason.params["where"]) == (key, where)
    assert "None" not in catalogue_for("en").explain(error)


@pytest.mark.parametrize("game", OPTIONS)
@pytest.mark.parametrize("provenance", ["my box", {"source": "my box"}])
def test_a_provenance_is_a_text_or_named_texts(provenance: Any, game: str) -> None:
    assert OPTIONS[game].validate("deck", {**shipped(game), "provenance": provenance}, 2).deck.content["provenance"] == provenance


@pytest.mark.parametrize("game", OPTIONS)
def test_a_deck_for_another_game_is_rejected(game: str) -> None:
    error = rejection({**shipped(game), "game": "qwixx"}, game)
    assert error.reason.key == "common.deck.other-game"
    assert "qwixx" in catalogue_for("en").explain(error)


@pytest.mark.parametrize("game", OPTIONS)
def test_an_unknown_key_is_rejected_and_quoted_safely(game: str) -> None:
    error = rejection({**shipped(game), "a\x1bb": 1}, game)
    assert (error.reason.key, error.reason.params["value"]) == ("common.deck.unknown-key", "a\\u001bb")
