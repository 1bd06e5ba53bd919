"""The strongest Qwixx bot. It plays by a solution of the game and, towards the end of a game, by a search."""

from __future__ import annotations

from typing import Any

from trapezi._execution_mode import execution_mode
from trapezi.bots.budget import Budget
from trapezi.core.game import Game
from trapezi.games.qwixx.bots import solution_file, solve_and_store
from trapezi.games.qwixx.bots.evaluator import Evaluator
from trapezi.games.qwixx.bots.search import Searcher
from trapezi.games.qwixx.layout import Layout

STANDARD = "standard"
DEFAULT_BUDGET = Budget(simulations=300)


class Expert(Searcher):
    """Plays by a solution on the standard sheet. On mixed sheets, and until there is a solution, it plays by estimates for rows.

    When few rolls are left, it searches, unless its budget is one simulation.

    >>> import trapezi
    >>> from trapezi.bots import Observation
    >>> match = trapezi.game("qwixx", players=2, sheet="mixed-numbers").match(seed=1)
    >>> observation = Observation(match.state, 0, trapezi.Stream(1))
    >>> Expert().decide(observation, trapezi.Stream(1)) in observation.legal
    True
    """

    game = "qwixx"

    def __init__(self, budget: Budget | None = None) -> None:
        super().__init__(budget or DEFAULT_BUDGET)

    @staticmethod
    def prepare(game: Game[Any]) -> None:
        """Start solving the game in the background if there is no solution yet. Bots that are created later use the solution.

        Only compiled code solves the game, because plain Python would take an hour.
        """
        if execution_mode() == "compiled" and game.options.sheet == STANDARD and solution_file.load(game.players) is None:
            solve_and_store.ensure_solving_in_background(game.players)

    def make_evaluator(self, layout: Layout, players: int) -> Evaluator:
        """Return an evaluator that uses a solution or, if there is none for this layout, estimates for rows."""
        solution = solution_file.load(players) if layout.name == STANDARD else None
        if solution is None:
            return super().make_evaluator(layout, players)
        return Evaluator(players, solution.values, None, len(solution.stage_end_chances), solution.stage_end_chances[0])
