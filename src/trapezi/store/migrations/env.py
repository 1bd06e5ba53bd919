"""The environment of Alembic: it runs the migrations in the transaction of the connection that `migrate` passes."""

from __future__ import annotations

from alembic import context

from trapezi.store.schema import metadata


def run() -> None:
    context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
    context.run_migrations()


if __name__ == "env_py":  # Alembic loads this file under this name.
    run()
