"""The five levels of bots that a person can choose, weakest first. docs/strength.md says how strong they are."""

from trapezi.bots.levels import GREEDY_LEVELS, Level, budget_with_time_limit

LEVELS = (*GREEDY_LEVELS, Level("expert", 6, budget_with_time_limit(100)), Level("expert", 0, budget_with_time_limit(800)))
