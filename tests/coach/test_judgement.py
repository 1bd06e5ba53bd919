"""A judgement says what every legal move of a decision is worth."""

from __future__ import annotations

import json

import pytest
from tests.coach.played_games import play_game

import trapezi
from trapezi import Stream
from trapezi.bots import Budget, Observation
from trapezi.coach import judge, observe
from trapezi.coach.game_coach import coach_for
from trapezi.coach.judgement import MoveComparison, mean_and_se
from trapezi.core.errors import IllegalMove
from trapezi.core.match import Match

BUDGET = Budget(simulations=600)
TWO_PLAYERS = [(name, 2) for name in trapezi.names()]


def observe_next(match: Match) -> Observation:
    """Return what the first seat that must decide observes."""
    return observe(match, min(match.state.deciders))


@pytest.mark.parametrize(("name", "players"), TWO_PLAYERS)
def test_every_legal_move_has_a_value_and_a_standard_error(name: str, players: int) -> None:
    match = play_game(name, players, events=20)
    seat = min(match.state.deciders)
    judgement = judge(observe(match, seat), BUDGET)
    assert sorted(each.move for each in judgement.moves) == match.state.legal(seat)
    assert all(0 <= each.se < 100 and 0 <= each.cost_se < 100 for each in judgement.moves)
    assert judgement.best.cost == 0
    assert all(each.fixed_point == judgement.best.fixed_point - each.cost for each in judgement.moves)
    assert [each.cost for each in judgement.moves] == sorted(each.cost for each in judgement.moves)


@pytest.mark.parametrize(("name", "players"), TWO_PLAYERS)
def test_a_budget_in_simulations_gives_the_same_judgement_again(name: str, players: int) -> None:
    match = play_game(name, players, events=20)
    seat = min(match.state.deciders)
    first = json.dumps(judge(observe(match, seat), BUDGET).data())
    assert json.dumps(judge(observe(match, seat, Stream(99)), BUDGET).data()) == first


@pytest.mark.parametrize(("name", "players"), TWO_PLAYERS)
def test_hidden_facts_do_not_change_a_byte_of_a_judgement(name: str, players: int) -> None:
    match = play_game(name, players, seed=3, events=25)
    seat = min(match.state.deciders)
    shown = [
        json.dumps(judge(Observation(match.state.resample(seat, Stream(n)), seat, Stream(n)), BUDGET).data()) for n in range(3)
    ]
    assert len(set(shown)) == 1


def test_pending_decisions_of_other_seats_do_not_change_a_judgement() -> None:
    match = play_game("qwixx", 2, events=30)
    while len(match.state.deciders) < 2:
        match.play(min(match.state.deciders), "pass")
    before = judge(observe(match, 0), BUDGET).data()
    match.play(1, "pass")
    assert judge(observe(match, 0), BUDGET).data() == before


def test_more_trials_go_to_the_moves_that_are_close() -> None:
    judgement = judge(observe_next(play_game("sideboards", 2, events=14)), Budget(simulations=3000))
    trials = [each.trials for each in judgement.moves]
    assert max(trials) > 4 * min(trials)
    assert judgement.best.trials == max(trials)


def test_the_played_move_is_compared_until_it_is_clearly_worse() -> None:
    observation = observe_next(play_game("sideboards", 2, events=14))
    last = judge(observation, Budget(simulations=3000)).moves[-1].move
    played = judge(observation, Budget(simulations=9000), played=last).value_of(last)
    assert played.trials >= 512
    assert played.cost / 65536 > 3 * played.cost_se


def test_moves_with_the_same_effect_are_no_mistakes() -> None:
    match = trapezi.game("the_game", players=1, mode="plain").match(seed=2)
    observation = observe(match, 0)
    judgement = judge(observation, BUDGET)
    card = judgement.best.text.split()[0]
    direction = judgement.best.text.split()[1]
    both = [each for each in judgement.moves if each.text.startswith(f"{card} {direction}")]
    assert len(both) == 2
    assert not any(judgement.is_mistake(each) for each in both)


def test_a_blunder_is_called_a_mistake() -> None:
    match = trapezi.game("qwixx", players=2).match(by_hand=True)
    match.play(-1, "roll 6 5 1 1 1 1")
    blunder = match.game.parse("yellow 11")
    judgement = judge(observe(match, 0), Budget(simulations=2000), played=blunder)
    assert judgement.best.text in ("green 11", "blue 11")
    assert judgement.is_mistake(judgement.value_of(blunder))


def test_a_tiny_budget_still_values_every_move_and_calls_nothing_a_mistake() -> None:
    judgement = judge(observe_next(play_game("silver_gold", 2, events=20)), Budget(simulations=1))
    assert all(each.trials >= 2 for each in judgement.moves)
    assert not any(judgement.is_mistake(each) for each in judgement.moves)


def test_differences_are_paired_over_common_trials() -> None:
    observation = observe_next(play_game("sideboards", 2, events=14))
    comparison = MoveComparison(observation, coach_for(observation.game), None)
    comparison.run_trials(BUDGET)
    best = comparison.trials[comparison.best].values
    for k, trials in enumerate(comparison.trials):
        n = len(trials.values)
        expected = mean_and_se([b - a for a, b in zip(trials.values, best[:n], strict=True)])
        assert comparison.difference_to_best(k)[0] == expected[0]


def test_a_seat_that_need_not_decide_is_not_judged() -> None:
    match = trapezi.game("qwixx", players=2).match(seed=7)
    match.play(0, "pass")
    with pytest.raises(IllegalMove):
        judge(Observation(match.state, 0, Stream(1)))
