"""The coach of The Game. It measures what a move is worth in laid cards, because wins are too rare to show a difference."""

from __future__ import annotations

from trapezi.bots.observation import Observation
from trapezi.bots.policy import Policy
from trapezi.coach.game_coach import GameCoach
from trapezi.coach.judgement import MoveValue
from trapezi.coach.value_units import POINTS
from trapezi.core.errors import Reason
from trapezi.core.random import Stream
from trapezi.core.state import State
from trapezi.games.the_game.bots.greedy import Greedy
from trapezi.games.the_game.bots.signals import swap_cards_to_match_signals


class TheGameCoach(GameCoach):
    """Judges moves by simulated games of a team of greedy bots. The sampled hands of the other seats fit their signals."""

    hint_simulations = 8000
    review_simulations = 3000

    @property
    def unit(self) -> str:
        return POINTS

    def policies(self) -> list[Policy]:
        return [Greedy() for _ in range(self.game.players)]

    def sample(self, observation: Observation, rng: Stream) -> State:
        state = observation.resample(rng)
        swap_cards_to_match_signals(state, observation.seat, rng)  # type: ignore[arg-type]
        return state

    def reasons(self, state: State, seat: int, better: MoveValue, other: MoveValue) -> list[Reason]:
        found = super().reasons(state, seat, better, other)
        return [Reason("the_game.coach.cards", each.params) if each.key == "coach.reason.points" else each for each in found]

    def game_specific_reasons(self, state: State, seat: int, better: MoveValue, other: MoveValue) -> list[Reason]:
        """Return the reason that the better move is a backwards trick or jumps over fewer numbers, if this is the case."""
        first, second = (state.preview(seat, each.move) for each in (better, other))
        reasons = []
        if first.get("trick") and not second.get("trick"):
            reasons.append(Reason("the_game.coach.trick"))
        numbers, fewer = second.get("distance", 0) - 1, first.get("distance", 0) - 1
        if numbers > fewer >= 0:
            reasons.append(Reason("the_game.coach.jumps", {"numbers": numbers, "fewer": fewer}))
        return reasons
