"""Sets of the numbers 0 to 63 as bits of an int. `bits.pxd` has the same functions for compiled modules."""

from __future__ import annotations


def bit(number: int) -> int:
    """Return the set whose only member is this number.

    >>> bit(3)
    8
    """
    return 1 << number


def count(bits: int) -> int:
    """Return the number of members.

    >>> count(0b1011)
    3
    """
    return bits.bit_count()


def lowest_member(bits: int) -> int:
    """Return the smallest member of a set that is not empty.

    >>> lowest_member(0b1000)
    3
    """
    return (bits & -bits).bit_length() - 1


def highest_member(bits: int) -> int:
    """Return the greatest member of a set that is not empty.

    >>> highest_member(0b1010)
    3
    """
    return bits.bit_length() - 1


def nth_member(bits: int, k: int) -> int:
    """Return the k-th smallest member, counted from 0, of a set with more than k members.

    >>> nth_member(0b101100, 1)
    3
    """
    while k:
        bits &= bits - 1
        k -= 1
    return (bits & -bits).bit_length() - 1


def members(bits: int) -> list[int]:
    """Return the members in ascending order.

    >>> members(0b101100)
    [2, 3, 5]
    """
    numbers = []
    while bits:
        numbers.append(lowest_member(bits))
        bits &= bits - 1
    return numbers


def write_members(bits: int, offset: int, items: list[int], start: int) -> int:
    """Write `offset` plus each member, in ascending order, into a list that is long enough, from index `start` on.

    Return the index after the last number that was written.

    >>> items = [0] * 4
    >>> write_members(0b101, 40, items, 1), items
    (3, [0, 40, 42, 0])
    """
    for member in members(bits):
        items[start] = offset + member
        start += 1
    return start


def c_int_or_invalid(number: int) -> int:
    """Return the number if it is from -1 to 2**30 - 1, and thus fits into a C int. Otherwise return -9, which is no valid move.

    >>> c_int_or_invalid(7), c_int_or_invalid(10**30)
    (7, -9)
    """
    return number if -1 <= number < 1 << 30 else -9
