"""The five levels offered to players, weakest first. Their strength is measured in docs/strength.md."""

from __future__ import annotations

from trapezi.bots.levels import Level, live_budget

LEVELS = (
    Level("greedy", 40),
    Level("greedy", 10),
    Level("greedy", 3),
    Level("greedy"),
    Level("expert", 0, live_budget(1000)),
)
