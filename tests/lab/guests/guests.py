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

    def decide(self, observation, rng):
        self.asked += 1
        return self.answer(observation, rng) if self.asked == 3 else observation.legal[0]

    def answer(self, observation, rng):
        return observation.legal[0]


class Second(First):
    """The same under another name."""


class Any(First):
    """Takes its chance from where it should."""

    def decide(self, observation, rng):
        return observation.legal[rng.below(len(observation.legal))]


class AnyToo(Any):
    """The same under another name."""


class Raises(First):
    def answer(self, observation, rng):
        return 1 // 0


class Leaves(First):
    def answer(self, observation, rng):
        sys.exit("enough")


class Illegal(First):
    def answer(self, observation, rng):
        return 10**6


class Unsure(First):
    def answer(self, observation, rng):
        return float(observation.legal[0])


class Claims(First):
    """Says that something else was legal too."""

    def answer(self, observation, rng):
        observation.legal.append(10**6)
        return 10**6


class Scribbles(First):
    """Plays in what it was given to look at."""

    def answer(self, observation, rng):
        observation.sample.play(observation.seat, observation.legal[0])
        return observation.legal[0]


class Broods(First):
    def answer(self, observation, rng):
        while True:
            pass


class Sleeps(First):
    def answer(self, observation, rng):
        time.sleep(3600)


class Dies(First):
    def answer(self, observation, rng):
        os.kill(os.getpid(), signal.SIGKILL)


class DiesOnce(First):
    """The first time only, whichever process it is; a file remembers."""

    def answer(self, observation, rng):
        try:
            Path(os.environ["DIED"]).touch(exist_ok=False)
        except FileExistsError:
            return observation.legal[0]
        return os.kill(os.getpid(), signal.SIGKILL)


class Chatters(First):
    def decide(self, observation, rng):
        print("what a fine move")
        return observation.legal[0]


class Stops(First):
    """Stops the arena in the second game, once, by the signal of that name."""

    def answer(self, observation, rng):
        games = Path(os.environ["PLAYED"])
        played = len(games.read_text()) if games.exists() else 0
        games.write_text("x" * (played + 1))
        if played == 1:
            os.kill(os.getppid(), signal.Signals[os.environ["STOP"]])
            signal.pause()
        return observation.legal[0]
