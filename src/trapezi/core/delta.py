"""Compute and apply deltas. A delta is JSON data that says how some JSON data, such as the view of a seat, has changed.

What a delta does to the old data depends on its form:

- An object is merged into an old object, key by key. It is merged into an old list if its keys are indices.
- `{"~": [start, removed, item, ...]}` removes `removed` items of an old list, from index `start` on, and inserts the items there.
- `{"=": value}` replaces the old data by the value. It is needed for values that would otherwise be merged.
- Any other delta is itself the new data.

A delta needs no knowledge of what the data means, so games do nothing for it.
"""

from __future__ import annotations

from typing import Any

REPLACE = "="
SPLICE = "~"
# If fewer items of a list of numbers or texts stay the same, the whole list is sent instead of a splice.
MIN_COMMON_ITEMS = 4


def delta(before: Any, after: Any) -> Any:
    """Return the delta between two pieces of data that are not equal.

    >>> delta({"dice": [1, 2], "sheets": [{"misses": 0}]}, {"dice": [3, 2], "sheets": [{"misses": 1}]})
    {'dice': [3, 2], 'sheets': {0: {'misses': 1}}}
    """
    if type(after) is dict:
        if type(before) is dict and before.keys() == after.keys() and not _has_delta_keys(after):
            changed = {}
            for key, value in after.items():
                old = before[key]
                if old is not value and old != value:
                    changed[key] = delta(old, value)
            return changed
        return delta_from_nothing(after) if before is None else {REPLACE: after}
    if type(after) is list and type(before) is list and before and after:
        return _list_delta(before, after)
    return after


def numbered_deltas(numbers: list[int], items: list[Any]) -> list[Any]:
    """Return a list of `[number, delta]`, where the delta leads from the previous item to the item of this number.

    An item that equals the previous item is represented by its number alone.

    >>> numbered_deltas([4, 5, 7], [{"points": 1}, {"points": 1}, {"points": 2}])
    [[4, {'points': 1}], 5, [7, {'points': 2}]]
    """
    result: list[Any] = []
    before: Any = None
    for number, item in zip(numbers, items, strict=True):
        result.append(number if item == before else [number, delta(before, item)])
        before = item
    return result


def delta_from_nothing(data: Any) -> Any:
    """Return the delta that produces this data if there was no data before."""
    return {REPLACE: data} if type(data) is dict and _has_delta_keys(data) else data


def _has_delta_keys(data: dict[Any, Any]) -> bool:
    return REPLACE in data or SPLICE in data


def _holds_objects(items: list[Any]) -> bool:
    return bool(items) and type(items[0]) is dict


def _list_delta(before: list[Any], after: list[Any]) -> Any:
    old, new = len(before), len(after)
    has_containers = type(after[0]) in (dict, list)
    if old == new and has_containers:
        changed = {n: delta(before[n], after[n]) for n in range(new) if before[n] != after[n]}
        # If all items changed and are short lists, such as pairs of numbers, sending them is shorter than sending their deltas.
        return after if len(changed) == new and type(after[0]) is list and not _holds_objects(after[0]) else changed
    shorter = min(old, new)
    start = 0
    while start < shorter and before[start] == after[start]:
        start += 1
    end = 0
    while end < shorter - start and before[old - 1 - end] == after[new - 1 - end]:
        end += 1
    if start + end >= (1 if has_containers else MIN_COMMON_ITEMS):
        return {SPLICE: [start, old - start - end, *after[start : new - end]]}
    return after


def apply_delta(before: Any, change: Any) -> Any:
    """Return the data after a change, given the data before it and the delta `change`. Leave `before` as it is.

    >>> apply_delta({"hand": [3, 5, 8, 9, 12], "over": False}, {"hand": {"~": [1, 1]}})
    {'hand': [3, 8, 9, 12], 'over': False}
    """
    if type(change) is not dict:
        return change
    if REPLACE in change:
        return change[REPLACE]
    if type(before) is list:
        if SPLICE in change:
            start, removed, *items = change[SPLICE]
            return [*before[:start], *items, *before[start + removed :]]
        return [apply_delta(item, change[str(n)]) if str(n) in change else item for n, item in enumerate(before)]
    if type(before) is dict:
        return {**before, **{key: apply_delta(before.get(key), value) for key, value in change.items()}}
    return change
