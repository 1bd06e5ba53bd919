"""The event log on disk. `open_store(url)` opens the store that a database URL names."""

from __future__ import annotations

from pathlib import Path

from trapezi.store.interface import Store


def open_store(database: str | Path) -> Store:
    """Open a store: `postgresql://…`, `sqlite:///FILE`, or a plain file name, which means SQLite too."""
    if str(database).startswith(("postgresql:", "postgres:")):
        from trapezi.store.postgres import PostgresStore

        return PostgresStore(str(database))
    from trapezi.store.sqlite import SqliteStore

    return SqliteStore(Path(str(database).removeprefix("sqlite:///")))
