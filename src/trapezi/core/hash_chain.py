"""A hash chain over the lines of a log: the checksum of each line covers this line and all lines before it.

    ["6f1644ec8c1d22f0",{"t":"paused","on":true}]

A line is a JSON array of a checksum and the content. The checksum is the first 16 digits of the SHA-256 of the previous
checksum and the bytes of the content. A reader therefore detects the first line that was altered, lost or moved.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

CHECKSUM_LENGTH = 16  # The number of hexadecimal digits of a checksum.


def checksum(previous_checksum: bytes, body: bytes) -> bytes:
    """Return the checksum of the content of a line, given the checksum of the line before it (empty for the first line).

    >>> checksum(b"", b"{}")
    b'44136fa355b3678a'
    """
    return sha256(previous_checksum + body).hexdigest()[:CHECKSUM_LENGTH].encode()


def chained_lines(previous_checksum: bytes, bodies: Iterable[bytes]) -> list[bytes]:
    """Return the lines that continue a log with these contents, given the checksum of the last line that the log has.

    >>> chained_lines(b"", [b"{}"])
    [b'["44136fa355b3678a",{}]']
    """
    lines = []
    for body in bodies:
        previous_checksum = checksum(previous_checksum, body)
        lines.append(b'["%b",%b]' % (previous_checksum, body))
    return lines


def stored_checksum(line: bytes) -> bytes:
    """Return the checksum that a line contains, without verifying it."""
    return line[2 : 2 + CHECKSUM_LENGTH]


def body_of(line: bytes) -> bytes:
    """Return the content of a line."""
    return line[CHECKSUM_LENGTH + 4 : -1]
