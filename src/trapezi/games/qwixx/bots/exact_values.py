"""Look up the exact values of positions and moves of the game for one player on the standard sheet."""

from __future__ import annotations

from trapezi.games.qwixx import phases
from trapezi.games.qwixx.bots.compact_solution import shipped_solution
from trapezi.games.qwixx.bots.evaluator import Evaluator
from trapezi.games.qwixx.bots.row_states import RowStates
from trapezi.games.qwixx.bots.solution_file import Solution
from trapezi.games.qwixx.layout import STANDARD
from trapezi.games.qwixx.rules import Position
from trapezi.games.qwixx.sheet import ROWS, positions_in_row


class ExactValues:
    """Returns the average final score of a single player who makes only the best moves from now on.

    The values come from the given solution. Without one they come from the compact solution, which is shipped and almost exact.

    >>> import trapezi
    >>> ExactValues.applies_to(trapezi.game("qwixx", players=2).start())
    False
    """

    def __init__(self, solution: Solution | None = None) -> None:
        self.solution = solution
        if solution is None:
            self.evaluator = Evaluator(1, None, None, compact=shipped_solution())
        else:
            self.evaluator = Evaluator(1, solution.values, None)
        self.rows = RowStates()

    @staticmethod
    def applies_to(state: Position) -> bool:
        """Return whether exact values exist for a position: one player on the standard sheet."""
        return state.players == 1 and state.layout.name == STANDARD

    def of_moves(self, state: Position) -> dict[int, float]:
        """Return the expected points at the end of the game after each legal move."""
        self.evaluator.set_expected_leads(state, 0)
        leads = list(self.evaluator.leads)
        return {move: leads[move] for move in state.legal(0)}

    def of_position(self, state: Position) -> float:
        """Return the expected points at the end of the game, before a roll or a move."""
        if state.over:
            return state.score(0)
        if state.phase != phases.ROLLING:
            return max(self.of_moves(state).values())
        rows = [
            self.rows.state_number(positions_in_row(state.marks[0], row), state.closed >> row & 1 == 1) for row in range(ROWS)
        ]
        if self.solution is None:
            return state.score(0) + shipped_solution().points_to_come(state.misses[0], *rows)
        to_come: float = self.solution.values[state.misses[0] * self.rows.sheets + self.rows.sheet_index(*rows)]
        return state.score(0) + to_come
