"""All sentences, in Greek, English and German. The law speaks in keys; here they become words.

What a game says, beside the keys of its reasons, score lines, options (`option.<game>.<option>`) and its title (`game.<game>`):

    <game>.<param>.<value>   the word of an id that stands in a blank: `qwixx.colour.red`; a seat is called by its player's name
    <game>.<param>           a thing with parts that stands in a blank, such as a card: `{colour} {number}`
    <game>.move.<kind>       a move or outcome by its parts
    <game>.hidden.<kind>     the same where it lacks some of them, such as a card that not everybody sees
    <game>.ask.<phase>       what a player is asked for, after the name: `cross the white sum in one row, or pass.`

`words/<lang>/*.json` map keys to sentences with `{blanks}`; `words/<lang>/rules/<game>.md` are the rules for players.

>>> catalogue_for("en").translate("qwixx.score.row", row=0, crosses=4)
'Crosses in the red row: 4'
>>> catalogue_for("de").translate("no.such-key", number=4)
'Such key: number 4'
"""

from __future__ import annotations

import json
import os
import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Any

from trapezi.core.errors import Reason, TrapeziError
from trapezi.games import names, package, packages

LANGUAGES = ("en", "el", "de")
HOME = "en"  # what is said where a language lacks a sentence
CHOSEN = "TRAPEZI_LANG"
LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")

BLANK = re.compile(r"\{(\w+)\}")


class UnknownLanguage(TrapeziError):
    """A language that nobody has written sentences in."""


class Catalogue:
    """The sentences of one language. `names` are the players' names by seat, where they are known."""

    def __init__(self, lang: str, names: Sequence[str] = ()) -> None:
        self.lang = lang
        self.names = tuple(names)
        self._sentences = catalogue(lang)
        self._spare = catalogue(HOME)

    def at(self, names: Sequence[str]) -> Catalogue:
        """The same language at a table whose players have names."""
        return Catalogue(self.lang, names)

    def find(self, key: str) -> str | None:
        """The sentence of a key with its blanks, or None."""
        return self._sentences.get(key) or self._spare.get(key)

    def translate(self, key: str, /, **params: Any) -> str:
        """The sentence of a key; blanks are filled, and ids in them are themselves put into words."""
        sentence = self.find(key)
        if sentence is None:
            return self.plain_message(key, params)
        scope = key.partition(".")[0]
        return BLANK.sub(lambda blank: self._filled(scope, blank[1], params), sentence)

    def plain_message(self, key: str, params: Mapping[str, Any]) -> str:
        """A readable text for a key that no catalogue has, such as a key of a guest game: its last part and its parameters."""
        scope, _, rest = key.partition(".")
        values = [f"{readable(name).lower()} {self.word(scope, name, value)}" for name, value in params.items()]
        return readable(rest.rpartition(".")[2] or scope) + (f": {', '.join(values)}" if values else "")

    def _filled(self, scope: str, name: str, params: Mapping[str, Any]) -> str:
        return self.word(scope, name, params[name]) if name in params else f"{{{name}}}"

    def word(self, scope: str, name: str, value: Any) -> str:
        """What stands in a blank: the word of an id (`qwixx.colour.red`), a player's name, or the value itself."""
        if isinstance(value, list | tuple):
            return ", ".join(self.word(scope, name, item) for item in value)
        if isinstance(value, Mapping):
            return self.thing(scope, name, value)
        found = self.find(f"{scope}.{name}.{str(value).lower() if isinstance(value, bool) else value}")
        if found is not None:
            return found
        match name, value:
            case "seat" | "to", int():
                return self.name(value)
            case "game", str():
                return self.title(value)
        return str(value)

    def thing(self, scope: str, name: str, value: Mapping[str, Any]) -> str:
        """Something with parts, such as a card: as `<scope>.<name>` words it, else its parts in a row."""
        sentence = self.find(f"{scope}.{name}")
        if sentence is not None and all(blank in value for blank in BLANK.findall(sentence)):
            return self.translate(f"{scope}.{name}", **value)
        return " ".join(self.word(scope, part, item) for part, item in value.items() if item is not None)

    def name(self, seat: int) -> str:
        """The player of a seat."""
        if 0 <= seat < len(self.names):
            return self.names[seat]
        return self.translate("table.nature") if seat < 0 else self.translate("table.player", number=seat + 1)

    def title(self, game: str) -> str:
        """The title of a game; a game without messages goes by its name in readable form."""
        return self.find(f"{game}.title") or readable(game)

    def reason(self, reason: Reason) -> str:
        return self.translate(reason.key, **reason.params)

    def explain(self, error: TrapeziError) -> str:
        """What an error of the law says to a person; where another caused it, that one too."""
        params = dict(error.reason.params)
        if "why" in params and isinstance(error.__cause__, TrapeziError):
            params["why"] = self.explain(error.__cause__)
        return self.translate(error.reason.key, **params)

    def move(self, game: str, parts: Mapping[str, Any], text: str = "") -> str:
        """A move by those of its parts that are known; where no sentence is content with them, its text."""
        for way in ("move", "hidden"):
            key = f"{game}.{way}.{parts.get('kind')}"
            sentence = self.find(key)
            if sentence is not None and all(blank in parts for blank in BLANK.findall(sentence)):
                return self.translate(key, **parts)
        known = (self.word(game, name, value) for name, value in parts.items() if value is not None and value is not False)
        return text or ", ".join(known)

    def rules(self, game: str) -> str | None:
        """The rules of a game for players, as Markdown, or None."""
        return package(game).rules(self.lang) if game in names() else None


