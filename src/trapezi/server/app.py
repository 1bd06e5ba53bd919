"""The application: handlers, what all answers carry, and how errors are told."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, MediaType, Request, Response
from litestar.config.compression import CompressionConfig
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

import trapezi
from trapezi.core.errors import TrapeziError, UnknownGame
from trapezi.protocol.http import Problem
from trapezi.server import health, routes, static
from trapezi.server.limits import Limits
from trapezi.server.proxies import Trust, proper
from trapezi.server.security import SECURITY
from trapezi.server.uvicorn_server import Server, TooFast
from trapezi.server.websocket import ws
from trapezi.tables.errors import Rejected
from trapezi.tables.registry import TableRegistry

log = logging.getLogger("trapezi.server")

Asgi = Callable[[dict[str, Any], Any, Any], Awaitable[None]]

STATUS = {
    "table.unknown": 404,
    "table.no-such-game": 404,
    "words.unknown-language": 404,
    "table.no-token": 401,
    "protocol.foreign-page": 403,
    "protocol.not-for-you": 403,
    "table.wrong-token": 403,
    "table.pairing-over": 403,
    "table.not-stored": 503,
    "table.try-again": 503,
}
CARRIED = [(name.encode(), value.encode()) for name, value in SECURITY.items()]
PLAIN = [(name, value) for name, value in CARRIED if name != b"cross-origin-opener-policy"]  # which means nothing on plain http


def app(house: TableRegistry, limits: Limits | None = None, trust: Trust | None = None) -> Asgi:
    """The web around a house."""
    return carry(framework(house, limits, trust))


def framework(house: TableRegistry, limits: Limits | None = None, trust: Trust | None = None) -> Litestar:
    server = Server(house, limits, trust)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        app.state.server = server
        await house.start()
        try:
            yield
        finally:
            await house.close()

    return Litestar(
        route_handlers=[*routes.HANDLERS, *health.HANDLERS, ws, static.app_page, static.app_file],
        lifespan=[lifespan],
        before_request=within_limits,
        logging_config=None,
        exception_handlers={TrapeziError: refused, HTTPException: failed, Exception: broken},
        request_max_body_size=server.limits.body_bytes,
        compression_config=CompressionConfig(backend="gzip", minimum_size=1000, exclude=["/assets/.*"]),
        openapi_config=OpenAPIConfig(
            title="Trapezi",
            version=trapezi.__version__,
            path="/api/schema",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
    )


def carry(inner: Any) -> Asgi:
    """Adds what every answer carries, errors included."""

    async def outer(scope: dict[str, Any], receive: Any, send: Any) -> None:
        async def carrying(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *(PLAIN if scope["scheme"] == "http" else CARRIED)]
            await send(message)

        await inner(scope, receive, carrying if scope["type"] == "http" else send)

    return outer


async def within_limits(request: Request[Any, Any, Any]) -> None:
    """Nobody asks too much, and no page from elsewhere asks for anything to be done."""
    server = routes.server(request)
    server.spend(request, "requests")
    origin, host = request.headers.get("origin"), request.headers.get("host")
    if not proper(host):
        raise Rejected("protocol.bad-host")
    if request.method not in ("GET", "HEAD") and not server.trust.same_origin(origin, host):
        raise Rejected("protocol.foreign-page")
    if "code" in request.path_params and request.url.path.startswith("/api/") and server.guessing(request):
        raise TooFast("protocol.too-fast")


def refused(request: Request[Any, Any, Any], error: TrapeziError) -> Response[Problem]:
    """What the law or the table says, with a fitting number."""
    key = error.reason.key
    routes.server(request).metrics.refusals[key] += 1
    if key in ("table.unknown", "table.pairing-over"):
        routes.server(request).missed(request)
    status = 429 if isinstance(error, TooFast) else 404 if isinstance(error, UnknownGame) else STATUS.get(key, 400)
    return Response(Problem(key, dict(error.reason.params)), status_code=status, media_type=MediaType.JSON)


def broken(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """A fault of ours: told to the log, not to who asked."""
    log.error(
        "a request was not answered", exc_info=error, extra={"table": str(request.path_params.get("code", ""))[:16] or None}
    )
    return Response(Problem("protocol.failed", {}), status_code=500, media_type=MediaType.JSON)


def failed(request: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    """What the framework refuses: told in the same form, without its inside."""
    params: dict[str, Any] = {}
    if error.status_code == 400:
        extra = error.extra if isinstance(error.extra, list) else []
        params = {"why": "; ".join(str(each.get("message", "")) for each in extra if isinstance(each, dict))[:200]}
    key = {400: "protocol.malformed", 404: "protocol.no-such-page", 405: "protocol.wrong-method", 413: "protocol.too-large"}.get(
        error.status_code, "protocol.failed"
    )
    return Response(Problem(key, params), status_code=error.status_code, media_type=MediaType.JSON)
