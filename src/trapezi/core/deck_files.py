"""Read and check deck files, which say what is printed on the cards. People can write their own, for the cards in their box.

A deck file is JSON, at most 1 MB of UTF-8. It has at least the keys `game`, `name` and `provenance`, a text that says which cards
were copied from printed ones and which were invented. A game with cards declares an option of kind `DeckOption`; its value is
the name of a deck that is shipped with the game, or the content of a deck file.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NoReturn, Protocol, TypeVar

from trapezi.core.errors import BadDeck
from trapezi.core.safe_text import escape_invisible, quote, require_unicode

MAX_FILE_BYTES = 1_000_000
MAX_NAME_LENGTH = 80
MAX_PROVENANCE_LENGTH = 2000  # The maximum length, in characters, of the text about where the cards come from.
MAX_UPLOAD_BYTES = 64_000
MAX_UPLOAD_PROVENANCE_BYTES = 4000
MAX_UPLOAD_NAME_LENGTH = 60

T = TypeVar("T")


class Deck(Protocol):
    """The cards of a game, built from the content of a deck file."""

    @property
    def content(self) -> dict[str, Any]:
        """The content of the file that the deck was built from."""


@dataclass(frozen=True)
class DeckChoice:
    """The value of a deck option."""

    deck: Any
    name: str | None  # The name of a deck that is shipped with the game; None for any other deck.

    def __hash__(self) -> int:
        return hash(self.name)

    def data(self) -> str | dict[str, Any]:
        """Return the name of a shipped deck, or the content of any other deck."""
        return self.name if self.name is not None else self.deck.content


@dataclass(frozen=True)
class DeckOption:
    """The kind of an option that takes the name of a shipped deck or the content of a deck file."""

    package: str  # The Python package that contains the folder `decks`.
    shipped: tuple[str, ...]  # The names of the decks in the folder `decks`.
    build: Callable[[dict[str, Any]], Deck]  # Builds a deck from the content of a file, or raises `BadDeck`.

    def validate(self, option_name: str, value: Any, player_count: int) -> DeckChoice:
        if isinstance(value, str) and value in self.shipped:
            return self.load_shipped_deck(value)
        if isinstance(value, dict):
            return DeckChoice(self.build(_copy_within_file_limits(value, option_name)), None)
        raise BadDeck("common.deck.unknown", where=option_name, value=quote(value), shipped=", ".join(self.shipped))

    def load_shipped_deck(self, name: str) -> DeckChoice:
        return _build_shipped_deck_once(self.package, name, self.build)

    def describe(self) -> dict[str, Any]:
        return {"kind": "deck", "values": list(self.shipped)}


@cache
def _build_shipped_deck_once(package: str, name: str, build: Callable[[dict[str, Any]], Deck]) -> DeckChoice:
    """Build a deck that is shipped with a game. Calls with the same arguments return the same object from a cache."""
    return DeckChoice(build(json.loads(files(package).joinpath("decks", f"{name}.json").read_text("utf-8"))), name)


def read_deck_file(path: Path) -> dict[str, Any]:
    """Return the content of a deck file. Raise `BadDeck` if it is not a JSON object in UTF-8 of at most 1 MB."""
    where = escape_invisible(str(path))
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_FILE_BYTES + 1)
    except (OSError, ValueError) as error:
        raise BadDeck("common.log.unreadable", file=where) from error
    if len(raw) > MAX_FILE_BYTES:
        raise BadDeck("common.deck.too-large", where=where)
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise BadDeck("common.deck.utf16", where=where)
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadDeck("common.deck.not-utf8", where=where) from error
    if "\0" in text:  # The file is probably UTF-16 without a byte order mark.
        raise BadDeck("common.deck.utf16", where=where)
    content = _parse_json(text, where)
    if not isinstance(content, dict):
        raise BadDeck("common.deck.not-an-object", where=where)
    return content


def _copy_within_file_limits(content: dict[str, Any], option_name: str) -> dict[str, Any]:
    """Return a copy of the content of a deck. Raise `BadDeck` if the content is not valid JSON or too large."""
    try:
        text = json.dumps(content, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise BadDeck("common.deck.unreadable", where=option_name, why=str(error)[:80]) from error
    if len(require_unicode(text, "deck").encode()) > MAX_FILE_BYTES:
        raise BadDeck("common.deck.too-large", where=option_name)
    return _parse_json(text, option_name)  # type: ignore[no-any-return]


def _parse_json(text: str, where: str) -> Any:
    try:
        return json.loads(text, parse_constant=_reject_nan_and_infinity, object_pairs_hook=_dict_or_duplicate_key_error)
    except (ValueError, RecursionError) as error:
        raise BadDeck("common.deck.unreadable", where=where, why=str(error)[:80]) from error


def _dict_or_duplicate_key_error(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the pairs as a dict. Raise ValueError if a key occurs twice, because a dict would keep only its last value."""
    content = dict(pairs)
    if len(content) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the key {quote(twice)} is written twice")
    return content


