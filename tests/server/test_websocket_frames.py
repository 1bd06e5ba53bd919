"""WebSocket messages are read correctly as whole frames, in fragments, several at once, and between control frames."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from tests.server.raw_socket import connect
from tests.server.server_process import ServerProcess
from tests.time_limits import HANG

TEXT, BINARY, CONTINUATION, CLOSE, PING, PONG = 0x81, 0x82, 0x80, 0x88, 0x89, 0x8A
LAST = 0x80  # This bit marks the last frame of a message.
MESSAGE = json.dumps({"t": "ping"}).encode()
HANDSHAKE = (
    b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dHJhcGV6aSB0cmFwZXppIQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


def frame(kind: int, text: bytes, mask: bytes = b"\x11\x22\x33\x44") -> bytes:
    size = bytes([0x80 | len(text)]) if len(text) < 126 else b"\xfe" + len(text).to_bytes(2)
    return bytes([kind]) + size + mask + bytes(byte ^ mask[n % 4] for n, byte in enumerate(text))


class RawWebSocket:
    """A TCP connection after the WebSocket handshake, on which a test can send any bytes."""

    def __init__(self, server: ServerProcess) -> None:
        self.url = server.url
        self.socket = connect(server.port)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.sendall(HANDSHAKE)
        self.file = self.socket.makefile("rb")
        while self.file.readline().strip():
            pass

    def send(self, *pieces: bytes) -> None:
        """Send pieces that the server reads separately. Between two pieces, it answers a request on another connection."""
        for piece in pieces:
            self.socket.sendall(piece)
            httpx.get(f"{self.url}/api/health", timeout=HANG)

    def receive(self) -> tuple[int, Any]:
        kind, size = self.file.read(2)
        body = self.file.read(int.from_bytes(self.file.read(2)) if size == 126 else size)
        return kind, json.loads(body) if kind == TEXT else body

    def receive_close_code(self) -> int:
        kind, body = self.receive()
        assert kind == CLOSE
        return int.from_bytes(body[:2])

    def receive_pongs(self, count: int) -> None:
        assert [self.receive() for _ in range(count)] == [(TEXT, {"t": "pong"})] * count


@pytest.fixture
def raw(shared_server: ServerProcess) -> Iterator[RawWebSocket]:
    connection = RawWebSocket(shared_server)
    yield connection
    connection.file.close()
    connection.socket.close()


def test_a_message_is_received_wherever_it_is_split(raw: RawWebSocket) -> None:
    whole = frame(TEXT, MESSAGE)
    raw.send(whole)
    raw.receive_pongs(1)
    raw.send(whole + whole)
    raw.receive_pongs(2)
    for cut in (1, 2, 5, 6, len(whole) - 1):
        raw.send(whole[:cut], whole[cut:])
        raw.receive_pongs(1)
    raw.send(whole + whole[:3], whole[3:])
    raw.receive_pongs(2)


def test_a_message_may_consist_of_several_frames(raw: RawWebSocket) -> None:
    for _ in range(2):
        raw.send(frame(TEXT & ~LAST, MESSAGE[:4]), frame(PING, b"there?"), frame(CONTINUATION, MESSAGE[4:]))
        assert raw.receive() == (PONG, b"there?")
        raw.receive_pongs(1)
    raw.send(frame(TEXT & ~LAST, MESSAGE[:4]) + frame(CONTINUATION, MESSAGE[4:]) + frame(TEXT, MESSAGE))
    raw.receive_pongs(2)


def test_long_and_binary_messages_are_received(raw: RawWebSocket) -> None:
    raw.send(frame(TEXT, MESSAGE + b" " * 400))
    raw.receive_pongs(1)
    raw.send(frame(BINARY, MESSAGE))
    raw.receive_pongs(1)


def test_text_that_is_not_utf_8_closes_the_connection(raw: RawWebSocket) -> None:
    raw.send(frame(TEXT, b"\xff\xfe"))
    assert raw.receive_close_code() == 1007


def test_nothing_is_answered_after_a_close_frame(raw: RawWebSocket) -> None:
    raw.send(frame(CLOSE, (1000).to_bytes(2)) + frame(TEXT, MESSAGE))
    received = raw.file.read()
    assert received[0] == CLOSE
    assert b"pong" not in received


def test_a_frame_that_is_too_long_closes_the_connection(raw: RawWebSocket) -> None:
    raw.send(b"\x81\xff" + (10**9).to_bytes(8) + b"\x00" * 4)
    assert raw.receive_close_code() == 1009


def test_a_frame_without_a_mask_closes_the_connection(raw: RawWebSocket) -> None:
    raw.send(bytes([TEXT, len(MESSAGE)]) + MESSAGE)
    assert raw.receive_close_code() == 1002
