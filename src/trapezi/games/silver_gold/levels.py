"""The five levels offered to players, weakest first. Their strength is measured in docs/strength.md."""

from __future__ import annotations

from trapezi.bots.levels import Level, live_budget

LEVELS = (
    Level("greedy", 60),
    Level("greedy", 25),
    Level("greedy"),
    Level("expert", 6, live_budget(100)),
    Level("expert", 0, live_budget(800)),
)