def _reject_nan_and_infinity(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def check_upload_limits(content: dict[str, Any], where: str) -> None:
    """Raise `BadDeck` if a deck, its name or its provenance is too large to be stored on a server."""
    try:
        size = len(json.dumps(content, ensure_ascii=False).encode(errors="replace"))
        provenance = len(json.dumps(content.get("provenance"), ensure_ascii=False).encode(errors="replace"))
    except (TypeError, ValueError, RecursionError) as error:
        raise BadDeck("common.deck.unreadable", where=where, why=str(error)[:80]) from error
    if size > MAX_UPLOAD_BYTES:
        raise BadDeck("common.deck.upload-too-large", where=where)
    if provenance > MAX_UPLOAD_PROVENANCE_BYTES:
        raise BadDeck("common.deck.provenance-too-large", where=where)
    require_label(content, "name", max_length=MAX_UPLOAD_NAME_LENGTH)


def check_deck_header(content: dict[str, Any], game: str) -> None:
    """Raise `BadDeck` unless the content of a deck file is for this game and has a name and a provenance."""
    if require_value(content, "game", str) != game:
        raise BadDeck("common.deck.other-game", where="game", value=escape_invisible(content["game"][:40]), game=game)
    require_label(content, "name")
    provenance = content.get("provenance")
    if isinstance(provenance, str):
        require_label(content, "provenance", max_length=MAX_PROVENANCE_LENGTH)
    elif require_value(content, "provenance", dict):
        for key in content["provenance"]:
            require_label({"key": key}, "key", "provenance")
            require_label(provenance, key, "provenance", MAX_PROVENANCE_LENGTH)
    else:
        raise BadDeck("common.deck.missing", where="provenance")


def require_label(content: Any, key: str, where: str = "", max_length: int = MAX_NAME_LENGTH) -> str:
    """Return the text under a key of a deck file. Raise `BadDeck` if it is blank or too long or has invisible characters."""
    text = require_value(content, key, str, where)
    if not 1 <= len(text) <= max_length or not text.isprintable() or text != text.strip():
        raise BadDeck("common.deck.label", where=f"{where}.{key}" if where else key, value=quote(text), most=max_length)
    return text


def reject_unknown_keys(content: Any, known: Sequence[str], where: str = "") -> None:
    """Raise `BadDeck` unless the content is a JSON object with known keys only. (An unknown key is probably a typing error.)"""
    if not isinstance(content, dict):
        raise BadDeck("common.deck.not-an-object", where=where)
    for key in content:
        if key not in known:
            raise BadDeck(
                "common.deck.unknown-key", where=where or "–", value=escape_invisible(str(key)[:40]), known=", ".join(known)
            )


def require_value(content: Any, key: str | int, kind: type[T], where: str = "") -> T:
    """Return the value under a key of a deck file. Raise `BadDeck` if the value is missing or of another type.

    >>> require_value({"name": "mine"}, "name", str)
    'mine'
    """
    place = f"{where}[{key}]" if isinstance(key, int) else f"{where}.{key}" if where else key
    try:
        value = content[key]
    except (KeyError, IndexError, TypeError):
        raise BadDeck("common.deck.missing", where=place) from None
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise BadDeck("common.deck.wrong-kind", where=place, kind=kind.__name__, value=quote(value))
    return value
