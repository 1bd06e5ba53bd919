"""The function that worker processes run for hints at live tables. It gets what a seat may know, and returns a judgement."""

from __future__ import annotations

from trapezi.bots import Observation
from trapezi.coach import Judgement, judge
from trapezi.coach.game_coach import coach_for


def judge_moves(observation: Observation, budget_share: float) -> Judgement:
    """Judge the moves of a seat with this share of the budget of a hint."""
    return judge(observation, coach_for(observation.game).hint_budget.reduced_to(budget_share))
