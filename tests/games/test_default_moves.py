"""When a player's time is up, the table makes the default move of the rules: a pass that costs nothing, or the smallest loss."""

from __future__ import annotations

from typing import Any

import pytest

import trapezi
from trapezi.core.random import Stream
from trapezi.core.special_seats import NATURE
from trapezi.core.state import State
from trapezi.games import find

WITH_DEFAULTS = [name for name in trapezi.names() if find(name).has_default_moves()]


def play_with_default_moves(name: str, players: int) -> list[tuple[State, int, int]]:
    """Play a whole game with default moves only. Return each position with the seat that decides and its default move."""
    state, rng, moves = trapezi.game(name, players=players).start(), Stream(7), list[tuple[State, int, int]]()
    while not state.over:
        seat = min(state.deciders)
        if seat == NATURE:
            state.play(NATURE, state.choose(NATURE, rng))
            continue
        move = state.default_move(seat)
        assert move is not None
        moves.append((state.clone(), seat, move))
        state.play(seat, move)
    return moves


def free_passes(state: State, seat: int) -> list[int]:
    """Return the moves that pass and cost nothing."""
    passes = [move for move in state.legal(seat) if state.game.describe(move) == {"kind": "pass"}]
    return [move for move in passes if state.preview(seat, move)["points"] == 0]


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("name", WITH_DEFAULTS)
def test_a_late_player_passes_or_loses_as_little_as_possible(name: str, players: int) -> None:
    for state, seat, move in play_with_default_moves(name, players):
        assert state.default_move(seat) == move, "always the same"
        if passing := free_passes(state, seat):
            assert [move] == passing
        else:
            points = {other: state.preview(seat, other)["points"] for other in state.legal(seat)}
            assert points[move] == max(points.values())


@pytest.mark.clause("SG-4", "SG-5")
def test_a_late_player_marks_many_squares_rather_than_one() -> None:
    marks = [state.game.describe(move) for state, _, move in play_with_default_moves("silver_gold", 2)]
    sizes = [len(mark["squares"]) for mark in marks if mark["kind"] == "mark"]
    assert max(sizes) >= 3


@pytest.mark.clause("QX-6", "QC-7")
@pytest.mark.parametrize("name", ["qwixx", "qwixx_cards"])
def test_a_late_player_takes_a_miss_only_if_every_move_is_one(name: str) -> None:
    for state, seat, move in play_with_default_moves(name, 3):
        if state.preview(seat, move)["points"] < 0:
            assert all(state.preview(seat, other)["points"] < 0 for other in state.legal(seat))


@pytest.mark.clause("SB-3", "SB-4")
def test_a_late_player_keeps_the_exchange_card() -> None:
    moves = play_with_default_moves("sideboards", 3)
    assert not any(state.game.describe(move)["kind"] == "exchange" for state, _, move in moves)


def test_a_cooperative_game_has_no_default_moves() -> None:
    games: list[Any] = [find(name) for name in trapezi.names()]
    assert [kind.name for kind in games if kind.cooperative] == ["the_game"]
    assert not any(kind.has_default_moves() for kind in games if kind.cooperative)
