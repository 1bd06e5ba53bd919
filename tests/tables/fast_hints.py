"""A replacement for the hint workers that computes hints at once and with a small budget."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from trapezi.bots import Observation
from trapezi.coach import Judgement
from trapezi.tables.fair_queue import FairQueue, Owner
from trapezi.tables.live import LiveTable

SHARE = 0.004  # Tests compute hints with this share of the normal budget, because their quality does not matter.

Judge = Callable[[Observation, float], Judgement]


class FastWorkers:
    """A replacement for the worker pool that computes hints with a small budget, one after the other, and records the calls."""

    def __init__(self) -> None:
        self.queue: FairQueue[None] = FairQueue(1, 1000)
        self.calls: list[tuple[Owner, Observation, float]] = []
        self.running = self.most_running = 0
        self.may_answer = asyncio.Event()
        self.may_answer.set()

    async def run(self, owner: Owner, seconds: float, judge: Judge, observation: Observation, share: float) -> Judgement:
        self.calls.append((owner, observation, share))
        self.running += 1
        self.most_running = max(self.running, self.most_running)
        try:
            await self.may_answer.wait()
        finally:
            self.running -= 1
        return judge(observation, SHARE)


def use_fast_workers(live: LiveTable) -> FastWorkers:
    workers: Any = FastWorkers()
    live.hints.workers = workers
    return workers
