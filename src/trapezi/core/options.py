"""Options of a game: declared once as a frozen dataclass, validated, shown to people and machines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from typing import Any, Protocol

from trapezi.core.errors import BadOption


class Kind(Protocol):
    """What values an option takes."""

    def read(self, name: str, value: Any, players: int) -> Any:
        """The value, checked and frozen; anything else raises `BadOption`."""

    def describe(self) -> dict[str, Any]:
        """The kind as plain data, for set-up forms and `trapezi games --json`."""


@dataclass(frozen=True, slots=True)
class Choice:
    values: tuple[str, ...]

    def read(self, name: str, value: Any, players: int) -> str:
        if type(value) is str and value in self.values:
            return value
        raise BadOption("option.not-a-choice", option=name, value=repr(value), choices=", ".join(self.values))

    def describe(self) -> dict[str, Any]:
        return {"kind": "choice", "values": list(self.values)}


@dataclass(frozen=True, slots=True)
class Flag:
    def read(self, name: str, value: Any, players: int) -> bool:
        if type(value) is bool:
            return value
        raise BadOption("option.not-a-flag", option=name, value=repr(value))

    def describe(self) -> dict[str, Any]:
        return {"kind": "flag"}


@dataclass(frozen=True, slots=True)
class Seat:
    def read(self, name: str, value: Any, players: int) -> int:
        if type(value) is int and 0 <= value < players:
            return value
        raise BadOption("option.not-a-seat", option=name, value=repr(value), last=players - 1)

    def describe(self) -> dict[str, Any]:
        return {"kind": "seat"}


def option(default: Any, kind: Kind) -> Any:
    """A field of an options class."""
    return field(default=default, metadata={"kind": kind})


def choice(default: str, *others: str) -> Any:
    """One of several words; the first is the default."""
    return option(default, Choice((default, *others)))


def flag(default: bool = False) -> Any:
    """Yes or no."""
    return option(default, Flag())


def seat(default: int = 0) -> Any:
    """One of the players, counted from 0."""
    return option(default, Seat())


@dataclass(frozen=True)
class Options:
    """What every game can be asked for. A game adds its own fields with `choice`, `flag`, `seat` or `option`."""

    players: int

    def check(self) -> None:
        """Raises `BadOption` where options that are fine alone do not go together."""

    def data(self) -> dict[str, Any]:
        """Plain data that `read_options` takes back."""
        return {f.name: _plain(getattr(self, f.name)) for f in fields(self)}


def _plain(value: Any) -> Any:
    return value.data() if hasattr(value, "data") else list(value) if isinstance(value, tuple) else value


def declared(kind: type[Options]) -> dict[str, Field[Any]]:
    """The options of a game beside the number of players."""
    return {f.name: f for f in fields(kind) if f.name != "players"}


def describe(kind: type[Options]) -> list[dict[str, Any]]:
    """All options as plain data."""
    return [{"name": name, "default": _plain(f.default), **f.metadata["kind"].describe()} for name, f in declared(kind).items()]


def read_options(kind: type[Options], game: str, seats: range, given: Mapping[str, Any]) -> Options:
    """Options from what somebody asked for; `BadOption` names what is wrong and what would be right."""
    known = declared(kind)
    for name in given:
        if name != "players" and name not in known:
            raise BadOption("option.unknown", option=str(name), game=game, known=", ".join(["players", *known]))
    players = given.get("players", MISSING)
    if type(players) is not int or players not in seats:
        shown = "nothing" if players is MISSING else repr(players)
        raise BadOption("option.players", game=game, value=shown, least=seats[0], most=seats[-1])
    values = {n: f.metadata["kind"].read(n, given[n], players) for n, f in known.items() if n in given}
    options = kind(players=players, **values)
    options.check()
    return options
