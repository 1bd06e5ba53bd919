"""Limit the time of bots. The limit is CPU time, so that bots get the same time on a busy machine."""

from __future__ import annotations

import faulthandler
import os
import signal
import threading
from collections.abc import Callable, MutableSequence
from pathlib import Path
from time import process_time
from typing import TypeVar

from trapezi.bots import Budget

DEFAULT_LIMIT = 10.0  # The number of seconds for a decision of a bot without a budget in milliseconds.
BUDGET_FACTOR = 10  # A bot with a budget in milliseconds may take this many times its budget.
MIN_LIMIT = 1.0  # A bot with a budget in milliseconds may take at least this many seconds.
WALL_CLOCK_FACTOR = 10  # A bot that does not answer within this many times its limit is killed with its process.
MIN_WALL_CLOCK = 5.0  # No bot is killed before this many seconds: on a busy machine it may still be waiting for a processor.

NO_SEAT = -1
GAME, SEAT = 0, 1  # The indices of the two numbers in a `CurrentDecision`.

CurrentDecision = MutableSequence[int]  # A list of two numbers: the current game, and the seat whose bot is thinking.
T = TypeVar("T")


class TooSlow(BaseException):
    """A decision of a bot took too long.

    This is not a subclass of `Exception`, so that an `except Exception` in the bot does not catch it.
    """


def seconds_per_decision(bot_name: str, default: float) -> float:
    """Return how many seconds the bot of that name has for a decision: `default`, or less if its budget is small.

    >>> [seconds_per_decision(name, 10.0) for name in ("mine:Bot", "mine:Bot@500ms", "mine:Bot@5ms")]
    [10.0, 5.0, 1.0]
    """
    budget = Budget.parse(bot_name.rpartition("@")[2]) if "@" in bot_name else Budget()
    return default if budget.milliseconds is None else min(default, max(MIN_LIMIT, BUDGET_FACTOR * budget.milliseconds / 1000))


class TimeLimit:
    """Calls functions of bots and interrupts those that take too long.

    `current` may be in shared memory. If the process dies, it still says which bot was thinking.
    """

    def __init__(self, limit: float = DEFAULT_LIMIT, current: CurrentDecision | None = None) -> None:
        self.limit = limit
        self.current: CurrentDecision = [0, NO_SEAT] if current is None else current
        self.null_file = Path(os.devnull).open("w")  # noqa: SIM115
        self.has_alarm = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
        if self.has_alarm:
            signal.signal(signal.SIGPROF, raise_too_slow)

    def call(self, seat: int, limit: float, function: Callable[[], T]) -> T:
        """Call a function of a bot and return its result.

        If the function takes longer than the limit, raise `TooSlow` inside it. If it still does not end, kill this process.
        """
        self.current[SEAT] = seat
        start = process_time()
        faulthandler.dump_traceback_later(max(MIN_WALL_CLOCK, WALL_CLOCK_FACTOR * limit), exit=True, file=self.null_file)
        try:
            if self.has_alarm:
                signal.setitimer(signal.ITIMER_PROF, limit)
            answer = function()
        finally:
            if self.has_alarm:
                signal.setitimer(signal.ITIMER_PROF, 0)
            faulthandler.cancel_dump_traceback_later()
            self.current[SEAT] = NO_SEAT
        if process_time() - start > limit:
            raise TooSlow
        return answer


def raise_too_slow(signal_number: int, frame: object) -> None:
    raise TooSlow
