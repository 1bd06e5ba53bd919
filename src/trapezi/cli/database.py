"""The `--database` option, and opening the database that it names."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from trapezi._data_folder import data_folder
from trapezi.cli.errors import UsageError
from trapezi.core.text import check_text

if TYPE_CHECKING:
    from trapezi.store.interface import Store

T = TypeVar("T")

Database = Annotated[
    str | None,
    typer.Option("--database", metavar="FILE|URL", envvar="TRAPEZI_DATABASE", show_default=False, show_envvar=False),
]


def open_database(database: str | None, *, must_exist: bool = False) -> Store:
    """Open the store; raise `UsageError`, with a reason for the user, if that fails."""
    from trapezi.store import open_store
    from trapezi.store.interface import NewerSchema, NoDriver, NotStored

    url = check_text(database or str(data_folder() / "tables.db"), "argument")
    file = url.removeprefix("sqlite:///")
    if must_exist and not url.startswith("postgres") and not Path(file).is_file():
        raise UsageError("cli.serve.no-file", file=file)
    try:
        return open_store(url)
    except NoDriver as error:
        raise UsageError("cli.store.no-driver", extra="trapezi[postgres]") from error
    except NewerSchema as error:
        raise UsageError("cli.store.newer") from error
    except NotStored as error:
        raise UsageError("cli.store.unreachable", why=str(error)) from error


def with_store(database: str | None, work: Callable[[Store], Awaitable[T]], *, must_exist: bool = True) -> T:
    """Run an operation on the store of a database, then close the store."""
    from trapezi.store.interface import NotStored

    async def run() -> T:
        store = open_database(database, must_exist=must_exist)
        try:
            return await work(store)
        except NotStored as error:
            raise UsageError("cli.store.unreachable", why=str(error)) from error
        finally:
            await store.close()

    return asyncio.run(run())
