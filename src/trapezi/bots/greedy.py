"""One step ahead in any game of the contract: the move whose preview adds the most points."""

from __future__ import annotations

from trapezi.bots.observation import Observation
from trapezi.core.random import Stream


class Greedy:
    """Takes what gives most now, and loses at once only when it must; among equals it leaves the choice to chance."""

    def decide(self, observation: Observation, rng: Stream) -> int:
        best: list[int] = []
        most = (False, 0)
        for move in observation.legal:
            preview = observation.preview(move)
            worth = (not preview.get("losing"), preview.get("points", 0))
            if not best or worth > most:
                best, most = [move], worth
            elif worth == most:
                best.append(move)
        return best[rng.below(len(best))]
