"""A learner for Qwixx with numpy alone: a linear policy, improved game by game by its own luck.

    python examples/train_qwixx.py [--updates 600] [--games 256] [--seed 1]

Many games are played at once against the greedy bot. After every few decisions each one is made a little more likely if more
points followed than a linear guess had promised, and less likely if fewer did (advantage actor-critic). The same seed gives
the same learner. Before and after, it plays games of its own against `chance` and `greedy`.
"""

from __future__ import annotations

import argparse
import math
from typing import Any, NamedTuple

import numpy as np

from trapezi.envs.vector import VectorEnv

STEPS = 16  # decisions per game between two updates
AHEAD = 0.99  # how far a decision is credited with what follows, per decision
RATE = 0.01
CURIOSITY = 0.003  # the price of being too sure too early
SCALE = 10  # points


class Adam:
    """Steps of a steady size, whatever the size of the gradient."""

    def __init__(self, weights: Any) -> None:
        self.weights, self.mean, self.square, self.n = weights, np.zeros_like(weights), np.zeros_like(weights), 0

    def step(self, gradient: Any, rate: float) -> None:
        self.n += 1
        self.mean += 0.1 * (gradient - self.mean)
        self.square += 0.001 * (gradient**2 - self.square)
        size = np.sqrt(self.square / (1 - 0.999**self.n)) + 1e-8
        self.weights += rate * self.mean / (1 - 0.9**self.n) / size


class Learner:
    """A weight per number observation and action; another per number observation, for what is still to come."""

    def __init__(self, size: int, actions: int) -> None:
        self.policy = Adam(np.zeros((size, actions), np.float32))
        self.guess = Adam(np.zeros(size, np.float32))

    def chances(self, observation: Any, legal: Any) -> Any:
        """How likely each action is; the illegal ones never happen."""
        wishes = np.where(legal, observation @ self.policy.weights, -np.inf)
        grown = np.exp(wishes - wishes.max(axis=-1, keepdims=True))
        return grown / grown.sum(axis=-1, keepdims=True)

    def act(self, observation: Any, legal: Any, rng: np.random.Generator) -> Any:
        upto = self.chances(observation, legal).cumsum(axis=-1)
        return (upto <= upto[:, -1:] * rng.random((len(observation), 1))).sum(axis=-1)

    def learn(self, observation: Any, legal: Any, actions: Any, rewards: Any, over: Any, after: Any, rate: float) -> None:
        """Arrays by decision and game; `after` is what is observation once all were made."""
        guesses = np.concatenate([observation @ self.guess.weights, (after @ self.guess.weights)[None]])
        surplus, carried = np.zeros_like(guesses[:-1]), 0.0
        for t in reversed(range(len(rewards))):
            on = 1.0 - over[t]
            carried = rewards[t] + on * guesses[t + 1] - guesses[t] + AHEAD * on * carried
            surplus[t] = carried
        chances = self.chances(observation, legal)
        weight = (surplus - surplus.mean()) / (surplus.std() + 1e-6)
        sure = np.log(chances, where=chances > 0, out=np.zeros_like(chances))
        pull = (np.eye(chances.shape[-1], dtype=np.float32)[actions] - chances) * weight[..., None]
        pull -= CURIOSITY * chances * (sure - (chances * sure).sum(axis=-1, keepdims=True))
        flat = observation.reshape(-1, observation.shape[-1])
        self.policy.step(flat.T @ pull.reshape(len(flat), -1) / len(flat), rate)
        self.guess.step(flat.T @ surplus.reshape(-1) / len(flat), rate)


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
        story: list[tuple[Any, ...]] = []
        for _ in range(STEPS):
            legal = info["action_mask"] == 1
            actions = learner.act(observation, legal, rng)
            then, rewards, over, _, info = envs.step(actions)
            story.append((observation, legal, actions, rewards / SCALE, over))
            observation = then
        learner.learn(
            *(np.stack(each) for each in zip(*story, strict=True)), after=observation, rate=RATE * (1 - update / updates)
        )
    return learner


def play(learner: Learner, bot: str, games: int, seed: int) -> Mean:
    """The mean score of so many games against a bot, each begun and ended."""
    envs = VectorEnv("qwixx", num_envs=games, bots=[bot], reward="score", seat=None)
    rng = np.random.default_rng(seed)
    observation, info = envs.reset(seed=seed)
    scores, first = np.zeros(games), np.ones(games, bool)
    while first.any():
        observation, rewards, over, _, info = envs.step(learner.act(observation, info["action_mask"] == 1, rng))
        scores += rewards * first
        first &= ~over
    return Mean(scores.mean(), 1.96 * scores.std(ddof=1) / math.sqrt(games))


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    arguments.add_argument("--updates", type=int, default=600)
    arguments.add_argument("--games", type=int, default=256, help="games played at once")
    arguments.add_argument("--seed", type=int, default=1)
    given = arguments.parse_args()
    fresh = Learner(*size())
    before = {bot: play(fresh, bot, 2000, given.seed) for bot in ("chance", "greedy")}
    learner = train(given.updates, given.games, given.seed)
    print("mean score of the learner     before          after")
    for bot, mean in before.items():
        print(f"against {bot:10}     {mean}   {play(learner, bot, 2000, given.seed)}")


def size() -> tuple[int, int]:
    envs = VectorEnv("qwixx")
    return envs.encoder.size, envs.width


if __name__ == "__main__":
    main()
