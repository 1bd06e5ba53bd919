"""Check, close and find stored tables for the operator. A server may be running at the same time."""

from __future__ import annotations

import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

from trapezi.store.interface import Conflict, MissingEvent, Store, TableEntry
from trapezi.tables import events, log_format, table_list_entry
from trapezi.tables.errors import Rejected
from trapezi.tables.table import Table

DAY = 86_400  # A day has this many seconds.

log = logging.getLogger("trapezi.tables")


async def all_entries(store: Store) -> AsyncIterator[TableEntry]:
    """Yield the list entries of all tables, in the order of their codes."""
    after = ""
    while entries := await store.entries(after):
        for entry in entries:
            yield entry
        after = entries[-1].code


Rebuild = Callable[[str, Sequence[bytes], int], Awaitable[Table]]


async def rebuild_in_this_process(code: str, lines: Sequence[bytes], min_events: int) -> Table:
    return log_format.rebuild(code, lines, min_events)


async def load_table_or_mark_damaged(store: Store, code: str, rebuild: Rebuild = rebuild_in_this_process) -> Table:
    """Return a table rebuilt from its log. If its log is damaged, mark the table as damaged and raise `Rejected`."""
    entry = await store.entry(code)
    if entry is None:
        raise Rejected("table.unknown", code=code[:16])
    if entry.trouble:
        raise Rejected("table.damaged", code=code)
    try:
        return await rebuild(code, await store.read(code), table_list_entry.min_events(entry))
    except (log_format.Damaged, MissingEvent) as error:
        await log_and_mark_damage(store, code, error)
        raise Rejected("table.damaged", code=code) from error


async def read_log_or_mark_damaged(store: Store, entry: TableEntry) -> list[bytes] | None:
    """Return the lines of a table's log, or [] if the table was just deleted. If the log is damaged, mark it and return None."""
    if entry.trouble:
        return None
    lines: list[bytes] = []
    try:
        lines = await store.read(entry.code)
        if not lines and await store.entry(entry.code) is None:
            return []
        log_format.check_lines(lines, table_list_entry.min_events(entry))
    except (log_format.Damaged, MissingEvent) as error:
        if await log_and_mark_damage(store, entry.code, error):
            return None
    return lines


async def log_and_mark_damage(store: Store, code: str, error: log_format.Damaged | MissingEvent) -> str:
    """Log the error, mark the table as damaged, and return a note about the damage.

    A log that a later version of Trapezi wrote is not damaged: only log the error and return "".
    """
    log.error("%s", error, exc_info=error, extra={"table": code})
    if trouble := log_format.damage_note(error):
        await store.mark_damaged(code, trouble)
    return trouble


async def close_table(store: Store, code: str) -> bool:
    """Close a table, which ends its current game early. Return whether the table was open."""
    while True:
        table = await load_table_or_mark_damaged(store, code)
        if table.closed:
            return False
        event = events.Closed(at=int(time.time()))
        (line,) = log_format.encode_events(table.checksum, [event])
        table.apply(event)
        try:
            await store.append(code, table.seq, [line], table_list_entry.entry_of(table))
        except Conflict:  # Another process has just written an event, so the log must be read again.
            continue
        return True


async def inactive_table_codes(store: Store, days: float) -> list[str]:
    """Return the codes of those tables at which nothing has happened for this many days."""
    before = time.time() - days * DAY
    return [entry.code async for entry in all_entries(store) if entry.updated < before]
