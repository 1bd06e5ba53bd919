"""Add the attempts at the deals of the day, the names in their rankings, and the secrets of the server."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "daily_attempts",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("token_hash", sa.String(64), primary_key=True),
        sa.Column("code", sa.String(16), nullable=False),
        sa.Column("started", sa.Integer, nullable=False),
        sa.Column("finished", sa.Integer, nullable=True),
        sa.Column("score", sa.Integer, nullable=True),
        sa.Column("lines", sa.LargeBinary, nullable=True),
        sqlite_with_rowid=False,
    )
    op.create_index("daily_attempts_of_browser", "daily_attempts", ["token_hash", "day"])
    op.create_table(
        "ranking_names",
        sa.Column("token_hash", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(24), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "server_secrets",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("value", sa.String(64), nullable=False),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    for name in ("server_secrets", "ranking_names", "daily_attempts"):
        op.drop_table(name)
