"""A hash chain over the lines of a log: the check of each line covers all lines up to it.

    ["6f1644ec8c1d22f0",{"t":"paused","on":true}]

A line is a JSON array of the check and the content. The check is the first 16 digits of the SHA-256 of the check before it and
the bytes of the content, so that whatever is altered, lost or moved is found at its line.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

LENGTH = 16  # hexadecimal digits of a check


def check(before: bytes, body: bytes) -> bytes:
    """Return the check of a content that follows a line with the check `before`; nothing precedes the first line.

    >>> check(b"", b"{}")
    b'44136fa355b3678a'
    """
    return sha256(before + body).hexdigest()[:LENGTH].encode()


def lines(before: bytes, bodies: Iterable[bytes]) -> list[bytes]:
    """Return the next lines of a log whose last line has the check `before`.

    >>> lines(b"", [b"{}"])
    [b'["44136fa355b3678a",{}]']
    """
    made = []
    for body in bodies:
        before = check(before, body)
        made.append(b'["%b",%b]' % (before, body))
    return made


def check_of(line: bytes) -> bytes:
    """Return the check that a line carries."""
    return line[2 : 2 + LENGTH]


def body_of(line: bytes) -> bytes:
    """Return the content of a line."""
    return line[LENGTH + 4 : -1]
