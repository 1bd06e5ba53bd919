"""The queue serves all owners in turn, even if one of them adds many items."""

from __future__ import annotations

import pytest

from trapezi.tables.fair_queue import FairQueue, Owner, QueueFull


def take_all(queue: FairQueue[str]) -> list[str]:
    """Take items from the queue until it returns None."""
    return [taken[1] for taken in iter(queue.take, None)]


def test_a_single_item_waits_behind_one_item_of_each_other_owner() -> None:
    queue: FairQueue[str] = FairQueue(max_running=100, max_waiting=100)
    for n in range(30):
        queue.put(Owner("one", f"creator {n % 2}"), f"many {n}")
    queue.put(Owner("two", "creator"), "single")
    assert take_all(queue)[:4] == ["many 0", "single", "many 1", "many 2"]


def test_creators_at_one_address_are_served_in_turn() -> None:
    queue: FairQueue[str] = FairQueue(max_running=100, max_waiting=100)
    for name, item in [("ada", "a1"), ("ada", "a2"), ("ada", "a3"), ("bo", "b1"), ("bo", "b2")]:
        queue.put(Owner("school", name), item)
    assert take_all(queue) == ["a1", "b1", "a2", "b2", "a3"]


def test_an_owner_with_enough_running_waits_until_one_is_done() -> None:
    queue: FairQueue[str] = FairQueue(max_running=2, max_waiting=100)
    owner = Owner("one", "ada")
    for n in range(4):
        queue.put(owner, f"a{n}")
    queue.put(Owner("two", "bo"), "b0")
    assert take_all(queue) == ["a0", "b0", "a1"]
    queue.done(owner)
    assert take_all(queue) == ["a2"]
    assert len(queue) == 1


def test_an_owner_may_not_fill_the_queue() -> None:
    queue: FairQueue[str] = FairQueue(max_running=1, max_waiting=2)
    owner = Owner("one")
    queue.put(owner, "a0")
    queue.put(owner, "a1")
    with pytest.raises(QueueFull):
        queue.put(owner, "a2")
    queue.put(Owner("two"), "b0")
    assert take_all(queue) == ["a0", "b0"]
