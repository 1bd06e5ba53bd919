"""The coach of Qwixx knows the value of every position in games with one player."""

from __future__ import annotations

from tests.coach.played_games import play_game

import trapezi
from trapezi.bots import Budget
from trapezi.coach import judge, observe, review


def test_one_player_is_judged_by_the_solution_without_uncertainty() -> None:
    observation = observe(trapezi.game("qwixx", players=1).match(seed=7), 0)
    judgement = judge(observation)
    assert judgement.exact
    assert all(each.se == each.cost_se == 0 for each in judgement.moves)
    assert judgement.moves[-1].cost > 0
    assert judgement.is_worse(judgement.moves[-1])
    assert not judge(observation, Budget(simulations=40), exact=False).exact


def test_with_one_player_nothing_but_luck_and_own_losses_remains() -> None:
    match = play_game("qwixx", 1)
    found = review(match)
    (seat,) = found.seats
    assert found.unit == "points"
    assert seat.result == match.state.scores[0] * 65536
    # Each decision is exactly the difference of two positions, except for rounding.
    assert abs(seat.others) <= 2 * len(found.decisions)


def test_a_game_on_another_sheet_is_judged_by_simulated_games() -> None:
    judgement = judge(observe(play_game("qwixx", 1, events=8, sheet="mixed-colours"), 0), Budget(simulations=200))
    assert not judgement.exact
    assert judgement.unit == "points"
    assert all(each.win is None for each in judgement.moves)
