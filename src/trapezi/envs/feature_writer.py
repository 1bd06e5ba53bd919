"""A page that is written down, into an array."""

from __future__ import annotations

from typing import Any

from trapezi.core import bits
from trapezi.envs.features import FeatureSchema


class FeatureWriter(FeatureSchema):
    """A numpy array of 32-bit floats that is being written.

    >>> import numpy
    >>> numbers = numpy.full(8, 0.5, numpy.float32)
    >>> row = FeatureWriter(numbers)
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
        self.row[at : at + size] = 0.0
        self.at = at
        return at

    def put(self, number: float) -> int:
        self.row[self.at] = number
        self.at += 1
        return self.at

    def bits(self, members: int, n: int) -> int:
        while members:
            self.row[self.at + bits.lowest(members)] = 1.0
            members &= members - 1
        self.at += n
        return self.at

    def one_of(self, k: int, n: int) -> int:
        if 0 <= k < n:
            self.row[self.at + k] = 1.0
        self.at += n
        return self.at
