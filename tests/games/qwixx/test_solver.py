"""The solver agrees with brute force, which tries every roll of the dice and every way to use it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest

from trapezi.games.qwixx.bots.row_states import RowStates
from trapezi.games.qwixx.bots.solver import Solver

EMPTY = (0, 0, 0, 0)


class SmallQwixx:
    """Qwixx with dice of few faces for one player. Between two own rolls, other players roll `rolls_between` times."""

    def __init__(self, faces: int, needed: int, misses: int, rolls_between: int = 0, over: float = 0.0) -> None:
        self.faces, self.needed, self.misses, self.rolls_between, self.over = faces, needed, misses, rolls_between, over
        self.value = cache(self.value_uncached)

    def crosses(self, rows: tuple[int, ...], row: int, number: int) -> Iterator[tuple[int, ...]]:
        """If this number can be crossed in this row, yield the sheet with the cross."""
        cell = number - 2 if row < 2 else 2 * self.faces - number
        last = 2 * self.faces - 2
        closed = rows[row] >> last & 1
        if rows[row] >> cell or closed or (cell == last and rows[row].bit_count() < self.needed):
            return
        lock = 1 << (last + 1) if cell == last else 0
        yield tuple(bits | (1 << cell | lock if n == row else 0) for n, bits in enumerate(rows))

    def points(self, rows: tuple[int, ...]) -> int:
        return sum(n * (n + 1) // 2 for n in (bits.bit_count() for bits in rows))

    def is_over(self, rows: tuple[int, ...], missed: int) -> bool:
        return missed == self.misses or sum(bits >> (2 * self.faces - 2) & 1 for bits in rows) >= 2

    def later(self, rows: tuple[int, ...], missed: int, turn: int) -> float:
        """Return the expected final score after a roll, which may have been the last."""
        now = self.points(rows) - 5 * missed
        if self.is_over(rows, missed):
            return now
        return self.over * now + (1 - self.over) * self.value(rows, missed, turn)

    def value_uncached(self, rows: tuple[int, ...], missed: int, turn: int) -> float:
        """Return the expected final score before a roll. Other players roll `turn` times before the next own roll."""
        dice = range(1, self.faces + 1)
        total = 0.0
        for white in product(dice, repeat=2):
            sheets = [rows, *(sheet for row in range(4) for sheet in self.crosses(rows, row, sum(white)))]
            if turn:
                total += max(self.later(sheet, missed, turn - 1) for sheet in sheets) * self.faces**4
                continue
            without = max(self.later(sheet, missed + (sheet == rows), self.rolls_between) for sheet in sheets)
            best = {
                (row, die): self.with_colour(sheets, missed, row, {one + die for one in white})
                for row in range(4)
                for die in dice
            }
            for coloured in product(dice, repeat=4):
                total += max(without, *(best[row, die] for row, die in enumerate(coloured)))
        return total / self.faces**6

    def with_colour(self, sheets: list[tuple[int, ...]], missed: int, row: int, numbers: set[int]) -> float:
        """Return the best final score that a cross in this row gives, over the given sheets and numbers."""
        ends = [
            self.later(both, missed, self.rolls_between)
            for sheet in sheets
            if not self.is_over(sheet, missed)
            for number in numbers
            for both in self.crosses(sheet, row, number)
        ]
        return max(ends, default=-math.inf)


def solved(**rules: object) -> Solver:
    solver = Solver(**rules)  # type: ignore[arg-type]
    assert sum(solver.solve_in_steps()) == solver.sheets_to_solve
    return solver


@pytest.mark.parametrize(("faces", "needed", "misses"), [(2, 1, 1), (2, 2, 2)])
def test_a_small_sheet_is_worth_what_brute_force_says(faces: int, needed: int, misses: int) -> None:
    solver = solved(faces=faces, needed=needed, misses=misses)
    brute = SmallQwixx(faces, needed, misses)
    assert solver.values[solver.rows.sheet_index(0, 0, 0, 0)] == pytest.approx(brute.value(EMPTY, 0, 0), abs=1e-5)


def test_every_intermediate_sheet_is_worth_what_brute_force_says() -> None:
    solver = solved(faces=2, needed=2, misses=2)
    brute = SmallQwixx(2, 2, 2)
    brute.value(EMPTY, 0, 0)
    for rows in product([0b0, 0b1, 0b10, 0b11, 0b1111], repeat=4):
        if brute.is_over(rows, 1):
            continue
        states = [solver.rows.state_number(bits & 0b111, False) for bits in rows]
        to_come = brute.value(rows, 1, 0) - brute.points(rows) + 5
        index = solver.index_of_first_sheet(0, 0, 1) + solver.rows.sheet_index(*states)
        assert solver.values[index] == pytest.approx(to_come, abs=1e-5)


@pytest.mark.parametrize("players", [2, 3])
def test_with_opponents_the_game_may_end_after_every_roll(players: int) -> None:
    solver = solved(faces=2, needed=1, misses=1, players=players, stage_end_chances=(0.1,))
    brute = SmallQwixx(2, 1, 1, rolls_between=players - 1, over=0.1)
    for turn in range(players):
        value = solver.values[solver.index_of_first_sheet(0, turn, 0) + solver.rows.sheet_index(0, 0, 0, 0)]
        assert value == pytest.approx(0.9 * brute.value(EMPTY, 0, turn), abs=1e-5)


def test_a_second_stage_of_the_clock_is_worth_at_least_as_much_as_the_first() -> None:
    first = solved(faces=2, needed=1, misses=2, players=2, stage_end_chances=(0.5,))
    both = solved(faces=2, needed=1, misses=2, players=2, stage_end_chances=(0.5, 0.5))
    size = first.sheets_to_solve * 2
    assert list(both.values[:size]) == list(first.values)
    assert all(later >= sooner for later, sooner in zip(both.values[size:], first.values, strict=True))
    assert both.values[size] > first.values[0]


def test_equivalent_sheets_share_an_index() -> None:
    rows = RowStates()
    a, b, c, d = 5, 9, 20, 41
    indices = {rows.sheet_index(*sheet) for sheet in [(a, b, c, d), (b, a, d, c), (c, d, a, b), (d, c, b, a)]}
    assert len(indices) == 1
    assert rows.sheet_index(a, c, b, d) not in indices


def test_the_state_of_a_row_is_its_last_cross_and_its_number_of_crosses() -> None:
    rows = RowStates()
    assert rows.state_number(0b100101, False) == rows.state_number(0b111000 & 0b101111 | 0b10000, False)
    assert rows.state_number(0b100101, False) != rows.state_number(0b100111, False)
    assert rows.state_number(0b100101, True) == rows.closed == rows.state_number(0b11111 | 1 << 10, False)
    assert rows.state_number(1 << 9, False) == rows.state_number(1 << 9 | 0b111, False), "neither can take anything more"
