"""Bots as another package could provide them. The bad bots misbehave in their third decision."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

from trapezi.bots.observation import Observation
from trapezi.core.random import Stream


class First:
    """A good bot that plays the first legal move."""

    def __init__(self) -> None:
        self.decisions = 0

    def decide(self, observation: Observation, rng: Stream) -> Any:
        self.decisions += 1
        return self.third_decision(observation, rng) if self.decisions == 3 else observation.legal[0]

    def third_decision(self, observation: Observation, rng: Stream) -> Any:
        return observation.legal[0]


class Second(First):
    """A bot like `First`, under another name."""


class RandomLegal(First):
    """A good bot that plays a random legal move, with the stream that it is given."""

    def decide(self, observation: Observation, rng: Stream) -> Any:
        return observation.legal[rng.below(len(observation.legal))]


class RandomLegalToo(RandomLegal):
    """A bot like `RandomLegal`, under another name."""


class Raises(First):
    def third_decision(self, observation: Observation, rng: Stream) -> Any:
        return 1 // 0


class Exits(First):
    def third_decision(self, observation: Observation, rng: Stream) -> None:
        sys.exit("enough")


class Illegal(First):
    def third_decision(self, observation: Observation, rng: Stream) -> Any:
        return 10**6


class ReturnsFloat(First):
    def third_decision(self, observation: Observation, rng: Stream) -> Any:
        return float(observation.legal[0])


class ExtendsLegalMoves(First):
    """A bot that adds an illegal move to the list of legal moves, and plays it."""

    def third_decision(self, observation: Observation, rng: Stream) -> Any:
        observation.legal.append(10**6)
        return 10**6


class ChangesSample(First):
    """A bot that makes moves in the sample position, which bots may only read."""

    def third_decision(self, observation: Observation, rng: Stream) -> Any:
        observation.sample.play(observation.seat, observation.legal[0])
        return observation.legal[0]


class LoopsForever(First):
    def third_decision(self, observation: Observation, rng: Stream) -> None:
        while True:
            pass


class Sleeps(First):
    def third_decision(self, observation: Observation, rng: Stream) -> None:
        time.sleep(3600)


class Dies(First):
    def third_decision(self, observation: Observation, rng: Stream) -> None:
        os.kill(os.getpid(), signal.SIGKILL)


class DiesOnce(First):
    """A bot that kills its process once. It creates a file in order to remember that it has done so."""

    def third_decision(self, observation: Observation, rng: Stream) -> Any:
        try:
            Path(os.environ["DIED"]).touch(exist_ok=False)
        except FileExistsError:
            return observation.legal[0]
        return os.kill(os.getpid(), signal.SIGKILL)


class Prints(First):
    def decide(self, observation: Observation, rng: Stream) -> Any:
        print("a line that a bot prints")
        return observation.legal[0]


class Stops(First):
    """A bot that sends the signal named by STOP to the arena, once, in the second game."""

    def third_decision(self, observation: Observation, rng: Stream) -> Any:
        counter = Path(os.environ["PLAYED"])
        played = len(counter.read_text()) if counter.exists() else 0
        counter.write_text("x" * (played + 1))
        if played == 1:
            os.kill(os.getppid(), signal.Signals[os.environ["STOP"]])
            signal.pause()
        return observation.legal[0]
