"""A bot that plays by a solution in the data folder and, towards the end of a game, by a search. Other bots are measured with it.

With one player the solution is exact. With several players it is not, because it assumes that the opponents close no rows.
"""

from __future__ import annotations

from trapezi.bots.budget import Budget
from trapezi.core.errors import TrapeziError
from trapezi.games.qwixx.bots import solution_file
from trapezi.games.qwixx.bots.evaluator import Evaluator
from trapezi.games.qwixx.bots.search import DEFAULT_BUDGET, Searcher
from trapezi.games.qwixx.layout import STANDARD, Layout


class NoSolution(TrapeziError):
    """The game has not been solved for this number of players, or it has another sheet."""


class SolutionPlayer(Searcher):
    """Plays by the solution that `trapezi solve qwixx` has stored. Raises `NoSolution` if there is none for the game."""

    game = "qwixx"

    def __init__(self, budget: Budget | None = None) -> None:
        super().__init__(budget or DEFAULT_BUDGET)

    def make_evaluator(self, layout: Layout, players: int) -> Evaluator:
        solution = solution_file.load(players) if layout.name == STANDARD else None
        if solution is None:
            raise NoSolution("qwixx.no-solution", players=players)
        return Evaluator(players, solution.values, None, len(solution.stage_end_chances), solution.stage_end_chances[0])
