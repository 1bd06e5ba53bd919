"""A table's log: a line per record, each with a check of all lines before it, so that a damaged log is found and never served.

    6f1644ec8c1d22f0{"t":"played","by":"p1","id":"x3","at":1790000000,"seat":0,"move":"red 7","outcomes":["roll 4 1 3 6 2 5"]}

Logs of version 1 have lines without a check; a line that has one covers them too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256

import msgspec

from trapezi.store import MissingEvent
from trapezi.tables import events as r
from trapezi.tables.table import Change, Table

LENGTH = 16  # letters of a check


class Damaged(Exception):
    """A log that is not what was written. `how`: missing, altered, unreadable; or newer, which is no damage but not for us."""

    def __init__(self, seq: int, how: str) -> None:
        super().__init__(f"record {seq} is {how}")
        self.seq = seq
        self.how = how


def told(error: Damaged | MissingEvent) -> str:
    """The damage as it is noted beside the table: `altered 17`. Nothing for what a later version wrote: that is none."""
    return (
        f"missing {error.seq}" if isinstance(error, MissingEvent) else "" if error.how == "newer" else f"{error.how} {error.seq}"
    )


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


def opened(check: bytes, seq: int, line: bytes) -> tuple[r.AnyRecord, bytes]:
    """The record of a line and the check after it; `Damaged` if it cannot be the line that was written."""
    plain = line.startswith(b"{")
    body = line if plain else line[LENGTH:]
    after = checked(check, body)
    if not plain and line[:LENGTH] != after:
        raise Damaged(seq, "altered")
    try:
        return r.read(body), after
    except msgspec.MsgspecError as error:
        raise Damaged(seq, "unreadable" if plain else "newer") from error


def follow(table: Table, line: bytes) -> Change:
    """Applies the next line of the log."""
    seq = table.seq + 1
    record, check = opened(table.check, seq, line)
    try:
        change = table.apply(record)
    except Exception as error:  # it does not fit those before it
        raise Damaged(seq, "altered" if line.startswith(b"{") else "newer") from error
    table.check = check
    return change


def ends(table: Table, line: bytes) -> bool:
    """Whether a line is the last one that the table has applied."""
    return line.startswith(b"{") or line[:LENGTH] == table.check


def inspect(written: Sequence[bytes], least: int = 1) -> None:
    """Whether all lines are what was written, without playing them."""
    enough(written, least)
    check = b""
    for seq, line in enumerate(written, 1):
        _, check = opened(check, seq, line)


def enough(written: Sequence[bytes], least: int) -> None:
    if len(written) < least:
        raise Damaged(len(written) + 1, "missing")


def rebuilt(code: str, written: Sequence[bytes], least: int = 1, until: int | None = None) -> Table:
    """A table from its log, which has at least so many records; until game `until` has ended, if told."""
    enough(written, least)
    table = Table(code)
    for line in written:
        if until is not None and table.number == until and table.phase != "playing":
            break
        follow(table, line)
    return table
