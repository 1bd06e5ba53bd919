"""The coach of Sideboards."""

from __future__ import annotations

from trapezi.coach.game_coach import GameCoach


class SideboardsCoach(GameCoach):
    """Judges by simulated games."""

    hint_simulations = 12000
    review_simulations = 12000
