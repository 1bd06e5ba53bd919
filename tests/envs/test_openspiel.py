"""OpenSpiel can load every game as a game tree with chance nodes."""

from __future__ import annotations

import random
import re
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms.generate_playthrough import playthrough

import trapezi
from trapezi.core.errors import IllegalMove
from trapezi.envs.openspiel import PREFIX, SpielState, default_parameters
from trapezi.games import find


def state_of(text: str) -> SpielState:
    state: SpielState = pyspiel.load_game(text).new_initial_state()
    return state


def walk(state: SpielState, rng: random.Random, steps: int) -> None:
    """Play some random steps, chance included."""
    while steps and not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
        steps -= 1


def test_every_game_is_registered() -> None:
    assert {PREFIX + name for name in trapezi.names()} <= set(pyspiel.registered_names())


@pytest.mark.parametrize("seats", ["fewest", "most"])
def test_openspiels_own_check_passes(name: str, seats: str) -> None:
    players = find(name).player_counts[0 if seats == "fewest" else -1]
    pyspiel.random_sim_test(pyspiel.load_game(f"{PREFIX}{name}(players={players})"), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(
    "text",
    ["trapezi_qwixx(sheet=mixed-numbers,first=1,reward=score)", "trapezi_qwixx_cards(jokers=True,players=3)",
     "trapezi_the_game(mode=plain,expert=True)", "trapezi_silver_gold(first=1)",
     "trapezi_sideboards(goals=set-2,four_cards=True,reward=difference)"],
)  # fmt: skip
def test_options_are_parameters(text: str) -> None:
    game = pyspiel.load_game(text)
    for name, value in re.findall(r"(\w+)=([\w-]+)", text):
        if name != "reward":
            assert str(game.rules.options.data()[name]) == value
    assert set(game.get_parameters()) <= set(default_parameters(game.rules.name))
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@pytest.mark.skipif(trapezi.execution_mode() == "pure", reason="slow, and no different")
def test_a_playthrough_can_be_repeated(name: str) -> None:
    text = playthrough(PREFIX + name, [], seed=3)
    actions = [int(action) for action in re.findall(r"^action: (\d+)$", text, re.M)]
    assert "IsTerminal() = True" in text
    assert f'GameType.short_name = "{PREFIX}{name}"' in text
    assert len(actions) > 20
    assert playthrough(PREFIX + name, actions, seed=3) == text


def test_chance_outcomes_have_the_probabilities_of_the_rules(name: str) -> None:
    state, rng = state_of(PREFIX + name), random.Random(1)
    most = state.get_game().max_chance_outcomes()
    for _ in range(40):
        if state.is_terminal():
            break
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert len(outcomes) <= most
            assert [action for action, _ in outcomes] == state.legal_actions()
            assert sum(p for _, p in outcomes) == pytest.approx(1)
        walk(state, rng, 1)


def test_six_dice_one_by_one_are_the_roll() -> None:
    state = state_of("trapezi_qwixx")
    for face in (0, 1, 2, 3, 4, 5):
        assert [state.action_to_string(a) for a in state.legal_actions()] == [f"die {n}" for n in range(1, 7)]
        state.apply_action(face)
    assert not state.is_chance_node()
    assert str(state) == "nature: roll 1 2 3 4 5 6"


def test_information_states_differ_exactly_where_views_differ(name: str) -> None:
    """Two positions have the same information state if and only if the seat's views are equal."""
    rng, alike, different = random.Random(2), 0, 0
    state = state_of(f"{PREFIX}{name}(players=3)")
    while not state.is_terminal():
        if rng.random() < 0.2 and len(state.legal_actions()) > 1 and not state.match.rolled:
            actions = rng.sample(state.legal_actions(), 2)
            children = [state.child(action) for action in actions]
            if not any(child.match.rolled for child in children):
                for player in range(3):
                    differs = len({child.information_state_string(player) for child in children}) > 1
                    views = [child.observation_string(player) for child in children]
                    assert differs == (views[0] != views[1]), (name, player, actions)
                    tensors = [np.array(child.observation_tensor(player)) for child in children]
                    assert differs or (tensors[0] == tensors[1]).all()
                    different, alike = different + differs, alike + (not differs)
        walk(state, rng, 1)
    assert alike > 5
    assert different > 5


def test_copies_are_independent(name: str) -> None:
    state, rng = state_of(PREFIX + name), random.Random(4)
    walk(state, rng, 30)
    before, copy = str(state), state.clone()
    walk(copy, rng, 5)
    assert str(state) == before != str(copy)


def test_an_illegal_action_says_why_and_changes_nothing(name: str) -> None:
    state, rng = state_of(PREFIX + name), random.Random(6)
    while state.is_chance_node():
        walk(state, rng, 1)
    before = (str(state), state.history(), state.match.state.data())
    wrong = min(set(range(state.num_distinct_actions())) - set(state.legal_actions()))
    with pytest.raises(IllegalMove):
        state.apply_action(wrong)
    assert (str(state), state.history(), state.match.state.data()) == before


def test_the_utility_type_fits_the_reward() -> None:
    kinds = pyspiel.GameType.Utility
    for text, kind in {
        "trapezi_qwixx": kinds.CONSTANT_SUM,
        "trapezi_qwixx(reward=difference)": kinds.ZERO_SUM,
        "trapezi_qwixx(reward=difference,players=3)": kinds.GENERAL_SUM,
        "trapezi_qwixx(reward=score)": kinds.GENERAL_SUM,
        "trapezi_the_game": kinds.IDENTICAL,
    }.items():
        assert pyspiel.load_game(text).get_type().utility == kind


def test_returns_follow_the_reward_parameter() -> None:
    rng = random.Random(5)
    for reward in ("win", "score", "difference"):
        state = state_of(f"trapezi_qwixx(reward={reward})")
        walk(state, rng, 10)
        assert state.returns() == [0, 0]
        walk(state, rng, 10**6)
        a, b = state.match.state.scores
        wanted: dict[str, Any] = {
            "win": [0.5, 0.5] if a == b else [float(a > b), float(b > a)],
            "score": [a, b],
            "difference": [a - b, b - a],
        }
        assert state.returns() == wanted[reward]
