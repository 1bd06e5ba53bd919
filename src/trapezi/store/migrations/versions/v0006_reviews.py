"""Add the reviews of finished games, and the processes that are computing them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "reviews",
        sa.Column("code", sa.String(16), sa.ForeignKey("entries.code", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=True),
        sa.Column("process_id", sa.String(32), nullable=False, server_default=""),
        sa.Column("progress", sa.Float, nullable=False, server_default="1"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    op.drop_table("reviews")
