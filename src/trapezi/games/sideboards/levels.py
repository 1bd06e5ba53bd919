"""The five levels that a person can choose, weakest first. Their strength is measured in docs/strength.md."""

from __future__ import annotations

from trapezi.bots.levels import GREEDY_LEVELS, Level, live_budget

LEVELS = (*GREEDY_LEVELS, Level("expert", 8, live_budget(120)), Level("expert", 0, live_budget(1000)))
