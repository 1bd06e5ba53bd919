"""Brings a database to the schema of this version."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Engine

SCRIPTS = Path(__file__).parent / "migrations"


def migrate(engine: Engine) -> None:
    """All steps that are missing, in one transaction: a server killed in the middle leaves the database as it was."""
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
