"""Follow the events and the presence of other processes that serve the same tables, and renew the leases on tables.

Tables are correct even if this module fails, because the store accepts each event number of a log only once. If two processes
believe that they own a table, or if a notification comes late, one process has to repeat a write, but nothing is lost.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from trapezi.store.interface import Notification, NotStored
from trapezi.tables.errors import Rejected
from trapezi.tables.live import LiveTable

if TYPE_CHECKING:
    from trapezi.tables.registry import TableRegistry

RENEWAL = 0.5  # The seconds between two renewals of the leases.
LAPSE = 2.5  # A lease that was not renewed expires after this many seconds.
RETRY = 1.0  # A log that could not be read is read again after this many seconds.

log = logging.getLogger("trapezi.tables")


class Cluster:
    """Keep the live tables of this process in step with the other processes that share the store."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry
        self._renew_now = asyncio.Event()
        # The keys are the tables whose logs are being read. The value is True if the log must then be read once more.
        self._to_read: dict[str, bool] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        self._run_task(self.registry.store.listen(self._on_notification))
        if self.registry.store.shared:
            self._run_task(self._maintain_leases())

    def on_table_loaded(self, live: LiveTable) -> None:
        """Ask the other processes who is at a table that this process has just loaded, and try to get its lease."""
        if self.registry.store.shared:
            live.presence.notify_other_processes(ask=True)
            self._renew_now.set()

    # -- notifications -------------------------------------------------------------------------------------------------

    def _on_notification(self, note: Notification | None) -> None:
        tables = self.registry.live
        if note is None:  # The connection was interrupted, so notifications may have been lost.
            for live in tuple(tables.values()):
                self._catch_up_soon(live)
        elif not note.code:  # Another process has stopped, so this process may get its leases.
            self._renew_now.set()
        elif note.code in tables:
            if note.presence is not None:
                tables[note.code].presence.on_peer_presence(note)
            elif note.seq == 0 or note.seq > tables[note.code].table.seq:
                self._catch_up_soon(tables[note.code])

    def _catch_up_soon(self, live: LiveTable) -> None:
        code = live.table.code
        if code not in self._to_read:
            self._run_task(self._catch_up(code))
        self._to_read[code] = True

    async def _catch_up(self, code: str) -> None:
        """Read the new events of a table, and read again if further notifications arrive meanwhile."""
        try:
            while self._to_read[code]:
                self._to_read[code] = False
                try:
                    await self.registry.read_new_events(code)
                except Rejected as error:
                    if error.reason.key == "table.not-stored" and code in self.registry.live:
                        self._to_read[code] = True
                        await asyncio.sleep(RETRY)
        finally:
            del self._to_read[code]

    # -- leases --------------------------------------------------------------------------------------------------------

    async def _maintain_leases(self) -> None:
        """Renew the leases regularly, take over tables without an owner, and notice processes that have started or stopped."""
        renewed, known = 0.0, frozenset[str]()
        while True:
            self._renew_now.clear()
            tables, asked = self.registry.live, time.monotonic()
            try:
                lease = await self.registry.store.keep_only_leases(tuple(tables))
            except NotStored as error:
                log.error("leases not renewed: %s", error)
                known = frozenset()
                if asked - renewed > LAPSE:
                    for live in tables.values():
                        live.owner = False
            else:
                renewed = asked
                for code, live in tuple(tables.items()):
                    live.on_leases_renewed(own=code in lease.codes, alive=lease.processes)
                    if lease.processes - known:  # This process may have missed what a new or returned process announced.
                        live.presence.notify_other_processes(ask=True)
                known = lease.processes
            with contextlib.suppress(TimeoutError):
                # `asyncio.wait_for` could ignore a cancellation at the moment when the event is set.
                async with asyncio.timeout(RENEWAL):
                    await self._renew_now.wait()

    # -- the end -------------------------------------------------------------------------------------------------------

    def _run_task(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._on_task_done)

    def _on_task_done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("cluster task failed", exc_info=task.exception())

    async def close(self) -> None:
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
