"""Connections are limited, and Uvicorn and websockets have the properties that the limits need."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import json
from typing import Any

import pytest
import uvicorn
from tests.server.raw_socket import connect as connect_raw
from tests.server.raw_socket import is_closed
from tests.server.test_health import read_metrics
from tests.time_limits import HANG
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.protocol import State
from websockets.server import ServerProtocol

from trapezi.server.limits import Limits
from trapezi.server.trusted_proxies_and_origins import Trust
from trapezi.server.uvicorn_connections import ConnectionCounter, HttpProtocol, ServerConfig, WebSocketProtocol
from trapezi.server.websocket import SEND_EXTENSION

HALF_REQUEST = b"GET /api/games HTTP/1.1\r\nHost: local"
HANDSHAKE = (
    b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dHJhcGV6aSB0cmFwZXppIQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class FakeTransport(asyncio.Transport):
    """A transport that records what is written to it and which methods are called."""

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
        self.aborted = self.closing = True

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
    peers = ("10.0.0.1", "10.0.0.1", "10.0.0.1", "2001:db8::1", "2001:db8::2", "2001:db8::3", "192.0.2.1")
    transports = [FakeTransport(peer) for peer in peers]
    for transport in transports[:6]:
        counter.add_and_return_delay(transport)
    assert [each.aborted for each in transports] == [False] * 3 + [True] + [False] * 3, "an IPv6 network counts as one address"
    counter.add_and_return_delay(transports[6])
    assert transports[0].aborted, "where most connections are, the oldest makes room"
    assert len(counter) == 5
    for transport in transports:
        counter.remove(transport)
    assert len(counter) == 0


def test_connections_without_a_token_make_room_for_those_that_have_one() -> None:
    counter = ConnectionCounter(Limits(connections=4), Trust())
    owner, *others = [FakeTransport() for _ in range(9)]
    counter.add_and_return_delay(owner)
    counter.record_token(owner, "owner")
    for n, each in enumerate(others):
        counter.add_and_return_delay(each)
        if n < 4:
            counter.record_token(each, "vandal")
    assert not owner.aborted, "strangers make room first, then the token with the most connections"
    assert [each.aborted for each in others] == [True, True, False, False, True, True, True, False]


def test_an_address_that_opens_connections_too_fast_waits_and_is_then_refused() -> None:
    counter = ConnectionCounter(Limits(arrivals=(0.2, 2.0)), Trust.parse(["10.0.0.1"]), clock=lambda: 0.0)
    peers = (*["192.0.2.1"] * 5, "192.0.2.2", *["10.0.0.1"] * 3)
    assert [counter.add_and_return_delay(FakeTransport(peer)) for peer in peers] == [0, 0, 5, 10, None, 0, 0, 0, 0]


def test_connections_and_websockets_per_address_are_limited(start_server: Any, clients: Any) -> None:
    server = start_server("limits=Limits(sockets=3, connections=12, **patient)")

    async def scenario() -> None:
        owner, *strangers = [clients() for _ in range(6)]
        for client in (owner, *strangers):
            client.url = server.url
        await owner.create("qwixx", 1, start=True)
        await owner.hello()
        for client in strangers:
            await client.open()
        for client in strangers[:2]:
            with pytest.raises(ConnectionClosed):
                await client.receive()
        for client in strangers[2:]:
            await client.send({"t": "ping"})
            assert (await client.receive())["t"] == "pong"
            await client.close()
        connections = [connect_raw(server.port) for _ in range(12)]
        for connection in connections:
            with contextlib.suppress(ConnectionError):
                connection.sendall(HALF_REQUEST)
        assert await asyncio.to_thread(is_closed, connections[0]), "the oldest half request makes room"
        await owner.play(2)
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
        (WebSocketsSansIOProtocol, ("run_asgi", "connection_lost", "data_received", "handle_events", "receive")),
        (WebSocketsSansIOProtocol, ("pause_writing", "resume_writing")),
        (ServerProtocol, ("send_text", "data_to_send", "send_close", "receive_data")),
    ):
        assert all(callable(getattr(kind, name)) for name in names)
    assert inspect.iscoroutinefunction(WebSocketsSansIOProtocol.run_asgi)
    assert State.OPEN in State


def test_http_connections_are_counted_and_aborted_when_no_request_begins() -> None:
    async def scenario() -> None:
        async def app(scope: Any, receive: Any, send: Any) -> None:
            raise AssertionError("no request")

        config = config_for(
            app, arrivals=(0.001, 1), request_seconds=0.001
        )  # The second connection would have to wait for 1000 seconds.
        first, second = FakeTransport(), FakeTransport()
        for transport in (first, second):
            transport.protocol = HttpProtocol(config, ServerState(), {}, asyncio.get_running_loop())
            transport.protocol.connection_made(transport)
        assert second.aborted, "one new connection is the limit"
        assert first.protocol.cycle is None, "no request has begun"
        await until(lambda: first.aborted)
        first.protocol.connection_lost(None)
        assert len(config.open_connections) == 0

    asyncio.run(scenario())


def test_a_connection_that_waits_for_its_turn_is_handled_later() -> None:
    async def scenario() -> None:
        async def app(scope: Any, receive: Any, send: Any) -> None:
            await send({"type": "http.response.start", "status": 204, "headers": []})
            await send({"type": "http.response.body", "body": b""})

        config, transports = config_for(app, arrivals=(0.2, 1)), [FakeTransport(), FakeTransport()]
        for transport in transports:
            transport.protocol = HttpProtocol(config, ServerState(), {}, asyncio.get_running_loop())
            transport.protocol.connection_made(transport)
            transport.protocol.data_received(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        first, second = transports
        await until(lambda: b"204" in first.written)
        assert second.paused
        assert not second.written
        second.protocol._take_turn()
        await until(lambda: b"204" in second.written)
        assert not second.paused
        for transport in transports:
            transport.protocol.connection_lost(None)

    asyncio.run(scenario())


def test_a_websocket_sends_at_once_reads_message_by_message_and_is_aborted(monkeypatch: Any) -> None:
    monkeypatch.setattr("trapezi.server.uvicorn_connections.ABORT_SECONDS", 0)

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
        config.open_connections.add_and_return_delay(transport)
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


# -- frames that are no messages ---------------------------------------------------------------------------------------

PING, TEXT, FIRST_FRAGMENT, FRAGMENT, LAST_FRAGMENT = 0x89, 0x81, 0x01, 0x00, 0x80


def masked_frame(kind: int, body: bytes = b"") -> bytes:
    return bytes([kind, 0x80 | len(body), 0, 0, 0, 0]) + body


class OpenWebSocket:
    """A WebSocket without a hello, and the messages that the application has received from it."""

    def __init__(self, **limits: Any) -> None:
        self.received: list[str] = []
        self.go_on = asyncio.Event()

        async def app(scope: Any, receive: Any, send: Any) -> None:
            await receive()
            await send({"type": "websocket.accept"})
            await self.go_on.wait()
            while (event := await receive())["type"] == "websocket.receive":
                self.received.append(event["text"])

        config, self.transport = config_for(app, **limits), FakeTransport()
        self.protocol = WebSocketProtocol(config, ServerState(), {}, asyncio.get_running_loop())
        self.protocol.connection_made(self.transport)
        self.protocol.data_received(HANDSHAKE)

    async def opened(self) -> OpenWebSocket:
        await until(lambda: self.protocol.handshake_complete)
        self.transport.written = b""
        return self


def test_a_flood_of_control_frames_is_aborted_before_it_is_answered(monkeypatch: Any) -> None:
    async def scenario() -> None:
        socket = await OpenWebSocket(control_frames=(0.001, 5.0)).opened()
        for _ in range(5):
            socket.protocol.data_received(masked_frame(PING, b"?"))
        assert socket.transport.written == b"\x8a\x01?" * 5
        parsed: list[int] = []
        parse = socket.protocol.conn.receive_data

        def count_and_parse(data: bytes) -> None:
            parsed.append(len(data))
            parse(data)

        monkeypatch.setattr(socket.protocol.conn, "receive_data", count_and_parse)
        socket.protocol.data_received(masked_frame(PING) * 40_000)
        assert socket.transport.aborted
        assert sum(parsed) <= 1024, "the rest of the flood is not even parsed"
        assert socket.transport.written == b"\x8a\x01?" * 5

    asyncio.run(scenario())


def test_a_message_in_too_many_fragments_is_aborted() -> None:
    async def scenario() -> None:
        for count, expected in ((16, ["x" * 16]), (17, [])):
            socket = await OpenWebSocket().opened()
            middle = masked_frame(FRAGMENT, b"x") * (count - 2)
            socket.go_on.set()
            for _ in range(2):  # The fragments of each message are counted separately.
                socket.received.clear()
                socket.protocol.data_received(masked_frame(FIRST_FRAGMENT, b"x") + middle + masked_frame(LAST_FRAGMENT, b"x"))
                await until(lambda: socket.received or socket.transport.aborted)  # noqa: B023
            assert socket.received == expected

    asyncio.run(scenario())


def test_every_received_byte_is_charged_also_before_a_hello() -> None:
    async def scenario() -> None:
        socket = await OpenWebSocket(received_bytes=(0.001, 1000.0)).opened()
        half = b"\x81\xfe\x08\x00\x00\x00\x00\x00"
        socket.protocol.data_received(half + b" " * (900 - len(half) - len(HANDSHAKE)))
        assert not socket.transport.aborted
        socket.protocol.data_received(b" " * 101)
        assert socket.transport.aborted

    asyncio.run(scenario())


def test_messages_are_parsed_only_as_fast_as_they_are_handled() -> None:
    async def scenario() -> None:
        socket = await OpenWebSocket().opened()
        socket.protocol.data_received(b"".join(masked_frame(TEXT, b"%05d" % n) for n in range(2000)))
        assert socket.transport.paused
        assert socket.protocol.queue.qsize() < 100, "the rest waits unparsed"
        socket.go_on.set()
        await until(lambda: len(socket.received) == 2000 and not socket.transport.paused)
        assert socket.received == [f"{n:05}" for n in range(2000)]

    asyncio.run(scenario())
