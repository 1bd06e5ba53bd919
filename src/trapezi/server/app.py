"""Create the ASGI application from its handlers, and define which errors lead to which responses."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, MediaType, Request, Response
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

import trapezi
from trapezi.core.errors import TrapeziError, UnknownGame
from trapezi.protocol.http import Problem
from trapezi.server import admin, daily_api, health, http_api, lessons_api, player_history_api, push_api, reviews_api, static
from trapezi.server.context import ServerContext, TooFast, invitation_key_of, token_of
from trapezi.server.head_requests import answer_head_like_get
from trapezi.server.http_api import CHECKS_GUESSING_ITSELF
from trapezi.server.limits import Limits
from trapezi.server.push import PushSender
from trapezi.server.request_bodies import with_bounded_bodies
from trapezi.server.security_headers import AsgiApp, with_security_headers
from trapezi.server.trusted_proxies_and_origins import Trust, is_valid_host
from trapezi.server.websocket import websocket_handler
from trapezi.tables.errors import Rejected
from trapezi.tables.registry import TableRegistry

log = logging.getLogger("trapezi.server")

# HTTP status codes for the reasons of rejections. All other reasons have the status code 400.
STATUS = {
    "table.unknown": 404,
    "table.no-such-game": 404,
    "common.lang.unknown": 404,
    "common.game.no-rules": 404,
    "table.no-token": 401,
    "protocol.foreign-page": 403,
    "protocol.not-for-you": 403,
    "table.wrong-token": 403,
    "table.pairing-over": 403,
    "table.pairing-has-seat": 409,
    "table.busy": 429,
    "table.too-many-reviews": 429,
    "table.other-review": 429,
    "table.no-reviews": 403,
    "table.not-stored": 503,
    "table.too-long": 503,
    "table.review-failed": 503,
    "table.disk-full": 503,
    "table.try-again": 503,
}
HTTP_ERRORS = {400: "protocol.malformed", 404: "protocol.no-such-page", 405: "protocol.wrong-method", 413: "protocol.too-large"}


def create_app(
    registry: TableRegistry,
    limits: Limits | None = None,
    trust: Trust | None = None,
    operator: admin.Operator | None = None,
    push_contact: str | None = None,
) -> AsgiApp:
    """Return the ASGI application that serves the tables of a registry and, if `operator` is given, the operator's page.

    With `push_contact`, a `mailto:` address, it sends turn notifications.
    """
    context = ServerContext(registry, limits, trust)
    context.operator = operator
    if push_contact is not None:
        context.push = PushSender(registry.store, push_contact)
        registry.send_turn = context.push.send
    app = with_bounded_bodies(create_litestar(context), context.limits, context.memory)  # type: ignore[arg-type]
    return answer_head_like_get(context.metrics.measure_requests(with_security_headers(app)))


def create_litestar(context: ServerContext) -> Litestar:
    registry = context.registry

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        app.state.context = context
        app.state.client_files = static.client_files()
        await registry.start_background_work()
        try:
            yield
        finally:
            await registry.close()

    return Litestar(
        route_handlers=[
            *http_api.HANDLERS,
            *player_history_api.HANDLERS,
            *daily_api.HANDLERS,
            *push_api.HANDLERS,
            *lessons_api.HANDLERS,
            *reviews_api.HANDLERS,
            *health.HANDLERS,
            *(admin.HANDLERS if context.operator else ()),
            websocket_handler,
            *static.HANDLERS,
        ],
        lifespan=[lifespan],
        before_request=check_request,
        logging_config=None,
        exception_handlers={
            TrapeziError: answer_rejection,
            HTTPException: answer_http_error,
            RecursionError: answer_malformed,
            UnicodeError: answer_malformed,
            Exception: answer_failure,
        },
        request_max_body_size=context.limits.upload_bytes,
        openapi_config=OpenAPIConfig(
            title="Trapezi",
            version=trapezi.__version__,
            path="/api/schema",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
    )


async def check_request(request: Request[Any, Any, Any]) -> None:
    """Raise `Rejected` for a request with a bad Host, from another site's page, beyond a limit, or not in UTF-8.

    Requests from other sites' pages are rejected before they are counted, because they must not use up the limits of the
    people who look at these pages.
    """
    context = http_api.context_of(request)
    context.warn_about_untrusted_proxy(request)
    if not is_valid_host(request.headers.get("host")):
        raise Rejected("protocol.bad-host")
    if context.trust.is_foreign_request(request.headers, is_api=request.url.path.startswith("/api/")):
        raise Rejected("protocol.foreign-page")
    await context.check_request_rate(request)
    if "code" in request.path_params and CHECKS_GUESSING_ITSELF not in request.route_handler.opt:
        await context.check_guessing(request, request.path_params["code"], token_of(request), invitation_key_of(request))
    if request.method == "POST":
        try:
            (await request.body()).decode()
        except UnicodeDecodeError as error:  # Litestar's JSON decoder would raise an error that is not meant for clients.
            raise Rejected("protocol.malformed", why="not UTF-8") from error


def answer_rejection(request: Request[Any, Any, Any], error: TrapeziError) -> Response[Problem]:
    """Return a response with the reason why the rules or the table rejected a request."""
    context, key = http_api.context_of(request), error.reason.key
    context.metrics.count_rejection(key)
    if key == "table.unknown":
        context.record_unknown_code(request)
    status = 429 if isinstance(error, TooFast) else 404 if isinstance(error, UnknownGame) else STATUS.get(key, 400)
    # The connection is closed after a rejection for too many requests. New connections are limited too.
    headers = {"connection": "close"} if status in (403, 429) else {}
    return Response(Problem(key, dict(error.reason.params)), status_code=status, media_type=MediaType.JSON, headers=headers)


def answer_http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """Return a response for an error of the framework, in the form of a rejection and without internals.

    If a person opens an address that does not exist, return the client's page, which says so.
    """
    if error.status_code == 404 and static.wants_page(request):
        return static.missing_page_response(request)
    params: dict[str, Any] = {}
    if error.status_code == 400:
        details = error.extra if isinstance(error.extra, list) else []
        params = {"why": "; ".join(str(each.get("message", "")) for each in details if isinstance(each, dict))[:200]}
    key = HTTP_ERRORS.get(error.status_code, "protocol.failed")
    return Response(Problem(key, params), status_code=error.status_code, media_type=MediaType.JSON)


def answer_malformed(request: Request[Any, Any, Any], error: RecursionError | UnicodeError) -> Response[Problem]:
    """Return status 400 for a body that cannot be decoded, such as 100,000 nested brackets. Log at most one line a minute."""
    context = http_api.context_of(request)
    context.metrics.count_rejection("protocol.malformed")
    if context.may_log_malformed.try_to_take():
        log.warning("malformed request to %s: %s", request.url.path[:80], type(error).__name__)
    return Response(Problem("protocol.malformed", {"why": type(error).__name__}), status_code=400, media_type=MediaType.JSON)


def answer_failure(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """Log an unexpected exception, and return status 500 without any details."""
    code = str(request.path_params.get("code", ""))[:16] or None
    log.error("request failed", exc_info=error, extra={"table": code})
    return Response(Problem("protocol.failed", {}), status_code=500, media_type=MediaType.JSON)
