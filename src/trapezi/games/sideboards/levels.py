"""The five levels that a person can choose, weakest first. Their strength is measured in docs/strength.md."""

from trapezi.bots.levels import GREEDY_LEVELS, Level, timed_budget

LEVELS = (*GREEDY_LEVELS, Level("expert", 8, timed_budget(120)), Level("expert", 0, timed_budget(1000)))
