"""`trapezi backup FILE` and `trapezi restore FILE`: all tables in one file, also while they are being played."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from trapezi.cli.arguments import AsJson, Lang
from trapezi.cli.database import Database, with_store
from trapezi.cli.errors import EXIT_ERROR, UsageError, print_error
from trapezi.core.text import check_text
from trapezi.i18n import catalogue_for

if TYPE_CHECKING:
    from trapezi.store.interface import Store

BackupFile = Annotated[Path, typer.Argument(metavar="FILE", show_default=False)]

RESULTS = ("added", "continued", "mended", "kept", "other", "bad")


def backup(file: BackupFile, database: Database = None, as_json: AsJson = False, lang: Lang = None) -> None:
    from trapezi.tables import backup as backups

    check_text(str(file), "file")
    catalogue = catalogue_for(lang)

    async def make_backup(store: Store) -> tuple[int, list[str]]:
        return await backups.backup(store, file)

    count, damaged = with_store(database, make_backup)
    if as_json:
        print(json.dumps({"file": str(file), "tables": count, "damaged": damaged}))
    else:
        print(catalogue.translate("cli.backup.made", file=str(file), count=count))
    if damaged:
        print_error(catalogue.translate("cli.backup.damaged", codes=damaged), 0)


def restore(file: BackupFile, database: Database = None, as_json: AsJson = False, lang: Lang = None) -> None:
    from trapezi.tables import backup as backups

    check_text(str(file), "file")
    catalogue = catalogue_for(lang)
    if not file.is_file():
        raise UsageError("cli.serve.no-file", file=str(file))

    async def restore_tables(store: Store) -> dict[str, int]:
        counts = await backups.restore(store, file)
        return {name: counts[name] for name in RESULTS}

    counts = with_store(database, restore_tables, must_exist=False)
    if as_json:
        print(json.dumps({"file": str(file), **counts}))
    else:
        for name, count in counts.items():
            if count or name == "added":
                print(catalogue.translate(f"cli.restore.{name}", count=count))
    if counts["bad"]:
        raise typer.Exit(EXIT_ERROR)
