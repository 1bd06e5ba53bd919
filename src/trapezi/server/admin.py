"""Serve the operator's page at `/admin`, which shows the state of the server without any secrets of games."""

from __future__ import annotations

import platform
import secrets
import shutil
import sqlite3
from hmac import compare_digest
from pathlib import Path
from typing import Any

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

import trapezi
from trapezi.i18n import FALLBACK, LANGUAGES, catalogue_for
from trapezi.server.admin_page import Snapshot, render_admin_page
from trapezi.server.context import ServerContext
from trapezi.server.http_api import AnyRequest, context_of
from trapezi.server.logging import RecentEntries
from trapezi.store.interface import NotStored, TableEntry
from trapezi.tables.backup import read_last_backup_note

COOKIE = "trapezi_admin"
TABLES = 50  # The page lists this many tables.
STYLE = Path(__file__).with_name("admin.css")
HEADERS = {"cache-control": "no-store", "x-robots-tag": "noindex, nofollow"}


class Operator:
    """What the operator's page needs: the token with which the operator signs in, and the last entries of the log."""

    def __init__(self, token: str | None = None) -> None:
        self.token = token or secrets.token_urlsafe(32)
        self.log = RecentEntries()

    def has_token(self, token: str) -> bool:
        """Return whether this is the operator's token. The comparison takes the same time for every wrong token."""
        return compare_digest(token.encode(), self.token.encode())


def require_operator(request: AnyRequest, token: str | None) -> Operator:
    """Return the operator if the token is right. Otherwise count the request as a guess and raise the error for unknown pages."""
    context = context_of(request)
    operator = context.operator
    if operator is None or token is None or not operator.has_token(token):
        if token is not None:
            context.record_unknown_code(request)
        raise NotFoundException("no such file")
    return operator


@get("/admin/{token:str}", include_in_schema=False)
async def sign_in(request: AnyRequest, token: FromPath[str]) -> Response[bytes]:
    """Store the token from the address in a cookie, and redirect to the page. Also serve the page's style sheet."""
    if token == STYLE.name:
        require_operator(request, request.cookies.get(COOKIE))
        return Response(STYLE.read_bytes(), media_type="text/css", headers=HEADERS)
    operator = require_operator(request, token)
    secure = "; Secure" if request.url.scheme == "https" else ""
    cookie = f"{COOKIE}={operator.token}; Path=/admin; HttpOnly; SameSite=Strict{secure}"
    return Response(b"", status_code=303, headers={**HEADERS, "location": "/admin", "set-cookie": cookie})


@get("/admin", include_in_schema=False)
async def admin_page(request: AnyRequest) -> Response[bytes]:
    """Serve the operator's page: connections, tables, backups and log entries of this server."""
    operator = require_operator(request, request.cookies.get(COOKIE))
    catalogue = catalogue_for(preferred_language(request.headers.get("accept-language", "")))
    page = render_admin_page(await take_snapshot(context_of(request), operator), catalogue)
    return Response(page.encode(), media_type="text/html; charset=utf-8", headers={**HEADERS, "vary": "accept-language"})


async def take_snapshot(context: ServerContext, operator: Operator) -> Snapshot:
    """Collect what the operator's page shows. Tables are read from their list entries, which hidden decisions do not change."""
    registry = context.registry
    entries: list[TableEntry] = []
    try:
        entries, count = await registry.store.newest_entries(TABLES)
    except NotStored:
        count = None
    people = {(code, each.person) for code, live in registry.live.items() for each in live.listeners if each.person is not None}
    path: Path | None = getattr(registry.store, "path", None)
    return Snapshot(
        entries=entries,
        tables=count,
        people=len(people),
        sockets=len(context.sockets),
        live=len(registry.live),
        bots=registry.bot_workers.running_count,
        queue=len(registry.bot_workers.queue),
        database_bytes=None if path is None else size_or_zero(path) + size_or_zero(Path(f"{path}-wal")),
        free_bytes=None if path is None else shutil.disk_usage(path.parent).free,
        versions=(
            f"Trapezi {trapezi.__version__} ({trapezi.execution_mode()}), Python {platform.python_version()}"
            + (", PostgreSQL" if path is None else f", SQLite {sqlite3.sqlite_version}")
        ),
        backup=read_last_backup_note(registry.store),
        log=list(reversed(operator.log.entries)),
    )


def size_or_zero(file: Path) -> int:
    return file.stat().st_size if file.exists() else 0


def preferred_language(accepted: str) -> str:
    """Return the language of the page, one of "de", "el" and "en", for an Accept-Language header.

    >>> [preferred_language(text) for text in ("de-AT,de;q=0.9,en;q=0.5", "fr, en;q=0.3, el;q=0.7", "fr", "el;q=x")]
    ['de', 'el', 'en', 'en']
    """
    found: dict[str, float] = {}
    for each in accepted[:200].lower().split(","):
        name, _, quality = each.replace(" ", "").partition(";q=")
        try:
            weight = float(quality or 1)
        except ValueError:
            weight = 0.0
        lang = name.partition("-")[0]
        if lang in LANGUAGES and weight > found.get(lang, 0):
            found[lang] = weight
    return max(found, key=lambda lang: found[lang], default=FALLBACK)


HANDLERS: list[Any] = [value for value in globals().values() if isinstance(value, HTTPRouteHandler)]
