"""The five levels offered to players, weakest first. Their strength is measured in docs/strength.md."""

from __future__ import annotations

from trapezi.bots.levels import GREEDY_LEVELS, Level, live_budget

LEVELS = (*GREEDY_LEVELS, Level("expert", 6, live_budget(100)), Level("expert", 0, live_budget(800)))
