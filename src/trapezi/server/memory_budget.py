"""Limit the memory that clients can occupy by sending large requests or by not reading messages."""

from __future__ import annotations

from collections import Counter


class MemoryBudget:
    """Count the bytes that the server keeps in memory for clients, in total and by address.

    >>> budget = MemoryBudget(max_bytes=10, max_per_address=6)
    >>> budget.try_to_take("a", 6), budget.try_to_take("a", 1), budget.try_to_take("b", 5), budget.try_to_take("b", 4)
    (True, False, False, True)
    """

    def __init__(self, max_bytes: int, max_per_address: int) -> None:
        self.max_bytes = max_bytes
        self.max_per_address = max_per_address
        self.held = 0
        self._by_address: Counter[str] = Counter()

    def try_to_take(self, address: str, size: int) -> bool:
        """Count bytes that are kept for an address, and return True. With address "", count them only in total.

        If a limit would be exceeded, count nothing and return False.
        """
        if self.held + size > self.max_bytes or (address and self._by_address[address] + size > self.max_per_address):
            return False
        self.held += size
        self._by_address[address] += size
        return True

    def release(self, address: str, size: int) -> None:
        """Record that bytes which were counted for an address are no longer in memory."""
        self.held -= size
        self._by_address[address] -= size
        if not self._by_address[address]:
            del self._by_address[address]
