"""Players of Qwixx, with dice."""

from trapezi.bots.qwixx.expert import Expert
from trapezi.bots.qwixx.greedy import Greedy

__all__ = ["Expert", "Greedy"]
