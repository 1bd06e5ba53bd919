"""Create the first schema: list entries, events (`records`) and token hashes (`holders`)."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "entries",
        sa.Column("code", sa.String(16), primary_key=True),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("open", sa.Boolean, nullable=False),
        sa.Column("summary", sa.LargeBinary, nullable=False),
        sa.Column("updated", sa.Float, nullable=False),
    )
    op.create_index("entries_listed", "entries", ["public", "open", "updated"])
    op.create_table(
        "records",
        sa.Column("code", sa.String(16), sa.ForeignKey("entries.code", ondelete="CASCADE"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "holders",
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("code", sa.String(16), sa.ForeignKey("entries.code", ondelete="CASCADE"), primary_key=True),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    for name in ("holders", "records", "entries"):
        op.drop_table(name)
