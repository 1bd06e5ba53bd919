"""The option `--database`, and the functions that open the database that it names."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from time import monotonic, sleep
from typing import TYPE_CHECKING, Annotated, TypeVar
from urllib.parse import parse_qs, urlsplit

import typer

from trapezi._user_data_folder import data_folder
from trapezi.cli.errors import UsageError, print_error
from trapezi.core.safe_text import require_unicode
from trapezi.i18n import Catalogue, catalogue_for

if TYPE_CHECKING:
    from trapezi.store.interface import Store

T = TypeVar("T")

START_SECONDS = 60.0  # How long a server that starts waits for PostgreSQL to answer, in seconds.
START_PAUSE = 2.0  # The number of seconds between two attempts to connect.


def warn_about_password(context: typer.Context, option: typer.CallbackParam, value: str | None) -> str | None:
    """Warn if a password was given on the command line, because everyone on this machine can read it there."""
    source = context.get_parameter_source(str(option.name))
    if value and source is not None and source.name == "COMMANDLINE" and has_password(value):
        print_error(catalogue_for(context.params.get("lang")).translate("cli.store.password"), 0)
    return value


def has_password(url: str) -> bool:
    """Return whether a database URL contains a password.

    >>> [has_password(url) for url in ("postgresql://a:b@db/t", "postgresql://a@db/t?password=b", "postgresql://a@db/t", "t.db")]
    [True, True, False, False]
    """
    try:
        parts = urlsplit(url)
        return bool(parts.scheme and (parts.password or "password" in parse_qs(parts.query)))
    except ValueError:  # An invalid URL is rejected later.
        return False


Database = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="FILE|URL",
        envvar="TRAPEZI_DATABASE",
        show_default=False,
        show_envvar=False,
        callback=warn_about_password,
    ),
]


def open_database(database: str | None, *, must_exist: bool = False, exclusive: bool = False) -> Store:
    """Open the store of a database. Raise `UsageError` with a reason for the user if that fails."""
    from trapezi.store import open_store, sqlite_file
    from trapezi.store.interface import InUse, NewerSchema, NoDriver, NotStored, UnknownDatabase, Unreachable

    url = require_unicode(database or default_database_url(), "argument")
    try:
        file = sqlite_file(url)
        if must_exist and file is not None and not file.is_file():
            raise UsageError("cli.serve.no-file", file=str(file))
        return open_store(url, exclusive=exclusive)
    except UnknownDatabase as error:
        raise UsageError("cli.store.unknown", scheme=str(error)) from error
    except InUse as error:
        raise UsageError("cli.store.in-use", file=str(error)) from error
    except NoDriver as error:
        raise UsageError("cli.store.no-driver", extra="trapezi[postgres]") from error
    except NewerSchema as error:
        raise UsageError("cli.store.newer") from error
    except Unreachable as error:
        raise DatabaseUnreachable("cli.store.unreachable", why=str(error)) from error
    except NotStored as error:
        raise UsageError("cli.store.unreachable", why=str(error)) from error


class DatabaseUnreachable(UsageError):
    """The database does not answer. A later attempt may succeed."""


def default_database_url() -> str:
    """Return the path of the database file in the user's data folder. Create the folder so that only the user can read it."""
    folder = data_folder()
    with contextlib.suppress(OSError):  # If the folder belongs to another user, its mode cannot be changed.
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if folder.stat().st_mode & 0o077:
            folder.chmod(0o700)
    return str(folder / "tables.db")


def wait_for_database(database: str | None, catalogue: Catalogue) -> Store:
    """Open the store for a server. If the database does not answer, print that and try again for START_SECONDS."""
    deadline = monotonic() + START_SECONDS
    while True:
        try:
            return open_database(database, exclusive=True)
        except DatabaseUnreachable as error:
            left = deadline - monotonic()
            if left <= 0:
                raise
            why = str(error.reason.params["why"])
            print_error(catalogue.translate("cli.store.waiting", why=why, seconds=round(left)), 0)
            sleep(min(START_PAUSE, left))


def run_with_store(database: str | None, work: Callable[[Store], Awaitable[T]], *, must_exist: bool = True) -> T:
    """Open the store of a database, run `work` on it, close it, and return the result of `work`."""
    from trapezi.store.interface import NotStored

    async def open_and_use_store() -> T:
        store = open_database(database, must_exist=must_exist)
        try:
            return await work(store)
        except NotStored as error:
            raise UsageError("cli.store.unreachable", why=str(error)) from error
        finally:
            await store.close()

    return asyncio.run(open_and_use_store())
