"""A small counter-based random generator (splitmix64), which gives the same numbers in plain Python and in compiled code."""

from __future__ import annotations

M64 = 0xFFFFFFFFFFFFFFFF
GOLDEN = 0x9E3779B97F4A7C15
MIX1 = 0xBF58476D1CE4E5B9
MIX2 = 0x94D049BB133111EB


class Stream:
    """A stream of random numbers. The n-th number depends only on the key and on n (splitmix64).

    >>> [Stream(7).below(6) for _ in range(2)]
    [2, 2]
    >>> stream = Stream(7)
    >>> [stream.below(6) for _ in range(6)]
    [2, 0, 5, 3, 2, 1]
    """

    __slots__ = ("counter", "key")

    def __init__(self, key: int, counter: int = 0) -> None:
        self.key = key & 0xFFFFFFFFFFFFFFFF
        self.counter = counter & 0xFFFFFFFFFFFFFFFF

    def next64(self) -> int:
        """Return the next number, from 0 to 2**64 - 1."""
        self.counter = (self.counter + 1) & M64
        z = (self.key + self.counter * GOLDEN) & M64
        z = ((z ^ (z >> 30)) * MIX1) & M64
        z = ((z ^ (z >> 27)) * MIX2) & M64
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """Return a random number from 0 to n - 1, for n from 1 to 2**32."""
        return ((self.next64() >> 32) * n) >> 32

    def reset_to_branch(self, seed: int, index: int) -> None:
        """Turn this object into the stream `branch(seed, index)`, without creating a new object. Both numbers are below 2**64."""
        self.key = seed
        self.counter = index
        mixed = self.next64()
        self.key = index
        self.counter = 1
        self.key = mixed ^ self.next64()
        self.counter = 0

    def __reduce__(self) -> tuple[type[Stream], tuple[int, int]]:
        return Stream, (self.key, self.counter)


def branch(seed: int, index: int) -> Stream:
    """Return the stream number `index` of a seed. Simulations use one stream per game, a match uses one stream per event.

    The streams of a seed are independent of each other.
    """
    stream = Stream(0)
    stream.reset_to_branch(seed & 0xFFFFFFFFFFFFFFFF, index & 0xFFFFFFFFFFFFFFFF)
    return stream
