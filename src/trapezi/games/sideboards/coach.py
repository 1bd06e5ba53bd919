"""The coach of Sideboards."""

from __future__ import annotations

from trapezi.coach.game_coach import GameCoach
from trapezi.coach.judgement import MoveValue
from trapezi.core.errors import Reason
from trapezi.core.state import State
from trapezi.games.sideboards.rules import Position

GOALS = ("colour", "handle", "row")
NOTICEABLE = 20  # points in 100 games


class SideboardsCoach(GameCoach):
    """Judges by simulated games."""

    hint_simulations = 12000
    review_simulations = 12000

    def facts_at_end(self, end: State, seat: int) -> dict[str, float]:
        position: Position = end  # type: ignore[assignment]
        points = position.points_by_goal(seat, position.length)
        by_goal = {goal: float(points[goal]) for goal in GOALS}
        return {**by_goal, "bonus": position.score(seat) - sum(by_goal.values()) - (position.exchange_cards >> seat & 1)}

    def game_specific_reasons(self, state: State, seat: int, better: MoveValue, other: MoveValue) -> list[Reason]:
        """Return reasons: the goals for which the better move scores more points, the greatest difference first."""
        more = {goal: round(100 * (better.facts.get(goal, 0.0) - other.facts.get(goal, 0.0))) for goal in (*GOALS, "bonus")}
        ranked = sorted(more, key=lambda goal: -more[goal])
        return [Reason(f"sideboards.coach.{goal}", {"points": more[goal]}) for goal in ranked if more[goal] >= NOTICEABLE]
