"""The built browser client: its page at every address that people open, and its files."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from wsgiref.headers import Headers

from litestar import HttpMethod, Request, route
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response.base import ASGIResponse
from litestar.types import ASGIApp
from servestatic import ServeStaticASGI

STATIC = Path(__file__).parent / "static"
NOT_BUILT = (
    "<!doctype html><html lang=en><meta charset=utf-8><title>Trapezi</title>"
    "<h1>Trapezi</h1><p>The server is running, but the browser client is not built. Run <code>make setup</code>.</p></html>"
)
SCREENS = ("history", "new", "p", "r", "rules", "t")  # with more in their address
PAGES = ["/", "/history", "/rules", "/saved", "/settings", *(f"/{screen}/{{rest:path}}" for screen in SCREENS)]
OPTIONS: dict[str, Any] = {"http_method": [HttpMethod.GET, HttpMethod.HEAD], "include_in_schema": False}


def file_response(request: Request[Any, Any, Any], path: str) -> ASGIApp:
    """Return a response with one file of the client."""
    files = request.app.state.client_files
    return lambda scope, receive, send: files({**scope, "path": path}, receive, send)


def client_files() -> ServeStaticASGI:
    """Return an app that serves the client's folder, and nothing outside it.

    It answers with an ETag, or with 304 if the browser has the file, and sends the `.br` or `.gz` file beside a file to browsers
    that accept it. The client may be replaced while the server runs.
    """
    return ServeStaticASGI(
        file_not_found,
        STATIC,
        autorefresh=True,
        max_age=None,
        allow_all_origins=False,
        immutable_file_test=r"^/assets/",  # where each name contains a hash of the content
        add_headers_function=require_revalidation,
    )


async def file_not_found(scope: Any, receive: Any, send: Any) -> None:
    raise NotFoundException("no such file")


def require_revalidation(headers: Headers, path: str, url: str) -> None:
    """Make browsers ask for a newer version before they reuse a file whose name never changes."""
    headers.setdefault("Cache-Control", "no-cache")


@route(PAGES, **OPTIONS)
async def client_page(request: Request[Any, Any, Any]) -> ASGIApp:
    """Serve the client's page, which shows the screen that belongs to the address."""
    if (STATIC / "index.html").is_file():
        return file_response(request, "/index.html")
    return ASGIResponse(body=NOT_BUILT, media_type="text/html", headers={"cache-control": "no-cache"})


@route("/{path:path}", **OPTIONS)
async def client_file(request: Request[Any, Any, Any], path: FromPath[str]) -> ASGIApp:
    """Serve a file of the client."""
    return file_response(request, path)


HANDLERS = [client_page, client_file]
