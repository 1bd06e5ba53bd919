"""Translate message keys into sentences in Greek, English or German. The rules of games return message keys, not sentences.

The files `i18n/<lang>/*.json` and `games/<game>/locale/<lang>.json` map keys to sentences. A sentence may have `{placeholders}`,
and plural forms as in ICU messages: `{cards, plural, one {# card} other {# cards}}`. A game has keys for its reasons, its score
lines, its title and its options (`<game>.option.<option>`), and these:

    <game>.<param>.<value>   the word for a value of a placeholder: `my_game.colour.red`
    <game>.<param>           how to write a value with several fields, such as a card: `{colour} {number}`
    <game>.move.<kind>       a move or outcome, from the fields of its description
    <game>.hidden.<kind>     the same for viewers who do not see some of the fields, such as a hidden card
    <game>.ask.<phase>       what a player has to decide: `cross off the white sum in one row, or pass.`

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
from types import MappingProxyType
from typing import Any

from trapezi.core.errors import Reason, TrapeziError
from trapezi.games import loadable_packages, names, package

LANGUAGES = ("en", "el", "de")
FALLBACK = "en"  # The language of messages that are missing in another language.
SECTIONED = (
    "arena",
    "cli",
    "common",
    "screens",
)  # Shared catalogues; the second part of their keys is a section: `common.move.…`.
LANGUAGE_VARIABLE = "TRAPEZI_LANG"
LOCALE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")

PLACEHOLDER = re.compile(r"\{(\w+)\}")
FORM = re.compile(r"(\w+) ?\{((?:[^{}]|\{\w+\})*)\}")  # One form of a plural, such as `one {# card}`.
PLURAL = re.compile(rf"\{{(\w+), plural,((?: {FORM.pattern})+)\}}")


def one_or_other(number: int) -> str:
    """Return the CLDR plural category of a whole number in English, Greek and German."""
    return "one" if abs(number) == 1 else "other"


PLURAL_RULES = dict.fromkeys(("en", "el", "de"), one_or_other)  # Other languages may need other rules.


def scope_of(key: str) -> str:
    """Return the beginning of a message key that the words for values share: the game, or a section of a shared catalogue.

    >>> scope_of("qwixx.score.row"), scope_of("common.move.not-your-turn")
    ('qwixx', 'common.move')
    """
    return ".".join(key.split(".")[: 2 if key.partition(".")[0] in SECTIONED else 1])


class UnknownLanguage(TrapeziError):
    """The language has no catalogue."""


class Catalogue:
    """The messages of one language, and the names of the players if they are known."""

    def __init__(self, lang: str, names: Sequence[str] = ()) -> None:
        self.lang = lang
        self.names = tuple(names)
        self._messages = messages(lang)
        self._fallback = messages(FALLBACK)

    def with_player_names(self, names: Sequence[str]) -> Catalogue:
        """Return a catalogue of the same language in which the players have these names."""
        return Catalogue(self.lang, names)

    def template(self, key: str) -> str | None:
        """Return the message of a key with its placeholders not yet filled, or None if there is no such message."""
        return self._messages.get(key) or self._fallback.get(key)

    def translate(self, key: str, /, **params: Any) -> str:
        """Return the message of a key with its placeholders filled. If there are words for the parameters, use these."""
        template = self.template(key)
        if template is None:
            return self.fallback_message(key, params)
        scope = scope_of(key)
        template = choose_plurals(template, self.lang if key in self._messages else FALLBACK, params)

        def fill_placeholder(placeholder: re.Match[str]) -> str:
            name = placeholder[1]
            return self.value_text(scope, name, params[name]) if name in params else placeholder[0]

        return PLACEHOLDER.sub(fill_placeholder, template)

    def fallback_message(self, key: str, params: Mapping[str, Any]) -> str:
        """Return a readable text for a key without a message: the last part of the key, and the parameters."""
        scope, (catalogue, _, rest) = scope_of(key), key.partition(".")
        values = [f"{readable_name(name).lower()} {self.value_text(scope, name, value)}" for name, value in params.items()]
        return readable_name(rest.rpartition(".")[2] or catalogue) + (f": {', '.join(values)}" if values else "")

    def value_text(self, scope: str, name: str, value: Any) -> str:
        """Return a parameter as text: the word for it (message `my_game.colour.red`), a player's name, or the value itself."""
        if isinstance(value, list | tuple):
            return ", ".join(self.value_text(scope, name, item) for item in value)
        if isinstance(value, Mapping):
            return self.fields_text(scope, name, value)
        text = self.template(f"{scope}.{name}.{str(value).lower() if isinstance(value, bool) else value}")
        if text is not None:
            return text
        match name, value:
            case "seat" | "to", int():
                return self.player_name(value)
            case "game", str():
                return self.game_title(value)
        return str(value)

    def fields_text(self, scope: str, name: str, value: Mapping[str, Any]) -> str:
        """Return a value with several fields, such as a card, as text. Use the message `<scope>.<name>` if there is one."""
        template = self.template(f"{scope}.{name}")
        if template is not None and placeholders(template) <= value.keys():
            return self.translate(f"{scope}.{name}", **value)
        return " ".join(self.value_text(scope, field, item) for field, item in value.items() if item is not None)

    def player_name(self, seat: int) -> str:
        """Return the name of the player of a seat."""
        if 0 <= seat < len(self.names):
            return self.names[seat]
        return self.translate("common.table.nature") if seat < 0 else self.translate("common.table.player", number=seat + 1)

    def game_title(self, game: str) -> str:
        """Return the title of a game, or its name in readable form."""
        return self.template(f"{game}.title") or readable_name(game)

    def translate_reason(self, reason: Reason) -> str:
        return self.translate(reason.key, **reason.params)

    def explain(self, error: TrapeziError) -> str:
        """Return the message of an error, including the message of the error that caused it.

        >>> catalogue_for("en").explain(TrapeziError("common.move.game-over"))
        'The game is over.'
        """
        params = dict(error.reason.params)
        if "why" in params and isinstance(error.__cause__, TrapeziError):
            params["why"] = self.explain(error.__cause__)
        return self.translate(error.reason.key, **params)

    def move_text(self, game: str, description: Mapping[str, Any], fallback: str = "") -> str:
        """Return a move as text. If the game has no message for it, return `fallback` or, without that, list its fields."""
        for form in ("move", "hidden"):
            key = f"{game}.{form}.{description.get('kind')}"
            template = self.template(key)
            if template is not None and placeholders(template) <= description.keys():
                return self.translate(key, **description)
        known = ((field, value) for field, value in description.items() if value is not None and value is not False)
        return fallback or ", ".join(self.value_text(game, field, value) for field, value in known)

    def rules_page(self, game: str) -> str | None:
        """Return the rules of a game for players as Markdown, or None if the game has no rules page."""
        return package(game).rules_page_or_english(self.lang) if game in names() else None


