"""`trapezi tables`: the operator's list of all tables; close and delete them."""

from __future__ import annotations

import json
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer

from trapezi.cli.arguments import AsJson, Lang
from trapezi.cli.errors import Wrong
from trapezi.cli.stores import Database, with_store
from trapezi.i18n import Catalogue, catalogue_for

if TYPE_CHECKING:
    from trapezi.store import Entry, Store

Codes = Annotated[list[str] | None, typer.Argument(metavar="CODE…", show_default=False)]
Days = Annotated[float | None, typer.Option("--days", metavar="N", min=0, show_default=False)]
Check = Annotated[bool, typer.Option("--check", show_default=False)]


def tables(
    context: typer.Context, check: Check = False, database: Database = None, as_json: AsJson = False, lang: Lang = None
) -> None:
    """All tables, unless something is to be done with some; `--check` reads every log and sets damaged ones aside."""
    if context.invoked_subcommand is not None:
        return
    words = catalogue_for(lang)

    async def work(store: Store) -> list[dict[str, Any]]:
        from trapezi.tables import admin

        if check:
            async for entry in admin.everything(store):
                await admin.check_log(store, entry)
        return [line(entry) async for entry in admin.everything(store)]

    found = with_store(database, work)
    if as_json:
        print(json.dumps(found, ensure_ascii=False))
    else:
        show(found, words)


def close(codes: Codes = None, database: Database = None, as_json: AsJson = False, lang: Lang = None) -> None:
    wanted = some(codes)

    async def work(store: Store) -> list[str]:
        from trapezi.tables import admin

        return [code for code in wanted if await admin.close(store, code)]

    tell("closed", with_store(database, work), as_json, lang)


def delete(codes: Codes = None, days: Days = None, database: Database = None, as_json: AsJson = False, lang: Lang = None) -> None:
    """The tables of these codes, or all where nothing has happened for so many days."""
    wanted = some(codes) if days is None else []
    if codes and days is not None:
        raise Wrong("tables.codes-or-days")

    async def work(store: Store) -> list[str]:
        from trapezi.tables import admin

        for code in wanted:
            if await store.entry(code) is None:
                raise Wrong("table.unknown", code=code)
        old = wanted if days is None else await admin.stale(store, days)
        return [code for code in old if await store.delete(code)]

    tell("deleted", with_store(database, work), as_json, lang)


def some(codes: list[str] | None) -> list[str]:
    from trapezi.tables.registry import normalize_code

    if not codes:
        raise Wrong("tables.which")
    return [normalize_code(code) for code in codes]


def tell(what: str, codes: list[str], as_json: bool, lang: str | None) -> None:
    if as_json:
        print(json.dumps({what: codes}))
    else:
        print(catalogue_for(lang).translate(f"tables.{what}", count=len(codes), codes=codes or "–"))


def line(entry: Entry) -> dict[str, Any]:
    """A table as the operator sees it: nothing of its secrets, and no hashes of tokens."""
    told = json.loads(entry.summary)
    return {
        "code": entry.code,
        "game": told.get("game"),
        "phase": told.get("phase"),
        "players": told.get("players"),
        "names": told.get("names", []),
        "records": told.get("seq"),
        "public": entry.public,
        "closed": bool(told.get("closed")),
        "updated": entry.updated,
        "trouble": entry.trouble or None,
    }


def show(found: list[dict[str, Any]], words: Catalogue) -> None:
    from rich.table import Table

    from trapezi.cli.terminal import console

    columns = ("code", "game", "phase", "names", "records", "updated")
    grid = Table(*(words.translate(f"tables.{name}") for name in columns), box=None, pad_edge=False)
    for each in found:
        state = trouble(each["trouble"], words) if each["trouble"] else words.translate(f"tables.phase.{phase(each)}")
        when = datetime.fromtimestamp(each["updated"]).strftime("%Y-%m-%d %H:%M")
        names = ", ".join(name for name in each["names"] if name) or "–"
        grid.add_row(each["code"], words.title(each["game"]), state, names, str(each["records"] or "–"), when)
    console().print(grid)
    print(words.translate("tables.count", count=len(found)))


def phase(each: dict[str, Any]) -> str:
    return "closed" if each["closed"] else str(each["phase"])


def trouble(told: str, words: Catalogue) -> str:
    """
    >>> trouble("altered 17", catalogue_for("en"))
    'damaged: record 17 was altered'
    """
    how, _, seq = told.partition(" ")
    return words.translate(f"tables.trouble.{how}", seq=seq)
