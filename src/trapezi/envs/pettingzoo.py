"""The PettingZoo environments, in which agents play all seats. The agent of seat 0 is called `player_0`, and so on."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Dict, MultiBinary
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from trapezi.core.game import Game
from trapezi.core.random import Stream, branch
from trapezi.core.special_seats import NATURE
from trapezi.envs.encoder_base import Encoder
from trapezi.envs.encoders import encoder_for
from trapezi.envs.learner_seat import parse_reward_kind, total_reward
from trapezi.envs.spaces import Floats, LegalActionSpace, action_count, action_mask, encode_observation, feature_space, make_game

Observation = dict[str, Any]


class SeatsEnv:
    """The base class of `AEC` and `Parallel`: a game in progress, with the observations and rewards of all seats."""

    render_mode = None
    extra_actions = 0  # How many actions there are in addition to the moves of the game.

    def __init__(self, game: str | Game[Any], *, reward: str = "win", encoder: Encoder | None = None, **options: Any) -> None:
        self.game = make_game(game, options)
        self.metadata = {"name": f"trapezi_{self.game.name}_v0", "render_modes": [], "is_parallelizable": False}
        self.encoder = encoder or encoder_for(self.game)
        self.reward_kind = parse_reward_kind(reward)
        self.width = action_count(self.game) + self.extra_actions
        self.position = self.game.start()
        self.chance_rng = Stream(0)
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.players)]
        self.agents: list[str] = []
        masked = Dict({"observation": feature_space(self.encoder.size), "action_mask": MultiBinary(self.width)})
        self.observation_spaces = dict.fromkeys(self.possible_agents, masked)
        self.action_spaces = {agent: self.make_action_space(agent) for agent in self.possible_agents}
        self.state_space = feature_space(self.game.players * self.encoder.size)
        self.generator: np.random.Generator | None = None

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> LegalActionSpace:
        return self.action_spaces[agent]

    def make_action_space(self, agent: str) -> LegalActionSpace:
        return LegalActionSpace(self.width, lambda: self.observe(agent)["action_mask"])

    def seat_of(self, agent: str) -> int:
        return self.possible_agents.index(agent)

    def start_and_play_to_first_decision(self, seed: int | None) -> None:
        """Start a new game and play to its first decision."""
        if seed is not None or self.generator is None:
            self.generator = seeding.np_random(seed)[0]
        self.position = self.game.start()
        self.chance_rng = branch(int(self.generator.integers(1 << 63)), 0)
        self.agents = self.possible_agents[:]
        self.rewards_so_far = dict.fromkeys(self.agents, 0.0)
        self.play_chance()

    def require_legal(self, seat: int, move: int) -> None:
        """Raise `IllegalMove` if the seat may not make this move. Nothing is changed."""
        if move not in self.position.legal(seat):
            raise self.position.illegal_move_error(seat, move)

    def play_chance(self) -> None:
        """Sample an outcome of chance as long as NATURE is on turn."""
        while self.position.is_on_turn(NATURE):
            self.position.play(NATURE, self.position.sample_chance(self.chance_rng))

    def take_rewards(self) -> dict[str, float]:
        """Return the reward of each agent since the last call of this method."""
        now = {a: float(total_reward(self.position, seat, self.reward_kind)) for seat, a in enumerate(self.possible_agents)}
        rewards = {agent: now[agent] - self.rewards_so_far[agent] for agent in now}
        self.rewards_so_far = now
        return rewards

    def observe(self, agent: str) -> Observation:
        """Return the features that an agent may know, and a mask of its legal actions (none if it need not decide)."""
        seat = self.seat_of(agent)
        return {
            "observation": encode_observation(self.encoder, self.position, seat),
            "action_mask": action_mask(self.position, seat, self.width),
        }

    def state(self) -> Floats:
        """Return the observations of all agents in one array, for a central critic."""
        return np.concatenate([encode_observation(self.encoder, self.position, seat) for seat in range(self.game.players)])

    def render(self) -> None:
        """Draw nothing: these environments have no pictures."""


class AEC(SeatsEnv, AECEnv):  # type: ignore[misc]
    """The agents act one after the other, even in simultaneous decisions, which stay hidden until all agents have decided."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.start_and_play_to_first_decision(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agent_on_turn()

    def agent_on_turn(self) -> str:
        return self.possible_agents[min(self.position.deciders, default=0)]

    def step(self, action: Any) -> None:
        """Play the action of the agent on turn. Raise `IllegalMove`, and change nothing, if the action is illegal."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        move = -1 if action is None else int(action)
        self.require_legal(self.seat_of(agent), move)
        self.position.play(self.seat_of(agent), move)
        self.play_chance()
        self._cumulative_rewards[agent] = 0.0
        self.rewards = self.take_rewards()
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, self.position.over)
        self.agent_selection = self.agent_on_turn()


class Parallel(SeatsEnv, ParallelEnv):  # type: ignore[misc]
    """All agents act at once. The only legal action of an agent that need not decide is `wait_action`, the highest number."""

    extra_actions = 1

    @property
    def wait_action(self) -> int:
        return self.width - 1

    def observe(self, agent: str) -> Observation:
        observed = super().observe(agent)
        observed["action_mask"][self.wait_action] = not self.position.is_on_turn(self.seat_of(agent))
        return observed

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Observation]:
        self.start_and_play_to_first_decision(seed)
        return self.observations_and_infos()

    def observations_and_infos(self) -> tuple[Observation, Observation]:
        return {agent: self.observe(agent) for agent in self.agents}, {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[Observation, dict[str, float], dict[str, bool], dict[str, bool], Observation]:
        """Play an action of every agent. If an action is illegal, raise `IllegalMove` and play no action."""
        moves = {self.seat_of(agent): int(actions.get(agent, self.wait_action)) for agent in self.agents}
        idle = {seat for seat, move in moves.items() if move == self.wait_action and not self.position.is_on_turn(seat)}
        for seat in moves.keys() - idle:
            self.require_legal(seat, moves[seat])
        for seat in sorted(moves.keys() - idle):
            self.position.play(seat, moves[seat])
        self.play_chance()
        observations, infos = self.observations_and_infos()
        over = dict.fromkeys(self.agents, self.position.over)
        truncated = dict.fromkeys(self.agents, False)
        rewards = self.take_rewards() if self.agents else {}
        if self.position.over:
            self.agents = []
        return observations, rewards, over, truncated, infos


def env(game: str | Game[Any], **given: Any) -> Any:
    """Return an environment in which the agents act one after the other.

    >>> qwixx = env("qwixx", players=3, reward="score")
    >>> qwixx.reset(seed=7)
    >>> qwixx.agent_selection, qwixx.observe("player_0")["action_mask"].shape
    ('player_0', (45,))
    """
    return wrappers.OrderEnforcingWrapper(AEC(game, **given))


def parallel_env(game: str | Game[Any], **given: Any) -> Parallel:
    """Return an environment in which all agents act at once.

    >>> qwixx = parallel_env("qwixx", players=2)
    >>> observations, _ = qwixx.reset(seed=7)
    >>> observations, rewards, over, _, _ = qwixx.step({agent: qwixx.action_space(agent).sample() for agent in qwixx.agents})
    """
    return Parallel(game, **given)
