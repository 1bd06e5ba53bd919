"""`trapezi tables`: list all tables for the operator, and close or delete tables."""

from __future__ import annotations

import json
import math
import sys
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from trapezi.cli.arguments import YES, AsJson, Lang
from trapezi.cli.database import Database, run_with_store
from trapezi.cli.errors import UsageError
from trapezi.core.safe_text import require_unicode
from trapezi.i18n import Catalogue, catalogue_for

if TYPE_CHECKING:
    from trapezi.store.interface import Store, TableEntry

Codes = Annotated[list[str] | None, typer.Argument(metavar="CODE…", show_default=False)]
Days = Annotated[float | None, typer.Option("--days", metavar="N", min=1, show_default=False)]
Check = Annotated[bool, typer.Option("--check", show_default=False)]
Limit = Annotated[int | None, typer.Option("--limit", metavar="N", min=1, show_default=False)]
Page = Annotated[int, typer.Option("--page", metavar="N", min=1, show_default=False)]
GameFilter = Annotated[str | None, typer.Option("--game", metavar="GAME", show_default=False)]
DryRun = Annotated[bool, typer.Option("--dry-run", show_default=False)]
Yes = Annotated[bool, typer.Option("--yes", show_default=False)]

LIMIT = 50  # The number of tables that are printed by default, unless the output is JSON.


class State(StrEnum):
    """A state of tables, for the option `--state`."""

    lobby = "lobby"
    playing = "playing"
    finished = "finished"
    closed = "closed"
    damaged = "damaged"


StateFilter = Annotated[State | None, typer.Option("--state", show_default=False)]


