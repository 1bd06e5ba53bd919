"""Open the store that a database URL names. A store holds the event logs of all tables on disk."""

from __future__ import annotations

import re
from pathlib import Path

from trapezi.store.interface import Store, UnknownDatabase

SCHEME = re.compile(r"([A-Za-z][\w+.-]+):(?=/)")  # A scheme has at least two letters, because `C:/` is a folder.
POSTGRES = ("postgresql", "postgres", "postgresql+psycopg")


def open_store(database: str | Path, *, exclusive: bool = False) -> Store:
    """Open a store: `postgresql://…`, `sqlite:///FILE`, or a plain file name, which means SQLite too.

    With `exclusive`, as a server opens it, raise `InUse` if another server uses the same file.
    """
    file = sqlite_file(database)
    if file is None:
        from trapezi.store.postgres import PostgresStore

        return PostgresStore(str(database))
    from trapezi.store.sqlite import SqliteStore

    return SqliteStore(file, exclusive=exclusive)


def sqlite_file(database: str | Path) -> Path | None:
    """Return the SQLite file that a database URL or a file name means, or None if it means PostgreSQL.

    Raise `UnknownDatabase` for any other URL, which would otherwise become the name of a folder.

    >>> sqlite_file("SQLITE:////var/lib/tables.db"), sqlite_file("tables.db"), sqlite_file("PostgreSQL+psycopg://db/trapezi")
    (PosixPath('/var/lib/tables.db'), PosixPath('tables.db'), None)
    >>> sqlite_file("mysql://root:secret@db/trapezi")
    Traceback (most recent call last):
    trapezi.store.interface.UnknownDatabase: mysql
    """
    text = str(database)
    scheme = SCHEME.match(text)
    if scheme is None:
        return Path(text).expanduser()
    kind, rest = scheme[1].lower(), text[scheme.end() :]
    if kind in POSTGRES and rest.startswith("//"):
        return None
    if kind == "sqlite" and rest.startswith("///") and len(rest) > 3:
        return Path(rest[3:]).expanduser()
    raise UnknownDatabase(scheme[1][:40])
