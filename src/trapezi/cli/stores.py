"""The database that a command is about, opened; what is wrong with it is told in one line."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from trapezi._data_folder import data_folder
from trapezi.cli.errors import UsageError

if TYPE_CHECKING:
    from trapezi.store import Store

T = TypeVar("T")

Database = Annotated[
    str | None,
    typer.Option("--database", metavar="FILE|URL", envvar="TRAPEZI_DATABASE", show_default=False, show_envvar=False),
]


def opened(database: str | None, *, there: bool = False) -> Store:
    """A store; `there`: only if it exists."""
    from trapezi.store import Newer, NoDriver, NotStored, open_store

    place = database or str(data_folder() / "tables.db")
    file = place.removeprefix("sqlite:///")
    if there and not place.startswith("postgres") and not Path(file).is_file():
        raise UsageError("serve.no-file", file=file)
    try:
        return open_store(place)
    except NoDriver as error:
        raise UsageError("store.no-driver", extra="trapezi[postgres]") from error
    except Newer as error:
        raise UsageError("store.newer") from error
    except NotStored as error:
        raise UsageError("store.unreachable", why=str(error)) from error


def with_store(database: str | None, work: Callable[[Store], Awaitable[T]], *, there: bool = True) -> T:
    """Does something with the store of a database and closes it."""
    from trapezi.store import NotStored

    async def run() -> T:
        store = opened(database, there=there)
        try:
            return await work(store)
        except NotStored as error:
            raise UsageError("store.unreachable", why=str(error)) from error
        finally:
            await store.close()

    return asyncio.run(run())
