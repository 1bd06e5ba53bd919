"""Messages on the line: whole, in pieces, several at once, between other frames, and badly written."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from typing import Any

import pytest

TEXT, BINARY, CONTINUED, CLOSE, PING = 0x81, 0x82, 0x80, 0x88, 0x89
LAST = 0x80  # the bit of a frame that ends a message
ASKED = json.dumps({"t": "ping"}).encode()


def frame(kind: int, text: bytes, mask: bytes = b"\x11\x22\x33\x44") -> bytes:
    size = bytes([0x80 | len(text)]) if len(text) < 126 else b"\xfe" + len(text).to_bytes(2)
    return bytes([kind]) + size + mask + bytes(byte ^ mask[n % 4] for n, byte in enumerate(text))


class Line:
    """A bare connection, after the handshake."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=10)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.sendall(
            b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: dHJhcGV6aSB0cmFwZXppIQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        self.come = self.socket.makefile("rb")
        while self.come.readline().strip():
            pass

    def send(self, *pieces: bytes) -> None:
        for piece in pieces:
            self.socket.sendall(piece)
            time.sleep(0.03)

    def hear(self) -> tuple[int, Any]:
        kind, size = self.come.read(2)
        body = self.come.read(int.from_bytes(self.come.read(2)) if size == 126 else size)
        return kind, json.loads(body) if kind == TEXT else body


@pytest.fixture
def line(running: Any) -> Iterator[Line]:
    made = Line(running.port)
    yield made
    made.socket.close()


def pongs(line: Line, count: int) -> None:
    assert [line.hear() for _ in range(count)] == [(TEXT, {"t": "pong"})] * count


def test_a_message_is_heard_however_it_is_cut(line: Line) -> None:
    whole = frame(TEXT, ASKED)
    line.send(whole)
    pongs(line, 1)
    line.send(whole + whole)
    pongs(line, 2)
    for cut in (1, 2, 5, 6, len(whole) - 1):
        line.send(whole[:cut], whole[cut:])
        pongs(line, 1)
    line.send(whole + whole[:3], whole[3:])
    pongs(line, 2)


def test_a_message_of_several_frames_is_one(line: Line) -> None:
    for _ in range(2):
        line.send(frame(TEXT & ~LAST, ASKED[:4]), frame(PING, b"there?"), frame(CONTINUED, ASKED[4:]))
        assert line.hear() == (0x8A, b"there?")
        pongs(line, 1)
    line.send(frame(TEXT & ~LAST, ASKED[:4]) + frame(CONTINUED, ASKED[4:]) + frame(TEXT, ASKED))
    pongs(line, 2)


def test_a_long_message_and_one_in_bytes_are_heard(line: Line) -> None:
    line.send(frame(TEXT, ASKED + b" " * 400))
    pongs(line, 1)
    line.send(frame(BINARY, ASKED))
    pongs(line, 1)


def test_a_text_that_is_none_ends_the_line(line: Line) -> None:
    line.send(frame(TEXT, b"\xff\xfe"))
    kind, body = line.hear()
    assert (kind, int.from_bytes(body[:2])) == (CLOSE, 1007)


def test_after_a_goodbye_nothing_is_heard(line: Line) -> None:
    line.send(frame(CLOSE, (1000).to_bytes(2)) + frame(TEXT, ASKED), frame(TEXT, ASKED))
    heard = line.come.read()
    assert heard[0] == CLOSE
    assert b"pong" not in heard


def test_a_frame_too_long_ends_the_line(line: Line) -> None:
    line.send(b"\x81\xff" + (10**9).to_bytes(8) + b"\x00" * 4)
    kind, body = line.hear()
    assert (kind, int.from_bytes(body[:2])) == (CLOSE, 1009)


def test_a_frame_without_a_mask_ends_the_line(line: Line) -> None:
    line.send(bytes([TEXT, len(ASKED)]) + ASKED)
    kind, body = line.hear()
    assert (kind, int.from_bytes(body[:2])) == (CLOSE, 1002)
