"""The five levels that people choose from: each is a bot with a budget and an error rate.

The error rate says how often a bot makes a random move. docs/strength.md says how strong the levels are.
"""

from __future__ import annotations

from dataclasses import dataclass

from trapezi.bots.budget import Budget
from trapezi.bots.observation import Bot, Observation
from trapezi.core.random import Stream
from trapezi.games import names, package


@dataclass(frozen=True, slots=True)
class Level:
    """What a level means in a game: which bot plays, how often it makes a random move, and how long it may think."""

    bot: str  # A name that `bots.find_class` accepts.
    error_rate: int = 0  # The percentage of decisions that are random.
    budget: Budget | None = None  # None means the default budget of the bot.


def budget_with_time_limit(simulations: int) -> Budget:
    """Return a budget of this many simulations with a time limit, so that people do not wait long on a slow machine."""
    return Budget(simulations=simulations, milliseconds=1500)


LEVEL_NAMES = ("level-1", "level-2", "level-3", "level-4", "level-5")
GREEDY_LEVELS = (Level("greedy", 60), Level("greedy", 25), Level("greedy"))  # The first three levels of most games.
DEFAULT_LEVELS = (
    *GREEDY_LEVELS,
    Level("search", 10, budget_with_time_limit(200)),
    Level("search", 0, budget_with_time_limit(1000)),
)


def find_level(level_name: str, game_name: str) -> Level:
    """Return the bot, the error rate and the budget of a level in a game.

    >>> find_level("level-3", "qwixx")
    Level(bot='greedy', error_rate=0, budget=None)
    """
    own = package(game_name).load_part("levels") if game_name in names() else None
    return (own or DEFAULT_LEVELS)[LEVEL_NAMES.index(level_name)]


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
