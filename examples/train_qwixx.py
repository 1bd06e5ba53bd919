"""Train a linear policy for Qwixx with advantage actor-critic, using only numpy.

    python examples/train_qwixx.py [--updates 600] [--games 256] [--seed 1]

The learner plays many games at once against the greedy bot. After every few decisions, the policy makes each of them more likely
if more points followed than a linear value function predicted, and less likely otherwise. The same seed gives the same learner.
Before and after training, the learner plays against `chance` and `greedy`.
"""

from __future__ import annotations

import argparse
import math
from typing import Any, NamedTuple

import numpy as np

from trapezi.envs.vector import VectorEnv

STEPS = 16  # the number of decisions in each game between two updates
TRACE_DECAY = 0.99  # the lambda of generalized advantage estimation
LEARNING_RATE = 0.01
ENTROPY_BONUS = 0.003  # the weight of the entropy, which keeps the policy from becoming certain too early
REWARD_SCALE = 10  # Rewards are divided by this number of points.


class Adam:
    """The Adam optimizer for one array of weights."""

    def __init__(self, weights: Any) -> None:
        self.weights, self.mean, self.square, self.n = weights, np.zeros_like(weights), np.zeros_like(weights), 0

    def step(self, gradient: Any, rate: float) -> None:
        self.n += 1
        self.mean += 0.1 * (gradient - self.mean)
        self.square += 0.001 * (gradient**2 - self.square)
        size = np.sqrt(self.square / (1 - 0.999**self.n)) + 1e-8
        self.weights += rate * self.mean / (1 - 0.9**self.n) / size


class Learner:
    """A linear policy and a linear value function of the observation."""

    def __init__(self, size: int, actions: int) -> None:
        self.policy = Adam(np.zeros((size, actions), np.float32))
        self.value = Adam(np.zeros(size, np.float32))

    def probabilities(self, observation: Any, legal: Any) -> Any:
        """Return the probability of each action, which is 0 for illegal actions."""
        logits = np.where(legal, observation @ self.policy.weights, -np.inf)
        exponentials = np.exp(logits - logits.max(axis=-1, keepdims=True))
        return exponentials / exponentials.sum(axis=-1, keepdims=True)

    def act(self, observation: Any, legal: Any, rng: np.random.Generator) -> Any:
        cumulative = self.probabilities(observation, legal).cumsum(axis=-1)
        return (cumulative <= cumulative[:, -1:] * rng.random((len(observation), 1))).sum(axis=-1)

    def learn(self, observation: Any, legal: Any, actions: Any, rewards: Any, over: Any, after: Any, rate: float) -> None:
        """Update the policy and the value function. `after` is the observation after the last decision."""
        values = np.concatenate([observation @ self.value.weights, (after @ self.value.weights)[None]])
        advantages, advantage = np.zeros_like(values[:-1]), 0.0
        for t in reversed(range(len(rewards))):
            continues = 1.0 - over[t]
            advantage = rewards[t] + continues * values[t + 1] - values[t] + TRACE_DECAY * continues * advantage
            advantages[t] = advantage
        probabilities = self.probabilities(observation, legal)
        weight = (advantages - advantages.mean()) / (advantages.std() + 1e-6)
        log_probabilities = np.log(probabilities, where=probabilities > 0, out=np.zeros_like(probabilities))
        gradient = (np.eye(probabilities.shape[-1], dtype=np.float32)[actions] - probabilities) * weight[..., None]
        gradient -= (
            ENTROPY_BONUS * probabilities * (log_probabilities - (probabilities * log_probabilities).sum(axis=-1, keepdims=True))
        )
        flat = observation.reshape(-1, observation.shape[-1])
        self.policy.step(flat.T @ gradient.reshape(len(flat), -1) / len(flat), rate)
        self.value.step(flat.T @ advantages.reshape(-1) / len(flat), rate)


class Mean(NamedTuple):
    """A mean score with its 95 % interval."""

    value: float
    margin: float

    def __str__(self) -> str:
        return f"{self.value:6.1f} ± {self.margin:.1f}"


def train(updates: int, games: int, seed: int, bot: str = "greedy") -> Learner:
    envs = VectorEnv("qwixx", num_envs=games, bots=[bot], reward="score", seat=None)
    rng = np.random.default_rng(seed)
    learner = Learner(envs.encoder.size, envs.width)
    observation, info = envs.reset(seed=seed)
    for update in range(updates):
        decisions: list[tuple[Any, ...]] = []
        for _ in range(STEPS):
            legal = info["action_mask"] == 1
            actions = learner.act(observation, legal, rng)
            after, rewards, over, _, info = envs.step(actions)
            decisions.append((observation, legal, actions, rewards / REWARD_SCALE, over))
            observation = after
        learner.learn(
            *(np.stack(each) for each in zip(*decisions, strict=True)),
            after=observation,
            rate=LEARNING_RATE * (1 - update / updates),
        )
    return learner


def mean_score(learner: Learner, bot: str, games: int, seed: int) -> Mean:
    """Return the mean score of the learner in complete games against a bot."""
    envs = VectorEnv("qwixx", num_envs=games, bots=[bot], reward="score", seat=None)
    rng = np.random.default_rng(seed)
    observation, info = envs.reset(seed=seed)
    scores, playing = np.zeros(games), np.ones(games, bool)
    while playing.any():
        observation, rewards, over, _, info = envs.step(learner.act(observation, info["action_mask"] == 1, rng))
        scores += rewards * playing
        playing &= ~over
    return Mean(scores.mean(), 1.96 * scores.std(ddof=1) / math.sqrt(games))


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    arguments.add_argument("--updates", type=int, default=600)
    arguments.add_argument("--games", type=int, default=256, help="games played at once")
    arguments.add_argument("--seed", type=int, default=1)
    options = arguments.parse_args()
    untrained = Learner(*observation_and_action_count())
    before = {bot: mean_score(untrained, bot, 2000, options.seed) for bot in ("chance", "greedy")}
    learner = train(options.updates, options.games, options.seed)
    print("mean score of the learner     before          after")
    for bot, mean in before.items():
        print(f"against {bot:10}     {mean}   {mean_score(learner, bot, 2000, options.seed)}")


def observation_and_action_count() -> tuple[int, int]:
    """Return the size of an observation and the number of actions."""
    envs = VectorEnv("qwixx")
    return envs.encoder.size, envs.width


if __name__ == "__main__":
    main()
