"""Decks: what is printed on the cards, as validated files that a box owner can replace.

A deck file is JSON with at least `game`, `name` and `provenance` (what is known, what is ours). A game has an option of
kind `DeckOption`; its value is the name of a shipped deck, or the content of somebody's own file.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Protocol, TypeVar

from trapezi.core.errors import BadDeck

T = TypeVar("T")


class Deck(Protocol):
    """Cards ready to play with."""

    @property
    def content(self) -> dict[str, Any]:
        """The file that the deck was built from."""


@dataclass(frozen=True)
class Chosen:
    """A deck as an option: by name if it ships with the game, else with its whole content."""

    deck: Any
    name: str | None

    def __hash__(self) -> int:
        return hash(self.name)

    def data(self) -> Any:
        return self.name if self.name is not None else self.deck.content


@dataclass(frozen=True)
class DeckOption:
    package: str  # where the shipped files lie
    shipped: tuple[str, ...]
    build: Callable[[dict[str, Any]], Deck]  # validates; raises `BadDeck`

    def read(self, name: str, value: Any, players: int) -> Chosen:
        if isinstance(value, str) and value in self.shipped:
            return self.by_name(value)
        if isinstance(value, dict):
            return Chosen(self.build(_own(value, name)), None)
        raise BadDeck("deck.unknown", where=name, value=repr(value)[:40], shipped=", ".join(self.shipped))

    def by_name(self, name: str) -> Chosen:
        return _shipped(self.package, name, self.build)

    def describe(self) -> dict[str, Any]:
        return {"kind": "deck", "values": list(self.shipped)}


@cache
def _shipped(package: str, name: str, build: Callable[[dict[str, Any]], Deck]) -> Chosen:
    """A deck that ships with a game, the same for all who play with it."""
    return Chosen(build(json.loads(files(package).joinpath("decks", f"{name}.json").read_text("utf-8"))), name)


def _own(content: dict[str, Any], name: str) -> dict[str, Any]:
    """A copy that nobody else can change."""
    try:
        copied: dict[str, Any] = json.loads(json.dumps(content))
    except (TypeError, ValueError, RecursionError) as error:
        raise BadDeck("deck.unreadable", where=name, why=str(error)[:80]) from error
    return copied


def read_file(path: Path) -> dict[str, Any]:
    """The content of a deck file; `BadDeck` if it is not a JSON object."""
    try:
        content = json.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise BadDeck("log.unreadable", file=str(path)) from error
    except (ValueError, RecursionError) as error:
        raise BadDeck("deck.unreadable", where=str(path), why=str(error)[:80]) from error
    if not isinstance(content, dict):
        raise BadDeck("deck.not-an-object", where=str(path))
    return content


def only(content: Any, known: Sequence[str], where: str = "") -> None:
    """A JSON object of a deck file without keys that nobody reads, such as misspelt ones."""
    if not isinstance(content, dict):
        raise BadDeck("deck.not-an-object", where=where)
    for key in content:
        if key not in known:
            raise BadDeck("deck.unknown-key", where=where or "–", value=str(key)[:40], known=", ".join(known))


def need(content: Any, name: str | int, kind: type[T], where: str = "") -> T:
    """A part of a deck file that must be there and of that kind.

    >>> need({"name": "mine"}, "name", str)
    'mine'
    """
    place = f"{where}[{name}]" if isinstance(name, int) else f"{where}.{name}" if where else name
    try:
        value = content[name]
    except (KeyError, IndexError, TypeError):
        raise BadDeck("deck.missing", where=place) from None
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise BadDeck("deck.wrong-kind", where=place, kind=kind.__name__, value=repr(value)[:40])
    return value
