"""The squares of a 4×4 card, and the ways to lay a pattern on them.

A set of squares is an int of 16 bits. The square in a row and column has the bit row * 4 + column:

        a   b   c   d
    1   0   1   2   3
    2   4   5   6   7
    3   8   9  10  11
    4  12  13  14  15
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

SIDE = 4

Square = tuple[int, int]  # The column and the row of a square.

SQUARES = tuple(column + row for row in "1234" for column in "abcd")  # The names of the squares, by number.


def squares_with(grid: Sequence[str], letters: str) -> int:
    """Return the set of squares of a grid that hold one of these letters.

    >>> bin(squares_with(["oX.", "..X"], "X"))
    '0b1000010'
    """
    return sum(1 << (SIDE * y + x) for y, row in enumerate(grid) for x, letter in enumerate(row) if letter in letters)


def orientations(pattern: Iterable[Square]) -> set[frozenset[Square]]:
    """Return all orientations of a pattern, turned and mirrored, each moved into the top left corner (SG-4).

    >>> len(orientations([(0, 0), (1, 0), (2, 0), (2, 1)]))
    8
    """
    found = set()
    cells = list(pattern)
    for _ in range(4):
        cells = [(-y, x) for x, y in cells]
        for mirrored in (cells, [(-x, y) for x, y in cells]):
            left, top = min(x for x, _ in mirrored), min(y for _, y in mirrored)
            found.add(frozenset((x - left, y - top) for x, y in mirrored))
    return found


def placements(pattern: Iterable[Square]) -> list[int]:
    """Return every way to lay a pattern on a full 4×4 card. Each is a set of squares; the sets are in ascending order.

    >>> len(placements([(0, 0), (1, 0)]))
    24
    """
    found = set()
    for cells in orientations(pattern):
        width, height = 1 + max(x for x, _ in cells), 1 + max(y for _, y in cells)
        for top in range(SIDE - height + 1):
            for left in range(SIDE - width + 1):
                found.add(sum(1 << (SIDE * (y + top) + x + left) for x, y in cells))
    return sorted(found)


def bits_where(values: Iterable[bool]) -> int:
    """Return an int whose bit n is set if the n-th value is true.

    >>> bits_where([True, False, True])
    5
    """
    return sum(1 << n for n, value in enumerate(values) if value)


def tabulate_fitting_placements(ways: list[int], first_square: int) -> list[int]:
    """Return a list of 256 sets of placements: `result[free]` has a bit for each placement that fits on these free squares.

    Only eight squares from `first_square` on are considered; `free` has one bit for each of them. Placements may cover other
    squares too.

    >>> [bin(fits) for fits in tabulate_fitting_placements([0b11, 0b110], 0)[:4]]
    ['0b0', '0b0', '0b0', '0b1']
    """
    covering = {1 << k: bits_where(way >> first_square >> k & 1 == 1 for way in ways) for k in range(8)}
    fits = [0] * 256
    fits[255] = (1 << len(ways)) - 1
    for free in range(254, -1, -1):
        taken = ~free & (free + 1)  # The lowest square that is not free, as a set.
        fits[free] = fits[free | taken] & ~covering[taken]
    return fits
