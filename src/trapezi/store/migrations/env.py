"""How Alembic runs the migrations: inside the transaction of the connection it is given."""

from __future__ import annotations

from alembic import context

from trapezi.store.schema import metadata


def run() -> None:
    context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
    context.run_migrations()


if __name__ == "env_py":  # the name under which Alembic loads this file
    run()
