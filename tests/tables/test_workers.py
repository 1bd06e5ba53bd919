"""Worker processes survive errors, crashes and endless loops in the functions that they run."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from tests.time_limits import HANG

from trapezi.core.errors import BadText
from trapezi.tables.fair_queue import Owner, QueueFull
from trapezi.tables.uploaded_decks import described_options
from trapezi.tables.workers import CannotBeSent, Worker, WorkerFailed, WorkerLost, WorkerPool

ADA, BO = Owner("1.2.3.4", "ada"), Owner("5.6.7.8", "bo")


def raise_rejection() -> None:
    raise BadText("common.move.not-understood", text="x")


def raise_failure() -> None:
    raise ZeroDivisionError("by nothing")


def die_once(marker: Path) -> int:
    """Kill the process that runs this function, but only the first time."""
    if not marker.exists():
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return os.getpid()


def wait_for(file: Path) -> int:
    """Wait until a file exists, and return the id of this process."""
    file.with_suffix(".waits").touch()
    while not file.exists():
        time.sleep(0.005)
    return os.getpid()


def run_with_pool(work: Callable[[WorkerPool], Awaitable[None]], size: int = 1, **limits: Any) -> None:
    async def run() -> None:
        pool = WorkerPool(size, **limits)
        try:
            await asyncio.wait_for(work(pool), HANG)
        finally:
            await pool.close()

    asyncio.run(run())


def test_functions_run_in_another_process_with_low_priority() -> None:
    async def work(pool: WorkerPool) -> None:
        assert await pool.run(ADA, HANG, os.getpid) != os.getpid()
        assert await pool.run(ADA, HANG, os.nice, 0) >= min(19, os.nice(0) + 10)

    run_with_pool(work)


def test_errors_come_back_and_the_worker_goes_on() -> None:
    async def work(pool: WorkerPool) -> None:
        process = await pool.run(ADA, HANG, os.getpid)
        with pytest.raises(BadText, match="not-understood"):
            await pool.run(ADA, HANG, raise_rejection)
        with pytest.raises(WorkerFailed, match="ZeroDivisionError: by nothing"):
            await pool.run(ADA, HANG, raise_failure)
        with pytest.raises(CannotBeSent):
            await pool.run(ADA, HANG, len, lambda: None)
        assert await pool.run(ADA, HANG, os.getpid) == process

    run_with_pool(work)


def test_a_killed_worker_is_replaced_and_its_call_repeated(tmp_path: Path) -> None:
    async def work(pool: WorkerPool) -> None:
        first = await pool.run(ADA, HANG, os.getpid)
        second = await pool.run(ADA, HANG, die_once, tmp_path / "died")
        assert second not in (first, os.getpid())
        os.kill(second, signal.SIGKILL)  # The worker is idle now.
        assert await pool.run(ADA, HANG, os.getpid) != second

    run_with_pool(work)


def test_a_hanging_worker_is_stopped(tmp_path: Path) -> None:
    async def work(pool: WorkerPool) -> None:
        with pytest.raises(WorkerLost, match="longer than"):
            await pool.run(ADA, 0.05, wait_for, tmp_path / "never")
        assert await pool.run(ADA, HANG, len, "the pool goes on") == 16

    run_with_pool(work)


def test_the_start_of_a_worker_does_not_count_as_time_of_a_call(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine, a new process needs seconds, and a call that pays for them would be rejected each time."""
    ready = Worker.wait_until_ready

    async def start_slowly(worker: Worker) -> None:
        order.append("ready")
        await ready(worker)

    async def call(worker: Worker, call: bytes, seconds: float) -> int:
        order.append("call")
        return 3

    order: list[str] = []
    monkeypatch.setattr(Worker, "wait_until_ready", start_slowly)
    monkeypatch.setattr(Worker, "call", call)

    async def work(pool: WorkerPool) -> None:
        for _ in range(2):
            assert await pool.run(ADA, 0.01, len, "ada") == 3
        assert order == ["ready", "call", "call"]

    run_with_pool(work)


def test_what_workers_run_does_not_import_the_web_framework() -> None:
    """Its imports take half a second of CPU time."""
    modules = "trapezi.tables.replays, trapezi.tables.uploaded_decks, trapezi.server.server_address_and_qr_code"
    assert described_options.__module__ in modules
    program = f"import sys, {modules}; sys.exit('litestar' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_one_owner_never_occupies_all_workers(tmp_path: Path) -> None:
    """While the calls of one owner hang, the calls of another owner are answered."""

    async def work(pool: WorkerPool) -> None:
        waiting = [asyncio.ensure_future(pool.run(ADA, HANG, wait_for, tmp_path / "go")) for _ in range(3)]
        assert await pool.run(BO, HANG, len, "bo") == 2
        assert not any(each.done() for each in waiting)
        (tmp_path / "go").touch()
        await asyncio.gather(*waiting)

    run_with_pool(work, size=2, max_running=1)


def test_too_many_waiting_calls_are_rejected(tmp_path: Path) -> None:
    async def work(pool: WorkerPool) -> None:
        waiting = [asyncio.ensure_future(pool.run(ADA, HANG, wait_for, tmp_path / "go")) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(QueueFull):
            await pool.run(ADA, HANG, len, "ada")
        (tmp_path / "go").touch()
        await asyncio.gather(*waiting)

    run_with_pool(work, max_waiting=2)


def test_a_cancelled_call_does_not_run(tmp_path: Path) -> None:
    async def work(pool: WorkerPool) -> None:
        first = asyncio.ensure_future(pool.run(ADA, HANG, wait_for, tmp_path / "go"))
        second = asyncio.ensure_future(pool.run(ADA, HANG, die_once, tmp_path / "died"))
        await asyncio.sleep(0)
        second.cancel()
        (tmp_path / "go").touch()
        await first
        assert await pool.run(ADA, HANG, len, "ada") == 3
        assert not (tmp_path / "died").exists()

    run_with_pool(work)


def test_closing_stops_the_workers_and_fails_what_waits(tmp_path: Path) -> None:
    async def run() -> None:
        pool = WorkerPool(1)
        calls = [asyncio.ensure_future(pool.run(ADA, HANG, wait_for, tmp_path / "never")) for _ in range(2)]
        process = await pool_process(pool, tmp_path / "never.waits")
        await pool.close()
        for call in calls:
            with pytest.raises(WorkerFailed, match="stopped"):
                await call
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)
        with pytest.raises(WorkerFailed, match="stopped"):
            await pool.run(ADA, HANG, os.getpid)

    asyncio.run(run())


async def pool_process(pool: WorkerPool, marker: Path) -> int:
    """Return the process id of the worker that creates this file when it is called."""
    while not marker.exists():
        await asyncio.sleep(0.005)
    return pool.process_ids()[0]
