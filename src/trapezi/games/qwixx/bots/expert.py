"""The best Qwixx player we have: a glance at solved tables, and towards the end of a game a search."""

from __future__ import annotations

from typing import Any

from trapezi._form import form
from trapezi.bots.budget import Budget
from trapezi.core.game import Game
from trapezi.games.qwixx.bots import solution
from trapezi.games.qwixx.bots.evaluate import Reckoner
from trapezi.games.qwixx.bots.search import Searcher
from trapezi.games.qwixx.sheet import Sheet

STANDARD = "standard"
USUAL = Budget(simulations=300)


class Expert(Searcher):
    """Plays by a solved table on the standard sheet; before it is solved, and on mixed sheets, by the outlook of its rows.

    With a budget of one simulation it decides at a glance; else it searches once few rolls are left.

    >>> import trapezi
    >>> from trapezi.bots import Observation
    >>> match = trapezi.game("qwixx", players=2, sheet="mixed-numbers").match(seed=1)
    >>> observation = Observation(match.state, 0, trapezi.Stream(1))
    >>> Expert().decide(observation, trapezi.Stream(1)) in observation.legal
    True
    """

    game = "qwixx"

    def __init__(self, budget: Budget | None = None) -> None:
        super().__init__(budget or USUAL)

    @staticmethod
    def prepare(game: Game[Any]) -> None:
        """Has the table for so many players solved in the background if there is none: bots made later play by it.

        Plain Python would be at it for an hour, so that it does without.
        """
        if form() == "compiled" and game.options.sheet == STANDARD and solution.load(game.players) is None:
            solution.solve_in_background(game.players)

    def reckoner_for(self, sheet: Sheet, players: int) -> Reckoner:
        solved = solution.load(players) if sheet.name == STANDARD else None
        if solved is None:
            return super().reckoner_for(sheet, players)
        return Reckoner(players, solved.values, None, len(solved.clock), solved.clock[0])
