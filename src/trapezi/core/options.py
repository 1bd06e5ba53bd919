"""Declare, validate and describe the options of a game. A game declares them as the fields of a frozen dataclass."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from typing import Any, Protocol

from trapezi.core.errors import BadOption, Reason
from trapezi.core.safe_text import escape_invisible, quote, require_unicode


class OptionKind(Protocol):
    """The kind of an option. It says which values the option accepts."""

    def validate(self, option_name: str, value: Any, player_count: int) -> Any:
        """Return the value in an immutable form. Raise `BadOption` if the option does not accept it."""

    def describe(self) -> dict[str, Any]:
        """Return the kind as plain data, for set-up forms and `trapezi games --json`."""


@dataclass(frozen=True, slots=True)
class ChoiceOption:
    """The kind of an option that takes one of several words."""

    values: tuple[str, ...]

    def validate(self, option_name: str, value: Any, player_count: int) -> str:
        if type(value) is str and value in self.values:
            return value
        raise BadOption("common.option.not-a-choice", option=option_name, value=quote(value), choices=", ".join(self.values))

    def describe(self) -> dict[str, Any]:
        return {"kind": "choice", "values": list(self.values)}


@dataclass(frozen=True, slots=True)
class FlagOption:
    """The kind of an option that is true or false."""

    def validate(self, option_name: str, value: Any, player_count: int) -> bool:
        if type(value) is bool:
            return value
        raise BadOption("common.option.not-a-flag", option=option_name, value=quote(value))

    def describe(self) -> dict[str, Any]:
        return {"kind": "flag"}


@dataclass(frozen=True, slots=True)
class SeatOption:
    """The kind of an option that takes the number of a seat, counted from 0, or one of certain words."""

    words: tuple[str, ...] = ()  # words that are allowed in place of a number, such as `random`.

    def validate(self, option_name: str, value: Any, player_count: int) -> int | str:
        if type(value) is int and 0 <= value < player_count:
            return value
        if type(value) is str and value in self.words:
            return value
        raise BadOption("common.option.not-a-seat", option=option_name, value=quote(value), last=player_count - 1)

    def describe(self) -> dict[str, Any]:
        return {"kind": "seat", "values": list(self.words)} if self.words else {"kind": "seat"}


def option_field(default: Any, kind: OptionKind) -> Any:
    """Declare an option of this kind, as a field of an options class."""
    return field(default=default, metadata={"kind": kind})


def choice_field(default: str, *others: str) -> Any:
    """Declare an option that takes one of several words. The first word is the default."""
    return option_field(default, ChoiceOption((default, *others)))


def flag_field(default: bool = False) -> Any:
    """Declare an option that takes true or false."""
    return option_field(default, FlagOption())


def seat_field(default: int | str = 0) -> Any:
    """Declare an option that takes the number of a seat, counted from 0. If the default is a word, the word is allowed too."""
    return option_field(default, SeatOption((default,) if isinstance(default, str) else ()))


@dataclass(frozen=True)
class Options:
    """The options that every game has. A game adds fields with `choice_field`, `flag_field`, `seat_field` or `option_field`."""

    players: int

    def check_combination(self) -> None:
        """Raise `BadOption` if values that are valid on their own contradict each other."""

    def value_labels(self) -> Mapping[str, Mapping[str, Reason]]:
        """Return labels for values whose meaning depends on another option, such as the deck: `labels[option][value]`."""
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
    """Return all options of a game as plain data.

    The labels of some values depend on the values of other options: take these from `chosen`, or else from the defaults.
    """
    labels = value_labels_as_data(chosen or options_class(players=1))
    return [
        {"name": name, "default": _plain_data(f.default), **f.metadata["kind"].describe()}
        | ({"labels": labels[name]} if name in labels else {})
        for name, f in game_specific_fields(options_class).items()
    ]


def value_labels_as_data(options: Options) -> dict[str, dict[str, Any]]:
    """Return `options.value_labels()` as plain data: message keys with parameters."""
    return {name: {value: label.data() for value, label in labels.items()} for name, labels in options.value_labels().items()}


def read_options(options_class: type[Options], game_name: str, player_counts: range, given: Mapping[str, Any]) -> Options:
    """Return the given options, and defaults for all others. Raise `BadOption` for a wrong option or missing `players`."""
    known = game_specific_fields(options_class)
    for name, value in given.items():
        if name != "players" and name not in known:
            option = escape_invisible(require_unicode(str(name), "option")[:40])
            raise BadOption("common.option.unknown", option=option, game=game_name, known=", ".join(["players", *known]))
        if isinstance(value, str):
            require_unicode(value, name)
    players = given.get("players", MISSING)
    if type(players) is not int or players not in player_counts:
        value = "nothing" if players is MISSING else quote(players)
        raise BadOption("common.option.players", game=game_name, value=value, least=player_counts[0], most=player_counts[-1])
    values = {n: f.metadata["kind"].validate(n, given[n], players) for n, f in known.items() if n in given}
    options = options_class(players=players, **values)
    options.check_combination()
    return options
