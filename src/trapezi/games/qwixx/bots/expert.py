"""The strongest Qwixx bot. It uses only files that are shipped with Trapezi, so it plays the same on every machine."""

from __future__ import annotations

from typing import Any

from trapezi.bots.budget import Budget
from trapezi.bots.policy import Policy
from trapezi.core.random import Stream
from trapezi.core.state import State
from trapezi.games.qwixx.bots import search
from trapezi.games.qwixx.bots.compact_solution import shipped_solution
from trapezi.games.qwixx.bots.evaluator import Evaluator
from trapezi.games.qwixx.bots.move_evaluator import MoveEvaluator
from trapezi.games.qwixx.bots.search import Searcher
from trapezi.games.qwixx.bots.value_network import ValueNetwork, shipped_weights
from trapezi.games.qwixx.layout import STANDARD, Layout


class Expert(Policy):
    """Chooses the best method for the sheet and the number of players: a solution, a value network, or estimates for rows.

    With one player and the standard sheet, it uses the shipped solution. Otherwise it uses a value network if one is shipped for
    this sheet and number of players. Otherwise it estimates points row by row, and searches if few rolls are left. With a budget
    of one simulation it never searches.

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
        self.player_key = ("", 0)  # The sheet and the number of players for which `player` was made.

    def pick(self, state: State, seat: int, rng: Stream) -> int:
        position: Any = state
        key = (position.layout.name, position.players)
        if self.player_key != key:
            self.player_key = key
            self.player = make_player(*key, self.budget)
        return self.player.pick(state, seat, rng)


class SoloPlayer(Searcher):
    """Plays games for one player by the solution that is shipped with Trapezi."""

    def make_evaluator(self, layout: Layout, players: int) -> Evaluator:
        return Evaluator(players, None, None, compact=shipped_solution())


class NetworkPlayer(Policy):
    """Plays the move that a value network prefers. It never searches."""

    def __init__(self, evaluator: MoveEvaluator) -> None:
        super().__init__()
        self.evaluator = evaluator

    def pick(self, state: State, seat: int, rng: Stream) -> int:
        position: Any = state
        return self.evaluator.best_move(position, seat)


def make_player(layout_name: str, players: int, budget: Budget | None) -> Policy:
    """Return the policy that plays this sheet with this number of players."""
    if layout_name == STANDARD and players == 1:
        return SoloPlayer(budget or search.DEFAULT_BUDGET)
    weights = shipped_weights(layout_name, players)
    if weights is None:
        return Searcher(budget or search.DEFAULT_BUDGET)
    return NetworkPlayer(MoveEvaluator(ValueNetwork(players, weights)))
