"""The coach of Silver & Gold, which compares moves by simulated games and explains the difference by squares, cards and coins."""

from __future__ import annotations

from trapezi.bots.policy import Policy
from trapezi.coach.game_coach import GameCoach
from trapezi.coach.judgement import MoveValue
from trapezi.core.errors import Reason
from trapezi.core.state import State
from trapezi.games.silver_gold.bots import Greedy
from trapezi.games.silver_gold.rules import Position

NOTICEABLE = 10  # Smaller differences, in cards or coins per 100 games, are not mentioned.


class SilverGoldCoach(GameCoach):
    """Judges by simulated games.

    `Greedy` plays on from a position, because with stronger players a lead wins more often than among people: the chances to win
    would be too extreme.
    """

    hint_simulations = 16000
    review_simulations = 6000

    def position_policies(self) -> list[Policy]:
        return [Greedy() for _ in range(self.game.players)]

    def facts_at_end(self, end: State, seat: int) -> dict[str, float]:
        position: Position = end  # type: ignore[assignment]
        return {"cards": position.completed[seat].bit_count(), "coins": position.coins[seat]}

    def game_specific_reasons(self, state: State, seat: int, better: MoveValue, other: MoveValue) -> list[Reason]:
        """Return reasons that compare how many squares both moves mark, and how many cards and coins follow from them."""
        reasons = []
        squares, fewer = (len(state.game.describe(each.move).get("squares", ())) for each in (better, other))
        if squares > fewer:
            reasons.append(Reason("silver_gold.coach.squares", {"squares": squares, "fewer": fewer}))
        for name in ("cards", "coins"):
            more = round(100 * (better.facts.get(name, 0.0) - other.facts.get(name, 0.0)))
            if more >= NOTICEABLE:
                reasons.append(Reason(f"silver_gold.coach.{name}", {name: more}))
        return reasons
