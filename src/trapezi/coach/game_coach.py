"""The base class of the coaches of games. A game package can name a subclass of `GameCoach` as `coach`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from trapezi._compiled_or_pure import execution_mode
from trapezi.bots import find_class
from trapezi.bots.budget import Budget
from trapezi.bots.observation import Observation
from trapezi.bots.policy import Policy
from trapezi.bots.search import Search, greedy_or_random_policy
from trapezi.coach.value_units import unit_of
from trapezi.core.errors import Reason
from trapezi.core.game import Game
from trapezi.core.random import Stream
from trapezi.core.state import State
from trapezi.games import names, package

if TYPE_CHECKING:
    from trapezi.coach.judgement import MoveValue

HINT_MILLISECONDS = 700  # How long to think about a hint if the game sets no number of simulations.
REVIEW_MILLISECONDS = 200  # How long to think about each decision of a review if the game sets no number of simulations.
MAX_REASONS = 2  # The maximum number of reasons, not counting those about wins and points in simulated games.
PURE_SLOWDOWN = 40  # In plain Python, a simulated game takes this many times longer than in compiled code.


class GameCoach:
    """Says what moves are worth, and why. This class works for every game; a subclass can be better for one game."""

    # How many games to simulate for a hint, and for each decision of a review. `scaled_budget` divides these numbers by the
    # number of players. None means to limit the time instead, which is safer for games of other packages: they may be slow.
    hint_simulations: ClassVar[int | None] = None
    review_simulations: ClassVar[int | None] = None

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    @property
    def unit(self) -> str:
        """The unit of all values: `win` (shares of the win) or `points`."""
        return unit_of(self.game)

    @property
    def hint_budget(self) -> Budget:
        """The default budget of a hint."""
        return self.scaled_budget(self.hint_simulations, HINT_MILLISECONDS)

    @property
    def review_budget(self) -> Budget:
        """The default budget of each decision of a review."""
        return self.scaled_budget(self.review_simulations, REVIEW_MILLISECONDS)

    def scaled_budget(self, simulations: int | None, milliseconds: int) -> Budget:
        """Return a budget that takes about the same time for any number of players, compiled or in plain Python."""
        if simulations is None:
            return Budget(milliseconds=milliseconds)
        slowdown = 1 if execution_mode() == "compiled" else PURE_SLOWDOWN
        return Budget(simulations=simulations // self.game.players // slowdown)

    def policies(self) -> list[Policy]:
        """Return the policies, one per seat, that play the simulated games after a move that is judged."""
        policy = expert_or_greedy_policy(self.game.name)
        return [policy() for _ in range(self.game.players)]

    def position_policies(self) -> list[Policy]:
        """Return one policy per seat. They play the simulated games that determine the value of a position."""
        return self.policies()

    def sample(self, observation: Observation, rng: Stream) -> State:
        """Return a random state that is consistent with what the seat may know."""
        return observation.resample(rng)

    def exact_seat_values(self, state: State) -> list[float] | None:
        """Return the exact value of a position for each seat if it is known, otherwise None."""
        return None

    def exact_move_values(self, state: State, seat: int) -> dict[int, float] | None:
        """Return the exact value of each legal move if it is known, otherwise None. Use only what the seat may know."""
        return None

    def facts_at_end(self, end: State, seat: int) -> Mapping[str, float]:
        """Return numbers that describe the end of a simulated game for a seat. `MoveValue.facts` has their means."""
        return {}

    def game_specific_reasons(self, state: State, seat: int, better: MoveValue, other: MoveValue) -> Sequence[Reason]:
        """Return reasons why one move is better than another that apply only to this game, the most important reason first.

        Use only what the seat may know.
        """
        return ()

    def reasons(self, state: State, seat: int, better: MoveValue, other: MoveValue) -> list[Reason]:
        """Return why one move is better than another: the game-specific reasons, then those from simulated games."""
        found = [*self.game_specific_reasons(state, seat, better, other), *self.preview_reasons(state, seat, better, other)]
        return [*found[:MAX_REASONS], *result_reasons(self.game, better, other)]

    def preview_reasons(self, state: State, seat: int, better: MoveValue, other: MoveValue) -> list[Reason]:
        """Return a reason that compares the points that both moves score at once, or [] if these are equal."""
        if self.game.cooperative:
            return []
        now, less = (state.preview(seat, each.move).get("points", 0) for each in (better, other))
        if now == less:
            return []
        return [Reason("coach.reason.now" if now > less else "coach.reason.later", {"better": now, "other": less})]


def result_reasons(game: Game[Any], better: MoveValue, other: MoveValue) -> list[Reason]:
    """Return reasons that say how many more games the better move wins and how many more points it scores on average."""
    found = []
    if better.win is not None and other.win is not None:
        percent, less = round(100 * better.win), round(100 * other.win)
        if percent > less:
            key = "coach.reason.team" if game.cooperative else "coach.reason.win"
            found.append(Reason(key, {"percent": percent, "less": less}))
    points = round(better.points - other.points)
    if points >= 1:
        found.append(Reason("coach.reason.points", {"points": points}))
    return found


def expert_or_greedy_policy(game_name: str) -> type[Policy]:
    """Return the policy with which the expert of a game simulates games. If it has none, return the greedy or random policy."""
    expert = find_class("expert", game_name)
    policy = expert.policy if issubclass(expert, Search) else None
    return policy or greedy_or_random_policy(game_name)


@lru_cache(maxsize=16)
def coach_for(game: Game[Any]) -> GameCoach:
    """Return the coach of a game.

    >>> import trapezi
    >>> coach_for(trapezi.game("sideboards", players=2)).unit
    'win'
    """
    part = package(game.name).load_part("coach") if game.name in names() else None
    return (part or GameCoach)(game)
