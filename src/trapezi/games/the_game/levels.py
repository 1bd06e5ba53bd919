"""The five levels of bots that a person can choose, weakest first. docs/strength.md says how strong they are."""

from trapezi.bots.levels import Level, budget_with_time_limit

LEVELS = (
    Level("greedy", 40),
    Level("greedy", 10),
    Level("greedy", 3),
    Level("greedy"),
    Level("expert", 0, budget_with_time_limit(1000)),
)
