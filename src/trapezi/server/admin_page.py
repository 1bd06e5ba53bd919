"""Convert the state of the server to the HTML of the operator's page. It has no scripts, and escapes what people have written."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from html import escape
from typing import Any

from trapezi.i18n import Catalogue
from trapezi.server.logging import LogEntry
from trapezi.store.interface import TableEntry
from trapezi.tables.table_list_entry import decode_summary

REFRESH_SECONDS = 15


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state of a server at one moment, as the operator's page shows it. A field that is None is not known."""

    entries: list[TableEntry]
    tables: int | None
    people: int
    sockets: int
    live: int
    bots: int
    queue: int
    database_bytes: int | None
    free_bytes: int | None
    versions: str
    backup: dict[str, Any] | None
    log: list[LogEntry]


def render_admin_page(snapshot: Snapshot, catalogue: Catalogue) -> str:
    """Return the HTML of the operator's page in the language of the catalogue."""
    say = catalogue.translate
    now = [(name, str(getattr(snapshot, name))) for name in ("people", "sockets", "live", "bots", "queue")]
    machine = [
        ("database", size_text(snapshot.database_bytes)),
        ("free", size_text(snapshot.free_bytes)),
        ("versions", snapshot.versions),
        ("backup", backup_text(snapshot.backup, catalogue)),
    ]
    items = "".join(log_item(entry) for entry in snapshot.log)
    log = f"<ul>{items}</ul>" if items else f"<p>{escape(say('admin.no-log'))}</p>"
    return (
        f'<!doctype html><html lang="{catalogue.lang}"><head><meta charset="utf-8"><title>{escape(say("admin.title"))}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">'
        f'<meta http-equiv="refresh" content="{REFRESH_SECONDS}"><link rel="stylesheet" href="/admin/admin.css"></head>'
        f"<body><h1>{escape(say('admin.title'))}</h1>"
        f"<h2>{escape(say('admin.now'))}</h2>{definition_list(now, catalogue)}"
        f"<h2>{escape(say('admin.machine'))}</h2>{definition_list(machine, catalogue)}"
        f"{table_list(snapshot, catalogue)}"
        f"<h2>{escape(say('admin.log'))}</h2>{log}"
        "</body></html>"
    )


def definition_list(pairs: list[tuple[str, str]], catalogue: Catalogue) -> str:
    rows = (f"<dt>{escape(catalogue.translate(f'admin.{name}'))}</dt><dd>{escape(text)}</dd>" for name, text in pairs)
    return f"<dl>{''.join(rows)}</dl>"


def table_list(snapshot: Snapshot, catalogue: Catalogue) -> str:
    say = catalogue.translate
    if snapshot.tables is None:
        return f'<p class="error">{escape(say("admin.not-stored"))}</p>'
    head = "".join(f"<th>{escape(say(f'admin.{name}'))}</th>" for name in ("code", "game", "names", "turn", "updated"))
    rows = "".join(table_row(entry, catalogue) for entry in snapshot.entries)
    title, shown = say("admin.tables", count=snapshot.tables), len(snapshot.entries)
    note = f"<p>{escape(say('admin.newest', count=shown))}</p>" if shown < snapshot.tables else ""
    body = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>" if rows else ""
    return f"<h2>{escape(title)}</h2>{note}{body}"


def table_row(entry: TableEntry, catalogue: Catalogue) -> str:
    summary = decode_summary(entry.summary)
    if entry.trouble or not summary.game:
        turn = catalogue.translate("admin.damaged")
    elif summary.closed:
        turn = catalogue.translate("admin.closed")
    elif summary.phase == "playing":
        turn = ", ".join(summary.names[seat] for seat in summary.deciding if 0 <= seat < len(summary.names)) or "–"
    else:
        turn = catalogue.translate(f"admin.{summary.phase}")
    names = ", ".join(name for name in summary.names if name) or "–"
    title = catalogue.game_title(summary.game) if summary.game else "–"
    cells = "".join(f"<td>{escape(text)}</td>" for text in (entry.code, title, names, turn))
    return f"<tr>{cells}<td><time>{format_time(entry.updated)}</time></td></tr>"


def log_item(entry: LogEntry) -> str:
    level = "warning" if entry.level == "warning" else "error"
    text = f"{entry.table} {entry.message}".strip()
    return f'<li><time>{format_time(entry.time)}</time> <span class="{level}">{level}</span> {escape(text)}</li>'


def backup_text(backup: dict[str, Any] | None, catalogue: Catalogue) -> str:
    if backup is None:
        return catalogue.translate("admin.no-backup")
    file = catalogue.translate("admin.stdout") if backup["file"] == "-" else backup["file"]
    params = {"time": format_time(backup["at"]), "file": file, "count": backup["tables"]}
    if backup["damaged"]:
        return catalogue.translate("admin.backup-damaged", **params, damaged=backup["damaged"])
    return catalogue.translate("admin.backup-made", **params)


def format_time(at: float) -> str:
    """Return a time, given in seconds since 1970, as text in UTC.

    >>> format_time(0)
    '1970-01-01 00:00 UTC'
    """
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M UTC")


def size_text(size: int | None) -> str:
    """Return a number of bytes as text.

    >>> size_text(12_345_678), size_text(50_000_000_000), size_text(None)
    ('12.3 MB', '50.0 GB', '–')
    """
    if size is None:
        return "–"
    return f"{size / 1e9:.1f} GB" if size >= 1e9 else f"{size / 1e6:.1f} MB"
