"""The log of a table: one line per event, chained by checks (`core/chain.py`), so that damage is found and never served.

    ["6f1644ec8c1d22f0",{"t":"played","by":"p1","id":"x3","at":1790000000,"seat":0,"move":"red 7","outcomes":[]}]

Version 1 has lines without a check (a later line that has one covers them too), version 2 has the check before the event:

    6f1644ec8c1d22f0{"t":"played", …}
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from trapezi.core import chain
from trapezi.store.interface import MissingEvent
from trapezi.tables import events
from trapezi.tables.table import Change, Table


class Damaged(Exception):
    """An event of a log is not what was written. `how`: missing, altered or unreadable; newer if a later version wrote it."""

    def __init__(self, seq: int, how: str) -> None:
        super().__init__(f"event {seq} is {how}")
        self.seq = seq
        self.how = how


def damage_note(error: Damaged | MissingEvent) -> str:
    """Return the damage as it is stored beside the table: `altered 17`. Empty for what a later version wrote."""
    return (
        f"missing {error.seq}" if isinstance(error, MissingEvent) else "" if error.how == "newer" else f"{error.how} {error.seq}"
    )


def encode_events(check: bytes, new: Iterable[events.AnyEvent]) -> list[bytes]:
    """Return the next lines of a log that has this check so far.

    >>> first, second = encode_events(b"", [events.Paused(on=True), events.Paused(on=False)])
    >>> first[20:], second == encode_events(check_of(first), [events.Paused(on=False)])[0]
    (b'{"t":"paused","on":true}]', True)
    """
    return chain.chained_lines(check, map(events.write, new))


def check_of(line: bytes) -> bytes:
    """Return the check of a line; a line of version 1 has none."""
    if line.startswith(b"{"):
        return b""
    return chain.checksum_of(line) if line.startswith(b"[") else line[: chain.CHECKSUM_LENGTH]


def read_line(check: bytes, seq: int, line: bytes) -> tuple[events.AnyEvent, bytes]:
    """Return the event of a line and the check after it; raise `Damaged` if it cannot be the line that was written."""
    given = check_of(line)
    body = line if not given else chain.body_of(line) if line.startswith(b"[") else line[chain.CHECKSUM_LENGTH :]
    after = chain.checksum(check, body)
    if given and given != after:
        raise Damaged(seq, "altered")
    try:
        return events.read(body), after
    except msgspec.MsgspecError as error:
        raise Damaged(seq, "newer" if given else "unreadable") from error


def apply_line(table: Table, line: bytes) -> Change:
    """Apply the next line of the log."""
    seq = table.seq + 1
    event, check = read_line(table.check, seq, line)
    try:
        change = table.apply(event)
    except Exception as error:  # the event is impossible after those before it
        raise Damaged(seq, "newer" if check_of(line) else "altered") from error
    table.check = check
    return change


def is_last_line(table: Table, line: bytes) -> bool:
    """Return whether a line is the last one that the table has applied."""
    return check_of(line) in (b"", table.check) and line != b""


def check_lines(log: Sequence[bytes], min_events: int = 1) -> None:
    """Raise `Damaged` unless all lines are what was written. The events are decoded, but not applied."""
    check_length(log, min_events)
    check = b""
    for seq, line in enumerate(log, 1):
        _, check = read_line(check, seq, line)


def check_length(log: Sequence[bytes], min_events: int) -> None:
    if len(log) < min_events:
        raise Damaged(len(log) + 1, "missing")


def rebuild(code: str, log: Sequence[bytes], min_events: int = 1, until: int | None = None) -> Table:
    """Return a table from its log, which has at min_events `min_events` events; stop when game `until` has ended, if given."""
    check_length(log, min_events)
    table = Table(code)
    for line in log:
        if until is not None and table.number == until and table.phase != "playing":
            break
        apply_line(table, line)
    return table
