"""A table's log: a line per record, each with a check of all lines before it, so that a damaged log is found and never served.

    6f1644ec8c1d22f0{"t":"played","by":"p1","id":"x3","at":1790000000,"seat":0,"move":"red 7","outcomes":["roll 4 1 3 6 2 5"]}

Logs of version 1 have lines without a check; a line that has one covers them too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256

import msgspec

from trapezi.table import records as r
from trapezi.table.table import Change, Table

LENGTH = 16  # letters of a check


class Damaged(Exception):
    """A log that is not what was written. `how`: missing, altered, unreadable; or newer, which is no damage but not for us."""

    def __init__(self, seq: int, how: str) -> None:
        super().__init__(f"record {seq} is {how}")
        self.seq = seq
        self.how = how


def lines(check: bytes, written: Iterable[r.AnyRecord]) -> list[bytes]:
    """The next lines of a log that has this check so far.

    >>> first, second = lines(b"", [r.Paused(on=True), r.Paused(on=False)])
    >>> first[LENGTH:], second == lines(first[:LENGTH], [r.Paused(on=False)])[0]
    (b'{"t":"paused","on":true}', True)
    """
    made = []
    for record in written:
        body = r.write(record)
        check = checked(check, body)
        made.append(check + body)
    return made


def checked(check: bytes, body: bytes) -> bytes:
    return sha256(check + body).hexdigest()[:LENGTH].encode()


def follow(table: Table, line: bytes) -> Change:
    """Applies the next line of the log; `Damaged` if it cannot be the one that was written."""
    seq, plain = table.seq + 1, line.startswith(b"{")
    check = checked(table.check, line if plain else line[LENGTH:])
    if not plain and line[:LENGTH] != check:
        raise Damaged(seq, "altered")
    try:
        change = table.apply(r.read(line if plain else line[LENGTH:]))
    except msgspec.MsgspecError as error:
        raise Damaged(seq, "unreadable" if plain else "newer") from error
    except Exception as error:  # a record that does not fit those before it
        raise Damaged(seq, "altered" if plain else "newer") from error
    table.check = check
    return change


def rebuilt(code: str, written: Sequence[bytes], least: int = 1, until: int | None = None) -> Table:
    """A table from its log, which has at least so many records; until game `until` has ended, if told."""
    if len(written) < least:
        raise Damaged(len(written) + 1, "missing")
    table = Table(code)
    for line in written:
        if until is not None and table.number == until and table.phase != "playing":
            break
        follow(table, line)
    return table
