"""Five levels for people, from a kind beginner to the best that there is: which player, how long it thinks, how often it slips.

A slip is a move without thought, as people make them. What is measured of it: docs/strength.md.
"""

from __future__ import annotations

from dataclasses import dataclass

from trapezi.bots.budget import Budget
from trapezi.bots.observation import Bot, Observation
from trapezi.core.random import Stream
from trapezi.games import names, package

PERCENT = 100


@dataclass(frozen=True, slots=True)
class Level:
    """How well a level plays one game."""

    player: str  # a bot's name, as in `bots.find`
    slips: int = 0  # decisions out of a hundred that are made by chance
    budget: Budget | None = None  # of the player; none: its own


def live_budget(simulations: int) -> Budget:
    """A budget in simulations, and never long enough to keep people waiting, however slow the machine."""
    return Budget(simulations=simulations, milliseconds=1500)


NAMES = ("level-1", "level-2", "level-3", "level-4", "level-5")
DEFAULT = (
    Level("greedy", 60),
    Level("greedy", 25),
    Level("greedy"),
    Level("search", 10, live_budget(200)),
    Level("search", 0, live_budget(1000)),
)


def level(name: str, game: str) -> Level:
    """What a level is in a game.

    >>> level("level-3", "qwixx")
    Level(player='greedy', slips=0, budget=None)
    """
    own = package(game).load("levels") if game in names() else None
    return (own or DEFAULT)[NAMES.index(name)]


class EpsilonRandom:
    """A player that now and then moves without thought, though not so that all is lost at once."""

    def __init__(self, player: Bot, slips: int) -> None:
        self.player = player
        self.slips = slips

    def decide(self, observation: Observation, rng: Stream) -> int:
        if rng.below(PERCENT) >= self.slips:
            return self.player.decide(observation, rng)
        moves = [move for move in observation.legal if not observation.preview(move).get("losing")] or observation.legal
        return moves[rng.below(len(moves))]
