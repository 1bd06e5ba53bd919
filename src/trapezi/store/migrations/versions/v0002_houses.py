"""Add processes (`houses`) with leases on tables, and the column that marks damaged tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("entries", sa.Column("trouble", sa.String(200), nullable=False, server_default=""))
    op.create_table(
        "houses",
        sa.Column("house", sa.String(32), primary_key=True),
        sa.Column("until", sa.Float, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "leases",
        sa.Column("code", sa.String(16), sa.ForeignKey("entries.code", ondelete="CASCADE"), primary_key=True),
        sa.Column("house", sa.String(32), sa.ForeignKey("houses.house", ondelete="CASCADE"), nullable=False),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    op.drop_table("leases")
    op.drop_table("houses")
    op.drop_column("entries", "trouble")
