"""Sets of the numbers 0 to 63 as bits of an int."""

from __future__ import annotations


def count(bits: int) -> int:
    """How many are in the set.

    >>> count(0b1011)
    3
    """
    return bits.bit_count()


def lowest(bits: int) -> int:
    """The smallest of a set that is not empty.

    >>> lowest(0b1000)
    3
    """
    return (bits & -bits).bit_length() - 1


def nth(bits: int, k: int) -> int:
    """The k-th smallest of a set with more than k members, counted from 0.

    >>> nth(0b101100, 1)
    3
    """
    while k:
        bits &= bits - 1
        k -= 1
    return (bits & -bits).bit_length() - 1
