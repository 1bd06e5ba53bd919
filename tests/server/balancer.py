"""A small load balancer in front of several servers, for tests."""

from __future__ import annotations

import asyncio
import contextlib
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator, Sequence
from typing import Any, Self

import httpx
from tests.server.server_process import ServerProcess


class Cut(Exception):
    """The load balancer must break a connection in both directions, without a closing handshake."""


class Balancer:
    """Pass each new connection to the next server that answers. Skip servers that are still starting."""

    def __init__(self, servers: Sequence[ServerProcess]) -> None:
        self.servers = servers
        self.next = 0
        self.starting: set[ServerProcess] = set()
        self.url = ""
        self._forwarding: set[asyncio.Task[None]] = set()

    async def up(self, reader: StreamReader, writer: StreamWriter) -> None:
        """Forward the bytes that a client sends to its server."""
        await self.down(reader, writer)

    async def down(self, reader: StreamReader, writer: StreamWriter) -> None:
        """Forward the bytes that a server sends to its client."""
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()

    async def _accept(self, reader: StreamReader, writer: StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._forwarding.add(task)
        task.add_done_callback(self._forwarding.discard)
        with contextlib.closing(writer), contextlib.suppress(asyncio.CancelledError):
            for _ in self.servers:
                self.next += 1
                server = self.servers[self.next % len(self.servers)]
                if server in self.starting:
                    continue
                try:
                    far_reader, far_writer = await asyncio.open_connection("127.0.0.1", server.port)
                except OSError:
                    continue
                with contextlib.closing(far_writer):
                    up = self._forward(self.up, reader, far_writer, writer)
                    down = self._forward(self.down, far_reader, writer, far_writer)
                    await asyncio.gather(up, down)
                return

    async def _forward(self, direction: Any, reader: StreamReader, writer: StreamWriter, back: StreamWriter) -> None:
        try:
            await direction(reader, writer)
        except Cut:
            back.transport.abort()
            writer.transport.abort()
        except (OSError, EOFError):
            pass
        finally:
            writer.close()

    async def start(self, server: ServerProcess) -> None:
        """Start a server again. It gets connections as soon as it is ready."""
        self.starting.add(server)
        await asyncio.to_thread(server.start)
        async with httpx.AsyncClient(base_url=server.url, timeout=600) as http:
            while (await http.get("/api/ready")).status_code != 200:
                await asyncio.sleep(0.05)
        self.starting.discard(server)

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator[Self]:
        server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        try:
            yield self
        finally:
            server.close()
            left = tuple(self._forwarding)
            for task in left:
                task.cancel()
            await asyncio.gather(*left, return_exceptions=True)
