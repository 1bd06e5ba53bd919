"""Options of a game: declared once as a frozen dataclass, validated, and described to people and machines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from typing import Any, Protocol

from trapezi.core.errors import BadOption, Reason
from trapezi.core.text import check_text, escape, quote


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
    """Declare a field of an options class."""
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

    def check(self) -> None:
        """Raise `BadOption` if values that are valid on their own contradict each other."""

    def labels(self) -> Mapping[str, Mapping[str, Reason]]:
        """Return the labels of values whose meaning depends on another option, such as the deck: by option, then by value."""
        return {}

    def data(self) -> dict[str, Any]:
        """Return plain data from which `read_options` makes the same options."""
        return {f.name: _plain_data(getattr(self, f.name)) for f in fields(self)}


def _plain_data(value: Any) -> Any:
    return value.data() if hasattr(value, "data") else list(value) if isinstance(value, tuple) else value


def option_fields(kind: type[Options]) -> dict[str, Field[Any]]:
    """Return the fields of an options class except `players`, by name."""
    return {f.name: f for f in fields(kind) if f.name != "players"}


def describe(kind: type[Options], options: Options | None = None) -> list[dict[str, Any]]:
    """Return all options of a game as plain data. Labels of values come from `options`, or else from the defaults."""
    labels = label_data(options or kind(players=1))
    return [
        {"name": name, "default": _plain_data(f.default), **f.metadata["kind"].describe()}
        | ({"labels": labels[name]} if name in labels else {})
        for name, f in option_fields(kind).items()
    ]


def label_data(options: Options) -> dict[str, dict[str, Any]]:
    """Return `options.labels()` as plain data: message keys with parameters."""
    return {
        name: {value: {"key": label.key, "params": dict(label.params)} for value, label in labels.items()}
        for name, labels in options.labels().items()
    }


def read_options(kind: type[Options], game: str, player_counts: range, given: Mapping[str, Any]) -> Options:
    """Return the given options, validated; raise a `BadOption` that says what is wrong and what would be right."""
    known = option_fields(kind)
    for name, value in given.items():
        if name != "players" and name not in known:
            option = escape(check_text(str(name), "option")[:40])
            raise BadOption("common.option.unknown", option=option, game=game, known=", ".join(["players", *known]))
        if isinstance(value, str):
            check_text(value, name)
    players = given.get("players", MISSING)
    if type(players) is not int or players not in player_counts:
        value = "nothing" if players is MISSING else quote(players)
        raise BadOption("common.option.players", game=game, value=value, least=player_counts[0], most=player_counts[-1])
    values = {n: f.metadata["kind"].read(n, given[n], players) for n, f in known.items() if n in given}
    options = kind(players=players, **values)
    options.check()
    return options
