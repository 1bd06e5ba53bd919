"""The handlers for monitors: is the process alive, can it serve tables, and what are its metrics."""

from __future__ import annotations

from litestar import Response, get

import trapezi
from trapezi.server.context import client_address
from trapezi.server.http_api import AnyRequest, context_of
from trapezi.server.metrics import CONTENT_TYPE
from trapezi.server.trusted_proxies_and_origins import is_forwarded_for_ignored
from trapezi.tables.errors import Rejected

FORWARDED = ("x-forwarded-for", "forwarded", "x-real-ip")


@get("/api/health")
async def health(request: AnyRequest) -> dict[str, str]:
    """Return the version of the server, and how the request arrived, which `trapezi doctor` checks.

    The answer contains the visitor's address if a trusted proxy reported it, and nothing about the proxy.
    """
    address, forwarded_for = client_address(request), request.headers.get("x-forwarded-for", "")
    arrived = {"scheme": request.url.scheme, "forwarded": "none"}
    if forwarded_for:
        is_ignored = is_forwarded_for_ignored(address, forwarded_for)
        arrived |= {"forwarded": "ignored"} if is_ignored else {"forwarded": "trusted", "address": address}
    return {"trapezi": trapezi.__version__, **arrived}


@get("/api/ready")
async def ready(request: AnyRequest) -> dict[str, bool]:
    """Return that this process can serve tables.

    Raise `Rejected` if the store cannot be written, for example because the disk is full.
    """
    await context_of(request).readiness.check()
    return {"ready": True}


@get("/metrics", include_in_schema=False)
async def metrics(request: AnyRequest) -> Response[bytes]:
    """Return Prometheus metrics. Only this machine may read them, unless the operator allows other networks."""
    context = context_of(request)
    forwarded = any(name in request.headers for name in FORWARDED)
    if not context.trust.may_read_metrics(client_address(request), request.headers.get("host"), forwarded=forwarded):
        raise Rejected("protocol.not-for-you")
    return Response(context.metrics.text(), media_type=CONTENT_TYPE)


HANDLERS = [health, ready, metrics]
