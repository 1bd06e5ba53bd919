"""Receive the messages of a browser's WebSocket within limits, pass them to its table, and send the table's messages."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from trapezi import protocol
from trapezi.core.errors import TrapeziError
from trapezi.protocol import commands as c
from trapezi.protocol import messages as s
from trapezi.server.context import SUBPROTOCOL, ServerContext, connection_key
from trapezi.server.limits import TokenBucket
from trapezi.server.trusted_proxies_and_origins import is_valid_host
from trapezi.tables.errors import Rejected
from trapezi.tables.people_and_seats import Presence

log = logging.getLogger("trapezi.server")

AnySocket = WebSocket[Any, Any, Any]

# With these codes, the server says why it closes a connection.
NORMAL = 1000
POLICY = 1008  # The client violated a rule of the protocol or a limit.
SILENT = 4408  # The client sent nothing for too long.
SLOW = 4409  # The client reads too slowly.
CROWDED = 4429  # There are too many connections, so the oldest is closed.

PONG = protocol.write(s.Pong())
CLOSE_SECONDS = 3.0  # Before a connection is closed, the client has this many seconds to read unsent messages.
MAX_FAULTS = 200  # A connection is closed after this many messages that are malformed, too large or too fast.
FREE_BACKLOG = 32_768  # Up to this many unsent bytes of a connection are not counted in the memory budget.
MISSED_BEATS = 2.5  # A connection is closed when nothing was received for this many heartbeats.
SEND_EXTENSION = "trapezi.send"  # Under this extension of the ASGI scope, `WebSocketProtocol` offers its own functions.


class Connection:
    """The WebSocket of one browser. It is a `Listener` of its table."""

    def __init__(self, socket: AnySocket, context: ServerContext) -> None:
        self.socket = socket
        self.context = context
        self.person: str | None = None
        self.presence: Presence = "away"
        self.device = ""
        self.code: str | None = None
        self._bucket = TokenBucket(*context.limits.messages)
        self._faults = 0
        self._held = 0  # How many bytes of this connection the memory budget counts.
        self._loop = asyncio.get_running_loop()
        self._closing: asyncio.Future[int] = self._loop.create_future()  # Its result is the code of the close.
        extensions: Any = socket.scope["extensions"]
        self._send: Callable[..., int] = extensions[SEND_EXTENSION]["send"]
        self._record_token: Callable[[str], None] = extensions[SEND_EXTENSION]["record_token"]
        self._handling = False  # Whether a message is being handled.
        self._received = self._loop.time()  # The time when the last message was received.
        self._timer: asyncio.TimerHandle | None = None

    async def run(self) -> None:
        """Serve the connection until the browser or the server closes it."""
        self._check_silence()
        reader = asyncio.ensure_future(self._read())
        try:
            code = await self._closing
            with contextlib.suppress(TimeoutError, WebSocketDisconnect, OSError):
                async with asyncio.timeout(CLOSE_SECONDS):
                    await self.socket.close(code=code)
        finally:
            self._close(NORMAL)
            self._hold(0)
            if not self._handling:  # A command that was received is carried out to its end.
                reader.cancel()
            await asyncio.gather(reader, return_exceptions=True)
            if self.code is not None:
                self.context.registry.disconnect(self, self.code)

    def _close(self, code: int) -> None:
        if not self._closing.done():
            self._closing.set_result(code)
        if self._timer is not None:
            self._timer.cancel()

    def close_to_make_room(self) -> None:
        """Close the connection, because there are too many."""
        self._close(CROWDED)

    def _check_silence(self) -> None:
        """Close the connection if nothing was received for too long."""
        hello, silence = self.context.limits.hello_seconds, MISSED_BEATS * self.context.registry.settings.heartbeat
        left = self._received + (hello if self.code is None else silence) - self._loop.time()
        if left > 0 or self._handling:
            self._timer = self._loop.call_later(max(0.1, min(left, hello, silence)), self._check_silence)
        else:
            self._close(SILENT)

    def send(self, *messages: bytes) -> None:
        """Send messages without waiting. Close the connection if the client reads too slowly. It can connect again."""
        if not self._closing.done():
            backlog = self._send(*messages)
            if backlog > self.context.limits.outbox_bytes or not self._hold(backlog):
                self._close(SLOW)

    def _hold(self, backlog: int) -> bool:
        """Count the unsent bytes in the memory budget if there are many.

        Return False if the clients of all connections together occupy too much memory.
        """
        memory, size = self.context.memory, backlog if backlog > FREE_BACKLOG else 0
        if size > self._held and not memory.try_to_take("", size - self._held):
            return False
        if size < self._held:
            memory.release("", self._held - size)
        self._held = size
        return True

    # -- receiving -----------------------------------------------------------------------------------------------------

    async def _read(self) -> None:
        """Handle received messages one after another. No further bytes are read while a message is being handled."""
        try:
            while not self._closing.done():
                event = await self.socket.receive()
                if event["type"] != "websocket.receive":
                    break
                self._handling, self._received = True, self._loop.time()
                text = event.get("text")
                data = text.encode() if text is not None else event.get("bytes") or b""
                if not await self._handle(data):
                    self._close(POLICY)
                self._handling = False
        finally:
            self._handling = False
            self._close(NORMAL)

    async def _handle(self, data: bytes) -> bool:
        """Handle one received message. Return False if the client has sent too many faulty messages."""
        if not self._bucket.try_to_take():
            return self._reject_faulty("protocol.too-fast")
        if len(data) > self.context.limits.message_bytes:
            return self._reject_faulty("protocol.too-large", most=self.context.limits.message_bytes)
        try:
            message = protocol.read(data)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            return self._reject_faulty("protocol.malformed", why=str(error)[:120])
        command_id = getattr(message, "id", None)
        registry = self.context.registry
        try:
            match message:
                case c.Ping():
                    self.send(PONG)
                case c.Hello():
                    await self._hello(message)
                case _ if self.code is None:
                    raise Rejected("protocol.hello-first")
                case c.Why():
                    self.send(protocol.write(await registry.why(self, self.code, message)))
                case c.AskHint():
                    await registry.ask_hint(self, self.code, message, connection_key(self.socket))
                case c.SetPresence():
                    await registry.set_presence(self, self.code, message.presence)
                case c.SetSpeed():
                    await registry.set_speed(self, self.code, message.speed)
                case _:
                    start = time.perf_counter()
                    await registry.execute(self, self.code, message)
                    if isinstance(message, c.Act):
                        self.context.metrics.move_latency.observe(time.perf_counter() - start)
        except TrapeziError as error:
            if error.reason.key == "table.unknown":
                self.context.record_unknown_code(self.socket)
            self._reject(command_id, error.reason.key, dict(error.reason.params))
        except Exception:
            log.exception("message failed", extra={"table": self.code})
            self._reject(command_id, "protocol.failed", {})
        return True

    def _reject_faulty(self, key: str, **params: Any) -> bool:
        """Send a rejection for a faulty message. Return False if the client has sent too many faulty messages."""
        self._faults += 1
        self._reject(None, key, params)
        return self._faults < MAX_FAULTS

    def _reject(self, command_id: str | None, key: str, params: dict[str, Any]) -> None:
        self.context.metrics.count_rejection(key)
        self.send(protocol.write(s.Rejection(command_id, key, params)))

    async def _hello(self, message: c.Hello) -> None:
        await self.context.check_guessing(self.socket, message.table, message.token, message.key)
        if message.protocol not in (None, protocol.VERSION):
            raise Rejected("protocol.other-version")
        if self.code is not None:
            self.context.registry.disconnect(self, self.code)
            self.code = self.person = None
        self.code = await self.context.registry.hello(self, message)
        if message.token is not None:  # The token is valid, because the table has accepted the hello.
            self.context.sockets.record_token(self, self.device)
            self._record_token(self.device)
        if message.seq is not None:
            self.context.metrics.reconnections.inc()


@websocket("/ws")
async def websocket_handler(socket: AnySocket) -> None:
    """Accept the WebSocket of a browser and serve it. Reject pages of other sites and clients that open too many."""
    context: ServerContext = socket.app.state.context
    host, offers = socket.headers.get("host"), socket.headers.get("sec-websocket-protocol", "")
    try:
        if not is_valid_host(host) or not context.trust.is_same_origin(socket.headers.get("origin"), host):
            raise Rejected("protocol.foreign-page")
        await context.check_handshake_rate(socket)
    except Rejected as error:
        context.metrics.count_rejection(error.reason.key)
        await socket.close(code=POLICY)
        return
    connection = Connection(socket, context)
    context.sockets.add_stranger(connection, connection_key(socket))
    try:
        await socket.accept(subprotocols=SUBPROTOCOL if offers.startswith(SUBPROTOCOL) else None)
        await connection.run()
    finally:
        context.sockets.on_closed(connection)
