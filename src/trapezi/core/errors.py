"""The errors that Trapezi raises. Each carries a message key with parameters, which `i18n` turns into a sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, ClassVar


@dataclass(frozen=True, slots=True)
class Reason:
    """A message key and the values for the placeholders of that message.

    >>> str(Reason("cross.skipped", {"number": 4}))
    'cross.skipped number=4'
    """

    key: str
    params: Mapping[str, Any] = field(default_factory=dict)

    def data(self) -> dict[str, Any]:
        return {"key": self.key, "params": dict(self.params)}

    def __str__(self) -> str:
        return " ".join([self.key, *(f"{name}={value}" for name, value in self.params.items())])


class TrapeziError(Exception):
    """Base class of all errors that Trapezi raises on purpose. `reason` names the message that people read.

    >>> str(TrapeziError("common.move.game-over"))
    'The game is over. [common.move.game-over]'
    """

    # This function returns the English message of an error. `trapezi/__init__.py` sets it, because `core` has no catalogues.
    explain: ClassVar[Callable[[Any], str] | None] = None

    def __init__(self, key: str, **params: Any) -> None:
        super().__init__(key, params)
        self.reason = Reason(key, params)

    def __str__(self) -> str:
        explain = type(self).explain
        return str(self.reason) if explain is None else f"{explain(self)} [{self.reason.key}]"

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(type(self), self.reason.key, **self.reason.params), ()


class UnknownGame(TrapeziError):
    """No installed game has that name."""


class BrokenGame(TrapeziError):
    """A game of another package is registered but cannot be loaded."""


class BadOption(TrapeziError):
    """The game does not have this option, or does not accept this value."""


class BadDeck(TrapeziError):
    """The deck cannot be used. The parameter `where` names the faulty part of the deck."""


class BadText(TrapeziError):
    """The text is not well-formed Unicode, or names no move of the game."""


class IllegalMove(TrapeziError):
    """The move is not allowed; the state is unchanged."""


class CannotTakeBack(TrapeziError):
    """This seat has no move that it may take back now."""


class BadLog(TrapeziError):
    """The log cannot be replayed. The parameter `line` is the number of the faulty line, counted from 1."""


class BadData(TrapeziError):
    """The data is not a saved state of this game."""
