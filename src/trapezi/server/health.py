"""For operators: liveness, readiness and metrics."""

from __future__ import annotations

import asyncio

from litestar import Response, get

import trapezi
from trapezi.server.context import client_address
from trapezi.server.metrics import CONTENT_TYPE
from trapezi.server.routes import AnyRequest, context_of
from trapezi.store.interface import NotStored
from trapezi.tables.errors import Rejected

STORE_TIMEOUT = 2.0  # seconds
FORWARDED = ("x-forwarded-for", "forwarded", "x-real-ip")


@get("/api/health")
async def health() -> dict[str, str]:
    """Return the version, which shows that the process is alive."""
    return {"trapezi": trapezi.__version__}


@get("/api/ready")
async def ready(request: AnyRequest) -> dict[str, bool]:
    """Return that tables can be served; raise `Rejected` if the store does not answer."""
    try:
        async with asyncio.timeout(STORE_TIMEOUT):
            await context_of(request).registry.store.entry("")
    except (NotStored, TimeoutError) as error:
        raise Rejected("table.not-stored") from error
    return {"ready": True}


@get("/metrics", include_in_schema=False)
async def metrics(request: AnyRequest) -> Response[bytes]:
    """Return Prometheus metrics, to this machine only unless the operator allows others."""
    context = context_of(request)
    forwarded = any(name in request.headers for name in FORWARDED)
    if not context.trust.may_read_metrics(client_address(request), forwarded=forwarded):
        raise Rejected("protocol.not-for-you")
    return Response(context.metrics.text(), media_type=CONTENT_TYPE)


HANDLERS = [health, ready, metrics]
