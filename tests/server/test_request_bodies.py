"""The bodies of requests are limited: in size, in time, and in the memory that all of them need together."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from trapezi.server.limits import Limits
from trapezi.server.memory_budget import MemoryBudget
from trapezi.server.request_bodies import with_bounded_bodies

LIMITS = Limits(body_bytes=100, upload_bytes=1000, body_seconds=1000, held_bytes=3000, held_bytes_per_address=1500)


class Exchange:
    """Send requests to an application that answers with the size of the body."""

    def __init__(self, limits: Limits = LIMITS) -> None:
        self.memory = MemoryBudget(limits.held_bytes, limits.held_bytes_per_address)
        self.app = with_bounded_bodies(self.answer, limits, self.memory)
        self.bodies: list[bytes] = []

    async def answer(self, scope: Any, receive: Any, send: Any) -> None:
        event = await receive()
        self.bodies.append(event["body"])
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"{}"})

    async def post(self, path: str, *chunks: bytes, address: str = "1.2.3.4", ends: bool = True, size: int | None = None) -> Any:
        """Send a body in chunks, perhaps without an end. Return the status and the key of the rejection."""
        events = [{"type": "http.request", "body": chunk, "more_body": True} for chunk in chunks]
        if ends:
            events.append({"type": "http.request"})
        sent: list[Any] = []

        async def receive() -> Any:
            return events.pop(0) if events else await asyncio.Event().wait()

        async def send(event: Any) -> None:
            sent.append(event)

        headers = [] if size is None else [(b"content-length", str(size).encode())]
        scope = {"type": "http", "method": "POST", "path": path, "client": (address, 1), "headers": headers}
        await self.app(scope, receive, send)
        return sent[0]["status"], json.loads(sent[1]["body"]).get("key")


@pytest.mark.parametrize(
    ("path", "most"),
    [("/api/tables/ABCDE/join", 100), ("/api/tables", 1000), ("/api/replay", 1000), ("/api/games/qwixx/options", 1000)],
)
def test_only_uploads_may_be_large(path: str, most: int) -> None:
    async def run() -> None:
        exchange = Exchange()
        assert await exchange.post(path, b"x" * (most - 1), b"y") == (200, None)
        assert exchange.bodies == [b"x" * (most - 1) + b"y"]
        assert await exchange.post(path, b"x" * most, b"y") == (413, "protocol.too-large")
        assert await exchange.post(path, b"x" * 5000, size=5000) == (413, "protocol.too-large")
        assert exchange.memory.held == 0

    asyncio.run(run())


def test_a_body_that_comes_too_slowly_is_dropped() -> None:
    async def run() -> None:
        exchange = Exchange(Limits(body_seconds=0.01))
        assert await exchange.post("/api/tables", b"{", ends=False) == (408, "protocol.too-slow")
        assert exchange.memory.held == 0
        assert not exchange.bodies

    asyncio.run(run())


def test_unfinished_bodies_hold_a_bounded_amount_of_memory() -> None:
    """The memory is limited in total, and for each address, so that one address cannot use up all of it."""

    async def run() -> None:
        exchange = Exchange()

        async def begin(address: str) -> None:
            task = asyncio.ensure_future(exchange.post("/api/tables", b"x" * 700, address=address, ends=False))
            unfinished.append(task)
            await asyncio.sleep(0)

        unfinished: list[asyncio.Future[Any]] = []
        for _ in range(3):
            await begin("1.2.3.4")
        assert exchange.memory.held == 1400
        assert await exchange.post("/api/tables", b"x" * 700) == (503, "protocol.no-memory")
        assert await exchange.post("/api/tables", b"x" * 700, address="5.6.7.8") == (200, None)
        for n in range(10):
            await begin(f"9.9.9.{n}")
        assert exchange.memory.held == 2800
        for task in unfinished:
            task.cancel()
        await asyncio.gather(*unfinished, return_exceptions=True)
        assert exchange.memory.held == 0

    asyncio.run(run())


def test_only_a_few_rejected_bodies_are_read_to_their_end() -> None:
    """Clients must read why they are rejected, but a flood of bodies must cost little."""

    async def run() -> None:
        exchange = Exchange()
        for _ in range(5):
            assert await exchange.post("/api/tables", b"x" * 5000, size=5000) == (413, "protocol.too-large")
        assert await exchange.post("/api/tables", size=5000, ends=False) == (413, "protocol.too-large")

    asyncio.run(run())
