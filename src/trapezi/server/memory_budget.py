"""Limit the memory that clients can make the server hold: request bodies, and messages that they do not read."""

from __future__ import annotations

from collections import Counter


class MemoryBudget:
    """Bytes that the server holds for clients, in total and by address.

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
        """Count bytes that are held for an address ("" for all addresses together) and return True.

        If that would exceed a limit, count nothing and return False.
        """
        if self.held + size > self.max_bytes or (address and self._by_address[address] + size > self.max_per_address):
            return False
        self.held += size
        self._by_address[address] += size
        return True

    def release(self, address: str, size: int) -> None:
        """Note that bytes are held no longer."""
        self.held -= size
        self._by_address[address] -= size
        if not self._by_address[address]:
            del self._by_address[address]
