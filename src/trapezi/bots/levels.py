"""Five levels for people, from a kind beginner to the best that there is: which player, how long it thinks, how often it slips.

A slip is a move without thought, as people make them. What is measured of it: docs/strength.md.
"""

from __future__ import annotations

from dataclasses import dataclass

from trapezi.bots.budget import Budget
from trapezi.bots.observation import Bot, Seen
from trapezi.core.random import Stream

PERCENT = 100


@dataclass(frozen=True, slots=True)
class Level:
    """How well a level plays one game."""

    player: str  # as in `bots.PLAYERS`
    slips: int = 0  # decisions out of a hundred that are made by chance
    budget: Budget | None = None  # of the player; none: its own


def live(simulations: int) -> Budget:
    """A budget in simulations, and never long enough to keep people waiting, however slow the machine."""
    return Budget(simulations=simulations, milliseconds=1500)


NAMES = ("level-1", "level-2", "level-3", "level-4", "level-5")
LEVELS: dict[str, tuple[Level, Level, Level, Level, Level]] = {
    "*": (
        Level("greedy", 60),
        Level("greedy", 25),
        Level("greedy"),
        Level("search", 10, live(200)),
        Level("search", 0, live(1000)),
    ),
    "qwixx": (Level("greedy", 60), Level("greedy", 25), Level("greedy"), Level("expert", 4), Level("expert")),
    "qwixx_cards": (
        Level("greedy", 60),
        Level("greedy", 25),
        Level("greedy"),
        Level("expert", 0, live(100)),
        Level("expert", 0, live(800)),
    ),
    "the_game": (
        Level("greedy", 40),
        Level("greedy", 10),
        Level("greedy", 3),
        Level("greedy"),
        Level("expert", 0, live(1000)),
    ),
    "silver_gold": (
        Level("greedy", 60),
        Level("greedy", 25),
        Level("greedy"),
        Level("expert", 6, live(100)),
        Level("expert", 0, live(800)),
    ),
    "sideboards": (
        Level("greedy", 60),
        Level("greedy", 25),
        Level("greedy"),
        Level("expert", 8, live(120)),
        Level("expert", 0, live(1000)),
    ),
}


def level(name: str, game: str) -> Level:
    """What a level is in a game.

    >>> level("level-3", "qwixx")
    Level(player='greedy', slips=0, budget=None)
    """
    return LEVELS.get(game, LEVELS["*"])[NAMES.index(name)]


class Slipping:
    """A player that now and then moves without thought, though not so that all is lost at once."""

    def __init__(self, player: Bot, slips: int) -> None:
        self.player = player
        self.slips = slips

    def decide(self, seen: Seen, rng: Stream) -> int:
        if rng.below(PERCENT) >= self.slips:
            return self.player.decide(seen, rng)
        moves = [move for move in seen.legal if not seen.preview(move).get("losing")] or seen.legal
        return moves[rng.below(len(moves))]
