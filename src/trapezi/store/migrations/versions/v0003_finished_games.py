"""Add the finished games of each browser, and the player to whom each browser belongs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "devices",
        sa.Column("token_hash", sa.String(64), primary_key=True),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("deleted_at", sa.Integer, nullable=False, server_default="0"),
        sqlite_with_rowid=False,
    )
    op.create_index("devices_of_player", "devices", ["player"])
    op.create_table(
        "finished_games",
        sa.Column("token_hash", sa.String(64), primary_key=True),
        sa.Column("game_id", sa.String(32), primary_key=True),
        sa.Column("ended", sa.Integer, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("finished_games_by_time", "finished_games", ["token_hash", "ended"])


def downgrade() -> None:
    for name in ("finished_games", "devices"):
        op.drop_table(name)
