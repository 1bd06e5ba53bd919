"""A page that is written down, into the memory of an array."""

from __future__ import annotations

from typing import Any

from trapezi.envs.page import Page


class Row(Page):
    """32-bit floats in any writable buffer, a numpy array for one.

    >>> from array import array
    >>> numbers = array("f", [0.5] * 8)
    >>> row = Row(numbers)
    >>> row.turn(0, 8)
    0
    >>> row.bits(0b101, 3), row.one_of(1, 2), row.put(0.25), row.at
    (3, 5, 6, 6)
    >>> numbers.tolist()
    [1.0, 0.0, 1.0, 0.0, 1.0, 0.25, 0.0, 0.0]
    """

    __slots__ = ("row",)

    def __init__(self, row: Any) -> None:
        super().__init__()
        self.row = row

    def turn(self, at: int, size: int) -> int:
        for i in range(at, at + size):
            self.row[i] = 0.0
        self.at = at
        return at

    def put(self, number: float) -> int:
        self.row[self.at] = number
        self.at += 1
        return self.at

    def bits(self, members: int, n: int) -> int:
        for i in range(n):
            if members >> i & 1:
                self.row[self.at + i] = 1.0
        self.at += n
        return self.at

    def one_of(self, k: int, n: int) -> int:
        if 0 <= k < n:
            self.row[self.at + k] = 1.0
        self.at += n
        return self.at
