"""The coach of Qwixx. A game for one player on the standard sheet is judged by its exact solution."""

from __future__ import annotations

from typing import Any

from trapezi.bots.budget import Budget
from trapezi.bots.policy import Policy
from trapezi.coach.game_coach import GameCoach
from trapezi.core.game import Game
from trapezi.core.state import State
from trapezi.games.qwixx import phases, sheet
from trapezi.games.qwixx.bots import solution_file
from trapezi.games.qwixx.bots.evaluator import Evaluator
from trapezi.games.qwixx.bots.expert import STANDARD, Expert
from trapezi.games.qwixx.bots.row_states import RowStates


class QwixxCoach(GameCoach):
    """Judges by the solution if it is exact, otherwise by simulated games between experts that do not search."""

    hint_simulations = 24000
    review_simulations = 12000

    def __init__(self, game: Game[Any]) -> None:
        super().__init__(game)
        alone = game.players == 1 and game.options.sheet == STANDARD
        self.solution = solution_file.load(1) if alone else None
        self.rows = RowStates()
        self.evaluator = Evaluator(1, self.solution.values, None) if self.solution else None

    def policies(self) -> list[Policy]:
        return [Expert(Budget(simulations=1)) for _ in range(self.game.players)]

    def exact_move_values(self, state: State, seat: int) -> dict[int, float] | None:
        if self.evaluator is None:
            return None
        self.evaluator.set_expected_leads(state, seat)  # type: ignore[arg-type]
        return {move: self.evaluator.leads[move] for move in state.legal(seat)}

    def exact_values(self, state: State) -> list[float] | None:
        if self.solution is None:
            return None
        position: Any = state
        if position.phase != phases.ROLLING:
            values = self.exact_move_values(state, 0)
            return [max(values.values())] if values else None
        rows = [
            self.rows.state_number(sheet.positions_in_row(position.marks[0], row), position.closed >> row & 1 == 1)
            for row in range(sheet.ROWS)
        ]
        at = position.misses[0] * self.rows.sheets + self.rows.sheet_index(*rows)
        return [position.score(0) + self.solution.values[at]]
