"""A Gymnasium environment for many games at once.

It returns exactly the same results as a `SyncVectorEnv`, but is faster.
"""

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
from trapezi.envs.encoder_base import Encoder
from trapezi.envs.encoders import encoder_for
from trapezi.envs.learner_seat import RANDOM_SEAT, LearnerSeat, parse_reward_kind
from trapezi.envs.spaces import Floats, action_count, encode_observation, feature_space, make_game

Step = tuple[Floats, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class VectorEnv(Base[Floats, NDArray[np.int64], NDArray[Any]]):
    """One seat in each of many games, with bots on the other seats. A game that is over restarts in the same step.

    The last observation of that game is then in `info["final_obs"]`. `info["action_mask"]` has a row of legal actions per game.

    >>> envs = VectorEnv("qwixx", num_envs=3, bots=["greedy"])
    >>> observations, info = envs.reset(seed=7)
    >>> observations.shape, info["action_mask"].shape
    ((3, 285), (3, 45))
    >>> observations, rewards, over, _, info = envs.step(info["action_mask"].argmax(axis=1))
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
        self.game = make_game(game, options)
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.encoder = encoder or encoder_for(self.game)
        self.width = action_count(self.game)
        start, fixed_seat, kind = self.game.start(), RANDOM_SEAT if seat is None else seat, parse_reward_kind(reward)
        self.learners = [LearnerSeat(start, fixed_seat, tuple(bots), kind) for _ in range(num_envs)]
        self.batch = Batch(self.learners, self.encoder)
        self.single_observation_space = feature_space(self.encoder.size)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.single_action_space = Discrete(self.width)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.generators: list[np.random.Generator] = []

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Floats, dict[str, Any]]:
        """Restart all games. If `seed` is a single number, the i-th game gets seed + i."""
        seeds = [seed + i for i in range(self.num_envs)] if isinstance(seed, int) else list(seed or [None] * self.num_envs)
        if not self.generators or seed is not None:
            self.generators = [seeding.np_random(each)[0] for each in seeds]
        for i in range(self.num_envs):
            self.restart_game(i)
        return self.observations_and_masks()

    def restart_game(self, index: int) -> None:
        self.learners[index].reset(int(self.generators[index].integers(1 << 63)))

    def step(self, actions: NDArray[np.int64]) -> Step:
        """Play an action in every game. If an action is illegal, raise `IllegalMove` and play no action."""
        given = np.asarray(actions)
        if given.shape != (self.num_envs,):
            raise IllegalMove("common.move.not-a-number", seat=f"0–{self.num_envs - 1}", move=f"an array of {given.shape}")
        moves = given.astype(np.int64).tolist()
        wrong = self.batch.first_illegal_game(moves)
        if wrong >= 0:
            raise self.learners[wrong].state.illegal_move_error(self.learners[wrong].seat, moves[wrong])
        rewards, over = np.array(self.batch.act(moves)), np.array(self.batch.games_over())
        info: dict[str, Any] = {}
        if over.any():
            info["final_obs"], info["_final_obs"] = self.final_observations(over), over.copy()
            for index in np.flatnonzero(over).tolist():
                self.restart_game(index)
        observations, masks = self.observations_and_masks()
        return observations, rewards, over, np.zeros(self.num_envs, np.bool_), {**info, **masks}

    def final_observations(self, over: NDArray[np.bool_]) -> NDArray[np.object_]:
        """Return the last observation of each game that is over, and None for the others."""
        last = np.full(self.num_envs, None, object)
        for index in np.flatnonzero(over).tolist():
            last[index] = encode_observation(self.encoder, self.learners[index].state, self.learners[index].seat)
        return last

    def observations_and_masks(self) -> tuple[Floats, dict[str, Any]]:
        observations = np.empty((self.num_envs, self.encoder.size), np.float32)
        self.batch.write_observations(observations.reshape(-1))
        masks = np.frombuffer(self.batch.action_masks(self.width), np.int8)
        return observations, {"action_mask": masks.reshape(self.num_envs, self.width)}
