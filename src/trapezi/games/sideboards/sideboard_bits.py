"""Store a sideboard as the bits of one int. `sideboard_bits.pxd` repeats the numbers and the function for compiled modules.

A face is card * 2, plus 1 if the card is turned by 180°. A sideboard has seven bits per face; the left-most face has the lowest
bits. `board | face << 7 * n` lays a face to the right of n cards, and `board << 7 | face` lays it to the left of them.
"""

FACES = 120  # The number of faces: each of the 60 cards is straight or turned.
ROWS = 5  # The number of drawers of a card.
LENGTH = 8  # The number of cards of a finished sideboard.
FACE_BITS = 7  # The number of bits of a face.


def face_at(board: int, column: int) -> int:
    """Return the face in a column of a sideboard.

    >>> face_at(17 | 90 << 7, 1)
    90
    """
    return board >> FACE_BITS * column & 127
