"""Gymnasium, many games at once: the same as `SyncVectorEnv` over `Env`, byte by byte, in one compiled loop."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.spaces import Discrete
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode
from gymnasium.vector import VectorEnv as Base
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from trapezi.core.errors import IllegalMove
from trapezi.core.game import Game
from trapezi.envs.batch import Batch
from trapezi.envs.encoders import Encoder, encoder_of
from trapezi.envs.learner_seat import ANYWHERE, Seat, kind
from trapezi.envs.spaces import Floats, actions, found, observation_space

Step = tuple[Floats, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class VectorEnv(Base[Floats, NDArray[np.int64], NDArray[Any]]):
    """One seat in each of many games, bots on the others. A game that is over begins anew in the same step.

    What the seat saw at its end is then in `info["final_obs"]`. The legal actions are `info["action_mask"]`, a row per game.

    >>> envs = VectorEnv("qwixx", num_envs=3, bots=["greedy"])
    >>> seen, info = envs.reset(seed=7)
    >>> seen.shape, info["action_mask"].shape
    ((3, 285), (3, 45))
    >>> seen, rewards, over, _, info = envs.step(info["action_mask"].argmax(axis=1))
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        game: str | Game[Any],
        num_envs: int = 1,
        *,
        seat: int | None = 0,
        bots: Sequence[str] = ("chance",),
        reward: str = "win",
        encoder: Encoder | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.game = found(game, options)
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.encoder = encoder or encoder_of(self.game)
        self.width = actions(self.game)
        start, where, how = self.game.start(), ANYWHERE if seat is None else seat, kind(reward)
        self.seats = [Seat(start, where, tuple(bots), how) for _ in range(num_envs)]
        self.batch = Batch(self.seats, self.encoder)
        self.single_observation_space = observation_space(self.encoder)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.single_action_space = Discrete(self.width)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.chance: list[np.random.Generator] = []

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Floats, dict[str, Any]]:
        """A new game everywhere. A number seeds the i-th game with seed + i."""
        seeds = [seed + i for i in range(self.num_envs)] if isinstance(seed, int) else list(seed or [None] * self.num_envs)
        if not self.chance or seed is not None:
            self.chance = [seeding.np_random(each)[0] for each in seeds]
        for i in range(self.num_envs):
            self.begin(i)
        return self.board()

    def begin(self, i: int) -> None:
        self.seats[i].begin(int(self.chance[i].integers(1 << 63)))

    def step(self, actions: NDArray[np.int64]) -> Step:
        """An action per game; if one of them is not legal, none is played."""
        moves = np.asarray(actions)
        if moves.shape != (self.num_envs,):
            raise IllegalMove("move.not-a-number", seat=f"0–{self.num_envs - 1}", move=f"an array of {moves.shape}")
        chosen = moves.astype(np.int64).tolist()
        wrong = self.batch.illegal(chosen)
        if wrong >= 0:
            raise self.seats[wrong].state.rejection(self.seats[wrong].seat, chosen[wrong])
        rewards, over = np.array(self.batch.act(chosen)), np.array(self.batch.over())
        info: dict[str, Any] = {}
        if over.any():
            info["final_obs"], info["_final_obs"] = self.last_looks(over), over.copy()
        seen, masks = self.board()
        return seen, rewards, over, np.zeros(self.num_envs, np.bool_), {**info, **masks}

    def last_looks(self, over: NDArray[np.bool_]) -> NDArray[np.object_]:
        """What was seen last in the games that are over; new ones begin."""
        last = np.full(self.num_envs, None, object)
        for i in np.flatnonzero(over).tolist():
            row = np.zeros(self.encoder.size, np.float32)
            self.batch.observe_one(i, row)
            last[i] = row
            self.begin(i)
        return last

    def board(self) -> tuple[Floats, dict[str, Any]]:
        seen = np.empty((self.num_envs, self.encoder.size), np.float32)
        self.batch.observe(seen.reshape(-1))
        masks = np.frombuffer(self.batch.mask(self.width), np.int8)
        return seen, {"action_mask": masks.reshape(self.num_envs, self.width)}
