"""Check whether the store can be written, but at most once a second, even if many clients ask."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from trapezi.store.interface import NotStored, Store
from trapezi.tables.errors import Rejected

STORE_TIMEOUT = 2.5  # The store must answer within this many seconds.
VALID_SECONDS = 1.0  # The result of a check is used again for this many seconds.

log = logging.getLogger("trapezi.server")


class StoreReadiness:
    """Check whether the store can be written, and remember the result for a second."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._clock = clock
        self._lock = asyncio.Lock()
        self._checked_at = float("-inf")
        self._error = ""

    async def check(self) -> None:
        """Raise `Rejected` if the store cannot be written, according to a test write in the last second."""
        async with self._lock:
            if self._clock() - self._checked_at >= VALID_SECONDS:
                error = await self._write()
                if error and error != self._error:
                    log.error("not ready: %s", error)
                elif self._error and not error:
                    log.warning("ready again")
                self._error, self._checked_at = error, self._clock()
        if self._error:
            raise Rejected("table.disk-full" if is_full_disk(self._error) else "table.not-stored")

    async def _write(self) -> str:
        """Write to the store as a test. Return the error message, or "" if the write succeeded."""
        try:
            async with asyncio.timeout(STORE_TIMEOUT):
                await self._store.check_writable()
        except TimeoutError:
            return "the database does not answer"
        except NotStored as error:
            return str(error) or "the database does not answer"
        return ""


def is_full_disk(message: str) -> bool:
    """Return whether this is the message of SQLite or PostgreSQL about a full disk.

    >>> is_full_disk("database or disk is full"), is_full_disk("connection failed")
    (True, False)
    """
    return "disk is full" in message or "No space left on device" in message
