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


def highest(bits: int) -> int:
    """The greatest of a set that is not empty.

    >>> highest(0b1010)
    3
    """
    return bits.bit_length() - 1


def nth(bits: int, k: int) -> int:
    """The k-th smallest of a set with more than k members, counted from 0.

    >>> nth(0b101100, 1)
    3
    """
    while k:
        bits &= bits - 1
        k -= 1
    return (bits & -bits).bit_length() - 1


def members(bits: int) -> list[int]:
    """The set as a list, ascending.

    >>> members(0b101100)
    [2, 3, 5]
    """
    found = []
    while bits:
        found.append(lowest(bits))
        bits &= bits - 1
    return found


def small(number: int) -> int:
    """The number itself if it is from -1 to 2**30 - 1 and so fits every counter of the law, else -9.

    >>> small(7), small(10**30)
    (7, -9)
    """
    return number if -1 <= number < 1 << 30 else -9
