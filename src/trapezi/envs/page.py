"""Numbers for a learner, written one after the other into a buffer; and what each game's encoder must do."""

from __future__ import annotations

from array import array
from typing import Any

from trapezi.law.contract import State

ROOM = 1 << 14  # more numbers than any seat ever sees


class Page:
    """A row of 32-bit floats that is being written: any writable buffer, a numpy array for one.

    >>> row = array("f", [0.5] * 8)
    >>> page = Page(row)
    >>> page.turn(0, 8)
    0
    >>> page.bits(0b101, 3), page.one_of(1, 2), page.put(0.25), page.at
    (3, 5, 6, 6)
    >>> row.tolist()
    [1.0, 0.0, 1.0, 0.0, 1.0, 0.25, 0.0, 0.0]
    """

    __slots__ = ("at", "row")

    def __init__(self, row: Any) -> None:
        self.row = row
        self.at = 0

    def turn(self, at: int, size: int) -> int:
        """So many zeros from here on; the next number is written here."""
        for i in range(at, at + size):
            self.row[i] = 0.0
        self.at = at
        return at

    def put(self, number: float) -> int:
        """One number; where the next one goes."""
        self.row[self.at] = number
        self.at += 1
        return self.at

    def bits(self, members: int, n: int) -> int:
        """A set of the numbers below n: one for each that is in it, zero for the others."""
        for i in range(n):
            if members >> i & 1:
                self.row[self.at + i] = 1.0
        self.at += n
        return self.at

    def one_of(self, k: int, n: int) -> int:
        """One of n; none of them if k is not below n."""
        if 0 <= k < n:
            self.row[self.at + k] = 1.0
        self.at += n
        return self.at


class Encoder:
    """Turns what a seat may know of a position into numbers. One per game; without memory.

    Seats are told from the own one on, clockwise, so that a learner plays alike wherever it sits.
    """

    __slots__ = ("size",)

    def __init__(self, start: State) -> None:
        page = Page(array("f", bytes(4 * ROOM)))
        self.write(start, 0, page)
        self.size = page.at  # how many numbers a position has

    def write(self, state: State, seat: int, page: Page) -> int:
        """Writes onto a page of zeros what the seat may know, and reads no more of the position than that."""
        raise NotImplementedError
