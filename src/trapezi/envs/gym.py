"""Gymnasium: one seat against bots. `import trapezi.envs.gym` registers `trapezi/Qwixx-v0` and the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np

from trapezi.core.errors import BadOption
from trapezi.core.game import Game
from trapezi.envs.encoders import Encoder, encoder_of
from trapezi.envs.learner_seat import ANYWHERE, Seat, kind
from trapezi.envs.spaces import Choices, Floats, Mask, actions, found, mask, observation, observation_space
from trapezi.games import packages

ILLEGAL = ("error", "again")


class Env(gymnasium.Env[Floats, np.int64]):
    """One seat of a game, asked whenever it owes a decision; bots have the other seats.

    An action is the number of a move (`env.game.text(action)`). The legal ones are in `info["action_mask"]`; any other raises
    `IllegalMove` and changes nothing, or with `illegal="again"` just says so in `info["illegal"]`. A seat of `None` is drawn anew
    for every game.

    >>> env = Env("qwixx", bots=["greedy"], reward="score")
    >>> seen, info = env.reset(seed=7)
    >>> seen.shape, int(info["action_mask"].sum())
    ((285,), 5)
    >>> seen, reward, over, _, info = env.step(env.action_space.sample())
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
        if illegal not in ILLEGAL:
            raise BadOption("option.not-a-choice", option="illegal", value=repr(illegal), choices=", ".join(ILLEGAL))
        self.game = found(game, options)
        self.illegal = illegal
        self.render_mode = render_mode
        self.encoder = encoder or encoder_of(self.game)
        self.seat = Seat(self.game.start(), ANYWHERE if seat is None else seat, tuple(bots), kind(reward))
        self.observation_space = observation_space(self.encoder)
        self.action_space = Choices(actions(self.game), self.action_masks)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Floats, dict[str, Any]]:
        super().reset(seed=seed)
        self.seat.begin(int(self.np_random.integers(1 << 63)))
        return self.observe(), {"action_mask": self.action_masks()}

    def step(self, action: Any) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        info: dict[str, Any] = {}
        if self.illegal == "again" and (why := self.seat.state.why_not(self.seat.seat, int(action))):
            info["illegal"] = str(why)
        else:
            self.seat.act(int(action))
        info["action_mask"] = self.action_masks()
        return self.observe(), float(self.seat.gain()), self.seat.state.over, False, info

    def observe(self) -> Floats:
        return observation(self.encoder, self.seat.state, self.seat.seat)

    def action_masks(self) -> Mask:
        """The legal actions, under the name by which sb3-contrib asks for them."""
        return mask(self.seat.state, self.seat.seat, actions(self.game))


def register() -> None:
    for package in packages():
        gymnasium.register(
            id=package.gymnasium_id or f"trapezi/{package.name}-v0",
            entry_point="trapezi.envs.gym:Env",
            vector_entry_point="trapezi.envs.vector:VectorEnv",
            kwargs={"game": package.name},
        )


register()
