"""The database schema for SQLAlchemy Core. Every change needs a migration in `migrations/`.

Two columns have old names, because databases with them exist: `house` is the id of a process, and `holder` is a token hash.
"""

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

events = Table(
    "records",
    metadata,
    Column("code", String(16), ForeignKey(entries.c.code, ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("body", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

tokens = Table(
    "holders",
    metadata,
    Column("holder", String(64), key="token_hash", primary_key=True),
    Column("code", String(16), ForeignKey(entries.c.code, ondelete="CASCADE"), primary_key=True),
    sqlite_with_rowid=False,
)

processes = Table(
    "houses",
    metadata,
    Column("house", String(32), key="process_id", primary_key=True),
    Column("until", Float, nullable=False),  # When the lease expires, by the clock of the database.
    sqlite_with_rowid=False,
)

# Browsers that were paired belong to the same player. A browser without a row is a player of its own.
devices = Table(
    "devices",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("player", String(32), nullable=False),
    Column("deleted_at", Integer, nullable=False, server_default="0"),  # Games that ended before this time were deleted.
    sqlite_with_rowid=False,
)
Index("devices_of_player", devices.c.player)

# There is no foreign key, because a player's history is kept when tables are deleted.
finished_games = Table(
    "finished_games",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("game_id", String(32), primary_key=True),
    Column("ended", Integer, nullable=False),  # When the game ended, in seconds since 1970.
    Column("body", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
Index("finished_games_by_time", finished_games.c.token_hash, finished_games.c.ended)

daily_attempts = Table(
    "daily_attempts",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("game", String(64), primary_key=True),
    Column("token_hash", String(64), primary_key=True),
    Column("code", String(16), nullable=False),  # The code of the table at which the attempt is played.
    Column("started", Integer, nullable=False),  # When the attempt was started, in seconds since 1970.
    Column("finished", Integer, nullable=True),
    Column("score", Integer, nullable=True),  # The score of the attempt if it is finished.
    Column("lines", LargeBinary, nullable=True),  # Lines about the score that the player may share, as JSON.
    sqlite_with_rowid=False,
)
Index("daily_attempts_of_browser", daily_attempts.c.token_hash, daily_attempts.c.day)

ranking_names = Table(
    "ranking_names",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("name", String(24), nullable=False),
    sqlite_with_rowid=False,
)

push_subscriptions = Table(  # A browser has at most one subscription.
    "push_subscriptions",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("body", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

# A row without a body says that a process is computing the review.
reviews = Table(
    "reviews",
    metadata,
    Column("code", String(16), ForeignKey(entries.c.code, ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),  # The number of the game at its table.
    Column("version", Integer, nullable=False),  # The version of the format of `body`.
    Column("body", LargeBinary, nullable=True),  # The review as compressed JSON.
    Column("process_id", String(32), nullable=False, server_default=""),
    Column("progress", Float, nullable=False, server_default="1"),
    sqlite_with_rowid=False,
)

server_secrets = Table(
    "server_secrets",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", String(64), nullable=False),
    sqlite_with_rowid=False,
)

leases = Table(
    "leases",
    metadata,
    Column("code", String(16), ForeignKey(entries.c.code, ondelete="CASCADE"), primary_key=True),
    Column("house", String(32), ForeignKey(processes.c.process_id, ondelete="CASCADE"), key="process_id", nullable=False),
    sqlite_with_rowid=False,
)
