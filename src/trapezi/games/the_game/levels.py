"""The five levels offered to players, weakest first. docs/strength.md says how strong they are."""

from trapezi.bots.levels import Level, timed_budget

LEVELS = (
    Level("greedy", 40),
    Level("greedy", 10),
    Level("greedy", 3),
    Level("greedy"),
    Level("expert", 0, timed_budget(1000)),
)
