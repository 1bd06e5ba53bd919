"""A bot for any game that looks one move ahead."""

from __future__ import annotations

from trapezi.bots.observation import Observation
from trapezi.core.random import Stream


class Greedy:
    """Plays the move whose preview adds the most points, or one of several at random. Avoids moves that lose the game."""

    def decide(self, observation: Observation, rng: Stream) -> int:
        previews = {move: observation.preview(move) for move in observation.legal}
        values = {move: (not preview.get("losing"), preview.get("points", 0)) for move, preview in previews.items()}
        highest = max(values.values())
        best = [move for move, value in values.items() if value == highest]
        return best[rng.below(len(best))]
