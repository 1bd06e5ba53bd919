"""How long a bot may think about one decision."""

from __future__ import annotations

import re
from dataclasses import dataclass
from time import perf_counter

from trapezi.core.errors import TrapeziError

WRITTEN = re.compile(r"([1-9]\d{0,8})(ms)?")


class BadBudget(TrapeziError):
    """No budget is written like that."""


@dataclass(frozen=True, slots=True)
class Budget:
    """Simulations, milliseconds, or both: then whichever is used up first. In simulations a bot decides the same every time.

    >>> Budget.read("200ms"), Budget.read("500")
    (Budget(simulations=None, milliseconds=200), Budget(simulations=500, milliseconds=None))
    """

    simulations: int | None = None
    milliseconds: int | None = None

    @classmethod
    def read(cls, text: str) -> Budget:
        found = WRITTEN.fullmatch(text)
        if found is None:
            raise BadBudget("bot.bad-budget", budget=text[:40])
        number = int(found[1])
        return cls(milliseconds=number) if found[2] else cls(simulations=number)

    def begin(self) -> Clock:
        """The budget of one decision, from now on."""
        return Clock(self)


class Clock:
    """What is left of a budget.

    It stays plain Python: asked now and then by compiled code, it lets the other threads of a live table have their turn.
    """

    __slots__ = ("begun", "done", "most", "seconds")

    def __init__(self, budget: Budget) -> None:
        self.done = 0
        self.most = budget.simulations
        self.begun = perf_counter()
        self.seconds = budget.milliseconds / 1000 if budget.milliseconds is not None else None

    def left(self, simulations: int = 1) -> bool:
        """Whether so many more simulations may be made; they then count as made."""
        if self.used >= 1 or (self.most is not None and self.done + simulations > self.most):
            return False
        self.done += simulations
        return True

    @property
    def used(self) -> float:
        """The part of the budget that is gone, 1 or more at its end."""
        spent = self.done / self.most if self.most is not None else 0.0
        return spent if self.seconds is None else max(spent, (perf_counter() - self.begun) / self.seconds)
