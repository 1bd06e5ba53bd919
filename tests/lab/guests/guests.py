"""Bots of somebody else's, good and bad. The bad ones behave for a while."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path


class First:
    """A good one: always the first legal move."""

    def __init__(self) -> None:
        self.asked = 0

    def decide(self, seen, rng):
        self.asked += 1
        return self.answer(seen, rng) if self.asked == 3 else seen.legal[0]

    def answer(self, seen, rng):
        return seen.legal[0]


class Second(First):
    """The same under another name."""


class Any(First):
    """Takes its chance from where it should."""

    def decide(self, seen, rng):
        return seen.legal[rng.below(len(seen.legal))]


class AnyToo(Any):
    """The same under another name."""


class Raises(First):
    def answer(self, seen, rng):
        return 1 // 0


class Leaves(First):
    def answer(self, seen, rng):
        sys.exit("enough")


class Illegal(First):
    def answer(self, seen, rng):
        return 10**6


class Unsure(First):
    def answer(self, seen, rng):
        return float(seen.legal[0])


class Claims(First):
    """Says that something else was legal too."""

    def answer(self, seen, rng):
        seen.legal.append(10**6)
        return 10**6


class Scribbles(First):
    """Plays in what it was given to look at."""

    def answer(self, seen, rng):
        seen.like.play(seen.seat, seen.legal[0])
        return seen.legal[0]


class Broods(First):
    def answer(self, seen, rng):
        while True:
            pass


class Sleeps(First):
    def answer(self, seen, rng):
        time.sleep(3600)


class Dies(First):
    def answer(self, seen, rng):
        os.kill(os.getpid(), signal.SIGKILL)


class DiesOnce(First):
    """The first time only, whichever process it is; a file remembers."""

    def answer(self, seen, rng):
        try:
            Path(os.environ["DIED"]).touch(exist_ok=False)
        except FileExistsError:
            return seen.legal[0]
        return os.kill(os.getpid(), signal.SIGKILL)


class Chatters(First):
    def decide(self, seen, rng):
        print("what a fine move")
        return seen.legal[0]


class Stops(First):
    """Stops the arena in the second game, once, by the signal of that name."""

    def answer(self, seen, rng):
        games = Path(os.environ["PLAYED"])
        played = len(games.read_text()) if games.exists() else 0
        games.write_text("x" * (played + 1))
        if played == 1:
            os.kill(os.getppid(), signal.Signals[os.environ["STOP"]])
            signal.pause()
        return seen.legal[0]
