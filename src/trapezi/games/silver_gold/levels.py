"""The five levels that a person can choose, weakest first. Their strength is measured in docs/strength.md."""

from trapezi.bots.levels import GREEDY_LEVELS, Level, budget_with_time_limit

LEVELS = (*GREEDY_LEVELS, Level("expert", 6, budget_with_time_limit(100)), Level("expert", 0, budget_with_time_limit(800)))
