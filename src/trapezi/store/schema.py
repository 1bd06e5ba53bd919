"""The tables of the database, as SQLAlchemy Core describes them. Changes go through `migrations/`."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, LargeBinary, MetaData, String, Table

metadata = MetaData()

entries = Table(
    "entries",
    metadata,
    Column("code", String(16), primary_key=True),
    Column("public", Boolean, nullable=False),
    Column("open", Boolean, nullable=False),
    Column("summary", LargeBinary, nullable=False),
    Column("updated", Float, nullable=False),
    Column("trouble", String(200), nullable=False, server_default=""),
)
Index("entries_listed", entries.c.public, entries.c.open, entries.c.updated)

records = Table(
    "records",
    metadata,
    Column("code", String(16), ForeignKey(entries.c.code, ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("body", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

holders = Table(
    "holders",
    metadata,
    Column("holder", String(64), primary_key=True),
    Column("code", String(16), ForeignKey(entries.c.code, ondelete="CASCADE"), primary_key=True),
    sqlite_with_rowid=False,
)

houses = Table(
    "houses",
    metadata,
    Column("house", String(32), primary_key=True),
    Column("until", Float, nullable=False),  # by the clock of the database
    sqlite_with_rowid=False,
)

leases = Table(
    "leases",
    metadata,
    Column("code", String(16), ForeignKey(entries.c.code, ondelete="CASCADE"), primary_key=True),
    Column("house", String(32), ForeignKey(houses.c.house, ondelete="CASCADE"), nullable=False),
    sqlite_with_rowid=False,
)
