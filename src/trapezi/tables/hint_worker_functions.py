"""The function that worker processes run for hints. It gets what a seat may know, and returns a judgement of the seat's moves."""

from __future__ import annotations

from trapezi.bots import Observation
from trapezi.coach import Judgement, judge
from trapezi.coach.game_coach import coach_for


def judge_moves(observation: Observation, budget_share: float) -> Judgement:
    """Return a judgement of a seat's moves, computed with this share of the normal budget of a hint."""
    return judge(observation, coach_for(observation.game).hint_budget.reduced_to(budget_share))
