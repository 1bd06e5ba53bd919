"""A proxy between clients and a server that doubles, delays, swaps and cuts off messages."""

from __future__ import annotations

import asyncio
import random
from asyncio import StreamReader, StreamWriter
from collections import Counter
from collections.abc import Sequence

from tests.server.balancer import Balancer, Cut
from tests.server.server_process import ServerProcess

TEXT, BINARY = 1, 2  # WebSocket frames of these kinds carry messages.
MAX_DELAY = 0.05  # A message is delayed by at most this many seconds.


class BadProxy(Balancer):
    """A proxy that damages messages at random."""

    def __init__(self, servers: Sequence[ServerProcess], seed: int = 0, rate: float = 0.1, cut_rate: float = 0.01) -> None:
        super().__init__(servers)
        self.rng = random.Random(seed)
        self.rate = rate
        self.cut_rate = cut_rate
        self.damage: Counter[str] = Counter()  # The number of times that each kind of damage was done.

    async def up(self, reader: StreamReader, writer: StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        writer.write(head)
        if b"upgrade: websocket" not in head.lower():
            return await super().up(reader, writer)
        coming = asyncio.ensure_future(next_frame(reader))
        try:
            while True:
                frame, coming = await coming, asyncio.ensure_future(next_frame(reader))
                if frame[0] & 0x0F in (TEXT, BINARY) and self._by_chance(self.rate):
                    await asyncio.wait({coming}, timeout=MAX_DELAY)
                    if coming.done():
                        following, coming = coming.result(), asyncio.ensure_future(next_frame(reader))
                        writer.write(following)
                        self.damage["swapped"] += 1
                    writer.write(frame)
                elif frame[0] & 0x0F in (TEXT, BINARY):
                    await self._message(frame, writer)
                else:
                    writer.write(frame)
                await writer.drain()
        finally:
            coming.cancel()
            await asyncio.gather(coming, return_exceptions=True)

    async def _message(self, frame: bytes, writer: StreamWriter) -> None:
        if self._by_chance(self.cut_rate):
            writer.write(frame[: self.rng.randrange(1, len(frame))])
            self.damage["cut"] += 1
            raise Cut
        if self._by_chance(self.rate):
            await asyncio.sleep(self.rng.random() * MAX_DELAY)
            self.damage["delayed"] += 1
        writer.write(frame)
        if self._by_chance(self.rate):
            writer.write(frame)
            self.damage["doubled"] += 1

    def _by_chance(self, rate: float) -> bool:
        return self.rng.random() < rate

    async def down(self, reader: StreamReader, writer: StreamWriter) -> None:
        """Forward the handshake unchanged. Cut off later messages of the server at random."""
        while data := await reader.read(65536):
            if b"HTTP/1.1" not in data and self._by_chance(self.cut_rate):
                writer.write(data[: self.rng.randrange(1, len(data))])
                await writer.drain()
                self.damage["answer cut"] += 1
                raise Cut
            writer.write(data)
            await writer.drain()


async def next_frame(reader: StreamReader) -> bytes:
    """Read a client's frame: two bytes, the rest of its length, a mask, the masked text."""
    head = await reader.readexactly(2)
    length = head[1] & 0x7F
    if length >= 126:
        more = await reader.readexactly(2 if length == 126 else 8)
        head, length = head + more, int.from_bytes(more)
    return head + await reader.readexactly(4 + length)
