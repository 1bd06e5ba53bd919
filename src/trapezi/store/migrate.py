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
# A PostgreSQL advisory lock with this number makes sure that only one of several new processes migrates. The others wait.
LOCK = 7412_2026


def migrate(engine: Engine, to: str = "head") -> None:
    """Run all missing migrations in one transaction. A process that is killed meanwhile leaves the database unchanged."""
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
