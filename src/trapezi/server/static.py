"""Serve the built browser client: its page at every address that people can open, and the files that the page loads."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any
from wsgiref.headers import Headers

from litestar import HttpMethod, Request, Response, route
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.types import ASGIApp
from servestatic import ServeStaticASGI

from trapezi.server.gzipped_responses import gzipped_response
from trapezi.server.link_preview import Preview, general_preview, is_table_page, language_of, preview_of, with_preview
from trapezi.tables.replays import compress

STATIC = Path(__file__).parent / "static"
NOT_BUILT = (
    "<!doctype html><html lang=en><meta charset=utf-8><title>Trapezi</title>"
    "<h1>Trapezi</h1><p>The server is running, but the browser client is not built. Run <code>make setup</code>.</p></html>"
)
# The first parts of all addresses that consist of several parts and open the client's page.
SCREENS = ("daily", "history", "learn", "new", "p", "r", "review", "rules", "t")
PAGES = [
    "/",
    "/daily",
    "/history",
    "/review",
    "/rules",
    "/saved",
    "/settings",
    *(f"/{screen}/{{rest:path}}" for screen in SCREENS),
]
OPTIONS: dict[str, Any] = {"http_method": [HttpMethod.GET, HttpMethod.HEAD], "include_in_schema": False}
AnyRequest = Request[Any, Any, Any]


def file_response(request: AnyRequest, path: str) -> ASGIApp:
    """Return a response with one file of the client."""
    files = request.app.state.client_files
    return lambda scope, receive, send: files({**scope, "path": path}, receive, send)


def client_files() -> ServeStaticASGI:
    """Return an ASGI application that serves the files in the client's folder, and nothing outside this folder.

    Each file is sent with an ETag, and the answer is 304 if the browser already has the file. If there is a compressed copy
    beside the file (`.br` or `.gz`) and the browser accepts that encoding, the copy is sent. The client may be replaced while
    the server runs.
    """
    return ServeStaticASGI(
        file_not_found,
        STATIC,
        autorefresh=True,
        max_age=None,
        allow_all_origins=False,
        immutable_file_test=r"^/assets/",  # The name of each file in this folder contains a hash of its content.
        add_headers_function=require_revalidation,
    )


async def file_not_found(scope: Any, receive: Any, send: Any) -> None:
    raise NotFoundException("no such file")


def require_revalidation(headers: Headers, path: str, url: str) -> None:
    """Make browsers ask for a newer version before they use a cached file, unless its name contains a hash."""
    headers.setdefault("Cache-Control", "no-cache")


@route(PAGES, **OPTIONS)
async def client_page(request: AnyRequest) -> Response[bytes]:
    """Serve the client's page, which then shows the screen for its address."""
    return page_response(request, await preview_of(request, request.app.state.context.registry))


@route("/{path:path}", **OPTIONS)
async def client_file(request: AnyRequest, path: FromPath[str]) -> ASGIApp:
    """Serve a file of the client or, if the address is the code of a table, the client's page."""
    if is_table_page(path):
        return page_response(request, general_preview(language_of(request))).to_asgi_response(None, request)
    return file_response(request, path)


def page_response(request: AnyRequest, preview: Preview, status: int = 200) -> Response[bytes]:
    """Return a response with the client's page, including the preview that messengers show for a link to it."""
    index = STATIC / "index.html"
    page = with_preview(index.read_text("utf-8"), preview, request) if index.is_file() else NOT_BUILT
    response = gzipped_response(request, compressed_page(page), "text/html", {"cache-control": "no-cache"})
    response.status_code = status
    return response


@lru_cache(maxsize=256)  # Almost all requests get one of a few pages.
def compressed_page(page: str) -> bytes:
    return compress(page.encode())


def wants_page(request: AnyRequest) -> bool:
    """Return whether a person has opened this address in a browser. Programs and scripts ask for data instead."""
    return "text/html" in request.headers.get("accept", "") and not request.url.path.startswith(("/api/", "/assets/"))


def missing_page_response(request: AnyRequest) -> Response[bytes]:
    """Return the client's page with status 404 for an address that does not exist. The page then says so."""
    return page_response(request, general_preview(language_of(request)), 404)


HANDLERS = [client_page, client_file]
