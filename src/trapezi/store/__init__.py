"""The event log on disk. `open_store(url)` opens the store that a database URL names."""

from __future__ import annotations

from pathlib import Path

from trapezi.store.interface import (
    CodeTaken,
    Conflict,
    Entry,
    Lease,
    MissingEvent,
    NewerSchema,
    NoDriver,
    Notification,
    NotStored,
    OnNotification,
    Store,
)


def open_store(database: str | Path) -> Store:
    """Open a store: `postgresql://…`, `sqlite:///FILE`, or a plain file name, which means SQLite too."""
    if str(database).startswith(("postgresql:", "postgres:")):
        from trapezi.store.postgres import PostgresStore

        return PostgresStore(str(database))
    from trapezi.store.sqlite import SqliteStore

    return SqliteStore(Path(str(database).removeprefix("sqlite:///")))


__all__ = [
    "CodeTaken",
    "Conflict",
    "Entry",
    "Lease",
    "MissingEvent",
    "NewerSchema",
    "NoDriver",
    "NotStored",
    "Notification",
    "OnNotification",
    "Store",
    "open_store",
]
