"""The WebSocket: reads messages within limits, hands them to the house, and sends what the house says."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from typing import Any

import msgspec
from litestar import WebSocket, websocket

from trapezi import wire
from trapezi.law.errors import LawError
from trapezi.table.refused import Refused
from trapezi.web.limits import Credits
from trapezi.web.server import Server, address
from trapezi.web.trust import proper
from trapezi.wire import client as c
from trapezi.wire import server as s
from trapezi.wire.parts import Being

log = logging.getLogger("trapezi.web")

Socket = WebSocket[Any, Any, Any]

POLICY = 1008  # why a connection is closed: it broke a rule
SILENT = 4408
SLOW = 4409
PONG = wire.write(s.Pong())
CUT = "trapezi.cut"  # an extension of the scope: ends the connection, whatever still waits to be sent
FAREWELL = 3.0  # seconds to take note that the connection is closed
PATIENCE = 200  # messages too fast or unreadable, then the connection ends


class Connection:
    """One browser's connection."""

    def __init__(self, socket: Socket, server: Server) -> None:
        self.socket = socket
        self.server = server
        self.person: str | None = None
        self.being: Being = "away"
        self.device = ""
        self.code: str | None = None
        self._credits = Credits(*server.limits.messages)
        self._faults = 0
        self._outbox: asyncio.Queue[bytes] = asyncio.Queue()
        self._waiting = 0  # bytes in it
        self._slow = asyncio.Event()
        self._busy: asyncio.Task[None] | None = None  # the message being answered

    def send(self, message: bytes) -> None:
        """Does not wait; who reads too slowly is let go, and comes back to a fresh view."""
        if self._waiting > self.server.limits.outbox_bytes:
            self._slow.set()
        else:
            self._waiting += len(message)
            self._outbox.put_nowait(message)

    # -- sending -------------------------------------------------------------------------------------------------------

    async def _write(self) -> None:
        while True:
            message = await self._outbox.get()
            self._waiting -= len(message)
            await self.socket.send({"type": "websocket.send", "bytes": None, "text": message.decode()})

    # -- receiving -----------------------------------------------------------------------------------------------------

    async def run(self) -> int:
        """Until the browser goes away or breaks a rule; the code to close with."""
        writing = asyncio.ensure_future(self._write())
        reading = asyncio.ensure_future(self._read())
        slow = asyncio.ensure_future(self._slow.wait())
        try:
            done, _ = await asyncio.wait({writing, reading, slow}, return_when=asyncio.FIRST_COMPLETED)
            return SLOW if slow in done else reading.result() if reading in done else 1000
        finally:
            for task in (writing, reading, slow):
                task.cancel()
            await asyncio.gather(writing, reading, slow, return_exceptions=True)
            if self._busy is not None:  # what was begun is finished, though nobody hears the answer
                await asyncio.gather(self._busy, return_exceptions=True)
            if self.code is not None:
                self.server.house.bye(self, self.code)

    async def _read(self) -> int:
        limits, beat = self.server.limits, self.server.house.settings.beat
        while True:
            try:
                async with asyncio.timeout(limits.hello_seconds if self.code is None else 2.5 * beat):
                    event = await self.socket.receive()
            except TimeoutError:
                return SILENT
            if event["type"] != "websocket.receive":
                return 1000
            given = event.get("text") or event.get("bytes") or b""
            data = given.encode("utf-8", "surrogatepass") if isinstance(given, str) else given
            if not await self._take(data):
                return POLICY

    async def _take(self, data: bytes) -> bool:
        """One message; False if there were too many bad ones."""
        if not self._credits.take():
            return self._refuse(None, "wire.too-fast")
        if len(data) > self.server.limits.message_bytes:
            return self._refuse(None, "wire.too-large", most=self.server.limits.message_bytes)
        try:
            message = wire.read(data)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            return self._refuse(None, "wire.malformed", why=str(error)[:120])
        wish = getattr(message, "id", None)
        try:
            self._busy = asyncio.ensure_future(self._answer(message))
            await asyncio.shield(self._busy)
        except LawError as error:
            if error.reason.key == "table.unknown":
                self.server.missed(self.socket)
            self.server.metrics.refusals[error.reason.key] += 1
            self.send(wire.write(s.Refusal(wish, error.reason.key, dict(error.reason.params))))
        except Exception:
            log.exception("a message was not answered", extra={"table": self.code})
            self.send(wire.write(s.Refusal(wish, "wire.failed", {})))
        return True

    def _refuse(self, wish: str | None, key: str, **params: Any) -> bool:
        self._faults += 1
        self.server.metrics.refusals[key] += 1
        self.send(wire.write(s.Refusal(wish, key, params)))
        return self._faults < PATIENCE

    async def _answer(self, message: wire.ClientMessage) -> None:
        house = self.server.house
        match message:
            case c.Ping():
                self.send(PONG)
            case c.Hello():
                if self.server.guessing(self.socket):
                    raise Refused("wire.too-fast")
                if self.code is not None:
                    house.bye(self, self.code)
                    self.code = self.person = None
                self.code = await house.hello(self, message)
                self.server.metrics.resyncs += message.seq is not None
            case _ if self.code is None:
                raise Refused("wire.hello-first")
            case c.Why():
                self.send(wire.write(await house.why(self, self.code, message)))
            case c.Presence():
                await house.presence(self, self.code, message.being)
            case _:
                came = time.perf_counter()
                await house.wish(self, self.code, message)
                if isinstance(message, c.Act):
                    self.server.metrics.moved(time.perf_counter() - came)


@websocket("/ws")
async def ws(socket: Socket) -> None:
    """A browser at a table."""
    server: Server = socket.app.state.server
    where = address(socket)
    origin, host = socket.headers.get("origin"), socket.headers.get("host")
    crowded = server.sockets[where] >= server.limits.sockets
    if crowded or not proper(host) or not server.trust.same_origin(origin, host):
        server.metrics.refusals["wire.too-fast" if crowded else "wire.foreign-page"] += 1
        await socket.close(code=POLICY)
        return
    server.sockets[where] += 1
    try:
        await socket.accept()
        code = await Connection(socket, server).run()
        asyncio.get_running_loop().call_later(FAREWELL, cut(socket))
        with contextlib.suppress(Exception):
            await socket.close(code=code)
    finally:
        server.sockets[where] -= 1
        if server.sockets[where] <= 0:
            del server.sockets[where]


def cut(socket: Socket) -> Callable[[], None]:
    """Ends a connection for good; who does not read does not hear that it is closed either."""
    extensions: dict[str, Any] = socket.scope.get("extensions") or {}
    return extensions.get(CUT, {}).get("off", lambda: None)  # type: ignore[no-any-return]
