"""The base classes for encoders, and for the features that they write.

Features are the numbers that describe a position to a learner.
"""

from __future__ import annotations

from trapezi.core.state import State


class FeatureSchema:
    """Counts the features that an encoder adds. A `FeatureWriter` also writes them into an array."""

    __slots__ = ("offset",)

    def __init__(self) -> None:
        self.offset = 0  # the index of the next feature

    def start_zero_row(self, offset: int, size: int) -> int:
        """Set `size` features from this offset on to zero. The next feature is added at this offset."""
        self.offset = offset
        return offset

    def add(self, number: float) -> int:
        """Add one feature with this number. Return the offset of the next feature, as the following methods do too."""
        self.offset += 1
        return self.offset

    def add_bits(self, members: int, size: int) -> int:
        """Add a feature for each number below `size`: 1 if it is a member of the set that is given as bits, otherwise 0."""
        self.offset += size
        return self.offset

    def add_one_hot(self, index: int, size: int) -> int:
        """Add `size` features: 1 at this index, 0 elsewhere. An index outside the range gives only zeros."""
        self.offset += size
        return self.offset


class Encoder:
    """Turns what a seat may know of a position into features. An encoder remembers nothing, so one encoder serves all positions.

    Seats are encoded clockwise from the encoded seat, so that a learner need not learn each seat separately.
    """

    __slots__ = ("size",)

    def __init__(self, start: State) -> None:
        schema = FeatureSchema()
        self.encode(start, 0, schema)
        self.size = schema.offset  # the number of features of a position

    def encode(self, state: State, seat: int, features: FeatureSchema) -> None:
        """Add the features of what the seat may know. This method must not read anything else of the position."""
        raise NotImplementedError
