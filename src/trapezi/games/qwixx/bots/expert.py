"""The strongest Qwixx bot: it plays by a solution and, towards the end of a game, by a search."""

from __future__ import annotations

from typing import Any

from trapezi._execution_mode import execution_mode
from trapezi.bots.budget import Budget
from trapezi.core.game import Game
from trapezi.games.qwixx.bots import solution
from trapezi.games.qwixx.bots.evaluate import Evaluator
from trapezi.games.qwixx.bots.search import Searcher
from trapezi.games.qwixx.layout import Layout

STANDARD = "standard"
DEFAULT_BUDGET = Budget(simulations=300)


class Expert(Searcher):
    """Plays by a solution on the standard sheet. On mixed sheets, and until there is a solution, it plays by row values.

    It searches when few rolls are left, unless its budget is one simulation.

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
        """Start solving the game in the background if it is not solved yet; bots created afterwards use the solution.

        Plain Python does not solve games, because that would take an hour.
        """
        if execution_mode() == "compiled" and game.options.sheet == STANDARD and solution.load(game.players) is None:
            solution.solve_in_background(game.players)

    def evaluator_for(self, layout: Layout, players: int) -> Evaluator:
        solved = solution.load(players) if layout.name == STANDARD else None
        if solved is None:
            return super().evaluator_for(layout, players)
        return Evaluator(players, solved.values, None, len(solved.tick_chances), solved.tick_chances[0])
