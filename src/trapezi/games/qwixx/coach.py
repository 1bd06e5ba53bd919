"""The coach of Qwixx. A game for one player on the standard sheet is judged by its solution, which is shipped."""

from __future__ import annotations

from typing import Any

from trapezi.bots.budget import Budget
from trapezi.bots.policy import Policy
from trapezi.coach.game_coach import GameCoach
from trapezi.coach.judgement import MoveValue
from trapezi.core.errors import Reason
from trapezi.core.game import Game
from trapezi.core.state import State
from trapezi.games.qwixx.bots.exact_values import ExactValues
from trapezi.games.qwixx.bots.search import Searcher
from trapezi.games.qwixx.rules import Position
from trapezi.games.qwixx.sheet_coach import sheet_facts, sheet_reasons


class QwixxCoach(GameCoach):
    """Judges by the solution if there is one, otherwise by simulated games between bots that evaluate moves without a search."""

    hint_simulations = 24000
    review_simulations = 12000

    def __init__(self, game: Game[Any]) -> None:
        super().__init__(game)
        start: Position = game.start()  # type: ignore[assignment]
        self.exact = ExactValues() if ExactValues.applies_to(start) else None

    def policies(self) -> list[Policy]:
        # The expert's network plays better, but simulates fifteen times fewer games in the same time.
        return [Searcher(Budget(simulations=1)) for _ in range(self.game.players)]

    def exact_move_values(self, state: State, seat: int) -> dict[int, float] | None:
        return None if self.exact is None else self.exact.of_moves(state)  # type: ignore[arg-type]

    def exact_seat_values(self, state: State) -> list[float] | None:
        return None if self.exact is None else [self.exact.of_position(state)]  # type: ignore[arg-type]

    def facts_at_end(self, end: State, seat: int) -> dict[str, float]:
        position: Position = end  # type: ignore[assignment]
        return sheet_facts(list(position.marks)[: end.players], position.misses[seat], seat)

    def game_specific_reasons(self, state: State, seat: int, better: MoveValue, other: MoveValue) -> list[Reason]:
        position: Position = state  # type: ignore[assignment]
        marked, instead = (state.preview(seat, each.move)["marks"] for each in (better, other))
        return sheet_reasons("qwixx", position.marks[seat], marked, instead, better.facts, other.facts)
