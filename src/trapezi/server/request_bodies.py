"""Read the body of each request before it is handled, within limits on its size, its time and the memory of all clients."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import msgspec

from trapezi.protocol.http import Problem
from trapezi.server.limits import Limits, RateLimiter
from trapezi.server.memory_budget import MemoryBudget
from trapezi.server.security_headers import AsgiApp
from trapezi.server.trusted_proxies_and_origins import rate_limit_key

UPLOADS = re.compile(r"/api/(tables|replay|review|games/[^/]+/options)/?")  # Requests to these paths may contain a deck or a log.
MAX_DISCARDED = 2_000_000  # At most this many bytes of a rejected body are read before its connection is closed.
DISCARDED = (0.1, 5.0)  # The rejected bodies of an address are read to their end at this rate. Beyond it, connections are closed.
STATUS = {"protocol.too-large": 413, "protocol.too-slow": 408, "protocol.no-memory": 503}


class BodyRejected(Exception):
    """The body of a request is too large, arrives too slowly, or does not fit into the memory for all bodies."""


class RequestBody:
    """The body of one request, whose bytes are counted in the memory budget."""

    def __init__(self, scope: dict[str, Any], memory: MemoryBudget) -> None:
        self.memory = memory
        self.address = rate_limit_key(scope["client"][0] if scope["client"] else "")
        self.content = bytearray()

    async def read_unless_disconnected(self, receive: Any, max_bytes: int) -> bool:
        """Read the whole body. Return False if the client disconnects, and raise `BodyRejected` if the body is too large."""
        more = True
        while more:
            event = await receive()
            if event["type"] != "http.request":
                return False
            chunk, more = event.get("body", b""), event.get("more_body", False)
            if len(self.content) + len(chunk) > max_bytes:
                raise BodyRejected("protocol.too-large")
            if not self.memory.try_to_take(self.address, len(chunk)):
                raise BodyRejected("protocol.no-memory")
            self.content += chunk
        return True

    def release(self) -> None:
        self.memory.release(self.address, len(self.content))


def with_bounded_bodies(app: AsgiApp, limits: Limits, memory: MemoryBudget) -> AsgiApp:
    """Return an application that gets only requests whose bodies have arrived completely. All other requests are rejected."""

    discarded = RateLimiter(DISCARDED)

    async def app_with_bounded_bodies(scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] != "http" or scope["method"] in ("GET", "HEAD"):
            return await app(scope, receive, send)
        body = RequestBody(scope, memory)
        try:
            max_bytes = limits.upload_bytes if UPLOADS.fullmatch(scope["path"]) else limits.body_bytes
            try:
                async with asyncio.timeout(limits.body_seconds):
                    try:
                        if announced_size(scope) > max_bytes:
                            raise BodyRejected("protocol.too-large")
                        if not await body.read_unless_disconnected(receive, max_bytes):
                            return None
                    except BodyRejected as error:
                        if discarded.try_to_take(body.address):
                            await discard_rest_of_body(receive)
                        return await send_rejection(send, str(error))
            except TimeoutError:
                return await send_rejection(send, "protocol.too-slow")
            events = [{"type": "http.request", "body": bytes(body.content), "more_body": False}]

            async def receive_collected_body() -> Any:
                return events.pop() if events else await receive()

            await app(scope, receive_collected_body, send)
        finally:
            body.release()

    return app_with_bounded_bodies


def announced_size(scope: dict[str, Any]) -> int:
    """Return the Content-Length of a request, or 0 if the request has no such header."""
    value = next((value for name, value in scope["headers"] if name == b"content-length"), b"")
    return int(value) if value.isdigit() else 0


async def discard_rest_of_body(receive: Any) -> None:
    """Read and discard the rest of a body, because a client reads the rejection only after sending everything."""
    size = 0
    while size < MAX_DISCARDED:
        event = await receive()
        size += len(event.get("body", b""))
        if not event.get("more_body", False):
            return


async def send_rejection(send: Any, key: str) -> None:
    content = msgspec.json.encode(Problem(key, {}))
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(content)), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": STATUS[key], "headers": headers})
    await send({"type": "http.response.body", "body": content})
