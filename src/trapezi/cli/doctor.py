"""`trapezi doctor`: check the installation, the database, the certificate and the public address of a server."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlsplit

import typer

from trapezi._user_data_folder import data_folder
from trapezi.cli.arguments import AsJson, Lang
from trapezi.cli.database import Database
from trapezi.cli.errors import UsageError, printable_line
from trapezi.core.safe_text import require_unicode
from trapezi.i18n import Catalogue, catalogue_for

if TYPE_CHECKING:
    from trapezi.server.installation_check import Check

EXIT_FAULT = 1  # The exit code if a check found an error.
STYLES = {"ok": "green", "warning": "yellow", "error": "bold red"}
SIGNS = {"ok": "✓", "warning": "!", "error": "✗"}

Url = Annotated[str | None, typer.Option("--url", metavar="ADDRESS", show_default=False)]
Tls = Annotated[tuple[Path, Path] | None, typer.Option("--tls", metavar="CERT KEY", show_default=False)]


def doctor(database: Database = None, url: Url = None, tls: Tls = None, as_json: AsJson = False, lang: Lang = None) -> None:
    """Run all checks and print their results. The checks change nothing."""
    from trapezi.server.address_check import is_server_address

    catalogue = catalogue_for(lang)
    if url is not None and not is_server_address(require_unicode(url, "argument")):
        raise UsageError("doctor.bad-url", url=url[:80])
    checks = []
    for check in run_checks(database, url, tls):
        checks.append(check)
        if not as_json:
            print_check(check, catalogue)
    errors, warnings = (sum(check.status == status for check in checks) for status in ("error", "warning"))
    if as_json:
        print(json.dumps({"checks": [check_as_data(check, catalogue) for check in checks]}, ensure_ascii=False))
    else:
        print(catalogue.translate("doctor.total", count=len(checks), errors=errors, warnings=warnings))
    if errors:
        raise typer.Exit(EXIT_FAULT)


def run_checks(database: str | None, url: str | None, tls: tuple[Path, Path] | None) -> Iterator[Check]:
    from trapezi.server.address_check import check_address
    from trapezi.server.database_check import check_database
    from trapezi.server.installation_check import check_disk, check_file_modes, check_tls, check_versions
    from trapezi.store import sqlite_file
    from trapezi.store.interface import UnknownDatabase

    database = require_unicode(database or str(data_folder() / "tables.db"), "argument")
    try:
        file = sqlite_file(database)
    except UnknownDatabase as error:
        raise UsageError("cli.store.unknown", scheme=str(error)) from error
    yield from check_versions()
    if file is not None:
        yield from check_file_modes(file)
    yield from check_database(database)
    yield check_disk(data_folder() if file is None else file.parent)
    if tls is not None:
        yield from check_tls(*tls, urlsplit(url).hostname if url else None)
    if url is not None:
        yield from check_address(url)


def check_as_data(check: Check, catalogue: Catalogue) -> dict[str, str | None]:
    advice = catalogue.translate_reason(check.advice) if check.advice else None
    return {
        "name": check.name,
        "status": check.status,
        "message": catalogue.translate_reason(check.reason),
        "advice": advice,
    }


def print_check(check: Check, catalogue: Catalogue) -> None:
    """Print the result of a check: a sign, the status, what was found, and what to do about it."""
    from rich.table import Table
    from rich.text import Text

    from trapezi.cli.printing import console

    words = {status: catalogue.translate(f"doctor.status.{status}") for status in STYLES}
    found = Text(printable_line(catalogue.translate_reason(check.reason)))
    if check.advice is not None:
        found.append(" → " + printable_line(catalogue.translate_reason(check.advice)), "bold" if check.status == "error" else "")
    screen = console()
    status = Text(f"{SIGNS[check.status]} {words[check.status]}", STYLES[check.status])
    if not screen.is_terminal:
        screen.print(status, found, soft_wrap=True)
        return
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(width=2 + max(map(len, words.values())))
    grid.add_column(overflow="fold")
    grid.add_row(status, found)
    screen.print(grid)
