"""A bot for any game that looks one move ahead."""

from __future__ import annotations

from trapezi.bots.observation import Observation
from trapezi.core.random import Stream


class Greedy:
    """Play the move whose preview adds the most points, a losing move only if there is no other; break ties at random."""

    def decide(self, observation: Observation, rng: Stream) -> int:
        best: list[int] = []
        best_value = (False, 0)
        for move in observation.legal:
            preview = observation.preview(move)
            value = (not preview.get("losing"), preview.get("points", 0))
            if not best or value > best_value:
                best, best_value = [move], value
            elif value == best_value:
                best.append(move)
        return best[rng.below(len(best))]
