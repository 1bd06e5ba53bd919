"""The errors that Trapezi raises. Each carries a message key with parameters, which `i18n` turns into a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any


@dataclass(frozen=True, slots=True)
class Reason:
    """A message key and the parameters for its placeholders.

    >>> str(Reason("cross.skipped", {"number": 4}))
    'cross.skipped number=4'
    """

    key: str
    params: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return " ".join([self.key, *(f"{name}={value}" for name, value in self.params.items())])


class TrapeziError(Exception):
    """Base class of all errors that Trapezi raises on purpose. `reason` names the message that people read."""

    def __init__(self, key: str, **params: Any) -> None:
        super().__init__(key, params)
        self.reason = Reason(key, params)

    def __str__(self) -> str:
        return str(self.reason)

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(type(self), self.reason.key, **self.reason.params), ()


class UnknownGame(TrapeziError):
    """No installed game has that name."""


class BrokenGame(TrapeziError):
    """A game that another package registers but that cannot be loaded."""


class BadOption(TrapeziError):
    """An option that the game does not have, or a value that it does not accept."""


class BadDeck(TrapeziError):
    """A deck that cannot be used; `where` names the faulty part."""


class BadText(TrapeziError):
    """A text that is not well-formed Unicode, or that names no move of the game."""


class IllegalMove(TrapeziError):
    """The move is not allowed; the state is unchanged."""


class CannotTakeBack(TrapeziError):
    """This seat has no move that it may take back now."""


class BadLog(TrapeziError):
    """A log that cannot be replayed; `line` is the number of the faulty line, counted from 1."""


class BadData(TrapeziError):
    """Data that is not a saved state of this game."""
