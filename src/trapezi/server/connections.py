"""Uvicorn's settings, and its protocols with limits on how many connections are open and for how long."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from typing import Any

from uvicorn import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from trapezi.server.limits import Limits
from trapezi.server.proxies import Trust, in_networks, rate_limit_key
from trapezi.server.security import AsgiApp
from trapezi.server.websocket import SEND_EXTENSION

ABORT_SECONDS = 3.0  # after a WebSocket has ended, its connection is aborted after this time, even if the client does not read


class ConnectionCounter:
    """Count open connections, in total and per address.

    Connections from a trusted proxy count only in total: they belong to many clients, whose WebSockets are counted elsewhere.
    """

    def __init__(self, limits: Limits, trust: Trust) -> None:
        self.limits = limits
        self.trust = trust
        self._keys: dict[asyncio.BaseTransport, str] = {}
        self._by_key: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._keys)

    def add(self, transport: asyncio.BaseTransport) -> bool:
        """Count a new connection; return False if there are too many."""
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if peer else ""
        key = "" if in_networks(address, self.trust.proxies) else rate_limit_key(address)
        if len(self) >= self.limits.all_connections or (key and self._by_key[key] >= self.limits.connections):
            return False
        self._keys[transport] = key
        self._by_key[key] += 1
        return True

    def remove(self, transport: asyncio.BaseTransport) -> None:
        key = self._keys.pop(transport, None)
        if key is not None:
            self._by_key[key] -= 1
            if not self._by_key[key]:
                del self._by_key[key]


class ServerConfig(Config):
    """Uvicorn's settings for this application."""

    def __init__(self, app: AsgiApp, limits: Limits, trust: Trust, tls: tuple[Path, Path] | None = None) -> None:
        super().__init__(
            app,
            http=HttpProtocol,
            ws=WebSocketProtocol,
            ws_max_size=limits.frame_bytes,
            ws_per_message_deflate=False,  # costs more time and memory per connection than it saves
            ws_ping_interval=None,  # browsers send heartbeats themselves
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
    """Abort connections that begin no request for `request_seconds`, so that unfinished requests cannot hold them open."""

    config: ServerConfig
    _timer: asyncio.TimerHandle | None = None
    _last_cycle: Any = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self.config.open_connections.add(transport):
            self._start_timer()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.config.open_connections.remove(self.transport)
        if self._timer is not None:
            self._timer.cancel()

    def _start_timer(self) -> None:
        self._timer = self.loop.call_later(self.config.limits.request_seconds, self._check_progress)

    def _check_progress(self) -> None:
        if self.transport.get_protocol() is not self:  # it has become a WebSocket
            return
        if self.cycle is self._last_cycle:
            self.transport.abort()
        else:
            self._last_cycle = self.cycle
            self._start_timer()


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """Let the application send without waiting, and abort connections whose clients never read.

    A table sends every move to all of its clients. ASGI's `send` would need a task for each of them.
    """

    config: ServerConfig

    async def run_asgi(self) -> None:
        self.scope["extensions"] = {**(self.scope["extensions"] or {}), SEND_EXTENSION: {"send": self.send_and_return_backlog}}
        try:
            await super().run_asgi()
        finally:
            self.scope["extensions"] = {}  # breaks the reference cycle
            self.loop.call_later(ABORT_SECONDS, self.transport.abort)

    def send_and_return_backlog(self, *messages: bytes) -> int:
        """Send text messages at once; return how many bytes wait until the client reads."""
        if self.close_sent or self.transport.is_closing() or self.conn.state is not State.OPEN:
            return 0
        for message in messages:
            self.conn.send_text(message)
        self.transport.write(b"".join(self.conn.data_to_send()))
        return self.transport.get_write_buffer_size()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.config.open_connections.remove(self.transport)