def catalogue_for(lang: str | None = None, names: Sequence[str] = ()) -> Catalogue:
    """The words of a language: the one asked for, else that of the environment, else English."""
    return Catalogue(of_environment(os.environ) if lang is None else known_language(lang), names)


def known_language(lang: str) -> str:
    """Return the language if there are messages in it; raise `UnknownLanguage` otherwise."""
    if lang not in LANGUAGES:
        raise UnknownLanguage("lang.unknown", value=lang[:40], known=", ".join(LANGUAGES))
    return lang


def of_environment(environment: Mapping[str, str]) -> str:
    """The language that `TRAPEZI_LANG` names, else the locale, else English.

    >>> of_environment({"LANG": "el_GR.UTF-8"}), of_environment({"TRAPEZI_LANG": "de", "LANG": "el_GR.UTF-8"}), of_environment({})
    ('el', 'de', 'en')
    """
    chosen = environment.get(CHOSEN, "").lower()
    if chosen in LANGUAGES:
        return chosen
    locale = next((environment[name] for name in LOCALE if environment.get(name)), "")
    lang = re.split(r"[_.@-]", locale.lower())[0]
    return lang if lang in LANGUAGES else HOME


def explain(error: TrapeziError, lang: str | None = None) -> str:
    """An error of the law in somebody's language.

    >>> explain(TrapeziError("move.game-over"), "en")
    'The game is over.'
    """
    return catalogue_for(lang).explain(error)


def folder(lang: str) -> Traversable:
    return files(__name__).joinpath(lang)


@cache
def catalogue(lang: str) -> Mapping[str, str]:
    """All sentences of a language by key."""
    sentences: dict[str, str] = {}
    for page in sorted(folder(lang).iterdir(), key=lambda page: page.name):
        if page.name.endswith(".json"):
            sentences.update(json.loads(page.read_text("utf-8")))
    for each in packages():
        sentences.update(each.messages(lang))
    return MappingProxyType(sentences)


def readable(name: str) -> str:
    """A name of a program as a person reads it.

    >>> readable("market_day"), readable("already-shouted")
    ('Market day', 'Already shouted')
    """
    words = re.sub(r"[_-]+", " ", name).strip()
    return words[:1].upper() + words[1:]


def plain(text: str) -> str:
    """A text as people type it in a hurry: small letters, no accents, single spaces.

    >>> plain("  Κόκκινο   5 ")
    'κοκκινο 5'
    """
    bare = "".join(c for c in unicodedata.normalize("NFD", text.casefold()) if not unicodedata.combining(c))
    return " ".join(bare.split())
