"""Qwixx players: legal on every sheet for any number, blind to what others have not shown, and better than those below."""

from __future__ import annotations

import json
from typing import Any

import pytest

import trapezi
from trapezi import bots
from trapezi.bots import Observation
from trapezi.bots.budget import Budget
from trapezi.bots.policy import Policy, rollout
from trapezi.core.random import Stream, branch
from trapezi.games.qwixx.bots import Expert, Greedy, solution
from trapezi.games.qwixx.bots.hazard import by_row
from trapezi.games.qwixx.bots.rows import Rows
from trapezi.games.qwixx.bots.solve import Solver
from trapezi.games.qwixx.sheet import LAYOUTS

PLAYERS = [Greedy, Expert, lambda: Expert(Budget(simulations=12))]
NAMES = ["greedy", "expert", "expert@12"]


@pytest.fixture(autouse=True)
def nothing_solved(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRAPEZI_DATA", str(tmp_path))


def test_at_a_table_the_experts_solve_what_they_lack_in_the_background(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr(solution, "solve_in_background", asked.append)
    for name, options in (("level-5", {"players": 3}), ("level-4", {}), ("expert@5", {"sheet": "mixed-colours"}), ("greedy", {})):
        bots.prepare(name, trapezi.game("qwixx", **{"players": 2, **options}))
    assert asked == ([3, 2] if trapezi.form() == "compiled" else [])  # plain Python would take too long


@pytest.mark.parametrize("make", PLAYERS, ids=NAMES)
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("players", [1, 2, 5])
def test_they_play_every_sheet_to_its_end(make: Any, layout: str, players: int) -> None:
    match = trapezi.game("qwixx", players=players, sheet=layout).match(seed=3)
    seated, rng = [make() for _ in range(players)], Stream(5)
    while not match.state.over:
        for seat in sorted(match.state.deciders):
            match.play(seat, seated[seat].decide(Observation(match.state, seat, rng), rng))
    assert max(match.state.scores) > 20


@pytest.mark.parametrize("make", PLAYERS, ids=NAMES)
def test_what_others_have_chosen_but_not_shown_changes_nothing(make: Any) -> None:
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
    """How often one beats the other, seats exchanged, both with the same dice."""
    start, won = trapezi.game("qwixx", players=2, sheet=layout).start(), 0.0
    for n in range(games):
        state, seat = start.clone(), n % 2
        rollout(state, [one, other] if seat == 0 else [other, one], branch(1, n // 2), Stream(n))
        lead = state.scores[seat] - state.scores[1 - seat]
        won += (lead > 0) + (lead == 0) / 2
    return won / games


def test_greedy_beats_chance() -> None:
    assert wins(Greedy(), Policy(), 60) > 0.95


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_expert_beats_greedy_even_before_anything_is_solved(layout: str) -> None:
    games = 400 if trapezi.form() == "compiled" else 60
    assert wins(Expert(Budget(simulations=1)), Greedy(), games, layout) > 0.55


def test_who_is_ahead_ends_the_game_and_who_is_behind_does_not() -> None:
    game, expert = trapezi.game("qwixx", players=2), Expert()

    def decision(greens: int) -> str:
        """Red is closed; seat 0 may cross yellow 12 for 28 points, which ends the game. Seat 1 has so many greens."""
        state = game.start()
        marks = [0b11111 << 11, ((1 << greens) - 1) << 22, 0, 0, 0]
        state.load([marks, [0] * 5, [44, 44, 45, 45, 45], [6, 6, 0, 6, 1, 1], 0b1, 0, 2])
        state.waiting = 0b1
        return game.text(expert.decide(Observation(state, 0, Stream(1)), Stream(1)))

    assert decision(greens=6) == "yellow 12", "28 to 21"
    assert decision(greens=9) != "yellow 12", "28 to 45"


def test_more_rolls_and_an_emptier_row_promise_more() -> None:
    view, rows = by_row("standard", 2), Rows()
    first, fifth = (rows.state(crossed, False) * 40 for crossed in (0b1, 0b10000))
    assert all(view[rolls] < view[rolls + 1] for rolls in range(39))
    assert view[first + 20] > view[fifth + 20] > 0


def test_a_solved_table_is_stored_and_loaded() -> None:
    assert solution.load(1) is None
    solver = Solver(faces=2, needed=2)
    list(solver.solve())
    path = solution.place(1)
    path.parent.mkdir(parents=True)
    solution.write(path, solver, {"value": 24.79, "states": solver.steps, "seconds": 1.0})
    loaded = solution.load(1)
    assert loaded is not None
    assert loaded.value == 24.79
    assert bytes(loaded.values) == bytes(solver.values)


def test_a_table_of_another_format_or_cut_short_is_none() -> None:
    solver = Solver(faces=2, needed=2)
    path = solution.place(1)
    path.parent.mkdir(parents=True)
    solution.write(path, solver, {"value": 0.0, "states": 1, "seconds": 1.0})
    whole = path.read_bytes()
    path.write_bytes(whole[:-4])
    assert solution.load(1) is None
    head = json.loads(whole[:4096].rstrip(b"\0"))
    path.write_bytes(json.dumps({**head, "format": 0}).encode().ljust(4096, b"\0") + whole[4096:])
    assert solution.load(1) is None
    path.write_bytes(b"")
    assert solution.load(1) is None


def test_a_table_being_solved_is_not_begun_again(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[Any] = []
    monkeypatch.setattr(solution.subprocess, "Popen", lambda *command, **_: begun.append(command))
    solution.solve_in_background(2)
    assert len(begun) == 1
    solution.place(2).parent.mkdir(parents=True)
    solution.place(2).with_suffix(".solving").touch()
    solution.solve_in_background(2)
    assert len(begun) == 1
