"""Configure Uvicorn, and limit the number of open connections, how long they stay idle, and how much they send."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from uvicorn import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import DATA_OPCODES, Frame, Opcode
from websockets.protocol import State

from trapezi.server.limits import Limits, RateLimiter, TokenBucket
from trapezi.server.security_headers import AsgiApp
from trapezi.server.trusted_proxies_and_origins import Trust, in_networks, rate_limit_key
from trapezi.server.websocket import SEND_EXTENSION

MAX_WAIT = 10.0  # If an address opens many connections at once, each waits at most this many seconds for its turn.
PIECE = 1024  # This many bytes are parsed at once, so that a flood of tiny frames is noticed after about a millisecond.
TEXT_FRAME = 0x81  # A WebSocket text message in a single frame begins with this byte.
ABORT_SECONDS = 3.0  # The connection of a WebSocket that has ended is aborted after this many seconds.


class ConnectionCounter:
    """Count open connections, in total and by address, and close old connections if there are too many.

    If there is no room for a new connection, the oldest connection without a valid token is aborted. If all have valid
    tokens, the oldest connection of the token with the most connections is aborted. So a person at a table can connect
    even if others at the same address have opened a thousand connections.

    Connections from a trusted proxy count only in total, because they belong to many clients. The WebSockets of these clients
    are limited in `open_websockets.py`.
    """

    def __init__(self, limits: Limits, trust: Trust, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits = limits
        self.trust = trust
        self._arrivals = RateLimiter(limits.arrivals, clock=clock)
        self._keys: dict[asyncio.Transport, str] = {}
        # By address: its connections from the oldest to the newest, each with the hash of its token or "".
        self._by_key: dict[str, dict[asyncio.Transport, str]] = {}

    def __len__(self) -> int:
        return len(self._keys)

    def add_and_return_delay(self, transport: asyncio.Transport) -> float | None:
        """Count a new connection.

        Return for how many seconds the connection must wait, or None if it must be closed because its address opens too many.
        """
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if peer else ""
        key = "" if in_networks(address, self.trust.proxies) else rate_limit_key(address)
        wait = self._arrivals.reserve(key, MAX_WAIT) if key else 0.0
        if wait is None:
            return None
        if key and len(self._by_key.get(key, ())) >= self.limits.connections:
            self._abort_one(key)
        elif len(self) >= self.limits.all_connections:
            self._abort_one(max(self._by_key, key=lambda each: len(self._by_key[each])))
        self._keys[transport] = key
        self._by_key.setdefault(key, {})[transport] = ""
        return wait

    def record_token(self, transport: asyncio.Transport, token_hash: str) -> None:
        """Record that a connection has presented a valid token."""
        key = self._keys.get(transport)
        if key is not None:
            self._by_key[key][transport] = token_hash

    def remove(self, transport: asyncio.Transport) -> None:
        key = self._keys.pop(transport, None)
        if key is not None:
            del self._by_key[key][transport]
            if not self._by_key[key]:
                del self._by_key[key]

    def _abort_one(self, key: str) -> None:
        """Abort one connection of an address."""
        counts = Counter(self._by_key[key].values())
        token = "" if "" in counts else counts.most_common(1)[0][0]
        victim = next(transport for transport, each in self._by_key[key].items() if each == token)
        self.remove(victim)
        victim.abort()


class ServerConfig(Config):
    """The settings of Uvicorn for this application."""

    def __init__(self, app: AsgiApp, limits: Limits, trust: Trust, tls: tuple[Path, Path] | None = None) -> None:
        super().__init__(
            app,
            http=HttpProtocol,
            ws=WebSocketProtocol,
            ws_max_size=limits.frame_bytes,
            ws_per_message_deflate=False,  # Messages are so small that compression would cost more than it saves.
            ws_ping_interval=None,  # Browsers send heartbeats, so the server need not.
            access_log=False,
            log_config=None,
            log_level="warning",
            server_header=False,
            proxy_headers=bool(trust.proxies),
            forwarded_allow_ips=[str(network) for network in trust.proxies],
            timeout_graceful_shutdown=3,
            ssl_certfile=str(tls[0]) if tls else None,
            ssl_keyfile=str(tls[1]) if tls else None,
        )
        self.limits = limits
        self.open_connections = ConnectionCounter(limits, trust)


class HttpProtocol(H11Protocol):
    """The protocol of HTTP connections. It aborts a connection on which no request begins for `request_seconds`."""

    config: ServerConfig
    _timer: asyncio.TimerHandle | None = None
    _early: bytes | None = None  # The bytes that were received while the connection was waiting for its turn.
    _last_cycle: Any = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        wait = self.config.open_connections.add_and_return_delay(transport)
        if wait is None:
            transport.abort()
            return
        self._start_timer()
        if wait:
            self._early = b""
            self.loop.call_later(wait, self._take_turn)

    def data_received(self, data: bytes) -> None:
        """Handle received bytes, or keep them while the connection is waiting for its turn."""
        if self._early is None:
            super().data_received(data)
        else:
            self.transport.pause_reading()  # With uvloop, this has no effect before the first bytes are received.
            self._early += data

    def _take_turn(self) -> None:
        early, self._early = self._early, None
        if early and not self.transport.is_closing():
            self.transport.resume_reading()
            self.data_received(early)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.config.open_connections.remove(self.transport)
        if self._timer is not None:
            self._timer.cancel()

    def _start_timer(self) -> None:
        self._timer = self.loop.call_later(self.config.limits.request_seconds, self._check_progress)

    def _check_progress(self) -> None:
        if self.transport.get_protocol() is not self:  # The connection has become a WebSocket.
            return
        if self.cycle is self._last_cycle:
            self.transport.abort()
        else:
            self._last_cycle = self.cycle
            self._start_timer()


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """The protocol of WebSockets. It counts every byte and frame, and aborts connections whose clients never read.

    Received bytes are parsed in small pieces, and only after the application has received all earlier messages. Bytes,
    control frames and fragments are counted here, from the handshake on. Messages are counted where they are handled
    (`websocket.py`).

    This class also sends messages without ASGI, because a table sends every move to all of its clients, and ASGI would
    need a task for each client.
    """

    config: ServerConfig

    def __init__(self, config: ServerConfig, *arguments: Any, **named: Any) -> None:
        super().__init__(config, *arguments, **named)
        limits = config.limits
        self._unparsed = bytearray()
        self._fragments = 0  # How many fragments of the current message were received.
        self._bytes = TokenBucket(*limits.received_bytes)
        self._control_frames = TokenBucket(*limits.control_frames)

    def data_received(self, data: bytes) -> None:
        """Parse received bytes, or keep them until the application has received all earlier messages."""
        if not self._bytes.try_to_take(len(data)):
            self._abort()
            return
        self._unparsed += data
        self._parse()

    def _parse(self) -> None:
        while self._unparsed and not self.read_paused and not self.transport.is_closing():
            piece = bytes(self._unparsed[:PIECE])
            del self._unparsed[:PIECE]
            super().data_received(piece)

    def handle_events(self) -> None:
        """Handle frames, unless the client has sent too many."""
        for event in self.conn.events:
            if isinstance(event, Frame) and not self._is_within_limits(event):
                self._abort()
                return
        super().handle_events()

    def _is_within_limits(self, frame: Frame) -> bool:
        if frame.opcode not in DATA_OPCODES:
            return self._control_frames.try_to_take()
        self._fragments = self._fragments + 1 if frame.opcode is Opcode.CONT else 1
        return self._fragments <= self.config.limits.fragments

    def _abort(self) -> None:
        """Abort the connection without an answer, because a flood deserves no effort."""
        self._unparsed.clear()
        self.conn.events.clear()
        self.transport.abort()

    async def receive(self) -> Any:
        """Return the next event for the application, and parse bytes that had to wait for it (see `data_received`)."""
        message = await super().receive()
        self._parse()
        return message

    async def run_asgi(self) -> None:
        functions: dict[object, object] = {"send": self.send_and_return_backlog, "record_token": self.record_token}
        self.scope["extensions"] = {**(self.scope["extensions"] or {}), SEND_EXTENSION: functions}
        try:
            await super().run_asgi()
        finally:
            self.scope["extensions"] = {}  # Otherwise the scope and this protocol would refer to each other.
            self.loop.call_later(ABORT_SECONDS, self.transport.abort)

    def record_token(self, token_hash: str) -> None:
        """Record that the client has presented a valid token."""
        self.config.open_connections.record_token(self.transport, token_hash)

    def send_and_return_backlog(self, *messages: bytes) -> int:
        """Send text messages at once. Return how many bytes are waiting to be sent because the client has not read them."""
        if self.close_sent or self.transport.is_closing() or self.conn.state is not State.OPEN:
            return 0
        self.transport.write(b"".join([part for message in messages for part in (frame_header(len(message)), message)]))
        return self.transport.get_write_buffer_size()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.config.open_connections.remove(self.transport)


def frame_header(size: int) -> bytes:
    """Return the header of a WebSocket text frame from a server, whose payload has `size` bytes and is not masked.

    >>> frame_header(5), frame_header(200)
    (b'\\x81\\x05', b'\\x81~\\x00\\xc8')
    """
    if size < 126:
        return bytes((TEXT_FRAME, size))
    return b"%c~%b" % (TEXT_FRAME, size.to_bytes(2)) if size < 1 << 16 else b"%c\x7f%b" % (TEXT_FRAME, size.to_bytes(8))
