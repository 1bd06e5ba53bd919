"""The coach of the card game."""

from __future__ import annotations

from trapezi.coach.game_coach import GameCoach


class QwixxCardsCoach(GameCoach):
    """Judges by simulated games."""

    hint_simulations = 24000
    review_simulations = 12000
