"""A budget ends after its simulations or its time."""

from __future__ import annotations

from itertools import count

import pytest

from trapezi.bots.budget import Budget


def test_a_budget_in_simulations_allows_that_many() -> None:
    clock = Budget(simulations=10).start_clock()
    assert [clock.try_to_spend(3) for _ in range(5)] == [True, True, True, False, False]
    assert clock.fraction_used == 0.9


def test_a_budget_in_milliseconds_ends_with_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = count(0, 0.125)
    monkeypatch.setattr("trapezi.bots.budget.perf_counter", lambda: next(seconds))
    clock = Budget(simulations=10**9, milliseconds=1000).start_clock()
    assert [clock.try_to_spend() for _ in range(9)] == [True] * 7 + [False] * 2
    assert clock.fraction_used >= 1
