"""The games for OpenSpiel. Importing this module registers every installed game as `trapezi_<name>`.

If several seats must decide simultaneously, OpenSpiel asks them one after the other. No seat sees the decisions of the others.
A roll of several dice becomes one chance node per die, because a chance node with 46,656 outcomes is too wide for a tree search.
"""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import numpy as np
import pyspiel

import trapezi
from trapezi.core.errors import BrokenGame
from trapezi.core.game import Game
from trapezi.core.match import Match
from trapezi.core.options import describe_options
from trapezi.core.special_seats import NATURE, SPECTATOR
from trapezi.core.state import State
from trapezi.envs.encoders import encoder_for
from trapezi.envs.learner_seat import DIFFERENCE, REWARDS, WIN, parse_reward_kind, total_reward
from trapezi.envs.spaces import Floats, action_count, encode_observation
from trapezi.games import find, loadable_packages

PREFIX = "trapezi_"
SIDES = 6  # The number of sides of a die.
MAX_LISTED_OUTCOMES = 256  # If a roll of dice has more outcomes than this, each die gets a chance node of its own.
MAX_SCORE = 1000.0  # No game gives as many points as this.


class SpielMatch(Match):
    """A match that can be copied and whose dice are rolled one by one."""

    def __init__(self, game: Game[Any]) -> None:
        super().__init__(game, by_hand=True)
        self.rolled: list[int] = []  # The faces (counted from 0) of those dice of the current roll that have been rolled.

    def __deepcopy__(self, memo: Any) -> SpielMatch:
        new = SpielMatch.__new__(SpielMatch)
        for name, value in self.__dict__.items():
            new.__dict__[name] = value.clone() if isinstance(value, State) else value[:] if isinstance(value, list) else value
        return new

    @property
    def rolls_dice(self) -> bool:
        """Whether the next outcome is a roll of several dice, which are rolled one by one."""
        if not self.state.is_on_turn(NATURE):
            return False
        count, power = self.state.chance_count(), SIDES
        while power < count:
            power *= SIDES
        return (
            count > MAX_LISTED_OUTCOMES
            and count == power
            and self.state.chance_probability(self.state.chance_outcome(0)) == 1 / count
        )

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of the current chance node, numbered from 0, with their probabilities."""
        if self.rolls_dice:
            return [(face, 1 / SIDES) for face in range(SIDES)]
        chance = self.state.chance()
        return [(outcome - self.game.outcomes.start, chance.probability(outcome)) for outcome in chance]

    def apply_chance_action(self, action: int) -> None:
        if not self.rolls_dice:
            self.play(NATURE, action + self.game.outcomes.start)
            return
        self.rolled.append(action)
        if SIDES ** len(self.rolled) == self.state.chance_count():
            k = 0
            for face in self.rolled:
                k = k * SIDES + face
            self.rolled = []
            self.play(NATURE, self.state.chance_outcome(k))


def default_parameters(name: str) -> dict[str, Any]:
    """Return the default parameters of a game: the kind of reward, and all options that OpenSpiel can express."""
    kind = find(name)
    options = {each["name"]: each["default"] for each in describe_options(kind.Options) if each["kind"] != "deck"}
    options = {option: value for option, value in options.items() if isinstance(value, str | int | float)}
    return {"players": kind.default_player_count(), "reward": REWARDS[WIN], **options}


def utility_type(game: Game[Any], reward_kind: int) -> Any:
    """Return the utility type: whether the returns of all players are equal, have a constant sum, or neither."""
    if game.players == 1:
        return pyspiel.GameType.Utility.GENERAL_SUM
    if game.cooperative:
        return pyspiel.GameType.Utility.IDENTICAL
    if reward_kind == WIN:
        return pyspiel.GameType.Utility.CONSTANT_SUM
    two = reward_kind == DIFFERENCE and game.players == 2
    return pyspiel.GameType.Utility.ZERO_SUM if two else pyspiel.GameType.Utility.GENERAL_SUM


def game_type(name: str, utility: Any = pyspiel.GameType.Utility.GENERAL_SUM) -> Any:
    player_counts, spec = find(name).player_counts, default_parameters(name)
    return pyspiel.GameType(
        short_name=PREFIX + name,
        long_name=f"Trapezi: {name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=player_counts[-1],
        min_num_players=player_counts[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=spec,
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game in the form that OpenSpiel needs. The attribute `rules` is the `Game` of Trapezi."""

    name: str

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**default_parameters(self.name), **(params or {})}
        self.reward_kind = parse_reward_kind(given.pop("reward"))
        self.rules = trapezi.game(self.name, **given)
        self.encoder = encoder_for(self.rules)
        start = SpielMatch(self.rules)
        only_dice = start.rolls_dice and start.state.chance_count() == len(self.rules.outcomes)
        most = 1.0 if self.reward_kind == WIN else MAX_SCORE
        utility = utility_type(self.rules, self.reward_kind)
        sums = {pyspiel.GameType.Utility.CONSTANT_SUM: 1.0, pyspiel.GameType.Utility.ZERO_SUM: 0.0}
        info = pyspiel.GameInfo(
            num_distinct_actions=action_count(self.rules),
            max_chance_outcomes=SIDES if only_dice else len(self.rules.outcomes),
            num_players=self.rules.players,
            min_utility=0.0 if self.reward_kind == WIN else -most,
            max_utility=most,
            utility_sum=sums.get(utility),
            max_game_length=self.rules.max_events,
        )
        super().__init__(game_type(self.name, utility), info, params or {})

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position with all events that led to it."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.match = SpielMatch(game.rules)

    def current_player(self) -> int:
        state = self.match.state
        if state.over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if state.is_on_turn(NATURE) else min(state.deciders)

    def is_terminal(self) -> bool:
        return self.match.state.over

    def _legal_actions(self, player: int) -> list[int]:
        return self.match.state.legal(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.match.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        if self.is_chance_node():
            self.match.apply_chance_action(action)
        else:
            self.match.play(self.current_player(), action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return self.match.game.text(action)
        game = self.match.game
        return f"die {action + 1}" if self.match.rolls_dice else game.text(action + game.outcomes.start)

    def returns(self) -> list[float]:
        state, kind = self.match.state, self.get_game().reward_kind
        return [float(total_reward(state, seat, kind)) if state.over else 0.0 for seat in range(state.players)]

    def __str__(self) -> str:
        """Return all events as text, one per line."""
        game = self.match.game
        events = [f"{'nature' if seat == NATURE else seat}: {game.text(move)}" for seat, move in self.match.events]
        return "\n".join([*events, *(f"nature: die {face + 1}" for face in self.match.rolled)])


class Observer:
    """Observes what a player knows: the current view or, with perfect recall, everything that the player was ever shown."""

    def __init__(self, game: SpielGame, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observations take no parameters, not {params}")
        self.type = iig_obs_type
        self.encoder = game.encoder
        self.whole = iig_obs_type.public_info and iig_obs_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor: Floats | None = None
        self.dict: dict[str, Floats] = {}
        if self.whole and not iig_obs_type.perfect_recall:
            self.tensor = np.zeros(self.encoder.size, np.float32)
            self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = encode_observation(self.encoder, state.match.state, player)

    def string_from(self, state: SpielState, player: int) -> str | None:
        if self.type.private_info == pyspiel.PrivateInfoType.NONE and self.type.public_info:
            player = SPECTATOR
        elif not self.whole:
            return None
        if self.type.perfect_recall:
            entries = state.match.history(player, full=True)
            known: Any = [player, sorted(state.match.state.deciders), [[entry.seat, entry.description] for entry in entries]]
        else:
            view = state.match.state.view(player)
            known = {key: view[key] for key in ("seat", "deciders", "over", "scores", "board")}
        return json.dumps([known, [face + 1 for face in state.match.rolled]], separators=(",", ":"))


def register_games() -> None:
    for package in loadable_packages():
        game = type(f"Spiel_{package.name}", (SpielGame,), {"name": package.name})
        with suppress(BrokenGame):
            pyspiel.register_game(game_type(package.name), game)


register_games()
