"""The compact solution for one player that Trapezi ships agrees with the exact solution."""

from __future__ import annotations

import pytest

from trapezi.games.qwixx.bots.compact_solution import shipped_solution


def test_an_empty_sheet_is_worth_the_exact_optimum() -> None:
    assert shipped_solution().points_to_come(0, 0, 0, 0, 0) == pytest.approx(115.4831, abs=0.1)


def test_equivalent_sheets_have_the_same_value() -> None:
    value = shipped_solution().points_to_come
    assert value(1, 3, 9, 20, 14) == pytest.approx(value(1, 9, 3, 14, 20), abs=1e-9)
    assert value(1, 3, 9, 20, 14) == pytest.approx(value(1, 20, 14, 3, 9), abs=1e-9)


def test_a_miss_more_is_worth_less() -> None:
    values = [shipped_solution().points_to_come(misses, 0, 0, 0, 0) for misses in range(4)]
    assert values == sorted(values, reverse=True)
