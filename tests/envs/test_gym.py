"""Gymnasium: one seat against bots."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import trapezi
from trapezi.bots import UnknownBot
from trapezi.core.errors import BadOption, IllegalMove
from trapezi.core.game import Game
from trapezi.envs.gym import Env
from trapezi.games import packages


def played(env: Env, seed: int = 0) -> float:
    """The rewards of a whole game of random legal actions."""
    env.reset(seed=seed)
    env.action_space.seed(seed)
    total, over = 0.0, False
    while not over:
        _, reward, over, _, _ = env.step(env.action_space.sample())
        total += reward
    return total


@pytest.mark.parametrize("known", {each.gymnasium_id: each.name for each in packages()})
def test_gymnasium_finds_nothing_to_complain_of(known: str) -> None:
    # Its check steps with actions of one game in another, where they need not be legal.
    env = gymnasium.make(known, illegal="again", bots=["chance"])
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*different to the unwrapped version.*")
        check_env(env.unwrapped, skip_render_check=True)


def test_every_game_has_its_id() -> None:
    assert sorted({each.gymnasium_id: each.name for each in packages()}.values()) == sorted(trapezi.names())
    assert all(known in gymnasium.registry for known in {each.gymnasium_id: each.name for each in packages()})


def test_every_table_can_be_played_from_every_seat(case: Game[Any]) -> None:
    for seat in range(case.players):
        env = Env(case, seat=seat, reward="score")
        assert played(env) == env.seat.state.scores[seat]


def test_rewards_add_up_to_what_they_are_named_after(name: str) -> None:
    env = Env(name, players=2, reward="difference", seat=1)
    scores = [played(env), *env.seat.state.scores]
    assert scores[0] == (scores[1] if env.game.cooperative else scores[2] - scores[1])
    env = Env(name, players=2, reward="win")
    winners = {played(env, seed): env.seat.state.result.winners for seed in range(4)}
    for reward, who in winners.items():
        assert reward == (0 if 0 not in who else 1 if env.game.cooperative else 1 / len(who))


def test_the_mask_has_the_legal_moves_and_no_other(name: str) -> None:
    env = Env(name)
    _, info = env.reset(seed=1)
    for _ in range(30):
        assert np.flatnonzero(info["action_mask"]).tolist() == env.seat.state.legal(0)
        _, _, over, _, info = env.step(env.action_space.sample())
        if over:
            assert not info["action_mask"].any()
            break


def test_an_illegal_action_says_why_and_changes_nothing(name: str) -> None:
    env = Env(name)
    _, info = env.reset(seed=2)
    before = env.seat.state.data()
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    for action in (wrong, -1, 10**6):
        with pytest.raises(IllegalMove):
            env.step(action)
        assert env.seat.state.data() == before
    again = Env(name, illegal="again")
    again.reset(seed=2)
    _, reward, over, _, info = again.step(wrong)
    assert (reward, over, again.seat.state.data()) == (0, False, before)
    assert info["illegal"] == str(again.seat.state.why_not(0, wrong))


def test_signals_are_no_actions() -> None:
    env = Env("the_game", players=2)
    env.reset(seed=1)
    signal = env.game.parse("signal up 1 good")
    assert env.seat.state.why_not(0, signal) is None
    with pytest.raises(IllegalMove):
        env.step(signal)


def test_the_same_seed_gives_the_same_game(name: str) -> None:
    assert [played(Env(name, reward="score", bots=["greedy"]), 7) for _ in range(2)] == [
        played(Env(name, reward="score", bots=["greedy"]), 7)
    ] * 2


def test_bots_that_think_sit_down_too() -> None:
    env = Env("qwixx", players=3, bots=["search@4", "greedy"], reward="score")
    env.reset(seed=1)
    for _ in range(4):
        seen, *_ = env.step(env.action_space.sample())
    assert env.seat.state.on_turn(0)
    assert seen.any()


def test_a_seat_may_be_drawn_for_every_game() -> None:
    env = Env("qwixx", players=3, seat=None)
    env.reset(seed=1)
    assert {env.seat.seat for _ in range(40) if env.reset()} == {0, 1, 2}


@pytest.mark.parametrize(
    ("given", "error"),
    [({"reward": "fun"}, BadOption), ({"seat": 2}, BadOption), ({"illegal": "maybe"}, BadOption), ({"players": 9}, BadOption),
     ({"bots": ["nobody"]}, UnknownBot)],
)  # fmt: skip
def test_what_cannot_be_is_refused_with_what_could(given: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        Env("qwixx", **given)
