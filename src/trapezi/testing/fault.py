"""The fault that a check raises when a game, a bot or a package breaks a promise, and the base class of all checks."""

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
    """A promise that a game, a bot or a package breaks: where it happened, what is wrong and what to do."""

    def __init__(self, where: str, problem: str, advice: str = "", *, seed: int | None = None, event: int | None = None) -> None:
        super().__init__(f"{where}: {problem}." + (f" {advice}." if advice else ""))
        self.seed = seed
        self.event = event


class Checker:
    """Base class of checks of a game, a bot or a package. A failed check raises a `Fault`."""

    def make_fault(self, problem: str, advice: str) -> Fault:
        """Return a fault that says where the problem is."""
        raise NotImplementedError

    def fail(self, problem: str, advice: str = "") -> NoReturn:
        raise self.make_fault(problem, advice)

    def require(self, condition: bool, problem: str, advice: str = "") -> None:
        """Raise a fault unless the condition holds."""
        if not condition:
            self.fail(problem, advice)

    def require_equal(self, one: Any, other: Any, problem: str, advice: str) -> None:
        """Raise a fault that quotes the first difference between two pieces of plain data, unless they are equal."""
        if one == other:
            return
        a, b = (json.dumps(each, sort_keys=True, default=repr) for each in (one, other))
        difference = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
        near = slice(max(0, difference - 60), difference + 40)
        self.fail(f"{problem}: …{a[near]}… became …{b[near]}…", advice)

    def require_plain_data(self, value: Any, name: str) -> Any:
        """Return a copy of a value, made by way of JSON. Raise a fault if the copy is not equal to the value."""
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
        """Raise a fault in place of any other error of the checked code."""
        try:
            yield
        except Fault:
            raise
        except Exception as error:
            raise self.make_fault(error_text(error), advice or ADVICE.get(type(error), OTHER_ADVICE)) from error


def error_text(error: Exception) -> str:
    """Return an error of the checked code with the line that raised it."""
    frame = extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} ({str(error)[:200]}) in {frame.name}, {frame.filename}:{frame.lineno}"