def placeholders(template: str) -> set[str]:
    """Return the names of the parameters of a message.

    >>> sorted(placeholders("{seat}: {cards, plural, one {a card} other {# cards}}"))
    ['cards', 'seat']
    """
    forms = PLURAL.sub(lambda plural: f"{{{plural[1]}}}" + "".join(text for _, text in FORM.findall(plural[2])), template)
    return set(PLACEHOLDER.findall(forms))


def choose_plurals(template: str, lang: str, params: Mapping[str, Any]) -> str:
    """Replace each plural in a message by the form for its number. In this form, `#` becomes the placeholder of the number.

    >>> choose_plurals("{cards, plural, one {# card} other {# cards}} for {name}", "en", {"cards": 1})
    '{cards} card for {name}'
    """

    def choose_plural_form(plural: re.Match[str]) -> str:
        forms: dict[str, str] = dict(FORM.findall(plural[2]))
        number = params.get(plural[1])
        category = PLURAL_RULES[lang](number) if isinstance(number, int) else "other"
        return (forms.get(category) or forms["other"]).replace("#", f"{{{plural[1]}}}")

    return PLURAL.sub(choose_plural_form, template)


def catalogue_for(lang: str | None = None, names: Sequence[str] = ()) -> Catalogue:
    """Return the catalogue of a language, by default of the language of the environment."""
    return Catalogue(environment_language(os.environ) if lang is None else require_known_language(lang), names)


def require_known_language(lang: str) -> str:
    """Return the language. Raise `UnknownLanguage` if it has no catalogue."""
    if lang not in LANGUAGES:
        raise UnknownLanguage("common.lang.unknown", value=lang[:40], known=", ".join(LANGUAGES))
    return lang


def environment_language(environment: Mapping[str, str]) -> str:
    """Return the language that the variable `TRAPEZI_LANG` names, or else the language of the locale, or else English.

    >>> environment_language({"LANG": "el_GR.UTF-8"}), environment_language({"TRAPEZI_LANG": "de", "LANG": "el_GR.UTF-8"})
    ('el', 'de')
    """
    lang = environment.get(LANGUAGE_VARIABLE, "").lower()
    if lang in LANGUAGES:
        return lang
    locale = next((environment[name] for name in LOCALE_VARIABLES if environment.get(name)), "")
    lang = re.split(r"[_.@-]", locale.lower())[0]
    return lang if lang in LANGUAGES else FALLBACK


@cache
def messages(lang: str) -> Mapping[str, str]:
    """Return all messages of a language by key, including those of the installed games."""
    found: dict[str, str] = {}
    for page in sorted(files(__name__).joinpath(lang).iterdir(), key=lambda page: page.name):
        if page.name.endswith(".json"):
            found.update(json.loads(page.read_text("utf-8")))
    for each in loadable_packages():
        found.update(each.messages_or_english(lang))
        found.update(each.lesson_messages_or_english(lang))
    return MappingProxyType(found)


def readable_name(name: str) -> str:
    """Return an identifier as words for people.

    >>> readable_name("market_day"), readable_name("already-shouted")
    ('Market day', 'Already shouted')
    """
    text = re.sub(r"[_-]+", " ", name).strip()
    return text[:1].upper() + text[1:]


def fold_text(text: str) -> str:
    """Return a text in lower case, without accents and with single spaces, so that it can be compared with what people type.

    >>> fold_text("  Κόκκινο   5 ")
    'κοκκινο 5'
    """
    bare = "".join(c for c in unicodedata.normalize("NFD", text.casefold()) if not unicodedata.combining(c))
    return " ".join(bare.split())