def tables(
    context: typer.Context,
    check: Check = False,
    game: GameFilter = None,
    state: StateFilter = None,
    limit: Limit = None,
    page: Page = 1,
    database: Database = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """List tables, the newest first, unless a subcommand is named. With `--check`, read all logs and set damaged tables aside."""
    if context.invoked_subcommand is not None:
        return
    catalogue = catalogue_for(lang)

    async def check_and_list_tables(store: Store) -> list[dict[str, Any]]:
        from trapezi.tables import admin

        if check:
            async for entry in admin.all_entries(store):
                await admin.read_log_or_mark_damaged(store, entry)
        found = [table_info(entry) async for entry in admin.all_entries(store)]
        return sorted(found, key=lambda row: (-row["updated"], row["code"]))

    rows = run_with_store(database, check_and_list_tables)
    found = [row for row in rows if game in (None, row["game"]) and state in (None, state_of(row))]
    most = limit or (len(found) if as_json else LIMIT)
    shown = found[(page - 1) * most : page * most]
    if as_json:
        print(json.dumps(shown, ensure_ascii=False))
    else:
        print_tables(shown, len(found), catalogue)


def close(codes: Codes = None, database: Database = None, as_json: AsJson = False, lang: Lang = None) -> None:
    normalized = normalize_codes(codes)

    async def close_tables(store: Store) -> list[str]:
        from trapezi.tables import admin

        return [code for code in normalized if await admin.close_table(store, code)]

    print_codes("closed", run_with_store(database, close_tables), as_json, lang)


def delete(
    codes: Codes = None,
    days: Days = None,
    dry_run: DryRun = False,
    yes: Yes = False,
    database: Database = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """Delete the tables with these codes, or all tables in which nothing has happened for this many days.

    Ask for confirmation if standard input is a terminal.
    """
    normalized = normalize_codes(codes) if days is None else []
    if codes and days is not None:
        raise UsageError("cli.tables.codes-or-days")
    if days is not None and math.isnan(days):  # Some versions of Typer let NaN pass.
        raise UsageError("cli.usage.not-a-number", value="nan")
    catalogue = catalogue_for(lang)

    async def find_tables(store: Store) -> list[str]:
        from trapezi.tables import admin

        for code in normalized:
            if await store.entry(code) is None:
                raise UsageError("table.unknown", code=code)
        return normalized if days is None else await admin.inactive_table_codes(store, days)

    async def delete_tables(store: Store) -> list[str]:
        return [code for code in doomed if await store.delete(code)]

    doomed = run_with_store(database, find_tables)
    if dry_run:
        return print_codes("would-delete", doomed, as_json, lang)
    if doomed and not yes and sys.stdin.isatty() and sys.stderr.isatty():
        question = catalogue.translate("cli.tables.confirm", count=len(doomed), codes=first_codes_text(doomed))
        print(question, end=" ", file=sys.stderr, flush=True)
        if sys.stdin.readline().strip().casefold() not in YES:
            raise UsageError("cli.tables.not-deleted")
    return print_codes("deleted", run_with_store(database, delete_tables), as_json, lang)


def normalize_codes(codes: list[str] | None) -> list[str]:
    from trapezi.tables.registry import normalize_code

    if not codes:
        raise UsageError("cli.tables.which")
    return [normalize_code(require_unicode(code, "argument")) for code in codes]


def print_codes(action: str, codes: list[str], as_json: bool, lang: str | None) -> None:
    if as_json:
        print(json.dumps({action.replace("-", "_"): codes}))
    else:
        print(catalogue_for(lang).translate(f"cli.tables.{action}", count=len(codes), codes=codes or "–"))


def first_codes_text(codes: list[str], most: int = 20) -> str:
    """Return the first codes as text.

    >>> first_codes_text(["BCDFG", "HJKLM", "NPQRS"], 2)
    'BCDFG, HJKLM, …'
    """
    return ", ".join([*codes[:most], *(["…"] if len(codes) > most else [])])


def table_info(entry: TableEntry) -> dict[str, Any]:
    """Return what the operator sees of a table, without secrets and token hashes. An unreadable table counts as damaged."""
    from trapezi.tables.table_list_entry import decode_summary

    summary = decode_summary(entry.summary)
    return {
        "code": entry.code,
        "game": summary.game or None,
        "phase": summary.phase,
        "players": summary.players,
        "names": summary.names,
        "records": summary.seq,
        "public": bool(entry.public),
        "closed": summary.closed,
        "updated": entry.updated if isinstance(entry.updated, int | float) else 0.0,
        "trouble": entry.trouble or (None if summary.game else "entry 0"),
    }


def state_of(row: dict[str, Any]) -> str:
    """Return the state of a table, as the option `--state` names it."""
    return "damaged" if row["trouble"] else "closed" if row["closed"] else str(row["phase"])


def print_tables(rows: list[dict[str, Any]], found: int, catalogue: Catalogue) -> None:
    from rich.table import Table

    from trapezi.cli.printing import console

    columns = ("code", "game", "phase", "names", "records", "updated")
    grid = Table(*(catalogue.translate(f"cli.tables.{name}") for name in columns), box=None, pad_edge=False)
    for row in rows:
        phase = "closed" if row["closed"] else row["phase"]
        state = (
            describe_trouble(row["trouble"], catalogue) if row["trouble"] else catalogue.translate(f"cli.tables.phase.{phase}")
        )
        updated = datetime.fromtimestamp(row["updated"]).strftime("%Y-%m-%d %H:%M")
        names = ", ".join(name for name in row["names"] if name) or "–"
        title = catalogue.game_title(row["game"]) if row["game"] else "–"
        grid.add_row(row["code"], title, state, names, str(row["records"] or "–"), updated)
    console().print(grid)
    if len(rows) < found:
        print(catalogue.translate("cli.tables.some", count=len(rows), found=found))
    else:
        print(catalogue.translate("cli.tables.count", count=found))


def describe_trouble(trouble: str, catalogue: Catalogue) -> str:
    """Return a text that says what is wrong with the log of a table, given a note such as `altered 17`.

    >>> describe_trouble("altered 17", catalogue_for("en"))
    'damaged: event 17 was altered'
    """
    kind, _, seq = trouble.partition(" ")
    return catalogue.translate(f"cli.tables.trouble.{kind}", seq=seq)
