"""PettingZoo: all seats of a game. Agents are `player_0` and so on, in the order of the seats."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from trapezi.core.game import Game
from trapezi.core.random import Stream, branch
from trapezi.core.seats import NATURE
from trapezi.envs.encoders import Encoder, encoder_of
from trapezi.envs.learner_seat import kind, reward
from trapezi.envs.spaces import Choices, Floats, actions, found, mask, masked_space, observation

Observation = dict[str, Any]


class Around:
    """A game in progress, and what its seats see of it: what both kinds of environment share."""

    render_mode = None

    def __init__(self, game: str | Game[Any], reward: str, encoder: Encoder | None, options: dict[str, Any], more: int) -> None:
        self.game = found(game, options)
        self.metadata = {"name": f"trapezi_{self.game.name}_v0", "render_modes": [], "is_parallelizable": False}
        self.encoder = encoder or encoder_of(self.game)
        self.kind = kind(reward)
        self.width = actions(self.game) + more
        self.position = self.game.start()
        self.dice = Stream(0)
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.players)]
        self.agents: list[str] = []
        self.observation_spaces = {agent: masked_space(self.encoder, self.width) for agent in self.possible_agents}
        self.action_spaces = {agent: self.choices(agent) for agent in self.possible_agents}
        self.state_space = Box(-1.0, 4.0, (self.game.players * self.encoder.size,), np.float32)
        self.chance: np.random.Generator | None = None

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Choices:
        return self.action_spaces[agent]

    def choices(self, agent: str) -> Choices:
        return Choices(self.width, lambda: self.observe(agent)["action_mask"])

    def seat(self, agent: str) -> int:
        return self.possible_agents.index(agent)

    def begin(self, seed: int | None) -> None:
        if seed is not None or self.chance is None:
            self.chance = seeding.np_random(seed)[0]
        self.position = self.game.start()
        self.dice = branch(int(self.chance.integers(1 << 63)), 0)
        self.agents = self.possible_agents[:]
        self.had = dict.fromkeys(self.agents, 0.0)
        self.roll()

    def check(self, seat: int, move: int) -> None:
        """Raises `IllegalMove` for an action that the seat has not; nothing is changed."""
        if move not in self.position.legal(seat):
            raise self.position.rejection(seat, move)

    def roll(self) -> None:
        """NATURE plays as long as it is on turn."""
        while self.position.on_turn(NATURE):
            self.position.play(NATURE, self.position.sample_chance(self.dice))

    def gains(self) -> dict[str, float]:
        """What everybody has won since this was last asked."""
        now = {agent: float(reward(self.position, seat, self.kind)) for seat, agent in enumerate(self.possible_agents)}
        gained = {agent: now[agent] - self.had[agent] for agent in now}
        self.had = now
        return gained

    def observe(self, agent: str) -> Observation:
        """What an agent knows, and its legal actions: none while it owes no decision."""
        seat = self.seat(agent)
        return {
            "observation": observation(self.encoder, self.position, seat),
            "action_mask": mask(self.position, seat, self.width),
        }

    def state(self) -> Floats:
        """What all agents know together: for critics that are allowed to see it."""
        return np.concatenate([observation(self.encoder, self.position, seat) for seat in range(self.game.players)])

    def render(self) -> None:
        """There are no pictures here; `trapezi.game(…).match()` and the table have them."""

    def close(self) -> None:
        pass


class AEC(Around, AECEnv):  # type: ignore[misc]
    """One agent after the other. Decisions that are simultaneous are asked for one by one, and stay hidden until all are in."""

    def __init__(self, game: str | Game[Any], *, reward: str = "win", encoder: Encoder | None = None, **options: Any) -> None:
        super().__init__(game, reward, encoder, options, 0)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.next_agent()

    def next_agent(self) -> str:
        return self.possible_agents[min(self.position.deciders, default=0)]

    def step(self, action: Any) -> None:
        """The decision of the agent on turn. An illegal one raises `IllegalMove` and changes nothing."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        move = -1 if action is None else int(action)
        self.check(self.seat(agent), move)
        self.position.play(self.seat(agent), move)
        self.roll()
        self._cumulative_rewards[agent] = 0.0
        self.rewards = self.gains()
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, self.position.over)
        self.agent_selection = self.next_agent()


class Parallel(Around, ParallelEnv):  # type: ignore[misc]
    """All at once. Who owes no decision has one action, `wait`: the last one."""

    def __init__(self, game: str | Game[Any], *, reward: str = "win", encoder: Encoder | None = None, **options: Any) -> None:
        super().__init__(game, reward, encoder, options, 1)
        self.wait = self.width - 1

    def observe(self, agent: str) -> Observation:
        seen = super().observe(agent)
        seen["action_mask"][self.wait] = not self.position.on_turn(self.seat(agent))
        return seen

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Observation]:
        self.begin(seed)
        return self.told()

    def told(self) -> tuple[Observation, Observation]:
        return {agent: self.observe(agent) for agent in self.agents}, {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[Observation, dict[str, float], dict[str, bool], dict[str, bool], Observation]:
        """An action of every agent. If one of them is illegal, `IllegalMove` is raised and none is played."""
        moves = {self.seat(agent): int(actions.get(agent, self.wait)) for agent in self.agents}
        idle = {seat for seat, move in moves.items() if move == self.wait and not self.position.on_turn(seat)}
        for seat in moves.keys() - idle:
            self.check(seat, moves[seat])
        for seat in sorted(moves.keys() - idle):
            self.position.play(seat, moves[seat])
        self.roll()
        seen, infos = self.told()
        over = dict.fromkeys(self.agents, self.position.over)
        going = dict.fromkeys(self.agents, False)
        gained = self.gains() if self.agents else {}
        if self.position.over:
            self.agents = []
        return seen, gained, over, going, infos


def raw_env(game: str | Game[Any], **given: Any) -> AEC:
    return AEC(game, **given)


def env(game: str | Game[Any], **given: Any) -> Any:
    """
    >>> qwixx = env("qwixx", players=3, reward="score")
    >>> qwixx.reset(seed=7)
    >>> qwixx.agent_selection, qwixx.observe("player_0")["action_mask"].shape
    ('player_0', (45,))
    """
    return wrappers.OrderEnforcingWrapper(AEC(game, **given))


def parallel_env(game: str | Game[Any], **given: Any) -> Parallel:
    """
    >>> qwixx = parallel_env("qwixx", players=2)
    >>> seen, _ = qwixx.reset(seed=7)
    >>> seen, rewards, over, _, _ = qwixx.step({agent: qwixx.action_space(agent).sample() for agent in qwixx.agents})
    """
    return Parallel(game, **given)
