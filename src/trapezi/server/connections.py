"""The door: how many connections are let in, and how long one may stand there without a word."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]
from websockets.protocol import State

from trapezi.server.limits import Limits
from trapezi.server.proxies import Trust, household, within
from trapezi.server.websocket import LINE

TEXT, MASKED = 0x81, 0x80


class Door:
    """Counts connections, by address; behind a trusted proxy are many people, who are counted by their sockets."""

    def __init__(self, limits: Limits, trust: Trust) -> None:
        self.limits = limits
        self.trust = trust
        self._inside: dict[asyncio.BaseTransport, str] = {}
        self._by: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._inside)

    def enter(self, transport: asyncio.BaseTransport) -> bool:
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if peer else ""
        who = "" if within(address, self.trust.proxies) else household(address)
        if len(self) >= self.limits.all_connections or (who and self._by[who] >= self.limits.connections):
            return False
        self._inside[transport] = who
        self._by[who] += 1
        return True

    def leave(self, transport: asyncio.BaseTransport) -> None:
        who = self._inside.pop(transport, None)
        if who is not None:
            self._by[who] -= 1
            if not self._by[who]:
                del self._by[who]

    def protocols(self) -> tuple[type[H11Protocol], type[WebSocketsSansIOProtocol]]:
        """What speaks HTTP and WebSocket at this door."""
        door = self

        class Http(H11Protocol):
            """A connection that begins no request for a while is ended: neither half a request nor half an answer may last."""

            _watch: asyncio.TimerHandle | None = None
            _last: Any = None

            def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
                super().connection_made(transport)
                if door.enter(transport):
                    self._look_again()
                else:
                    transport.abort()

            def connection_lost(self, exc: Exception | None) -> None:
                super().connection_lost(exc)
                door.leave(self.transport)
                if self._watch is not None:
                    self._watch.cancel()

            def _look_again(self) -> None:
                self._watch = self.loop.call_later(door.limits.request_seconds, self._look)

            def _look(self) -> None:
                if self.transport.get_protocol() is not self:  # a WebSocket by now
                    return
                if self.cycle is self._last:
                    self.transport.abort()
                else:
                    self._last = self.cycle
                    self._look_again()

        class Socket(WebSocketsSansIOProtocol):
            """The wire of a table: past the queues and events of the framework, since every tap comes and goes here."""

            hear: Callable[[bytes], None] | None = None
            _whole = True  # whether all that has come so far were whole frames

            def data_received(self, data: bytes) -> None:
                """A text in one frame goes straight on; the library reads all else, and all that follows half a frame."""
                if self.handshake_initiated and self._whole:
                    ready = self.hear is not None and not self.frames and not self.close_sent and self.conn.state is State.OPEN
                    text = text_of(data, door.limits.frame_bytes) if ready else None
                    if text is not None and self.hear is not None:
                        return self.hear(text)
                    self._whole = whole(data)
                return super().data_received(data)

            async def run_asgi(self) -> None:
                self.scope["extensions"] = {**(self.scope["extensions"] or {}), LINE: {"line": self}}
                try:
                    await super().run_asgi()
                finally:
                    self.scope["extensions"] = {}  # no circle of the two

            def send_receive_event_to_app(self) -> None:
                if self.hear is None or self.close_sent:
                    return super().send_receive_event_to_app()
                data = b"".join(self.frames)
                if self.curr_msg_data_type == "text":
                    try:
                        data.decode()
                    except UnicodeDecodeError:  # which is to be told as the protocol wants it
                        return super().send_receive_event_to_app()
                self.frames = []
                return self.hear(data)

            def translate(self, *messages: bytes) -> int:
                if self.close_sent or self.conn.state is not State.OPEN or self.transport.is_closing():
                    return 0
                self.transport.write(b"".join(map(framed, messages)))
                return self.transport.get_write_buffer_size()

            def pause(self) -> None:
                if not self.read_paused:
                    self.read_paused = True
                    self.transport.pause_reading()

            def resume(self) -> None:
                if self.read_paused:
                    self.read_paused = False
                    self.transport.resume_reading()

            def cut(self) -> None:
                self.transport.abort()

            def connection_lost(self, exc: Exception | None) -> None:
                super().connection_lost(exc)
                door.leave(self.transport)

        return Http, Socket


def text_of(data: bytes, most: int) -> bytes | None:
    """The text of a frame as browsers send them, masked (RFC 6455, 5.2), if the data is just that and not too long.

    >>> text_of(b"\\x81\\x82\\x01\\x02\\x03\\x04ik", 100), text_of(b"\\x81\\x82\\x01\\x02", 100)
    (b'hi', None)
    """
    begin, end = ahead(data, 0)
    if end != len(data) or data[0] != TEXT or not data[1] & MASKED or end - begin > most:
        return None
    text = apply_mask(data[begin:], data[begin - 4 : begin])
    try:
        text.decode()
    except UnicodeDecodeError:  # which is to be told as the protocol wants it
        return None
    return text


def whole(data: bytes) -> bool:
    """Whether data are whole frames."""
    at = 0
    while 0 <= at < len(data):
        _, at = ahead(data, at)
    return at == len(data)


def ahead(data: bytes, at: int) -> tuple[int, int]:
    """Where the content of a frame begins and ends; -1 if that is not told yet."""
    if len(data) < at + 2:
        return -1, -1
    size, begin = data[at + 1] & 127, at + 2
    if size > 125:
        begin += 2 if size == 126 else 8
        size = int.from_bytes(data[at + 2 : begin])
    begin += 4 if data[at + 1] & MASKED else 0
    return (begin, begin + size) if len(data) >= begin else (-1, -1)


def framed(text: bytes) -> bytes:
    """A WebSocket frame as servers send them: a whole text, not masked (RFC 6455, 5.2).

    >>> framed(b"hi"), framed(b"x" * 300)[:5]
    (b'\\x81\\x02hi', b'\\x81~\\x01,x')
    """
    size = len(text)
    if size < 126:
        return b"\x81%c%b" % (size, text)
    if size < 1 << 16:
        return b"\x81\x7e%b%b" % (size.to_bytes(2), text)
    return b"\x81\x7f%b%b" % (size.to_bytes(8), text)
