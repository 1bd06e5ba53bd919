"""The five levels that a person can choose, weakest first. Their strength is measured in docs/strength.md."""

from __future__ import annotations

from trapezi.bots.levels import GREEDY_LEVELS, Level, timed_budget

LEVELS = (*GREEDY_LEVELS, Level("expert", 4, timed_budget(300)), Level("expert", 0, timed_budget(300)))
