"""What an operator does to the tables of a store, while it is served or not."""

from __future__ import annotations

import logging
import time
from collections.abc import AsyncIterator

from trapezi.store import Conflict, Entry, Hole, Store
from trapezi.tables import events as r
from trapezi.tables import listing
from trapezi.tables import log as book
from trapezi.tables.errors import Rejected
from trapezi.tables.table import Table

DAY = 86_400

log = logging.getLogger("trapezi.tables")


async def everything(store: Store) -> AsyncIterator[Entry]:
    """All tables, in the order of their codes."""
    after = ""
    while found := await store.entries(after):
        for entry in found:
            yield entry
        after = found[-1].code


async def loaded(store: Store, code: str, until: int | None = None) -> Table:
    """A table from its log, until game `until` has ended, if told. A damaged one is set aside, and refused."""
    entry = await store.entry(code)
    if entry is None:
        raise Rejected("table.unknown", code=code[:16])
    if entry.trouble:
        raise Rejected("table.damaged", code=code)
    try:
        return book.rebuilt(code, await store.read(code), listing.least(entry), until)
    except (book.Damaged, Hole) as error:
        await report(store, code, error)
        raise Rejected("table.damaged", code=code) from error


async def sound(store: Store, entry: Entry) -> list[bytes] | None:
    """The log of a table, or None if it is damaged; then it is set aside. Empty if the table was deleted meanwhile."""
    if entry.trouble:
        return None
    written: list[bytes] = []
    try:
        written = await store.read(entry.code)
        if not written and await store.entry(entry.code) is None:
            return []
        book.inspect(written, listing.least(entry))
    except (book.Damaged, Hole) as error:
        if await report(store, entry.code, error):
            return None
    return written


async def report(store: Store, code: str, error: book.Damaged | Hole) -> str:
    """Notes and tells what is wrong with a log; nothing, if only a later version can read it."""
    log.error("%s", error, exc_info=error, extra={"table": code})
    if told := book.told(error):
        await store.set_aside(code, told)
    return told


async def close(store: Store, code: str) -> bool:
    """Closes a table; whether it was open. A game that is being played is broken off."""
    while True:
        table = await loaded(store, code)
        if table.closed:
            return False
        record = r.Closed(at=int(time.time()))
        (line,) = book.lines(table.check, [record])
        table.apply(record)
        try:
            await store.append(code, table.seq, [line], listing.entry(table))
        except Conflict:  # somebody was quicker: read again
            continue
        return True


async def outworn(store: Store, days: float) -> list[str]:
    """Tables where nothing has happened for so many days."""
    before = time.time() - days * DAY
    return [entry.code async for entry in everything(store) if entry.updated < before]
