"""The error that a check raises when a game, a bot or a package breaks a promise, and the base class of all checks."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from traceback import extract_tb
from typing import Any, NoReturn

ADVICE = {
    OverflowError: "A position may have at most 512 legal moves: split a larger decision into several smaller ones",
    RecursionError: "A method of the game calls itself without end",
}
OTHER_ADVICE = "Methods of a game must work in every position; only `play`, `parse` and options may reject"


class Fault(AssertionError):
    """A game, a bot or a package has broken a promise. The message says where, what is wrong, and what to do about it."""

    def __init__(self, where: str, problem: str, advice: str = "", *, seed: int | None = None, event: int | None = None) -> None:
        super().__init__(f"{where}: {problem}." + (f" {advice}." if advice else ""))
        self.seed = seed
        self.event = event


class Checker:
    """Base class of checks of a game, a bot or a package. A failed check raises a `Fault`."""

    def make_fault(self, problem: str, advice: str) -> Fault:
        """Return a fault. Subclasses add where the problem is, such as the seed and the event."""
        raise NotImplementedError

    def fail(self, problem: str, advice: str = "") -> NoReturn:
        raise self.make_fault(problem, advice)

    def require(self, condition: bool, problem: str, advice: str = "") -> None:
        """Raise a fault unless the condition holds."""
        if not condition:
            self.fail(problem, advice)

    def require_equal(self, one: Any, other: Any, problem: str, advice: str) -> None:
        """Raise a fault unless two pieces of plain data are equal. The fault quotes the first difference."""
        if one == other:
            return
        a, b = (json.dumps(each, sort_keys=True, default=repr) for each in (one, other))
        difference = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
        near = slice(max(0, difference - 60), difference + 40)
        self.fail(f"{problem}: …{a[near]}… became …{b[near]}…", advice)

    def require_plain_data(self, value: Any, name: str) -> Any:
        """Convert a value to JSON and back, and return the result. Raise a fault if it differs from the value."""
        try:
            copy = json.loads(json.dumps(value, allow_nan=False))
        except (TypeError, ValueError) as error:
            advice = "Use only dicts with text keys, lists, text, finite numbers, True, None"
            self.fail(f"{name} is not plain data: {error}", advice)
        problem = f"{name} is not plain data: {value!r:.200} comes back from JSON as {copy!r:.200}"
        self.require(copy == value, problem, "Use lists, not tuples")
        return copy

    @contextmanager
    def errors_as_faults(self, advice: str = "") -> Iterator[None]:
        """Turn errors that the checked code raises in this context into faults."""
        try:
            yield
        except Fault:
            raise
        except Exception as error:
            raise self.make_fault(error_text(error), advice or ADVICE.get(type(error), OTHER_ADVICE)) from error


def error_text(error: Exception) -> str:
    """Return the text of an error, with the function and the line that raised it."""
    frame = extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} ({str(error)[:200]}) in {frame.name}, {frame.filename}:{frame.lineno}"
