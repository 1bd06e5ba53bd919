"""Numbers for a learner, told one after the other; and what each game's encoder must do."""

from __future__ import annotations

from trapezi.core.state import State


class FeatureSchema:
    """Takes numbers. This one only counts them; a `FeatureWriter` writes them down."""

    __slots__ = ("at",)

    def __init__(self) -> None:
        self.at = 0

    def turn(self, at: int, size: int) -> int:
        """So many zeros from here on; the next number goes here."""
        self.at = at
        return at

    def put(self, number: float) -> int:
        """One number; where the next one goes."""
        self.at += 1
        return self.at

    def bits(self, members: int, n: int) -> int:
        """A set of numbers that are all below n: one for each that is in it, zero for the others."""
        self.at += n
        return self.at

    def one_of(self, k: int, n: int) -> int:
        """One of n; none of them if k is not below n."""
        self.at += n
        return self.at


class Encoder:
    """Turns what a seat may know of a position into numbers. One per game; without memory.

    Seats are told from the own one on, clockwise, so that a learner plays alike wherever it sits.
    """

    __slots__ = ("size",)

    def __init__(self, start: State) -> None:
        page = FeatureSchema()
        self.write(start, 0, page)
        self.size = page.at  # how many numbers a position has

    def write(self, state: State, seat: int, page: FeatureSchema) -> int:
        """Tells a page what the seat may know, and reads no more of the position than that."""
        raise NotImplementedError
