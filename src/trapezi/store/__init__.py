"""The event log on disk. `open_store(url)` gives the store that a database URL asks for."""

from __future__ import annotations

from pathlib import Path

from trapezi.store.interface import CodeTaken, Conflict, Entry, Hear, Hole, Lease, Newer, NoDriver, Note, NotStored, Store


def open_store(database: str | Path) -> Store:
    """A store: `postgresql://…`, `sqlite:///FILE`, or a plain file name, which means the same."""
    if str(database).startswith(("postgresql:", "postgres:")):
        from trapezi.store.postgres import PostgresStore

        return PostgresStore(str(database))
    from trapezi.store.sqlite import SqliteStore

    return SqliteStore(Path(str(database).removeprefix("sqlite:///")))


__all__ = [
    "CodeTaken",
    "Conflict",
    "Entry",
    "Hear",
    "Hole",
    "Lease",
    "Newer",
    "NoDriver",
    "NotStored",
    "Note",
    "Store",
    "open_store",
]
