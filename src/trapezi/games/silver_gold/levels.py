"""The five levels offered to players, weakest first. docs/strength.md says how strong they are."""

from trapezi.bots.levels import GREEDY_LEVELS, Level, timed_budget

LEVELS = (*GREEDY_LEVELS, Level("expert", 6, timed_budget(100)), Level("expert", 0, timed_budget(800)))
