"""OpenSpiel: importing this module registers `trapezi_qwixx` and the others.

Decisions that are simultaneous are made one after the other and stay hidden until all are in. Dice are rolled one by one, since
46,656 outcomes at once are more than any tree search wants to look at.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pyspiel

import trapezi
from trapezi.core.game import Game
from trapezi.core.match import Match
from trapezi.core.options import describe
from trapezi.core.seats import NATURE, SPECTATOR
from trapezi.core.state import State
from trapezi.envs.encoders import encoder_of
from trapezi.envs.learner_seat import DIFFERENCE, REWARDS, WIN, kind, reward
from trapezi.envs.spaces import Floats, actions, observation
from trapezi.games import find, names

PREFIX = "trapezi_"
SIDES = 6  # of a die
FEW = 256  # outcomes that may be listed at once; where there are more, they are dice
MOST = 1000.0  # no score of any game is as far from zero


class Course(Match):
    """A match that can be copied, with its dice half rolled."""

    def __init__(self, game: Game[Any]) -> None:
        super().__init__(game, by_hand=True)
        self.dice = self.state.chance_count() > FEW
        self.rolled: list[int] = []

    def __deepcopy__(self, memo: Any) -> Course:
        new = Course.__new__(Course)
        new.__dict__.update(self.__dict__)
        new.state, new._anchor = self.state.clone(), self._anchor.clone()
        new.events, new.record, new._open, new.rolled = self.events[:], self.record[:], self._open[:], self.rolled[:]
        return new

    def outcomes(self) -> list[tuple[int, float]]:
        """What NATURE can do next, counted from 0, with probabilities."""
        if self.dice:
            return [(face, 1 / SIDES) for face in range(SIDES)]
        chance = self.state.chance()
        return [(outcome - self.game.outcomes.start, chance.probability(outcome)) for outcome in chance]

    def happen(self, action: int) -> None:
        if not self.dice:
            self.play(NATURE, action + self.game.outcomes.start)
            return
        self.rolled.append(action)
        if SIDES ** len(self.rolled) == self.state.chance_count():
            k = 0
            for face in self.rolled:
                k = k * SIDES + face
            self.rolled = []
            self.play(NATURE, self.state.chance_outcome(k))


def parameters(name: str) -> dict[str, Any]:
    """The options of a game that OpenSpiel can name, with their defaults."""
    kind = find(name)
    options = {each["name"]: each["default"] for each in describe(kind.Options) if each["kind"] != "deck"}
    return {"players": max(2, kind.seats[0]), "reward": REWARDS[WIN], **options}


def utility(game: Game[Any], reward: int) -> Any:
    """What OpenSpiel's algorithms may rely on."""
    if game.players == 1:
        return pyspiel.GameType.Utility.GENERAL_SUM
    if game.cooperative:
        return pyspiel.GameType.Utility.IDENTICAL
    if reward == WIN:
        return pyspiel.GameType.Utility.CONSTANT_SUM
    two = reward == DIFFERENCE and game.players == 2
    return pyspiel.GameType.Utility.ZERO_SUM if two else pyspiel.GameType.Utility.GENERAL_SUM


def game_type(name: str, utility: Any = pyspiel.GameType.Utility.GENERAL_SUM) -> Any:
    seats, spec = find(name).seats, parameters(name)
    return pyspiel.GameType(
        short_name=PREFIX + name,
        long_name=f"Trapezi: {name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=seats[-1],
        min_num_players=seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=spec,
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of the law as OpenSpiel has it; `law` is that game."""

    name: str

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**parameters(self.name), **(params or {})}
        self.reward = kind(given.pop("reward"))
        self.law = trapezi.game(self.name, **given)
        self.encoder = encoder_of(self.law)
        dice = Course(self.law).dice
        most = 1.0 if self.reward == WIN else MOST
        kind_of = utility(self.law, self.reward)
        sums = {pyspiel.GameType.Utility.CONSTANT_SUM: 1.0, pyspiel.GameType.Utility.ZERO_SUM: 0.0}
        info = pyspiel.GameInfo(
            num_distinct_actions=actions(self.law),
            max_chance_outcomes=SIDES if dice else len(self.law.outcomes),
            num_players=self.law.players,
            min_utility=0.0 if self.reward == WIN else -most,
            max_utility=most,
            utility_sum=sums.get(kind_of),
            max_game_length=self.law.longest,
        )
        super().__init__(game_type(self.name, kind_of), info, params or {})

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, kind_of: Any = None, params: Any = None) -> Observer:
        return Observer(self, kind_of or pyspiel.IIGObservationType(perfect_recall=False), params)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position with its history."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.course = Course(game.law)

    @property
    def position(self) -> State:
        return self.course.state

    def current_player(self) -> int:
        state = self.course.state
        if state.over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if state.on_turn(NATURE) else min(state.deciders)

    def is_terminal(self) -> bool:
        return self.course.state.over

    def _legal_actions(self, player: int) -> list[int]:
        return self.course.state.legal(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.course.outcomes()

    def _apply_action(self, action: int) -> None:
        if self.is_chance_node():
            self.course.happen(action)
        else:
            self.course.play(self.current_player(), action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return self.course.game.text(action)
        return f"die {action + 1}" if self.course.dice else self.course.game.text(action + self.course.game.outcomes.start)

    def returns(self) -> list[float]:
        state, how = self.course.state, self.get_game().reward
        return [float(reward(state, seat, how)) if state.over else 0.0 for seat in range(state.players)]

    def __str__(self) -> str:
        """All that has happened, in the words of the law."""
        game = self.course.game
        told = [f"{'nature' if seat == NATURE else seat}: {game.text(move)}" for seat, move in self.course.events]
        return "\n".join([*told, *(f"nature: die {face + 1}" for face in self.course.rolled)])


class Observer:
    """What a player sees: with perfect recall all that it has been shown, else the view of this moment."""

    def __init__(self, game: SpielGame, kind_of: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observations take no parameters, not {params}")
        self.kind = kind_of
        self.encoder = game.encoder
        self.whole = kind_of.public_info and kind_of.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor: Floats | None = None
        self.dict: dict[str, Floats] = {}
        if self.whole and not kind_of.perfect_recall:
            self.tensor = np.zeros(self.encoder.size, np.float32)
            self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = observation(self.encoder, state.course.state, player)

    def string_from(self, state: SpielState, player: int) -> str | None:
        if self.kind.private_info == pyspiel.PrivateInfoType.NONE and self.kind.public_info:
            player = SPECTATOR
        elif not self.whole:
            return None
        if self.kind.perfect_recall:
            shown = state.course.history(player, full=True)
            told: Any = [player, sorted(state.course.state.deciders), [[entry.seat, entry.description] for entry in shown]]
        else:
            view = state.course.state.view(player)
            told = {key: view[key] for key in ("seat", "deciders", "over", "scores", "board")}
        return json.dumps([told, [face + 1 for face in state.course.rolled]], separators=(",", ":"))


def register() -> None:
    for name in names():
        game = type(f"Spiel_{name}", (SpielGame,), {"name": name})
        pyspiel.register_game(game_type(name), game)


register()
