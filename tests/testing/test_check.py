"""The conformance kit finds what it is there to find: an honest sixth game passes, and each broken promise is named."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

from trapezi.core.random import Stream
from trapezi.core.score import ScoreLine
from trapezi.core.seats import NATURE
from trapezi.core.state import Moves
from trapezi.lab.playouts import playouts
from trapezi.testing import Fault, check_game, golden_log

spec = importlib.util.spec_from_file_location("pebbles", Path(__file__).with_name("pebbles.py"))
assert spec is not None
assert spec.loader is not None
pebbles = importlib.util.module_from_spec(spec)
sys.modules["pebbles"] = pebbles
spec.loader.exec_module(pebbles)
Pebbles, Table = pebbles.Pebbles, pebbles.Table


@pytest.mark.parametrize("players", Pebbles.seats)
def test_an_honest_game_passes(players: int) -> None:
    report = check_game(Pebbles.of(players=players), games=30)
    assert report.games == 30
    assert report.signals > 0
    assert report.taken_back > 0
    assert report.secrets > 0
    assert (report.together > 0) == (players > 1)


def test_a_plain_python_game_runs_in_the_compiled_loop() -> None:
    tally = playouts(Pebbles.of(players=2).start(), 10, 1)
    assert (tally.games, tally.decisions, tally.steps) == (10, 60, 120)


def test_an_error_crosses_the_compiled_loop() -> None:
    class Broken(Table):  # type: ignore[misc, valid-type]
        def generate_moves(self, seat: int, moves: Moves) -> int:
            raise ValueError("boom")

    with pytest.raises(ValueError, match="boom"):
        playouts(with_table(Broken, 2).start(), 1, 1)


def test_the_same_golden_log_every_time() -> None:
    game = Pebbles.of(players=3)
    assert golden_log(game) == golden_log(game)
    assert golden_log(game, seed=2) != golden_log(game)


def with_table(table: type, players: int = 3) -> Any:
    game = Pebbles.of(players=players)
    game.table = table
    return game


class UnsortedMoves(Table):  # type: ignore[misc, valid-type]
    def legal(self, seat: int) -> list[int]:
        return super().legal(seat)[::-1]  # type: ignore[no-any-return]


class ChangedByIllegalMove(Table):  # type: ignore[misc, valid-type]
    def is_legal(self, seat: int, move: int) -> bool:
        if seat != NATURE and move not in (0, 1):
            self.round += 1
        return super().is_legal(seat, move)  # type: ignore[no-any-return]


class AllowsTooMuch(Table):  # type: ignore[misc, valid-type]
    def is_legal(self, seat: int, move: int) -> bool:
        return True

    def _apply(self, seat: int, move: int) -> bool:
        return super()._apply(seat, move) if move in self.game.outcomes or seat != NATURE else False  # type: ignore[no-any-return]


class SharedCopies(Table):  # type: ignore[misc, valid-type]
    def load(self, fields: list[Any]) -> None:
        self.cards, self.choices, self.points, self.nodded, self.round = fields

    def save(self) -> list[Any]:
        return [self.cards, self.choices, self.points, self.nodded, self.round]

    def _apply(self, seat: int, move: int) -> bool:
        if seat == NATURE:
            self.cards[self.cards.index(9)] = move - 3
            if 9 not in self.cards:
                self.waiting = (1 << self.players) - 1
            return True
        return super()._apply(seat, move)  # type: ignore[no-any-return]


class Forgetful(Table):  # type: ignore[misc, valid-type]
    def save(self) -> list[Any]:
        return [*super().save()[:-1], 0]

    def clone(self) -> Any:
        new = super().clone()
        new.round = self.round
        return new


class ShowsCards(Table):  # type: ignore[misc, valid-type]
    def visible_board(self, seat: int) -> dict[str, Any]:
        return {**super().visible_board(seat), "all": self.cards[:]}


class ShowsChoices(Table):  # type: ignore[misc, valid-type]
    def visible_board(self, seat: int) -> dict[str, Any]:
        return {**super().visible_board(seat), "all": self.choices[:]}

    def resample_hidden(self, seat: int, rng: Stream) -> None:
        """Keeps the choices, so that only the comparison of pending choices can find them shown."""
        for other in range(self.players):
            if other != seat and self.cards[other] != 9:
                self.cards[other] = rng.below(5)


class ShowsDraws(Table):  # type: ignore[misc, valid-type]
    def visible_board(self, seat: int) -> dict[str, Any]:
        return {**super().visible_board(seat), "sum": sum(self.cards)}

    def resample_hidden(self, seat: int, rng: Stream) -> None:
        """Changes nothing, so that only the comparison of two draws can find the leak."""


class ScoresPending(Table):  # type: ignore[misc, valid-type]
    def score(self, seat: int) -> int:
        return self.points[seat] + (self.choices[seat] == 1)  # type: ignore[no-any-return]


class WrongLines(Table):  # type: ignore[misc, valid-type]
    def score_lines(self, seat: int) -> list[ScoreLine]:
        return []


class RevealsEarly(Table):  # type: ignore[misc, valid-type]
    def _apply(self, seat: int, move: int) -> bool:
        super()._apply(seat, move)
        return True


class NeverEnds(Table):  # type: ignore[misc, valid-type]
    def _apply(self, seat: int, move: int) -> bool:
        revealed = super()._apply(seat, move)
        self.over = False
        return revealed  # type: ignore[no-any-return]


class MiscountsOutcomes(Table):  # type: ignore[misc, valid-type]
    def chance_probability(self, outcome: int) -> float:
        return 0.5


class ReasonTells(Table):  # type: ignore[misc, valid-type]
    def reason(self, seat: int, move: int) -> Any:
        return pebbles.Reason(f"pebbles.{self.cards}")


class SignalTakesTurn(Table):  # type: ignore[misc, valid-type]
    def _apply(self, seat: int, move: int) -> bool:
        if move == 2:
            self.waiting &= self.waiting - 1
        return super()._apply(seat, move)  # type: ignore[no-any-return]


class NotPlain(Table):  # type: ignore[misc, valid-type]
    def visible_board(self, seat: int) -> dict[str, Any]:
        return {**super().visible_board(seat), "pair": (1, 2)}


BROKEN = {
    UnsortedMoves: "legal moves",
    ChangedByIllegalMove: "trace|changed the position|refused|more than 18 events",
    AllowsTooMuch: "not refused|no reason",
    SharedCopies: "changed the original|does not restore|does not replay|a copy differs",
    Forgetful: "a copy|restore",
    ShowsCards: "resample changes what is seen",
    ShowsChoices: "pending, seen by",
    ShowsDraws: "look alike",
    ScoresPending: "lines add up|pending, seen by|resample changes",
    WrongLines: "lines add up",
    RevealsEarly: "revealed before all were in",
    NeverEnds: "more than|come to an end|asks",
    MiscountsOutcomes: "add up to 1",
    ReasonTells: "tells a secret",
    SignalTakesTurn: "a signal changed whose turn",
    NotPlain: "not plain data",
}


@pytest.mark.parametrize("table", BROKEN, ids=lambda table: table.__name__)
def test_a_broken_promise_is_found_and_named(table: type) -> None:
    with pytest.raises(Fault, match=BROKEN[table]):
        check_game(with_table(table), games=30)
