"""Options of a game: declared once as a frozen dataclass, validated, and described to people and machines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from typing import Any, Protocol

from trapezi.core.errors import BadOption, Reason
from trapezi.core.text import escape_invisible, quote, require_unicode


class OptionKind(Protocol):
    """The kind of an option: which values it accepts."""

    def read(self, name: str, value: Any, players: int) -> Any:
        """Return the value, checked and immutable; raise `BadOption` if the option cannot take it."""

    def describe(self) -> dict[str, Any]:
        """Return the kind as plain data, for set-up forms and `trapezi games --json`."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several words."""

    values: tuple[str, ...]

    def read(self, name: str, value: Any, players: int) -> str:
        if type(value) is str and value in self.values:
            return value
        raise BadOption("common.option.not-a-choice", option=name, value=quote(value), choices=", ".join(self.values))

    def describe(self) -> dict[str, Any]:
        return {"kind": "choice", "values": list(self.values)}


@dataclass(frozen=True, slots=True)
class Flag:
    """True or false."""

    def read(self, name: str, value: Any, players: int) -> bool:
        if type(value) is bool:
            return value
        raise BadOption("common.option.not-a-flag", option=name, value=quote(value))

    def describe(self) -> dict[str, Any]:
        return {"kind": "flag"}


@dataclass(frozen=True, slots=True)
class Seat:
    """One of the players, counted from 0."""

    def read(self, name: str, value: Any, players: int) -> int:
        if type(value) is int and 0 <= value < players:
            return value
        raise BadOption("common.option.not-a-seat", option=name, value=quote(value), last=players - 1)

    def describe(self) -> dict[str, Any]:
        return {"kind": "seat"}


def option(default: Any, kind: OptionKind) -> Any:
    """Declare an option of this kind, as a field of an options class."""
    return field(default=default, metadata={"kind": kind})


def choice(default: str, *others: str) -> Any:
    """Declare an option that is one of several words; the first is the default."""
    return option(default, Choice((default, *others)))


def flag(default: bool = False) -> Any:
    """Declare an option that is true or false."""
    return option(default, Flag())


def seat(default: int = 0) -> Any:
    """Declare an option that is one of the players, counted from 0."""
    return option(default, Seat())


@dataclass(frozen=True)
class Options:
    """The options that every game has. A game adds its own fields with `choice`, `flag`, `seat` or `option`."""

    players: int

    def check_combination(self) -> None:
        """Raise `BadOption` if values that are valid on their own contradict each other."""

    def value_labels(self) -> Mapping[str, Mapping[str, Reason]]:
        """Return labels for values whose meaning depends on another option, such as the deck: by option, then by value."""
        return {}

    def data(self) -> dict[str, Any]:
        """Return plain data from which `read_options` makes the same options."""
        return {f.name: _plain_data(getattr(self, f.name)) for f in fields(self)}


def _plain_data(value: Any) -> Any:
    return value.data() if hasattr(value, "data") else list(value) if isinstance(value, tuple) else value


def game_specific_fields(options_class: type[Options]) -> dict[str, Field[Any]]:
    """Return the fields of an options class except `players`, by name."""
    return {f.name: f for f in fields(options_class) if f.name != "players"}


def describe_options(options_class: type[Options], chosen: Options | None = None) -> list[dict[str, Any]]:
    """Return all options of a game as plain data. The labels of values come from the chosen options, or from the defaults."""
    labels = value_labels_as_data(chosen or options_class(players=1))
    return [
        {"name": name, "default": _plain_data(f.default), **f.metadata["kind"].describe()}
        | ({"labels": labels[name]} if name in labels else {})
        for name, f in game_specific_fields(options_class).items()
    ]


def value_labels_as_data(options: Options) -> dict[str, dict[str, Any]]:
    """Return `options.value_labels()` as plain data: message keys with parameters."""
    return {name: {value: label.data() for value, label in labels.items()} for name, labels in options.value_labels().items()}


def read_options(options_class: type[Options], game: str, player_counts: range, given: Mapping[str, Any]) -> Options:
    """Return the given options, validated; raise a `BadOption` that says what is wrong and what would be right."""
    known = game_specific_fields(options_class)
    for name, value in given.items():
        if name != "players" and name not in known:
            option = escape_invisible(require_unicode(str(name), "option")[:40])
            raise BadOption("common.option.unknown", option=option, game=game, known=", ".join(["players", *known]))
        if isinstance(value, str):
            require_unicode(value, name)
    players = given.get("players", MISSING)
    if type(players) is not int or players not in player_counts:
        value = "nothing" if players is MISSING else quote(players)
        raise BadOption("common.option.players", game=game, value=value, least=player_counts[0], most=player_counts[-1])
    values = {n: f.metadata["kind"].read(n, given[n], players) for n, f in known.items() if n in given}
    options = options_class(players=players, **values)
    options.check_combination()
    return options
