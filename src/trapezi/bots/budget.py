"""Budgets: how long a bot may think about one decision."""

from __future__ import annotations

import re
from dataclasses import dataclass
from time import perf_counter

from trapezi.core.errors import TrapeziError

PATTERN = re.compile(r"([1-9]\d{0,8})(ms)?")


class BadBudget(TrapeziError):
    """The text is not a budget, or the bot takes no budget."""


@dataclass(frozen=True, slots=True)
class Budget:
    """A limit on simulations, on milliseconds, or on both. With a limit on milliseconds, decisions are not reproducible.

    >>> Budget.parse("200ms"), Budget.parse("500")
    (Budget(simulations=None, milliseconds=200), Budget(simulations=500, milliseconds=None))
    """

    simulations: int | None = None
    milliseconds: int | None = None

    @classmethod
    def parse(cls, text: str) -> Budget:
        """Return the budget that a text such as `500` or `200ms` names. Raise `BadBudget` for any other text."""
        match = PATTERN.fullmatch(text)
        if match is None:
            raise BadBudget("common.bot.bad-budget", budget=text[:40])
        number = int(match[1])
        return cls(milliseconds=number) if match[2] else cls(simulations=number)

    def reduced_to(self, share: float) -> Budget:
        """Return the budget with this share (above 0, at most 1) of its limits.

        >>> Budget(simulations=1000, milliseconds=1500).reduced_to(0.5)
        Budget(simulations=500, milliseconds=750)
        """
        limits = (self.simulations, self.milliseconds)
        return Budget(*(None if limit is None else max(1, int(limit * share)) for limit in limits))

    def start_clock(self) -> Clock:
        """Return a new clock, which measures how much of this budget a decision has spent."""
        return Clock(self)


class Clock:
    """Measures how much of its budget a decision has spent.

    This class is deliberately not compiled: Python switches threads only between interpreted calls, so a compiled search would
    block all other threads.
    """

    __slots__ = ("limit", "seconds", "simulations", "start")

    def __init__(self, budget: Budget) -> None:
        self.simulations = 0  # How many simulations have been spent.
        self.limit = budget.simulations
        self.start = perf_counter()
        self.seconds = budget.milliseconds / 1000 if budget.milliseconds is not None else None

    def try_to_spend(self, simulations: int = 1) -> bool:
        """Spend this many simulations and return True. If fewer are left, spend none and return False."""
        if self.fraction_used >= 1 or (self.limit is not None and self.simulations + simulations > self.limit):
            return False
        self.simulations += simulations
        return True

    @property
    def fraction_used(self) -> float:
        """The fraction of the budget that has been spent: 0 at the beginning, 1 or more when the budget is used up."""
        spent = self.simulations / self.limit if self.limit is not None else 0.0
        return spent if self.seconds is None else max(spent, (perf_counter() - self.start) / self.seconds)
