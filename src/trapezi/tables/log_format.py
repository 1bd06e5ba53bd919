"""Encode, check and decode the log of a table: one line per event, chained by checksums (`core/hash_chain.py`).

    ["6f1644ec8c1d22f0",{"t":"played","by":"p1","id":"x3","at":1790000000,"seat":0,"move":"red 7","outcomes":[]}]

This is version 3. Earlier logs are still read. In version 1, lines have no checksum of their own, but the first checksum of a
later version covers them too. In version 2, the checksum precedes the event:

    6f1644ec8c1d22f0{"t":"played", …}
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from trapezi.core import hash_chain
from trapezi.store.interface import MissingEvent
from trapezi.tables import events
from trapezi.tables.table import Change, Table


class Damaged(Exception):
    """Event `seq` of a log cannot be used. `how` says why: `missing`, `altered`, `unreadable`, or `newer` than this version."""

    def __init__(self, seq: int, how: str) -> None:
        super().__init__(f"event {seq} is {how}")
        self.seq = seq
        self.how = how


def damage_note(error: Damaged | MissingEvent) -> str:
    """Return the note that is stored with a damaged table, such as `altered 17`, or "" if a later version wrote the event."""
    return (
        f"missing {error.seq}" if isinstance(error, MissingEvent) else "" if error.how == "newer" else f"{error.how} {error.seq}"
    )


def encode_events(checksum: bytes, new: Iterable[events.AnyEvent]) -> list[bytes]:
    """Return events as the next lines of a log, given the checksum of the log so far.

    >>> first, second = encode_events(b"", [events.Paused(on=True), events.Paused(on=False)])
    >>> first[20:], second == encode_events(line_checksum(first), [events.Paused(on=False)])[0]
    (b'{"t":"paused","on":true}]', True)
    """
    return hash_chain.chained_lines(checksum, map(events.write, new))


def line_checksum(line: bytes) -> bytes:
    """Return the checksum of a line, which is empty for a line of version 1."""
    if line.startswith(b"{"):
        return b""
    return hash_chain.stored_checksum(line) if line.startswith(b"[") else line[: hash_chain.CHECKSUM_LENGTH]


def decode_line(checksum: bytes, seq: int, line: bytes) -> tuple[events.AnyEvent, bytes]:
    """Return the event of a line and the checksum of the log up to it. Raise `Damaged` if the line was altered."""
    given = line_checksum(line)
    body = line if not given else hash_chain.body_of(line) if line.startswith(b"[") else line[hash_chain.CHECKSUM_LENGTH :]
    after = hash_chain.checksum(checksum, body)
    if given and given != after:
        raise Damaged(seq, "altered")
    try:
        return events.read(body), after
    except msgspec.MsgspecError as error:
        raise Damaged(seq, "newer" if given else "unreadable") from error


def apply_line(table: Table, line: bytes) -> Change:
    """Apply the next line of the log to the table and return the change. Raise `Damaged` if the line is not valid."""
    seq = table.seq + 1
    event, checksum = decode_line(table.checksum, seq, line)
    try:
        change = table.apply(event)
    except Exception as error:  # This event is impossible after the events before it.
        raise Damaged(seq, "newer" if line_checksum(line) else "altered") from error
    table.checksum = checksum
    return change


def is_last_line(table: Table, line: bytes) -> bool:
    """Return whether a line is the last line that the table has applied."""
    return line_checksum(line) in (b"", table.checksum) and line != b""


def check_lines(log: Sequence[bytes], min_events: int = 1) -> None:
    """Raise `Damaged` if a line is missing or was altered. The events are decoded, but not applied."""
    check_length(log, min_events)
    checksum = b""
    for seq, line in enumerate(log, 1):
        _, checksum = decode_line(checksum, seq, line)


def check_length(log: Sequence[bytes], min_events: int) -> None:
    if len(log) < min_events:
        raise Damaged(len(log) + 1, "missing")


def rebuild(code: str, log: Sequence[bytes], min_events: int = 1, until: int | None = None) -> Table:
    """Rebuild a table from its log, up to the end of game `until` if given, and return it.

    Raise `Damaged` if the log has fewer than `min_events` events or is damaged.
    """
    check_length(log, min_events)
    table = Table(code)
    for line in log:
        if until is not None and table.number == until and table.phase != "playing":
            break
        apply_line(table, line)
    return table
