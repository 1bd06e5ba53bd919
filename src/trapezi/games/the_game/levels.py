"""The five levels that a person can choose, weakest first. Their strength is measured in docs/strength.md."""

from trapezi.bots.levels import Level, budget_with_time_limit

LEVELS = (
    Level("greedy", 40),
    Level("greedy", 10),
    Level("greedy", 3),
    Level("greedy"),
    Level("expert", 0, budget_with_time_limit(1000)),
)
