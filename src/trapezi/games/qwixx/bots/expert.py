"""The strongest Qwixx bot.

It uses only files that are shipped with Trapezi, so that it plays the same on every machine.
"""

from __future__ import annotations

from typing import Any

from trapezi.bots.budget import Budget
from trapezi.bots.policy import Policy
from trapezi.core.random import Stream
from trapezi.core.state import State
from trapezi.games.qwixx.bots import network_search, search
from trapezi.games.qwixx.bots.compact_solution import shipped_solution
from trapezi.games.qwixx.bots.evaluator import Evaluator
from trapezi.games.qwixx.bots.move_evaluator import MoveEvaluator
from trapezi.games.qwixx.bots.network_search import NetworkSearcher
from trapezi.games.qwixx.bots.search import Searcher
from trapezi.games.qwixx.bots.value_network import ValueNetwork, shipped_weights
from trapezi.games.qwixx.layout import STANDARD, Layout


class Expert(Policy):
    """Plays by a value network if one is shipped for the sheet and the number of players, otherwise by estimates for rows.

    As the only player, it plays the standard sheet by the shipped solution. Otherwise it searches where the best moves
    are close (with a network) or few rolls are left (with estimates), unless its budget is one simulation.

    >>> import trapezi
    >>> from trapezi.bots import Observation
    >>> match = trapezi.game("qwixx", players=2, sheet="mixed-numbers").match(seed=1)
    >>> observation = Observation(match.state, 0, trapezi.Stream(1))
    >>> Expert().decide(observation, trapezi.Stream(1)) in observation.legal
    True
    """

    game = "qwixx"

    def __init__(self, budget: Budget | None = None) -> None:
        super().__init__()
        self.budget = budget
        self.player: Policy = Policy()
        self.player_key = ("", 0)  # the sheet and the number of players for which `player` was made

    def pick(self, state: State, seat: int, rng: Stream) -> int:
        position: Any = state
        key = (position.layout.name, position.players)
        if self.player_key != key:
            self.player_key = key
            self.player = make_player(*key, self.budget)
        return self.player.pick(state, seat, rng)


class SoloPlayer(Searcher):
    """Plays alone by the solution that is shipped."""

    def make_evaluator(self, layout: Layout, players: int) -> Evaluator:
        return Evaluator(players, None, None, compact=shipped_solution())


def make_player(layout_name: str, players: int, budget: Budget | None) -> Policy:
    """Return the policy that plays this sheet with this number of players."""
    if layout_name == STANDARD and players == 1:
        return SoloPlayer(budget or search.DEFAULT_BUDGET)
    weights = shipped_weights(layout_name, players)
    if weights is None:
        return Searcher(budget or search.DEFAULT_BUDGET)
    return NetworkSearcher(budget or network_search.DEFAULT_BUDGET, MoveEvaluator(ValueNetwork(players, weights)))
