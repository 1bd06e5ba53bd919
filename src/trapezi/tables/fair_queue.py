"""A queue that serves network addresses in turn, and at each address its owners in turn, so that nobody can block the others."""

from __future__ import annotations

from collections import Counter, OrderedDict, deque
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")


class Owner(NamedTuple):
    """The origin of an item: a network address, and a name such as a table's creator, because people may share an address."""

    address: str = ""
    name: str = ""


class QueueFull(Exception):
    """An owner has too many items in the queue."""


class FairQueue(Generic[T]):
    """Items that wait for their turn. Of each owner, at most `max_waiting` wait and at most `max_running` are in progress.

    >>> queue: FairQueue[str] = FairQueue(max_running=1, max_waiting=10)
    >>> for item in ("a1", "a2", "b1"):
    ...     queue.put(Owner(item[0]), item)
    >>> queue.take(), queue.take(), queue.take()
    ((Owner(address='a', name=''), 'a1'), (Owner(address='b', name=''), 'b1'), None)
    """

    def __init__(self, max_running: int, max_waiting: int) -> None:
        self.max_running = max_running
        self.max_waiting = max_waiting
        self._waiting: OrderedDict[str, OrderedDict[str, deque[T]]] = OrderedDict()  # Items are grouped by address, then by name.
        self._running: Counter[Owner] = Counter()

    def __len__(self) -> int:
        return sum(len(items) for names in self._waiting.values() for items in names.values())

    def waiting_at(self, address: str) -> int:
        """Return how many items of a network address are waiting."""
        return sum(map(len, self._waiting.get(address, {}).values()))

    def put(self, owner: Owner, item: T) -> None:
        """Append an item. Raise `QueueFull` if `max_waiting` items of its owner are waiting already."""
        names = self._waiting.setdefault(owner.address, OrderedDict())
        items = names.setdefault(owner.name, deque())
        if len(items) >= self.max_waiting:
            raise QueueFull
        items.append(item)

    def take(self) -> tuple[Owner, T] | None:
        """Remove the next item and return it with its owner, or None if no item may start now.

        The items of an owner cannot start while `max_running` others of the same owner are in progress.
        """
        for address, names in self._waiting.items():
            for name, items in names.items():
                owner = Owner(address, name)
                if self._running[owner] >= self.max_running:
                    continue
                self._running[owner] += 1
                item = items.popleft()
                names.move_to_end(name)
                self._waiting.move_to_end(address)
                if not items:
                    del names[name]
                if not names:
                    del self._waiting[address]
                return owner, item
        return None

    def done(self, owner: Owner) -> None:
        """Record that one of an owner's items, which `take` returned earlier, is done."""
        self._running[owner] -= 1
        if not self._running[owner]:
            del self._running[owner]
