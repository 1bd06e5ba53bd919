"""The coaches of both Qwixx games explain what crosses change on a sheet."""

from __future__ import annotations

from trapezi.games.qwixx.sheet_coach import sheet_facts, sheet_reasons

LAST_OF_RED = 1 << 10
LAST_OF_BLUE = 1 << 43


def test_facts_tell_own_locks_from_rows_that_others_closed() -> None:
    facts = sheet_facts([LAST_OF_RED, LAST_OF_BLUE], 2, 0)
    assert (facts["lock0"], facts["shut0"]) == (True, False)
    assert (facts["lock3"], facts["shut3"]) == (False, True)
    assert facts["misses"] == 2


def test_a_row_that_others_close_and_misses_are_reasons() -> None:
    calm = {"misses": 1.0, **{f"{name}{row}": 0.1 for row in range(4) for name in ("lock", "shut")}}
    other = {**calm, "misses": 1.5, "shut2": 0.41, "lock1": 0.02}
    reasons = [str(reason) for reason in sheet_reasons("qwixx", 0, [0], [2], calm, other)]
    assert reasons == [
        "qwixx.coach.skips row=0 numbers=2 fewer=0",
        "qwixx.coach.misses misses=50",
        "qwixx.coach.shut row=2 percent=41 less=10",
        "qwixx.coach.lock row=1 percent=10 less=2",
    ]


def test_moves_without_differences_have_no_reasons() -> None:
    assert sheet_reasons("qwixx", 0, [0], [0], {}, {}) == []
