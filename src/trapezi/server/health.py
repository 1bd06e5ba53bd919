"""For those who run a server: is it alive, can it serve, what does it count."""

from __future__ import annotations

import asyncio

from litestar import Response, get

import trapezi
from trapezi.server.routes import Ask, server
from trapezi.server.uvicorn_server import peer
from trapezi.store import NotStored
from trapezi.tables.errors import Rejected

PATIENCE = 2.0  # seconds for the store to answer
FORWARDED = ("x-forwarded-for", "forwarded", "x-real-ip")


@get("/api/health")
async def health() -> dict[str, str]:
    """The process is alive."""
    return {"trapezi": trapezi.__version__}


@get("/api/ready")
async def ready(request: Ask) -> dict[str, bool]:
    """The store answers, so that tables can be served."""
    try:
        async with asyncio.timeout(PATIENCE):
            await server(request).house.store.entry("")
    except (NotStored, TimeoutError) as error:
        raise Rejected("table.not-stored") from error
    return {"ready": True}


@get("/metrics", include_in_schema=False)
async def metrics(request: Ask) -> Response[str]:
    """Figures for Prometheus: for this machine alone unless the operator says otherwise."""
    found = server(request)
    if not found.trust.may_watch(peer(request), any(name in request.headers for name in FORWARDED)):
        raise Rejected("protocol.not-for-you")
    text = found.metrics.text(found.sockets.total(), len(found.house.live))
    return Response(text, media_type="text/plain; version=0.0.4; charset=utf-8")


HANDLERS = [health, ready, metrics]
