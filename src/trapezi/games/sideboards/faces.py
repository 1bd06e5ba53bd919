"""Laid cards and sideboards as numbers. A face is card * 2, plus 1 if the card is turned by 180°.

A sideboard is one int with seven bits per face; the left-most face has the lowest bits:

    … 0 | third | second | left-most          laid at the right: board | face << 7 * n      at the left: board << 7 | face

`faces.pxd` has the same numbers and functions for compiled modules.
"""

from __future__ import annotations

COUNT = 120  # faces
ROWS = 5
LENGTH = 8  # cards of a finished sideboard
BITS = 7  # bits per face


def face_at(board: int, column: int) -> int:
    """Return the face in a column of a sideboard.

    >>> face_at(17 | 90 << 7, 1)
    90
    """
    return board >> BITS * column & 127
