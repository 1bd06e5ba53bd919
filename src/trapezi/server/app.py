"""The application: its handlers, and how errors are answered."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
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
from trapezi.server.context import ServerContext, TooFast
from trapezi.server.limits import Limits
from trapezi.server.proxies import Trust, is_valid_host
from trapezi.server.security import AsgiApp, with_security_headers
from trapezi.server.websocket import websocket_handler
from trapezi.tables.errors import Rejected
from trapezi.tables.registry import TableRegistry

log = logging.getLogger("trapezi.server")

STATUS = {  # all other reasons: 400
    "table.unknown": 404,
    "table.no-such-game": 404,
    "common.lang.unknown": 404,
    "common.game.no-rules": 404,
    "table.no-token": 401,
    "protocol.foreign-page": 403,
    "protocol.not-for-you": 403,
    "table.wrong-token": 403,
    "table.pairing-over": 403,
    "table.not-stored": 503,
    "table.try-again": 503,
}
HTTP_ERRORS = {400: "protocol.malformed", 404: "protocol.no-such-page", 405: "protocol.wrong-method", 413: "protocol.too-large"}


def create_app(registry: TableRegistry, limits: Limits | None = None, trust: Trust | None = None) -> AsgiApp:
    """Return the ASGI application that serves the tables of a registry."""
    return with_security_headers(create_litestar(registry, limits, trust))  # type: ignore[arg-type]


def create_litestar(registry: TableRegistry, limits: Limits | None = None, trust: Trust | None = None) -> Litestar:
    context = ServerContext(registry, limits, trust)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        app.state.context = context
        app.state.client_files = static.client_files()
        await registry.start()
        try:
            yield
        finally:
            await registry.close()

    return Litestar(
        route_handlers=[*routes.HANDLERS, *health.HANDLERS, websocket_handler, *static.HANDLERS],
        lifespan=[lifespan],
        before_request=check_request,
        logging_config=None,
        exception_handlers={TrapeziError: answer_rejection, HTTPException: answer_http_error, Exception: answer_failure},
        request_max_body_size=context.limits.body_bytes,
        compression_config=CompressionConfig(backend="gzip", minimum_size=1000, exclude_opt_key=static.PRECOMPRESSED),
        openapi_config=OpenAPIConfig(
            title="Trapezi",
            version=trapezi.__version__,
            path="/api/schema",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
    )


async def check_request(request: Request[Any, Any, Any]) -> None:
    """Reject requests that exceed a limit, have a bad Host, are not UTF-8, or change something from another site's page."""
    context = routes.context_of(request)
    context.count_request(request)
    origin, host = request.headers.get("origin"), request.headers.get("host")
    if not is_valid_host(host):
        raise Rejected("protocol.bad-host")
    if request.method not in ("GET", "HEAD") and not context.trust.is_same_origin(origin, host):
        raise Rejected("protocol.foreign-page")
    if "code" in request.path_params and request.url.path.startswith("/api/"):
        context.check_guessing(request)
    if request.method == "POST":
        try:
            (await request.body()).decode()
        except UnicodeDecodeError as error:  # the JSON decoder of the framework would fail
            raise Rejected("protocol.malformed", why="not UTF-8") from error


def answer_rejection(request: Request[Any, Any, Any], error: TrapeziError) -> Response[Problem]:
    """Answer with the reason that the rules or the table gave."""
    context, key = routes.context_of(request), error.reason.key
    context.metrics.count_rejection(key)
    if key in ("table.unknown", "table.pairing-over"):
        context.count_unknown_code(request)
    status = 429 if isinstance(error, TooFast) else 404 if isinstance(error, UnknownGame) else STATUS.get(key, 400)
    return Response(Problem(key, dict(error.reason.params)), status_code=status, media_type=MediaType.JSON)


def answer_http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    """Answer an error of the framework in the form of a rejection, without its internals."""
    params: dict[str, Any] = {}
    if error.status_code == 400:
        details = error.extra if isinstance(error.extra, list) else []
        params = {"why": "; ".join(str(each.get("message", "")) for each in details if isinstance(each, dict))[:200]}
    key = HTTP_ERRORS.get(error.status_code, "protocol.failed")
    return Response(Problem(key, params), status_code=error.status_code, media_type=MediaType.JSON)


def answer_failure(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """Log the exception; answer with an opaque 500."""
    code = str(request.path_params.get("code", ""))[:16] or None
    log.error("request failed", exc_info=error, extra={"table": code})
    return Response(Problem("protocol.failed", {}), status_code=500, media_type=MediaType.JSON)
