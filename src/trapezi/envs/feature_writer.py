"""Write the features of a position into a numpy array."""

from __future__ import annotations

from typing import Any

from trapezi.core import bits
from trapezi.envs.encoder_base import FeatureCounter


class FeatureWriter(FeatureCounter):
    """Writes features into a numpy array of 32-bit floats.

    >>> import numpy
    >>> array = numpy.full(8, 0.5, numpy.float32)
    >>> features = FeatureWriter(array)
    >>> features.start_zero_row(0, 8)
    0
    >>> features.add_bits(0b101, 3), features.add_one_hot(1, 2), features.add(0.25), features.offset
    (3, 5, 6, 6)
    >>> array.tolist()
    [1.0, 0.0, 1.0, 0.0, 1.0, 0.25, 0.0, 0.0]
    """

    __slots__ = ("array",)

    def __init__(self, array: Any) -> None:
        super().__init__()
        self.array = array

    def start_zero_row(self, offset: int, size: int) -> int:
        self.array[offset : offset + size] = 0.0
        self.offset = offset
        return offset

    def add(self, number: float) -> int:
        self.array[self.offset] = number
        self.offset += 1
        return self.offset

    def add_bits(self, members: int, size: int) -> int:
        while members:
            self.array[self.offset + bits.lowest_member(members)] = 1.0
            members &= members - 1
        self.offset += size
        return self.offset

    def add_one_hot(self, index: int, size: int) -> int:
        if 0 <= index < size:
            self.array[self.offset + index] = 1.0
        self.offset += size
        return self.offset
