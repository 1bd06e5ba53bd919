"""`trapezi backup FILE` and `trapezi restore FILE`: write all tables to a file and read them back, also while a server runs."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from trapezi.cli.arguments import AsJson, Lang
from trapezi.cli.database import Database, run_with_store
from trapezi.cli.errors import EXIT_ERROR, UsageError, print_error
from trapezi.core.safe_text import require_unicode
from trapezi.i18n import catalogue_for

if TYPE_CHECKING:
    from trapezi.store.interface import Store

BackupFile = Annotated[Path, typer.Argument(metavar="FILE", show_default=False)]

Force = Annotated[bool, typer.Option("--force", show_default=False)]

RESULTS = ("added", "continued", "mended", "kept", "other", "bad")


def backup(file: BackupFile, force: Force = False, database: Database = None, as_json: AsJson = False, lang: Lang = None) -> None:
    """Write a backup to a file, or to standard output if FILE is `-`."""
    from trapezi.tables import backup as backups

    require_unicode(str(file), "file")
    catalogue = catalogue_for(lang)
    to_stdout = str(file) == "-"
    if to_stdout and (as_json or sys.stdout.isatty()):
        raise UsageError("cli.backup.stdout")
    if not to_stdout:
        backups.check_backup_path(file.resolve(), force=force)

    async def make_backup(store: Store) -> tuple[int, list[str]]:
        done = await (backups.write_backup(store, sys.stdout.buffer) if to_stdout else backups.backup(store, file, force=force))
        backups.write_last_backup_note(store, "-" if to_stdout else str(file.resolve()), done[0], len(done[1]))
        return done

    count, damaged = run_with_store(database, make_backup)
    if as_json:
        print(json.dumps({"file": str(file), "tables": count, "damaged": damaged}))
    elif not to_stdout:
        print(catalogue.translate("cli.backup.made", file=str(file), count=count))
    if damaged:
        print_error(catalogue.translate("cli.backup.damaged", codes=damaged), 0)


def restore(file: BackupFile, database: Database = None, as_json: AsJson = False, lang: Lang = None) -> None:
    from trapezi.cli.printing import progress_bar
    from trapezi.tables import backup as backups

    require_unicode(str(file), "file")
    catalogue = catalogue_for(lang)
    if not file.is_file():
        raise UsageError("cli.serve.no-file", file=str(file))
    count = backups.verify_and_count_tables(file)  # Check the file first, so that a bad file does not create a database.

    async def restore_tables(store: Store) -> dict[str, int]:
        with progress_bar(catalogue.translate("cli.restore.progress"), count) as advance:
            counts = await backups.restore(store, file, verified=True, advance=advance)
        return {name: counts[name] for name in RESULTS}

    counts = run_with_store(database, restore_tables, must_exist=False)
    if as_json:
        print(json.dumps({"file": str(file), **counts}))
    else:
        for name, number in counts.items():
            if number or name == "added":
                print(catalogue.translate(f"cli.restore.{name}", count=number))
    if counts["bad"]:
        raise typer.Exit(EXIT_ERROR)
