"""The Gymnasium environment lets an agent play one seat against bots."""

from __future__ import annotations

import warnings
from dataclasses import replace
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import trapezi
from trapezi.bots import UnknownBot
from trapezi.core.errors import BadOption, IllegalMove
from trapezi.core.game import Game
from trapezi.envs.gym import Env, games_by_gymnasium_id
from trapezi.games import loadable_packages


def played(env: Env, seed: int = 0) -> float:
    """Play a whole game of random legal actions. Return the sum of the rewards."""
    env.reset(seed=seed)
    env.action_space.seed(seed)
    total, over = 0.0, False
    while not over:
        _, reward, over, _, _ = env.step(env.action_space.sample())
        total += reward
    return total


@pytest.mark.parametrize("known", games_by_gymnasium_id())
def test_gymnasiums_own_check_passes(known: str) -> None:
    # This check repeats the actions of one game in another game, where they may be illegal.
    env = gymnasium.make(known, illegal="ignore", bots=["chance"])
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*different to the unwrapped version.*")
        check_env(env.unwrapped, skip_render_check=True)


def test_every_game_has_an_id() -> None:
    assert sorted(games_by_gymnasium_id().values()) == sorted(trapezi.names())
    assert all(known in gymnasium.registry for known in games_by_gymnasium_id())


def test_a_package_cannot_take_the_id_of_another(monkeypatch: pytest.MonkeyPatch) -> None:
    ours, other = loadable_packages()[:2]
    other = replace(other, name="guest", gymnasium_id=ours.gymnasium_id)
    monkeypatch.setattr("trapezi.envs.gym.loadable_packages", lambda: [ours, other])
    assert games_by_gymnasium_id() == {ours.gymnasium_id: ours.name, "trapezi/guest-v0": "guest"}


def test_every_game_can_be_played_from_every_seat(case: Game[Any]) -> None:
    for seat in range(case.players):
        env = Env(case, seat=seat, reward="score")
        assert played(env) == env.learner.state.scores[seat]


def test_rewards_add_up_to_what_they_are_named_after(name: str) -> None:
    env = Env(name, players=2, reward="difference", seat=1)
    scores = [played(env), *env.learner.state.scores]
    assert scores[0] == (scores[1] if env.game.cooperative else scores[2] - scores[1])
    env = Env(name, players=2, reward="win")
    winners = {played(env, seed): env.learner.state.final_result().winners for seed in range(4)}
    for reward, seats in winners.items():
        assert reward == (0 if 0 not in seats else 1 if env.game.cooperative else 1 / len(seats))


def test_the_mask_marks_exactly_the_legal_moves(name: str) -> None:
    env = Env(name)
    _, info = env.reset(seed=1)
    for _ in range(30):
        assert np.flatnonzero(info["action_mask"]).tolist() == env.learner.state.legal(0)
        _, _, over, _, info = env.step(env.action_space.sample())
        if over:
            assert not info["action_mask"].any()
            break


def test_an_illegal_action_says_why_and_changes_nothing(name: str) -> None:
    env = Env(name)
    _, info = env.reset(seed=2)
    before = env.learner.state.data()
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    for action in (wrong, -1, 10**6):
        with pytest.raises(IllegalMove):
            env.step(action)
        assert env.learner.state.data() == before
    lenient = Env(name, illegal="ignore")
    lenient.reset(seed=2)
    _, reward, over, _, info = lenient.step(wrong)
    assert (reward, over, lenient.learner.state.data()) == (0, False, before)
    assert info["illegal"] == str(lenient.learner.state.why_not(0, wrong))


def test_signals_are_no_actions() -> None:
    env = Env("the_game", players=2)
    env.reset(seed=1)
    signal = env.game.parse("signal up 1 good")
    assert env.learner.state.why_not(0, signal) is None
    with pytest.raises(IllegalMove):
        env.step(signal)


def test_the_same_seed_gives_the_same_game(name: str) -> None:
    assert [played(Env(name, reward="score", bots=["greedy"]), 7) for _ in range(2)] == [
        played(Env(name, reward="score", bots=["greedy"]), 7)
    ] * 2


def test_bots_that_search_can_play_the_other_seats() -> None:
    env = Env("qwixx", players=3, bots=["search@4", "greedy"], reward="score")
    env.reset(seed=1)
    for _ in range(4):
        observation, *_ = env.step(env.action_space.sample())
    assert env.learner.state.is_on_turn(0)
    assert observation.any()


def test_seat_none_draws_a_seat_for_every_game() -> None:
    env = Env("qwixx", players=3, seat=None)
    env.reset(seed=1)
    assert {env.learner.seat for _ in range(40) if env.reset()} == {0, 1, 2}


@pytest.mark.parametrize(
    ("given", "error"),
    [({"reward": "fun"}, BadOption), ({"seat": 2}, BadOption), ({"illegal": "maybe"}, BadOption), ({"players": 9}, BadOption),
     ({"bots": ["nobody"]}, UnknownBot)],
)  # fmt: skip
def test_bad_settings_are_rejected(given: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        Env("qwixx", **given)
