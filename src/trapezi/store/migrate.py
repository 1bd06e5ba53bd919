"""Migrate a database to the schema of this version."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util.exc import CommandError
from sqlalchemy import Engine, func, select
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from trapezi.store.interface import NewerSchema, NotStored, Unreachable

SCRIPTS = Path(__file__).parent / "migrations"
# The number of a PostgreSQL advisory lock. Of several processes that start at once, one migrates and the others wait.
LOCK = 7412_2026


def migrate(engine: Engine, to: str = "head") -> None:
    """Run all missing migrations in one transaction, so that a server killed in the middle leaves the database as it was."""
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    try:
        with engine.begin() as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(select(func.pg_advisory_xact_lock(LOCK)))
            config.attributes["connection"] = connection
            command.upgrade(config, to)
    except CommandError as error:
        engine.dispose()
        raise NewerSchema(str(error)) from error
    except SQLAlchemyError as error:
        engine.dispose()
        may_come_back = isinstance(error, OperationalError) and engine.dialect.name == "postgresql"
        message = " ".join(str(error.__cause__ or error).split())
        raise (Unreachable if may_come_back else NotStored)(message) from error
