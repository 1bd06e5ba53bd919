"""Limits on connections, and what we rely on in uvicorn and websockets."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import json
from typing import Any

import pytest
import uvicorn
from tests.server.client import HANG
from tests.server.raw_socket import connect as connect_raw
from tests.server.raw_socket import is_closed
from tests.server.test_health import read_metrics
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.protocol import State
from websockets.server import ServerProtocol

from trapezi.server.connections import ConnectionCounter, HttpProtocol, ServerConfig, WebSocketProtocol
from trapezi.server.limits import Limits
from trapezi.server.proxies import Trust
from trapezi.server.websocket import SEND_EXTENSION

HALF_REQUEST = b"GET /api/games HTTP/1.1\r\nHost: local"
HANDSHAKE = (
    b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dHJhcGV6aSB0cmFwZXppIQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class FakeTransport(asyncio.Transport):
    """A transport that remembers what is written and what is done to it."""

    def __init__(self, peer: str = "127.0.0.1") -> None:
        super().__init__({"peername": (peer, 1), "sockname": ("127.0.0.1", 2)})
        self.protocol: Any = None
        self.written = b""
        self.aborted = self.paused = self.closing = False

    def write(self, data: Any) -> None:
        self.written += data

    def get_write_buffer_size(self) -> int:
        return len(self.written)

    def abort(self) -> None:
        self.aborted = True

    def close(self) -> None:
        self.closing = True

    def is_closing(self) -> bool:
        return self.closing

    def pause_reading(self) -> None:
        self.paused = True

    def resume_reading(self) -> None:
        self.paused = False

    def get_protocol(self) -> Any:
        return self.protocol

    def set_protocol(self, protocol: Any) -> None:
        self.protocol = protocol


def test_connections_from_a_trusted_proxy_count_only_in_total() -> None:
    counter = ConnectionCounter(Limits(connections=2, all_connections=5), Trust.parse(["10.0.0.1"]))
    peers = ("10.0.0.1", "10.0.0.1", "10.0.0.1", "2001:db8::1", "2001:db8::2", "2001:db8::3")
    transports = [FakeTransport(peer) for peer in peers]
    assert [counter.add(transport) for transport in transports] == [True] * 5 + [False]
    counter.remove(transports[0])
    assert not counter.add(transports[5]), "all addresses of an IPv6 network count as one"
    assert counter.add(transports[0])
    for transport in transports:
        counter.remove(transport)
    assert len(counter) == 0


def test_connections_and_websockets_per_address_are_limited(start_server: Any, clients: Any) -> None:
    server = start_server("limits=Limits(sockets=3, connections=12, **patient)")

    async def scenario() -> None:
        sockets = [clients() for _ in range(4)]
        for client in sockets:
            client.url = server.url
        for client in sockets[:3]:
            await client.open()
        with pytest.raises(InvalidHandshake):
            await sockets[3].open()
        for client in sockets[:3]:
            await client.close()
        connections = [connect_raw(server.port) for _ in range(12)]
        for connection in connections:
            with contextlib.suppress(ConnectionError):
                connection.sendall(HALF_REQUEST)
        assert await asyncio.to_thread(is_closed, connect_raw(server.port)), "the 13th connection is refused"
        for connection in connections:
            connection.close()

    clients.run(scenario())


def test_silent_connections_are_closed(start_server: Any, clients: Any) -> None:
    server = start_server("limits=Limits(request_seconds=0.3, hello_seconds=0.3)")

    async def scenario() -> None:
        silent = clients()
        silent.url = server.url
        await silent.open()
        with pytest.raises(ConnectionClosed):
            await silent.receive()
        silent.abort()
        connections = [connect_raw(server.port) for _ in range(12)]
        for connection in connections:
            with contextlib.suppress(ConnectionError):
                connection.sendall(HALF_REQUEST)
        assert all([await asyncio.to_thread(is_closed, connection) for connection in connections])

    clients.run(scenario())


def test_a_client_that_does_not_read_is_disconnected_and_play_continues(start_server: Any, clients: Any) -> None:
    server = start_server("limits=Limits(messages=(5000, 5000), outbox_bytes=50_000, **patient)")

    async def scenario() -> None:
        ada, mallory = clients(seed=1), clients()
        ada.url = mallory.url = server.url
        await ada.create("silver_gold", 2, fill="chance", start=True)
        await ada.hello()
        url = server.url.replace("http", "ws") + "/ws"
        mallory.socket = await connect(url, origin=server.url, max_queue=1, write_limit=2**24, ping_interval=None)
        hello = json.dumps({"t": "hello", "table": ada.code})
        with contextlib.suppress(ConnectionClosed):
            for _ in range(600):
                await asyncio.wait_for(mallory.socket.send(hello), HANG)
        mallory.socket.transport.pause_reading()
        while read_metrics(server.url)["trapezi_open_websockets"] > 1:
            await ada.play(1)
        assert ada.table["phase"] in ("playing", "finished")
        mallory.abort()

    clients.run(scenario())


# -- what uvicorn and websockets must provide --------------------------------------------------------------------------


async def until(condition: Any) -> None:
    """Let the event loop run until a condition holds."""
    async with asyncio.timeout(HANG):
        while not condition():
            await asyncio.sleep(0)


def config_for(app: Any, **limits: Any) -> ServerConfig:
    config = ServerConfig(app, Limits(**limits), Trust())
    config.load()
    return config


def test_uvicorn_has_every_setting_method_and_attribute_that_we_use() -> None:
    settings = inspect.signature(uvicorn.Config.__init__).parameters
    used = inspect.getsource(ServerConfig.__init__)
    for name in ("http", "ws", "ws_max_size", "ws_per_message_deflate", "ws_ping_interval", "proxy_headers", "server_header",
                 "forwarded_allow_ips", "timeout_graceful_shutdown", "ssl_certfile", "ssl_keyfile"):  # fmt: skip
        assert name in settings
        assert name in used
    for kind, names in (
        (H11Protocol, ("connection_made", "connection_lost")),
        (WebSocketsSansIOProtocol, ("run_asgi", "connection_lost", "data_received", "pause_writing", "resume_writing")),
        (ServerProtocol, ("send_text", "data_to_send", "send_close")),
    ):
        assert all(callable(getattr(kind, name)) for name in names)
    assert inspect.iscoroutinefunction(WebSocketsSansIOProtocol.run_asgi)
    assert State.OPEN in State


def test_http_connections_are_counted_and_aborted_when_no_request_begins() -> None:
    async def scenario() -> None:
        async def app(scope: Any, receive: Any, send: Any) -> None:
            raise AssertionError("no request")

        config = config_for(app, all_connections=1, request_seconds=0.001)
        first, second = FakeTransport(), FakeTransport()
        for transport in (first, second):
            transport.protocol = HttpProtocol(config, ServerState(), {}, asyncio.get_running_loop())
            transport.protocol.connection_made(transport)
        assert second.aborted, "one connection is the limit"
        assert first.protocol.cycle is None, "no request has begun"
        await until(lambda: first.aborted)
        first.protocol.connection_lost(None)
        assert len(config.open_connections) == 0

    asyncio.run(scenario())


def test_a_websocket_sends_at_once_reads_message_by_message_and_is_aborted(monkeypatch: Any) -> None:
    monkeypatch.setattr("trapezi.server.connections.ABORT_SECONDS", 0)

    async def scenario() -> None:
        received: list[str] = []
        go_on = asyncio.Event()

        async def app(scope: Any, receive: Any, send: Any) -> None:
            assert (await receive())["type"] == "websocket.connect"
            await send({"type": "websocket.accept"})
            assert scope["extensions"][SEND_EXTENSION]["send"](b"at once", b"both") == len(transport.written)
            await go_on.wait()
            while (event := await receive())["type"] == "websocket.receive":
                received.append(event["text"])

        config, transport = config_for(app), FakeTransport()
        protocol = WebSocketProtocol(config, ServerState(), {}, asyncio.get_running_loop())
        config.open_connections.add(transport)
        protocol.connection_made(transport)
        protocol.data_received(HANDSHAKE)
        await until(lambda: protocol.handshake_complete and b"both" in transport.written)
        assert transport.written.endswith(b"\x81\x07at once\x81\x04both")
        protocol.data_received(b"\x81\x82\x00\x00\x00\x00hi")
        assert transport.paused, "nothing more is read until the application has received the message"
        go_on.set()
        await until(lambda: received == ["hi"] and not transport.paused)
        protocol.pause_writing()
        waiting = asyncio.ensure_future(protocol.send({"type": "websocket.close", "code": 1000}))
        await asyncio.sleep(0)
        assert not waiting.done(), "closing waits for a client that does not read"
        protocol.resume_writing()
        await waiting
        assert protocol.send_and_return_backlog(b"too late") == 0
        await until(lambda: transport.aborted)
        protocol.connection_lost(None)
        assert len(config.open_connections) == 0

    asyncio.run(scenario())
