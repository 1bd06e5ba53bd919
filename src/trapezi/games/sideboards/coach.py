"""The coach of Sideboards, which compares moves by simulated games and explains the difference by the points for each goal."""

from __future__ import annotations

from trapezi.coach.game_coach import GameCoach
from trapezi.coach.judgement import MoveValue
from trapezi.core.errors import Reason
from trapezi.core.state import State
from trapezi.games.sideboards.rules import Position

GOALS = ("colour", "handle", "row")
NOTICEABLE = 20  # Smaller differences, in points per 100 games, are not mentioned.


class SideboardsCoach(GameCoach):
    """Judges moves by simulated games."""

    hint_simulations = 12000
    review_simulations = 12000

    def facts_at_end(self, end: State, seat: int) -> dict[str, float]:
        position: Position = end  # type: ignore[assignment]
        points = position.points_by_goal(seat, position.length)
        by_goal = {goal: float(points[goal]) for goal in GOALS}
        return {**by_goal, "bonus": position.score(seat) - sum(by_goal.values()) - (position.exchange_cards >> seat & 1)}

    def game_specific_reasons(self, state: State, seat: int, better: MoveValue, other: MoveValue) -> list[Reason]:
        """Return one reason for each goal that scores more points after the better move, the greatest difference first."""
        more = {goal: round(100 * (better.facts.get(goal, 0.0) - other.facts.get(goal, 0.0))) for goal in (*GOALS, "bonus")}
        ranked = sorted(more, key=lambda goal: -more[goal])
        return [Reason(f"sideboards.coach.{goal}", {"points": more[goal]}) for goal in ranked if more[goal] >= NOTICEABLE]
