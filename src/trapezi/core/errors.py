"""Everything the law raises, and the reasons it gives: message keys with parameters, never sentences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is so: a key of the word catalogue and what to put into its blanks.

    >>> str(Reason("cross.skipped", {"number": 4}))
    'cross.skipped number=4'
    """

    key: str
    params: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return " ".join([self.key, *(f"{name}={value}" for name, value in self.params.items())])


class TrapeziError(Exception):
    """Base of all errors of the law; `reason` is what a player is told."""

    def __init__(self, key: str, **params: Any) -> None:
        super().__init__(key, params)
        self.reason = Reason(key, params)

    def __str__(self) -> str:
        return str(self.reason)

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.reason.key, dict(self.reason.params))


def _again(kind: type[TrapeziError], key: str, params: dict[str, Any]) -> TrapeziError:
    return kind(key, **params)


class UnknownGame(TrapeziError):
    """No game of that name."""


class BrokenGame(TrapeziError):
    """A game of another package that is registered but cannot be loaded."""


class BadOption(TrapeziError):
    """An option that the game does not have, or a value it cannot take."""


class BadDeck(TrapeziError):
    """A deck file that cannot be played with; `where` names the place at fault."""


class BadText(TrapeziError):
    """A text that is not well-formed Unicode, or that names no move of the game."""


class IllegalMove(TrapeziError):
    """The move is refused; the state is as it was."""


class NotTakenBack(TrapeziError):
    """Nothing of this seat can be taken back now."""


class BadLog(TrapeziError):
    """A log that cannot be replayed; `line` is the line at fault, counted from 1."""


class BadData(TrapeziError):
    """Data that is not a saved state of this game."""
