"""The five levels that people choose from: each is a bot with a budget and an error rate.

An error is a random move, the kind of mistake that people make. docs/strength.md has the measurements.
"""

from __future__ import annotations

from dataclasses import dataclass

from trapezi.bots.budget import Budget
from trapezi.bots.observation import Bot, Observation
from trapezi.core.random import Stream
from trapezi.games import names, package


@dataclass(frozen=True, slots=True)
class Level:
    """How a level plays one game."""

    bot: str  # a name that `bots.find_class` knows
    error_rate: int = 0  # percentage of random decisions
    budget: Budget | None = None  # None means the default of the bot


def timed_budget(simulations: int) -> Budget:
    """Return a budget in simulations with a time limit, so that people do not wait long even on a slow machine."""
    return Budget(simulations=simulations, milliseconds=1500)


LEVEL_NAMES = ("level-1", "level-2", "level-3", "level-4", "level-5")
GREEDY_LEVELS = (Level("greedy", 60), Level("greedy", 25), Level("greedy"))  # the first three levels of most games
DEFAULT_LEVELS = (*GREEDY_LEVELS, Level("search", 10, timed_budget(200)), Level("search", 0, timed_budget(1000)))


def level(name: str, game: str) -> Level:
    """Return how a level plays a game.

    >>> level("level-3", "qwixx")
    Level(bot='greedy', error_rate=0, budget=None)
    """
    own = package(game).load("levels") if game in names() else None
    return (own or DEFAULT_LEVELS)[LEVEL_NAMES.index(name)]


class EpsilonRandom:
    """A bot that makes a percentage of its decisions at random, but avoids moves that lose the game at once."""

    def __init__(self, bot: Bot, error_rate: int) -> None:
        self.bot = bot
        self.error_rate = error_rate

    def decide(self, observation: Observation, rng: Stream) -> int:
        if rng.below(100) >= self.error_rate:
            return self.bot.decide(observation, rng)
        moves = [move for move in observation.legal if not observation.preview(move).get("losing")] or observation.legal
        return moves[rng.below(len(moves))]
