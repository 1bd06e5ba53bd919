"""The WebSocket: reads messages within limits, hands them to the house, and sends what the house says."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol

import msgspec
from litestar import WebSocket, websocket

from trapezi import protocol
from trapezi.core.errors import TrapeziError
from trapezi.protocol import commands as c
from trapezi.protocol import messages as s
from trapezi.server.limits import Credits
from trapezi.server.proxies import proper
from trapezi.server.uvicorn_server import Server, address
from trapezi.tables.errors import Rejected
from trapezi.tables.people import Presence

log = logging.getLogger("trapezi.server")

Socket = WebSocket[Any, Any, Any]

POLICY = 1008  # why a connection is closed: it broke a rule
SILENT = 4408
SLOW = 4409
PONG = protocol.write(s.Pong())
LINE = "trapezi.line"  # an extension of the scope: the wire itself
AHEAD = 8  # messages that wait for an answer, then no more is read
FAREWELL = 3.0  # seconds to take note that the connection is closed
PATIENCE = 200  # messages too fast or unreadable, then the connection ends


class Line(Protocol):
    """The wire under a connection."""

    hear: Callable[[bytes], None] | None  # gets each message as it comes
    read_paused: bool

    def translate(self, *messages: bytes) -> int:
        """Sends texts at once; how many bytes wait for the reader now."""

    def pause(self) -> None:
        """Reads no more, until `resume`."""

    def resume(self) -> None: ...

    def cut(self) -> None:
        """Ends it, whatever still waits to be sent."""


class Connection:
    """One browser's connection."""

    def __init__(self, socket: Socket, server: Server) -> None:
        self.socket = socket
        self.server = server
        self.line = line(socket)
        self.person: str | None = None
        self.presence: Presence = "away"
        self.device = ""
        self.code: str | None = None
        self._credits = Credits(*server.limits.messages)
        self._faults = 0
        self._loop = asyncio.get_running_loop()
        self._over: asyncio.Future[int] = self._loop.create_future()  # the code to close with
        self._inbox: deque[bytes] = deque()
        self._busy: asyncio.Task[None] | None = None  # answers what is in it
        self._heard = self._loop.time()
        self._watch: asyncio.TimerHandle | None = None

    def send(self, *messages: bytes) -> None:
        """Does not wait; who reads too slowly is let go, and comes back to a fresh view."""
        if not self._over.done() and self.line.translate(*messages) > self.server.limits.outbox_bytes:
            self._end(SLOW)

    # -- the life of it ------------------------------------------------------------------------------------------------

    async def run(self) -> int:
        """Until the browser goes away or breaks a rule; the code to close with."""
        self.line.hear = self._hear
        self._look()
        leaving = asyncio.ensure_future(self._leave())
        try:
            return await self._over
        finally:
            self._end(1000)
            self.line.hear = None
            leaving.cancel()
            await asyncio.gather(leaving, return_exceptions=True)
            if self._busy is not None:  # what was begun is finished, though nobody hears the answer
                await asyncio.gather(self._busy, return_exceptions=True)
            if self.code is not None:
                self.server.house.disconnect(self, self.code)

    def _end(self, code: int) -> None:
        if not self._over.done():
            self._over.set_result(code)
        if self._watch is not None:
            self._watch.cancel()

    async def _leave(self) -> None:
        while (event := await self.socket.receive())["type"] == "websocket.receive":  # it came before anybody listened
            self._hear((event.get("text") or "").encode() or event.get("bytes") or b"")
        self._end(1000)

    def _look(self) -> None:
        """Ends it when nothing was heard for too long."""
        greeted, silent = self.server.limits.hello_seconds, 2.5 * self.server.house.settings.heartbeat
        left = self._heard + (greeted if self.code is None else silent) - self._loop.time()
        if left > 0:
            self._watch = self._loop.call_later(min(left, greeted, silent), self._look)
        else:
            self._end(SILENT)

    # -- receiving -----------------------------------------------------------------------------------------------------

    def _hear(self, data: bytes) -> None:
        """Messages are answered one after the other; who sends faster than that waits."""
        self._heard = self._loop.time()
        self._inbox.append(data)
        if len(self._inbox) > AHEAD:
            self.line.pause()
        if self._busy is None:
            self._busy = self._loop.create_task(self._work())

    async def _work(self) -> None:
        while self._inbox and not self._over.done():
            if not await self._take(self._inbox.popleft()):
                self._end(POLICY)
        self._busy = None
        self.line.resume()

    async def _take(self, data: bytes) -> bool:
        """One message; False if there were too many bad ones."""
        if not self._credits.take():
            return self._refuse(None, "protocol.too-fast")
        if len(data) > self.server.limits.message_bytes:
            return self._refuse(None, "protocol.too-large", most=self.server.limits.message_bytes)
        try:
            message = protocol.read(data)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            return self._refuse(None, "protocol.malformed", why=str(error)[:120])
        wish = getattr(message, "id", None)
        try:
            await self._answer(message)
        except TrapeziError as error:
            if error.reason.key == "table.unknown":
                self.server.missed(self.socket)
            self.server.metrics.refusals[error.reason.key] += 1
            self.send(protocol.write(s.Rejection(wish, error.reason.key, dict(error.reason.params))))
        except Exception:
            log.exception("a message was not answered", extra={"table": self.code})
            self.send(protocol.write(s.Rejection(wish, "protocol.failed", {})))
        return True

    def _refuse(self, wish: str | None, key: str, **params: Any) -> bool:
        self._faults += 1
        self.server.metrics.refusals[key] += 1
        self.send(protocol.write(s.Rejection(wish, key, params)))
        return self._faults < PATIENCE

    async def _answer(self, message: protocol.ClientMessage) -> None:
        house = self.server.house
        match message:
            case c.Ping():
                self.send(PONG)
            case c.Hello():
                if self.server.guessing(self.socket):
                    raise Rejected("protocol.too-fast")
                if message.protocol not in (None, protocol.VERSION):
                    raise Rejected("protocol.other-version")
                if self.code is not None:
                    house.disconnect(self, self.code)
                    self.code = self.person = None
                self.code = await house.hello(self, message)
                self.server.metrics.resyncs += message.seq is not None
            case _ if self.code is None:
                raise Rejected("protocol.hello-first")
            case c.Why():
                self.send(protocol.write(await house.why(self, self.code, message)))
            case c.SetPresence():
                await house.set_presence(self, self.code, message.presence)
            case _:
                came = time.perf_counter()
                await house.execute(self, self.code, message)
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
        server.metrics.refusals["protocol.too-fast" if crowded else "protocol.foreign-page"] += 1
        await socket.close(code=POLICY)
        return
    server.sockets[where] += 1
    try:
        await socket.accept()
        connection = Connection(socket, server)
        code = await connection.run()
        asyncio.get_running_loop().call_later(FAREWELL, connection.line.cut)  # who does not read does not hear that it is closed
        with contextlib.suppress(Exception):
            await socket.close(code=code)
    finally:
        server.sockets[where] -= 1
        if server.sockets[where] <= 0:
            del server.sockets[where]


def line(socket: Socket) -> Line:
    """What the door has put under it."""
    extensions: Any = socket.scope["extensions"]
    return extensions[LINE]["line"]  # type: ignore[no-any-return]
