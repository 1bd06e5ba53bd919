"""A vector environment plays the same games as single environments with the same seeds."""

from __future__ import annotations

from typing import Any, cast

import gymnasium
import numpy as np
import pytest
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import trapezi
from trapezi.core.errors import IllegalMove
from trapezi.envs.gym import Env, games_by_gymnasium_id
from trapezi.envs.vector import VectorEnv


def random_actions(masks: Any, rng: np.random.Generator) -> Any:
    """Return a random legal action per game."""
    return (masks * rng.random(masks.shape)).argmax(axis=1)


@pytest.mark.parametrize("bot", ["chance", "greedy"])
def test_they_equal_gymnasiums_vector_of_single_environments(name: str, bot: str) -> None:
    given: dict[str, Any] = {"bots": [bot], "reward": "difference", "seat": None}
    ours = VectorEnv(name, num_envs=4, **given)
    theirs = SyncVectorEnv([lambda: Env(name, **given)] * 4, autoreset_mode=AutoresetMode.SAME_STEP)
    (observations, info), (expected, other) = ours.reset(seed=11), theirs.reset(seed=11)
    rng, ended = np.random.default_rng(1), 0
    for _ in range(150 if trapezi.execution_mode() == "compiled" else 60):
        assert observations.tobytes() == expected.tobytes()
        assert (info["action_mask"] == other["action_mask"]).all()
        actions = random_actions(info["action_mask"], rng)
        observations, *ended_ours, info = ours.step(actions)
        expected, *ended_theirs, other = theirs.step(actions)
        assert all((a == b).all() for a, b in zip(ended_ours, ended_theirs, strict=True))
        assert ("final_obs" in info) == ("final_obs" in other)
        for i in np.flatnonzero(ended_ours[1]):
            ended += 1
            assert info["final_obs"][i].tobytes() == other["final_obs"][i].tobytes()
    assert ended


@pytest.mark.parametrize("known", games_by_gymnasium_id())
def test_gymnasium_makes_them_by_id(known: str) -> None:
    envs = gymnasium.make_vec(known, num_envs=2, vectorization_mode="vector_entry_point")
    observations, info = envs.reset(seed=3)
    assert observations in envs.observation_space
    assert info["action_mask"].shape == (2, cast(Discrete, envs.single_action_space).n)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP


def test_one_illegal_action_rejects_the_whole_step() -> None:
    envs = VectorEnv("qwixx", num_envs=3)
    _, info = envs.reset(seed=5)
    before = [seat.state.data() for seat in envs.learners]
    actions = info["action_mask"].argmax(axis=1)
    for wrong in (np.array([*actions[:2], 10**12]), np.array([-1, *actions[1:]]), actions[:2]):
        with pytest.raises(IllegalMove):
            envs.step(wrong)
        assert [seat.state.data() for seat in envs.learners] == before


def test_each_game_has_its_own_seed() -> None:
    envs = VectorEnv("qwixx", num_envs=3)
    together, _ = envs.reset(seed=5)
    single = [VectorEnv("qwixx").reset(seed=5 + i)[0][0] for i in range(3)]
    assert (together == np.stack(single)).all()
    assert (envs.reset(seed=[7, 6, 5])[0][::-1] == together).all()
    assert (together != envs.reset()[0]).any()
