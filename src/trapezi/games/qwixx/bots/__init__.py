"""The bots of Qwixx."""

from trapezi.games.qwixx.bots.expert import Expert
from trapezi.games.qwixx.bots.greedy import Greedy

__all__ = ["Expert", "Greedy"]
