"""The PettingZoo environments let agents play all seats of a game."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

import trapezi
from trapezi.core.errors import IllegalMove
from trapezi.core.game import Game
from trapezi.envs.pettingzoo import AEC, Parallel, env, parallel_env

IGNORED = (  # warnings that PettingZoo also gives for its own card games
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
    "Action mask numpy array is all zeros",
)


@pytest.fixture
def ignored_warnings() -> Iterator[None]:
    with warnings.catch_warnings():
        for text in IGNORED:
            warnings.filterwarnings("ignore", message=text)
        yield


@pytest.mark.usefixtures("ignored_warnings")
def test_pettingzoos_own_check_passes(case: Game[Any], capsys: pytest.CaptureFixture[str]) -> None:
    api_test(env(case), num_cycles=30)


@pytest.mark.usefixtures("ignored_warnings")
def test_pettingzoos_own_parallel_check_passes(case: Game[Any], capsys: pytest.CaptureFixture[str]) -> None:
    parallel_api_test(parallel_env(case), num_cycles=30)


def test_the_same_seed_gives_the_same_game(name: str) -> None:
    seed_test(lambda: env(name, players=2), num_cycles=40)
    parallel_seed_test(lambda: parallel_env(name, players=2), num_cycles=40)


def played(game: AEC) -> dict[str, float]:
    """Play a whole game of random legal actions. Return the sum of each agent's rewards."""
    total = dict.fromkeys(game.possible_agents, 0.0)
    for agent in game.agent_iter():
        _, reward, over, _, _ = game.last()
        total[agent] += reward
        game.step(None if over else game.action_space(agent).sample())
    return total


@pytest.mark.parametrize("reward", ["win", "score", "difference"])
def test_rewards_add_up_to_what_they_are_named_after(name: str, reward: str) -> None:
    game = AEC(name, players=3, reward=reward)
    game.reset(seed=4)
    total = list(played(game).values())
    scores, result = game.position.scores, game.position.result
    assert result is not None
    if reward == "win":
        team = game.game.cooperative
        assert total == [(seat in result.winners) / (1 if team else len(result.winners)) for seat in range(3)]
    elif reward == "score" or game.game.cooperative:
        assert total == scores
    else:
        assert total == [own - max(scores[:seat] + scores[seat + 1 :]) for seat, own in enumerate(scores)]


def test_aec_and_parallel_play_the_same_game(name: str) -> None:
    aec, parallel = AEC(name, players=2, reward="score"), Parallel(name, players=2, reward="score")
    aec.reset(seed=9)
    parallel.reset(seed=9)
    rng = np.random.default_rng(3)
    queued: dict[str, list[int]] = {agent: [] for agent in aec.agents}
    while parallel.agents:
        masks = {agent: parallel.observe(agent)["action_mask"] for agent in parallel.agents}
        actions = {agent: int((mask * rng.random(parallel.width)).argmax()) for agent, mask in masks.items()}
        for agent, action in actions.items():
            queued[agent] += [action] if action != parallel.wait_action else []
        while (
            queued[aec.agent_selection] and not aec.position.over
        ):  # In the AEC interface, an agent may have to decide several times in a row.
            aec.step(queued[aec.agent_selection].pop(0))
        parallel.step(actions)
        assert any(queued.values()) or aec.position == parallel.position
    assert aec.position.over


def test_simultaneous_decisions_stay_hidden_until_all_are_in() -> None:
    observations = []
    for text in ("red 6", "pass"):
        game = AEC("qwixx", players=2)
        game.reset(seed=7)
        game.position = trapezi.game("qwixx", players=2).match(seed=7).state
        game.step(game.game.parse(text))
        assert game.agent_selection == "player_1"
        assert game.rewards == {"player_0": 0, "player_1": 0}
        observations.append(game.observe("player_1")["observation"].tobytes())
    assert observations[0] == observations[1]


def test_an_agent_that_owes_no_decision_can_only_wait() -> None:
    game = Parallel("the_game", players=3, first=0)
    observed, _ = game.reset(seed=1)
    assert [observed[agent]["action_mask"][game.wait_action] for agent in game.agents] == [0, 1, 1]
    assert observed["player_1"]["action_mask"].sum() == 1
    before = game.position.data()
    first = int(observed["player_0"]["action_mask"].argmax())
    for wrong in ({"player_0": first, "player_1": first}, {"player_1": game.wait_action}, {"player_0": game.wait_action}):
        with pytest.raises(IllegalMove):
            game.step(wrong)
        assert game.position.data() == before
    game.step({"player_0": first})
    assert game.position.data() != before


def test_an_illegal_action_says_why_and_changes_nothing(name: str) -> None:
    game = AEC(name, players=2)
    game.reset(seed=5)
    before = game.position.data()
    legal = game.observe(game.agent_selection)["action_mask"]
    for wrong in (int(np.flatnonzero(legal == 0)[0]), -1, 10**12, None):
        with pytest.raises(IllegalMove):
            game.step(wrong)
        assert game.position.data() == before


def test_signals_are_no_actions() -> None:
    game = AEC("the_game", players=2)
    game.reset(seed=1)
    with pytest.raises(IllegalMove):
        game.step(game.game.parse("signal up 1 good"))


def test_the_state_is_what_all_know_together() -> None:
    game = AEC("sideboards", players=2)
    game.reset(seed=1)
    observations = [game.observe(agent)["observation"] for agent in game.agents]
    assert (game.state() == np.concatenate(observations)).all()
    assert game.state() in game.state_space
