"""A balancer before several servers."""

from __future__ import annotations

import asyncio
import contextlib
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator, Sequence
from typing import Any, Self

import httpx
from tests.server.serving import Serving


class Cut(Exception):
    """The connection is to break, in both directions and without a word."""


class Balancer:
    """Gives each connection to the next server that answers, but for those that are known to be starting."""

    def __init__(self, servers: Sequence[Serving]) -> None:
        self.servers = servers
        self.next = 0
        self.starting: set[Serving] = set()
        self.url = ""
        self._carrying: set[asyncio.Task[None]] = set()

    async def up(self, reader: StreamReader, writer: StreamWriter) -> None:
        """What a browser says."""
        await self.down(reader, writer)

    async def down(self, reader: StreamReader, writer: StreamWriter) -> None:
        """What a server answers."""
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()

    async def _meet(self, reader: StreamReader, writer: StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._carrying.add(task)
        task.add_done_callback(self._carrying.discard)
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
                    up = self._carry(self.up, reader, far_writer, writer)
                    down = self._carry(self.down, far_reader, writer, far_writer)
                    await asyncio.gather(up, down)
                return

    async def _carry(self, way: Any, reader: StreamReader, writer: StreamWriter, back: StreamWriter) -> None:
        try:
            await way(reader, writer)
        except Cut:
            back.transport.abort()
            writer.transport.abort()
        except (OSError, EOFError):
            pass
        finally:
            writer.close()

    async def start(self, server: Serving) -> None:
        """Starts a server again; it gets connections when it says that it is ready."""
        self.starting.add(server)
        await asyncio.to_thread(server.start)
        async with httpx.AsyncClient(base_url=server.url, timeout=30) as http:
            while (await http.get("/api/ready")).status_code != 200:
                await asyncio.sleep(0.05)
        self.starting.discard(server)

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator[Self]:
        server = await asyncio.start_server(self._meet, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        try:
            yield self
        finally:
            server.close()
            left = tuple(self._carrying)
            for task in left:
                task.cancel()
            await asyncio.gather(*left, return_exceptions=True)
