"""Simulated games: which policies play on after a judged move, and which from a position."""

from __future__ import annotations

import trapezi
from trapezi.coach.game_coach import coach_for
from trapezi.coach.simulation import Simulator
from trapezi.games.silver_gold.bots import Greedy, LookAhead


def test_a_coach_can_have_other_policies_for_positions_than_after_judged_moves() -> None:
    game = trapezi.game("silver_gold", players=2)
    simulator = Simulator(coach_for(game))
    assert {type(policy) for policy in simulator.policies} == {LookAhead}
    assert {type(policy) for policy in simulator.position_policies} == {Greedy}
    state = game.match(seed=7).state
    as_reviewed = simulator.mean_values(state, 20).values
    simulator.policies = simulator.position_policies
    assert simulator.mean_values(state, 20).values == as_reviewed
    simulator.position_policies = [LookAhead(), LookAhead()]
    assert simulator.mean_values(state, 20).values != as_reviewed
