"""The street: other houses that serve the same tables. News of their records and people comes in, leases on tables are kept.

Nothing that is written depends on it: each number of a log is given once, whoever writes. So a lease that two houses believe
in, or news that came late, costs a second try and no more.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from trapezi.store import Notification, NotStored
from trapezi.tables.errors import Rejected
from trapezi.tables.live import LiveTable

if TYPE_CHECKING:
    from trapezi.tables.registry import TableRegistry

BEAT = 0.5  # seconds between renewals of the lease
LAPSE = 2.5  # seconds after which a lease that could not be renewed is not believed in any more
PATIENCE = 1.0  # seconds until a log is read again that could not be read

log = logging.getLogger("trapezi.tables")


class Cluster:
    """What a house hears from others, and tells them."""

    def __init__(self, house: TableRegistry) -> None:
        self.house = house
        self._hurry = asyncio.Event()
        self._behind: dict[str, bool] = {}  # tables being read on: whether once more
        self._tasks: set[asyncio.Task[None]] = set()

    def open(self) -> None:
        self._task(self.house.store.listen(self._hear))
        if self.house.store.shared:
            self._task(self._keep())

    def met(self, actor: LiveTable) -> None:
        """A table has come alive here: who is with it elsewhere, and whose is it?"""
        if self.house.store.shared:
            actor.tell_houses(asking=True)
            self._hurry.set()

    # -- news ----------------------------------------------------------------------------------------------------------

    def _hear(self, note: Notification | None) -> None:
        live = self.house.live
        if note is None:  # perhaps something was missed
            for actor in tuple(live.values()):
                self._follow(actor)
        elif not note.code:  # a house has closed: its tables are free
            self._hurry.set()
        elif note.code in live:
            if note.presence is not None:
                live[note.code].hear(note)
            elif note.seq == 0 or note.seq > live[note.code].table.seq:
                self._follow(live[note.code])

    def _follow(self, actor: LiveTable) -> None:
        code = actor.table.code
        if code not in self._behind:
            self._task(self._catch_up(code))
        self._behind[code] = True

    async def _catch_up(self, code: str) -> None:
        try:
            while self._behind[code]:
                self._behind[code] = False
                try:
                    await self.house.caught_up(code)
                except Rejected as refused:
                    if refused.reason.key == "table.not-stored" and code in self.house.live:
                        self._behind[code] = True
                        await asyncio.sleep(PATIENCE)
        finally:
            del self._behind[code]

    # -- leases --------------------------------------------------------------------------------------------------------

    async def _keep(self) -> None:
        """Renews the lease, takes tables that are free, hears which houses are gone."""
        kept, known = 0.0, frozenset[str]()
        while True:
            self._hurry.clear()
            live, asked = self.house.live, time.monotonic()
            try:
                lease = await self.house.store.renew_leases(tuple(live))
            except NotStored as error:
                log.error("the lease was not renewed: %s", error)
                known = frozenset()
                if asked - kept > LAPSE:
                    for actor in live.values():
                        actor.owner = False
            else:
                kept = asked
                for code, actor in tuple(live.items()):
                    actor.lease(own=code in lease.codes, houses=lease.processes)
                    if lease.processes - known:  # new, or back: who is with whom may have been missed
                        actor.tell_houses(asking=True)
                known = lease.processes
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(BEAT):  # `wait_for` forgets to be cancelled when both happen at once
                    await self._hurry.wait()

    # -- the end -------------------------------------------------------------------------------------------------------

    def _task(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("the street is silent", exc_info=task.exception())

    async def close(self) -> None:
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
