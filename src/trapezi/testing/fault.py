"""What the kit raises, and how it reports an error of the code that it checks."""

from __future__ import annotations

from traceback import extract_tb

LIMITS = {
    OverflowError: "A position may have at most 512 legal moves: split a larger decision into several smaller ones",
    RecursionError: "A method of the game calls itself without end",
}


class Fault(AssertionError):
    """A promise that a game, a bot or a package breaks: where it happened, what is wrong and what to do."""

    def __init__(self, where: str, what: str, advice: str = "", *, seed: int | None = None, event: int | None = None) -> None:
        super().__init__(f"{where}: {what}." + (f" {advice}." if advice else ""))
        self.seed = seed
        self.event = event


def described(error: Exception) -> tuple[str, str]:
    """Return what is wrong and what to do when checked code raises an error that it must not raise."""
    frame = extract_tb(error.__traceback__)[-1]
    what = f"{type(error).__name__} ({str(error)[:200]}) in {frame.name}, {frame.filename}:{frame.lineno}"
    advice = LIMITS.get(type(error), "Methods of a game must work in every position; only `play`, `parse` and options may reject")
    return what, advice
