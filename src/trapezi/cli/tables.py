"""`trapezi tables`: list all tables for the operator; close and delete them."""

from __future__ import annotations

import json
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer

from trapezi.cli.arguments import AsJson, Lang
from trapezi.cli.database import Database, with_store
from trapezi.cli.errors import UsageError
from trapezi.core.text import check_text
from trapezi.i18n import Catalogue, catalogue_for

if TYPE_CHECKING:
    from trapezi.store.interface import Entry, Store

Codes = Annotated[list[str] | None, typer.Argument(metavar="CODE…", show_default=False)]
Days = Annotated[float | None, typer.Option("--days", metavar="N", min=0, show_default=False)]
Check = Annotated[bool, typer.Option("--check", show_default=False)]


def tables(
    context: typer.Context, check: Check = False, database: Database = None, as_json: AsJson = False, lang: Lang = None
) -> None:
    """List all tables, unless a subcommand follows; `--check` reads every log and sets damaged tables aside."""
    if context.invoked_subcommand is not None:
        return
    catalogue = catalogue_for(lang)

    async def list_tables(store: Store) -> list[dict[str, Any]]:
        from trapezi.tables import admin

        if check:
            async for entry in admin.all_entries(store):
                await admin.read_intact_log(store, entry)
        return [table_info(entry) async for entry in admin.all_entries(store)]

    rows = with_store(database, list_tables)
    if as_json:
        print(json.dumps(rows, ensure_ascii=False))
    else:
        print_tables(rows, catalogue)


def close(codes: Codes = None, database: Database = None, as_json: AsJson = False, lang: Lang = None) -> None:
    normalized = normalize_codes(codes)

    async def close_tables(store: Store) -> list[str]:
        from trapezi.tables import admin

        return [code for code in normalized if await admin.close_table(store, code)]

    print_codes("closed", with_store(database, close_tables), as_json, lang)


def delete(codes: Codes = None, days: Days = None, database: Database = None, as_json: AsJson = False, lang: Lang = None) -> None:
    """Delete the tables with these codes, or all tables in which nothing has happened for this many days."""
    normalized = normalize_codes(codes) if days is None else []
    if codes and days is not None:
        raise UsageError("cli.tables.codes-or-days")

    async def delete_tables(store: Store) -> list[str]:
        from trapezi.tables import admin

        for code in normalized:
            if await store.entry(code) is None:
                raise UsageError("table.unknown", code=code)
        doomed = normalized if days is None else await admin.stale_codes(store, days)
        return [code for code in doomed if await store.delete(code)]

    print_codes("deleted", with_store(database, delete_tables), as_json, lang)


def normalize_codes(codes: list[str] | None) -> list[str]:
    from trapezi.tables.registry import normalize_code

    if not codes:
        raise UsageError("cli.tables.which")
    return [normalize_code(check_text(code, "argument")) for code in codes]


def print_codes(action: str, codes: list[str], as_json: bool, lang: str | None) -> None:
    if as_json:
        print(json.dumps({action: codes}))
    else:
        print(catalogue_for(lang).translate(f"cli.tables.{action}", count=len(codes), codes=codes or "–"))


def table_info(entry: Entry) -> dict[str, Any]:
    """Return what the operator sees of a table: no secrets, and no hashes of tokens."""
    summary = json.loads(entry.summary)
    return {
        "code": entry.code,
        "game": summary.get("game"),
        "phase": summary.get("phase"),
        "players": summary.get("players"),
        "names": summary.get("names", []),
        "records": summary.get("seq"),
        "public": entry.public,
        "closed": bool(summary.get("closed")),
        "updated": entry.updated,
        "trouble": entry.trouble or None,
    }


def print_tables(rows: list[dict[str, Any]], catalogue: Catalogue) -> None:
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
        grid.add_row(row["code"], catalogue.game_title(row["game"]), state, names, str(row["records"] or "–"), updated)
    console().print(grid)
    print(catalogue.translate("cli.tables.count", count=len(rows)))


def describe_trouble(trouble: str, catalogue: Catalogue) -> str:
    """Return what is wrong with the log of a table, as text.

    >>> describe_trouble("altered 17", catalogue_for("en"))
    'damaged: record 17 was altered'
    """
    kind, _, seq = trouble.partition(" ")
    return catalogue.translate(f"cli.tables.trouble.{kind}", seq=seq)
