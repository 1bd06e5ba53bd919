"""Sees that bots answer in time. Thinking is measured by the processor's clock: a busy machine is nobody's fault."""

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

LIMIT = 10.0  # seconds for a decision of a bot without a budget in milliseconds
TIMES = 10  # others may take their budget so many times, as long as the least of all
LEAST = 1.0
WALL = 10  # whoever gives no answer for so many times its limit, asleep perhaps, is ended with its process

NOBODY = -1
GAME, SEAT = 0, 1  # of a spot

Spot = MutableSequence[int]  # which game is played, and whose decision is waited for
T = TypeVar("T")


class TooSlow(BaseException):
    """Raised in the middle of a bot's thoughts; its own `except Exception` does not stop it."""


def limit_of(name: str, usual: float) -> float:
    """How many seconds the bot of that name has for a decision.

    >>> limit_of("mine:Bot", 10.0), limit_of("mine:Bot@500ms", 10.0), limit_of("mine:Bot@5ms", 10.0)
    (10.0, 5.0, 1.0)
    """
    budget = Budget.parse(name.rpartition("@")[2]) if "@" in name else Budget()
    return usual if budget.milliseconds is None else min(usual, max(LEAST, TIMES * budget.milliseconds / 1000))


class Watch:
    """Asks bots, and ends what takes too long. `spot` tells whoever outlives this process where it was."""

    def __init__(self, limit: float = LIMIT, spot: Spot | None = None) -> None:
        self.limit = limit
        self.spot: Spot = [0, NOBODY] if spot is None else spot
        self.nowhere = Path(os.devnull).open("w")  # noqa: SIM115
        self.alarm = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
        if self.alarm:
            signal.signal(signal.SIGPROF, too_slow)

    def ask(self, seat: int, limit: float, question: Callable[[], T]) -> T:
        """The answer of a bot; `TooSlow` if it takes longer. One that cannot even be interrupted is the end of this process."""
        self.spot[SEAT] = seat
        begun = process_time()
        faulthandler.dump_traceback_later(WALL * limit, exit=True, file=self.nowhere)
        try:
            if self.alarm:
                signal.setitimer(signal.ITIMER_PROF, limit)
            answer = question()
        finally:
            if self.alarm:
                signal.setitimer(signal.ITIMER_PROF, 0)
            faulthandler.cancel_dump_traceback_later()
            self.spot[SEAT] = NOBODY
        if process_time() - begun > limit:
            raise TooSlow
        return answer


def too_slow(number: int, frame: object) -> None:
    raise TooSlow
