"""The value network computes the same value from any base, and knows that misses are bad."""

from __future__ import annotations

from typing import Any

import pytest

import trapezi
from trapezi import Stream
from trapezi.games.qwixx.bots.after_state import AfterState
from trapezi.games.qwixx.bots.row_states import RowStates
from trapezi.games.qwixx.bots.value_network import ValueNetwork, shipped_weights, weight_count


def make_network() -> ValueNetwork:
    return ValueNetwork(2, shipped_weights("standard", 2))


def sheets_before_rolls(seed: int) -> list[AfterState]:
    """Return the sheets before each roll of a game of random moves."""
    rng, found = Stream(seed), []
    state: Any = trapezi.game("qwixx", players=2).start()
    while not state.over:
        if not state.waiting:
            found.append(AfterState(RowStates()))
            found[-1].set_from_position(state)
            state._apply(-1, state.sample_chance(rng))
        for seat in sorted(state.deciders):
            if seat >= 0:
                state._apply(seat, state.choose(seat, rng))
    return found


def test_a_network_is_shipped_for_two_players_on_the_standard_sheet() -> None:
    weights = shipped_weights("standard", 2)
    assert weights is not None
    assert len(weights) == weight_count(2)
    assert shipped_weights("standard", 3) is None
    assert shipped_weights("mixed-colours", 2) is None


def test_the_value_does_not_depend_on_the_base() -> None:
    network = make_network()
    start, *others = sheets_before_rolls(4)
    for after in others:
        for seat, next_active in ((0, 0), (1, 0)):
            network.set_base(start, seat, 1)
            value = network.evaluate(after, seat, next_active)
            network.set_base(after, seat, next_active)
            assert network.evaluate(after, seat, next_active) == pytest.approx(value, abs=1e-9)


def test_a_miss_lowers_the_chance_to_win() -> None:
    network = make_network()
    for after in sheets_before_rolls(5)[:10]:
        network.set_base(after, 0, 0)
        network.evaluate(after, 0, 0)
        chance = network.win_chance
        if after.misses[0] < 3:
            after.add_miss(0)
            network.evaluate(after, 0, 0)
            assert network.win_chance < chance
