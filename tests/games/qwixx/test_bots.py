"""The bots of Qwixx play legally on every sheet, ignore hidden choices, and beat the weaker bots."""

from __future__ import annotations

from typing import Any

import pytest

import trapezi
from trapezi.bots import Observation
from trapezi.bots.budget import Budget
from trapezi.bots.policy import Policy, rollout
from trapezi.core.random import Stream, branch
from trapezi.games.qwixx.bots import array_strides
from trapezi.games.qwixx.bots.expected_row_points import expected_row_points
from trapezi.games.qwixx.bots.expert import Expert
from trapezi.games.qwixx.bots.greedy import Greedy
from trapezi.games.qwixx.bots.row_states import RowStates
from trapezi.games.qwixx.layout import LAYOUTS

BOTS = [Greedy, Expert, lambda: Expert(Budget(simulations=12))]
NAMES = ["greedy", "expert", "expert@12"]


@pytest.mark.parametrize("make", BOTS, ids=NAMES)
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("players", [1, 2, 5])
def test_every_bot_plays_every_sheet_to_the_end(make: Any, layout: str, players: int) -> None:
    match = trapezi.game("qwixx", players=players, sheet=layout).match(seed=3)
    lineup, rng = [make() for _ in range(players)], Stream(5)
    while not match.state.over:
        for seat in sorted(match.state.deciders):
            match.play(seat, lineup[seat].decide(Observation(match.state, seat, rng), rng))
    assert max(match.state.scores) > 20


@pytest.mark.parametrize("make", BOTS, ids=NAMES)
def test_hidden_choices_of_others_do_not_change_a_decision(make: Any) -> None:
    game, rng, bot = trapezi.game("qwixx", players=3), Stream(8), make()
    compared = 0
    for n in range(4):
        state = game.start()
        while not state.over and compared < 20 * (n + 1):
            if state.waiting == 0b111:
                decisions = []
                for choice in state.legal(0)[:1] + state.legal(0)[-1:]:
                    world = state.clone()
                    world.play(0, choice)
                    decisions.append(bot.decide(Observation(world, 2, Stream(n)), Stream(n)))
                assert decisions[0] == decisions[1]
                compared += 1
            for seat in sorted(state.deciders):
                state.play(seat, state.choose(seat, rng))
    assert compared > 30


def wins(one: Policy, other: Policy, games: int, layout: str = "standard") -> float:
    """Return how often one bot beats the other. Each deal of dice is played twice, with exchanged seats."""
    start, won = trapezi.game("qwixx", players=2, sheet=layout).start(), 0.0
    for n in range(games):
        state, seat = start.clone(), n % 2
        rollout(state, [one, other] if seat == 0 else [other, one], branch(1, n // 2), Stream(n))
        lead = state.scores[seat] - state.scores[1 - seat]
        won += (lead > 0) + (lead == 0) / 2
    return won / games


def test_greedy_beats_random_play() -> None:
    assert wins(Greedy(), Policy(), 60) > 0.95


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_expert_beats_greedy(layout: str) -> None:
    games = 400 if trapezi.execution_mode() == "compiled" else 60
    assert wins(Expert(Budget(simulations=1)), Greedy(), games, layout) > 0.55


def test_the_expert_ends_the_game_only_when_it_is_ahead() -> None:
    game, expert = trapezi.game("qwixx", players=2), Expert()

    def decision(greens: int) -> str:
        """Return a decision in which seat 0 can end the game with yellow 12 for 28 points. Seat 1 has this many green crosses."""
        state: Any = game.start()
        state.marks = [0b11111 << 11, ((1 << greens) - 1) << 22, 0, 0, 0]
        state.crossable = [0b11111100000 << 11 | 0b1111111111 << 22 | 0b1111111111 << 33] * 5
        state.choice = [44, 44, 45, 45, 45]
        state.dice = [6, 6, 0, 6, 1, 1]
        state.closed = state.gone = 0b1
        state.phase = 2
        state.waiting = 0b1
        return game.text(expert.decide(Observation(state, 0, Stream(1)), Stream(1)))

    assert decision(greens=6) == "yellow 12", "28 to 21"
    assert decision(greens=9) != "yellow 12", "28 to 45"


def test_more_rolls_and_an_emptier_row_are_worth_more() -> None:
    values, rows = expected_row_points("standard", 2), RowStates()
    first, fifth = (rows.state_number(crossed, False) * array_strides.ROLLS for crossed in (0b1, 0b10000))
    assert all(values[rolls] < values[rolls + 1] for rolls in range(array_strides.ROLLS - 1))
    assert values[first + 20] > values[fifth + 20] > 0
