"""A delta describes how plain data has changed, and applying it to the old data gives the new data."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trapezi.core.delta import apply_delta, delta, delta_from_nothing, numbered_deltas

KEYS = st.sampled_from(["a", "b", "0", "1", "=", "~"])
DATA = st.recursive(
    st.none() | st.integers(2, 9) | st.text("xy", max_size=2),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=12,
)


@given(DATA, DATA)
def test_a_delta_merged_into_the_data_before_gives_the_data_after(before: Any, after: Any) -> None:
    if before != after:
        assert apply_delta(before, json.loads(json.dumps(delta(before, after)))) == after
    assert apply_delta(None, delta_from_nothing(after)) == after


@given(st.lists(st.dictionaries(KEYS, DATA, max_size=3), max_size=5))
def test_numbered_deltas_give_each_item_from_the_item_before(items: list[Any]) -> None:
    before: Any = None
    for number, each in enumerate(numbered_deltas(list(range(len(items))), items)):
        if isinstance(each, int):
            assert (each, items[number]) == (number, before)
        else:
            before = apply_delta(before, json.loads(json.dumps(each[1])))
            assert (each[0], before) == (number, items[number])


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ({"a": 1, "b": 2}, {"a": 1, "b": 3}, {"b": 3}),
        ({"a": [{"b": 1}, {"b": 2}]}, {"a": [{"b": 1}, {"b": 3}]}, {"a": {1: {"b": 3}}}),
        ([1, 2, 3], [1, 2, 4], [1, 2, 4]),
        ([[1, 2], [3, 4]], [[2, 2], [3, 5]], [[2, 2], [3, 5]]),
        ([[1, 2], [3, 4]], [[1, 2], [3, 5]], {1: [3, 5]}),
        ([1, 2, 3, 5, 6], [1, 2, 3, 4, 5, 6], {"~": [3, 0, 4]}),
        ([{"a": 1}, {"a": 2}], [{"a": 2}], {"~": [0, 1]}),
        ({"a": 1}, {"b": 1}, {"=": {"b": 1}}),
        (None, {"a": 1}, {"a": 1}),
        (None, {"~": 1}, {"=": {"~": 1}}),
        ([1], {"0": 1}, {"=": {"0": 1}}),
        ({"a": 1}, None, None),
    ],
)
def test_a_delta_names_what_has_changed(before: Any, after: Any, expected: Any) -> None:
    assert delta(before, after) == expected
    assert apply_delta(before, json.loads(json.dumps(expected))) == after
