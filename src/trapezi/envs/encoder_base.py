"""The base class of encoders, which describe a position to a learning algorithm by a list of numbers, called features."""

from __future__ import annotations

from trapezi.core.state import State


class FeatureCounter:
    """Counts the features that an encoder adds. The subclass `FeatureWriter` also writes them into an array."""

    __slots__ = ("offset",)

    def __init__(self) -> None:
        self.offset = 0  # The index of the next feature.

    def start_zero_row(self, offset: int, size: int) -> int:
        """Begin the features of a position at this offset. A `FeatureWriter` sets `size` features to zero. Return the offset."""
        self.offset = offset
        return offset

    def add(self, number: float) -> int:
        """Add one feature with this number. Return the offset of the next feature."""
        self.offset += 1
        return self.offset

    def add_bits(self, members: int, size: int) -> int:
        """Add `size` features: feature k is bit k of `members`. Return the offset of the next feature."""
        self.offset += size
        return self.offset

    def add_one_hot(self, index: int, size: int) -> int:
        """Add `size` features: 1 at this index, 0 elsewhere. If the index is out of range, all are 0. Return the next offset."""
        self.offset += size
        return self.offset


class Encoder:
    """Turns what a seat may know of a position into features. The same object can encode any number of positions.

    The features of the encoded seat come first, those of the other seats follow clockwise. So a learner need not learn every seat
    separately.
    """

    __slots__ = ("size",)

    def __init__(self, start: State) -> None:
        schema = FeatureCounter()
        self.encode(start, 0, schema)
        self.size = schema.offset  # The number of features of a position.

    def encode(self, state: State, seat: int, features: FeatureCounter) -> None:
        """Add the features of what this seat may know. This method must not read anything of the position that is secret."""
        raise NotImplementedError
