"""Review finished games in the background, and store the reviews with their games.

A review is computed once, when somebody first asks for it, and is then the same for everyone. Until it is finished, requests
get its progress. A worker reviews a game for about a second at a time, so that all reviews advance and can be stopped, and no
review keeps a worker busy for long. Reviews of uploaded logs are kept in memory only.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from trapezi.core.errors import Reason, TrapeziError
from trapezi.store.interface import MissingEvent, NotStored
from trapezi.tables import review_worker_functions as worker
from trapezi.tables.errors import Rejected
from trapezi.tables.fair_queue import Owner, QueueFull
from trapezi.tables.replays import ReplayCache
from trapezi.tables.workers import CannotBeSent, WorkerFailed, WorkerPool

if TYPE_CHECKING:
    from trapezi.tables.registry import Settings, TableRegistry
    from trapezi.tables.table import Table

SLICE_SECONDS = 1.0  # A worker reviews a game for this many seconds before another game gets its turn.
CALL_SECONDS = 120.0  # A call, which prepares a game or reviews at least one event, is stopped after this many seconds.
NICENESS = 19  # Reviews have the lowest priority, because people wait for bots and requests.
MAX_REVIEWS = 100  # One process computes at most this many reviews at the same time.
FAILURE_SECONDS = 60.0  # A review that failed can be tried again after this many seconds.
MAX_FAILURES = 200  # At most this many failed reviews are remembered.
CACHE_BYTES = 4_000_000  # At most this many bytes of reviews of uploaded logs are kept in memory.

Key = tuple[str, int] | str  # A game is identified by a table's code and its number there, an uploaded log by its hash.
MayStart = Callable[[], Awaitable[None]]  # It raises an error if the client has asked for too many reviews.

log = logging.getLogger("trapezi.tables")


@dataclass(slots=True, eq=False)
class Job:
    """A review that is being computed."""

    owner: Owner
    progress: float = 0.0
    task: asyncio.Task[None] | None = None


class Reviews:
    """Compute, store and look up the reviews of one server process."""

    def __init__(self, registry: TableRegistry, settings: Settings) -> None:
        self.registry = registry
        self.store = registry.store
        self.is_on = settings.reviews
        self.simulations = settings.review_simulations
        self.workers = WorkerPool(settings.review_processes, niceness=NICENESS, repeat_slow_calls=False)
        self._jobs: dict[Key, Job] = {}
        self._failures: OrderedDict[Key, tuple[float, Reason]] = OrderedDict()
        self._of_logs = ReplayCache(CACHE_BYTES)

    # -- games of tables -----------------------------------------------------------------------------------------------

    async def find(self, code: str, number: int) -> bytes | float | None:
        """Return the review of a finished game, or its progress from 0 to 1, or None if nobody has asked for the review."""
        table = await self._finished_game(code, number)
        return await self._find_stored(table.code, number)

    async def _finished_game(self, code: str, number: int) -> Table:
        """Return the table with a finished game. Raise `Rejected` if there is no such game, or if reviews are switched off."""
        self._check_is_on()
        return await self.registry.table_with_finished_game(code, number)

    def _check_is_on(self) -> None:
        if not self.is_on:
            raise Rejected("table.no-reviews")

    async def _find_stored(self, code: str, number: int) -> bytes | float | None:
        try:
            entry = await self.store.reviews.find(code, number)
        except NotStored as error:
            raise Rejected("table.not-stored") from error
        if entry is not None and entry.body is not None and entry.version >= worker.VERSION:
            return entry.body
        if (job := self._jobs.get((code, number))) is not None:
            return job.progress
        return entry.progress if entry is not None and entry.body is None and self.store.shared else None

    async def ask(self, code: str, number: int, address: str, may_start: MayStart) -> bytes | float:
        """Return the review of a finished game or, until the review is finished, its progress. Start the review if necessary.

        Clients repeat the request until the review is finished. If the process that computes the review dies, a repeated
        request therefore starts the review again at another process.
        """
        table = await self._finished_game(code, number)
        code, key = table.code, (table.code, number)
        found = await self._find_stored(code, number)
        if isinstance(found, bytes) or key in self._jobs:
            return found or 0.0
        if any(job.owner.name == code for job in self._jobs.values()):
            raise Rejected("table.other-review")
        job = await self._new_job(key, Owner(address, code), may_start if found is None else None)
        if job is None:
            return found or 0.0
        job.progress = found or 0.0
        try:
            is_mine = await self.store.reviews.claim(code, number, worker.VERSION)
        except NotStored as error:
            del self._jobs[key]
            raise Rejected("table.not-stored") from error
        if is_mine:
            self._start_job(key, job, self._review_game(job, code, number))
        else:  # Another process is computing the review or has just finished it.
            del self._jobs[key]
        return job.progress

    async def _review_game(self, job: Job, code: str, number: int) -> None:
        async def report(progress: float) -> bool:
            return await self.store.reviews.report_progress(code, number, progress)

        try:
            lines = await self.store.read(code)
            review = await self._review(job, report, worker.prepare_game_of_table, code, lines, number)
            if review is not None:
                await self.store.reviews.finish(code, number, review)
        except Exception:
            with contextlib.suppress(NotStored):
                await self.store.reviews.give_up_claim(code, number)
            raise

    # -- uploaded logs -------------------------------------------------------------------------------------------------

    async def ask_for_log(self, text: str, address: str, may_start: MayStart) -> bytes | float:
        """Return the review of the game in an uploaded log or, until the review is finished, its progress. Store nothing."""
        self._check_is_on()
        key = sha256(text.encode()).hexdigest()
        if (review := self._of_logs.find(key)) is not None:
            return review[0]
        if (job := self._jobs.get(key)) is None and (job := await self._new_job(key, Owner(address), may_start)) is not None:
            self._start_job(key, job, self._review_log(job, key, text))
        return 0.0 if job is None else job.progress

    async def _review_log(self, job: Job, key: str, text: str) -> None:
        async def report(progress: float) -> bool:
            return True

        review = await self._review(job, report, worker.prepare_log, text)
        assert review is not None
        self._of_logs.add(key, [review])

    # -- jobs ----------------------------------------------------------------------------------------------------------

    async def _new_job(self, key: Key, owner: Owner, may_start: MayStart | None) -> Job | None:
        """Add a job for a review and return it, or None if the review already has a job.

        Raise an error if this process has too many jobs, or if the review has failed a moment ago.
        """
        failed_at, reason = self._failures.get(key, (-math.inf, None))
        if reason is not None and time.monotonic() - failed_at < FAILURE_SECONDS:
            raise Rejected(reason.key, **reason.params)
        if len(self._jobs) >= MAX_REVIEWS:
            raise Rejected("table.too-many-reviews")
        if may_start is not None:
            await may_start()
        if key in self._jobs:
            return None
        job = self._jobs[key] = Job(owner)
        return job

    def _start_job(self, key: Key, job: Job, work: Coroutine[Any, Any, None]) -> None:
        async def run() -> None:
            try:
                await work
            except TrapeziError as error:
                self._remember_failure(key, error.reason)
            except (WorkerFailed, QueueFull, CannotBeSent, NotStored, MissingEvent) as error:
                log.warning("review failed: %s: %s", type(error).__name__, error, extra={"table": job.owner.name or None})
                self._remember_failure(key, Reason("table.review-failed"))
            finally:
                self._jobs.pop(key, None)

        job.task = asyncio.get_running_loop().create_task(run())

    def _remember_failure(self, key: Key, reason: Reason) -> None:
        self._failures.pop(key, None)
        self._failures[key] = time.monotonic(), reason
        if len(self._failures) > MAX_FAILURES:
            self._failures.popitem(last=False)

    async def _review(
        self, job: Job, report: Callable[[float], Awaitable[bool]], prepare: Callable[..., tuple[bytes, int]], *arguments: Any
    ) -> bytes | None:
        """Let workers review a game, and return the review. Stop and return None as soon as `report` returns False."""
        prepared, events = await self.workers.run(job.owner, CALL_SECONDS, prepare, *arguments, self.simulations)
        parts: list[bytes] = []
        done = 0
        while done <= events:
            call = self.workers.run(job.owner, CALL_SECONDS, worker.review_events, prepared, done, SLICE_SECONDS)
            done, part = await call
            parts.append(part)
            job.progress = done / (events + 1)
            if not await report(job.progress):
                return None
        return await self.workers.run(job.owner, CALL_SECONDS, worker.encode_review, prepared, parts)

    @property
    def running(self) -> int:
        """The number of reviews that this process is computing."""
        return len(self._jobs)

    async def close(self) -> None:
        """Stop all reviews. The next request for a review starts it again."""
        tasks = [job.task for job in self._jobs.values() if job.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.workers.close()
