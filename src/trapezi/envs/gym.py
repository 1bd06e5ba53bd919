"""The Gymnasium environment: one seat against bots. Importing this module registers an id for every installed game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np

from trapezi.core.errors import BadOption
from trapezi.core.game import Game
from trapezi.envs.encoder_base import Encoder
from trapezi.envs.encoders import encoder_for
from trapezi.envs.learner_seat import RANDOM_SEAT, LearnerSeat, parse_reward_kind
from trapezi.envs.spaces import (
    Floats,
    LegalActionSpace,
    Mask,
    action_count,
    action_mask,
    encode_observation,
    feature_space,
    make_game,
)
from trapezi.games import loadable_packages

ON_ILLEGAL = ("error", "ignore")


class Env(gymnasium.Env[Floats, np.int64]):
    """An environment in which the agent decides for one seat of a game, and bots play the other seats.

    An action is the number of a move (`env.game.text(action)`). `info["action_mask"]` marks the legal actions. Any other action
    raises `IllegalMove` and changes nothing; with `illegal="ignore"` it changes nothing and `info["illegal"]` says why.
    With `seat=None` every game is played from a random seat.

    >>> env = Env("qwixx", bots=["greedy"], reward="score")
    >>> observation, info = env.reset(seed=7)
    >>> observation.shape, int(info["action_mask"].sum())
    ((285,), 5)
    >>> observation, reward, over, _, info = env.step(env.action_space.sample())
    """

    metadata = {"render_modes": []}

    def __init__(
        self,
        game: str | Game[Any],
        *,
        seat: int | None = 0,
        bots: Sequence[str] = ("chance",),
        reward: str = "win",
        illegal: str = "error",
        encoder: Encoder | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        if illegal not in ON_ILLEGAL:
            raise BadOption("common.option.not-a-choice", option="illegal", value=repr(illegal), choices=", ".join(ON_ILLEGAL))
        self.game = make_game(game, options)
        self.illegal = illegal
        self.render_mode = render_mode
        self.encoder = encoder or encoder_for(self.game)
        self.learner = LearnerSeat(
            self.game.start(), RANDOM_SEAT if seat is None else seat, tuple(bots), parse_reward_kind(reward)
        )
        self.observation_space = feature_space(self.encoder.size)
        self.action_space = LegalActionSpace(action_count(self.game), self.action_masks)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Floats, dict[str, Any]]:
        super().reset(seed=seed)
        self.learner.reset(int(self.np_random.integers(1 << 63)))
        return self.observe(), {"action_mask": self.action_masks()}

    def step(self, action: Any) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        info: dict[str, Any] = {}
        if self.illegal == "ignore" and (reason := self.learner.state.why_not(self.learner.seat, int(action))):
            info["illegal"] = str(reason)
        else:
            self.learner.act(int(action))
        info["action_mask"] = self.action_masks()
        return self.observe(), float(self.learner.take_reward()), self.learner.state.over, False, info

    def observe(self) -> Floats:
        return encode_observation(self.encoder, self.learner.state, self.learner.seat)

    def action_masks(self) -> Mask:
        """Return the mask of legal actions. sb3-contrib requires this name."""
        return action_mask(self.learner.state, self.learner.seat, action_count(self.game))


def games_by_gymnasium_id() -> dict[str, str]:
    """Return, for each Gymnasium id, the name of its game. If two packages want the same id, one gets `trapezi/<name>-v0`."""
    games: dict[str, str] = {}
    for package in loadable_packages():
        default = f"trapezi/{package.name}-v0"
        wanted = package.gymnasium_id or default
        games[default if wanted in games else wanted] = package.name
    return games


def register_games() -> None:
    for known, name in games_by_gymnasium_id().items():
        gymnasium.register(
            id=known,
            entry_point="trapezi.envs.gym:Env",
            vector_entry_point="trapezi.envs.vector:VectorEnv",
            kwargs={"game": name},
        )


register_games()
