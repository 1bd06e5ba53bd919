"""The coach of Silver & Gold."""

from __future__ import annotations

from trapezi.coach.game_coach import GameCoach


class SilverGoldCoach(GameCoach):
    """Judges by simulated games."""

    hint_simulations = 16000
    review_simulations = 6000
