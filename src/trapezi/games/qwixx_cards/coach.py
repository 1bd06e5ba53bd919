"""The coach of Qwixx, the card game, which compares moves by simulated games."""

from __future__ import annotations

from trapezi.coach.game_coach import GameCoach
from trapezi.coach.judgement import MoveValue
from trapezi.core.errors import Reason
from trapezi.core.state import State
from trapezi.games.qwixx.sheet_coach import sheet_facts, sheet_reasons
from trapezi.games.qwixx_cards.rules import Position


class QwixxCardsCoach(GameCoach):
    """Judges moves by simulated games. The reasons are about crosses, as in Qwixx."""

    hint_simulations = 24000
    review_simulations = 12000

    def facts_at_end(self, end: State, seat: int) -> dict[str, float]:
        position: Position = end  # type: ignore[assignment]
        return sheet_facts(list(position.marks)[: end.players], position.misses[seat], seat)

    def game_specific_reasons(self, state: State, seat: int, better: MoveValue, other: MoveValue) -> list[Reason]:
        position: Position = state  # type: ignore[assignment]
        marked, instead = (state.preview(seat, each.move)["marks"] for each in (better, other))
        return sheet_reasons("qwixx_cards", position.marks[seat], marked, instead, better.facts, other.facts)
