"""The built client: its page for every address that people open, and its files."""

from __future__ import annotations

import mimetypes
from pathlib import Path

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

STATIC = Path(__file__).parent / "static"
FOREVER = "public, max-age=31536000, immutable"
ANEW = "no-cache"
ABSENT = (
    "<!doctype html><html lang=en><meta charset=utf-8><title>Trapezi</title>"
    "<h1>Trapezi</h1><p>The table is served, but its browser client is not built. Run <code>make setup</code>.</p></html>"
)

mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("application/manifest+json", ".webmanifest")


def file(name: str) -> Response[bytes]:
    """A file of the client; nothing outside its folder."""
    try:
        path = (STATIC / name).resolve()
        found = path.is_relative_to(STATIC.resolve()) and path.is_file()
    except (OSError, ValueError):  # no name of a file at all
        found = False
    if not found:
        raise NotFoundException("no such file")
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return Response(
        path.read_bytes(),
        media_type=f"{kind}; charset=utf-8" if kind.endswith(("json", "svg+xml")) else kind,  # the framework adds it to text/*
        headers={"cache-control": FOREVER if name.startswith("assets/") else ANEW},
    )


def page() -> Response[bytes]:
    if (STATIC / "index.html").is_file():
        return file("index.html")
    return Response(ABSENT.encode(), media_type="text/html", headers={"cache-control": ANEW})


PAGES = ["/", "/rules", "/saved", "/settings", *(f"/{screen}/{{rest:path}}" for screen in ("new", "t", "p", "r", "rules"))]


@get(PAGES, include_in_schema=False)
async def app_page() -> Response[bytes]:
    """The client finds out by itself what the address asks for."""
    return page()


@get("/{name:path}", include_in_schema=False)
async def app_file(name: FromPath[Path]) -> Response[bytes]:
    return file(str(name).lstrip("/"))
