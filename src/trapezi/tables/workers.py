"""Run slow functions, such as the decisions of bots, in worker processes, so that the server process always has time for tables.

A worker runs one function at a time, with low priority. It is started when it is needed, is replaced when it dies or takes too
long, and exits when the server exits, even if the server is killed.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import pickle
import signal
import struct
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import Any, TypeVar

from trapezi.core.errors import TrapeziError
from trapezi.tables.fair_queue import FairQueue, Owner

T = TypeVar("T")

ATTEMPTS = 2  # A function whose worker dies or takes too long is called up to this many times.
START_SECONDS = 60.0  # A new process must be ready after this many seconds. On a busy machine, its imports take several.
READY = b"r"  # A worker sends this when it is ready for calls.
LENGTH = struct.Struct(">I")  # A message on a pipe consists of its length and a pickle.
MAIN = "from trapezi.tables.workers import serve_calls; serve_calls()"

log = logging.getLogger("trapezi.tables")


class WorkerFailed(Exception):
    """The function raised an error that is not meant for users, or its worker died or took too long."""


class WorkerLost(WorkerFailed):
    """The worker died or took too long."""


class TookTooLong(WorkerLost):
    """The worker took too long."""


class CannotBeSent(Exception):
    """The arguments of a function cannot be pickled and sent to another process."""


STOPPED = WorkerFailed("the workers have been stopped")


# -- in the worker process ---------------------------------------------------------------------------------------------


def serve_calls() -> None:
    """Run the calls that the server sends, until the server exits. What the called functions print goes to standard error."""
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)  # Only the server stops its workers.
    if hasattr(os, "nice"):
        os.nice(int(sys.argv[1]))
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    calls: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=read_calls, args=[calls], daemon=True).start()
    answers.write(READY)
    answers.flush()
    while True:
        answer = answer_call(calls.get())
        answers.write(LENGTH.pack(len(answer)) + answer)
        answers.flush()


def read_calls(calls: SimpleQueue[bytes]) -> None:
    """Read calls in a separate thread, so that the worker exits at once if the server ends while a function is running."""
    source = sys.stdin.buffer
    while len(length := source.read(LENGTH.size)) == LENGTH.size:
        calls.put(source.read(*LENGTH.unpack(length)))
    os._exit(0)


def answer_call(call: bytes) -> bytes:
    """Return the pickled result of a pickled call, or the pickled error that the call raised."""
    try:
        function, arguments = pickle.loads(call)
        return pickle.dumps((True, function(*arguments)))
    except TrapeziError as error:
        return pickle.dumps((False, error))
    except Exception as error:
        return pickle.dumps((False, WorkerFailed(f"{type(error).__name__}: {error}"[:1000])))


# -- in the server process ---------------------------------------------------------------------------------------------


class Worker:
    """One worker process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    @classmethod
    async def start(cls, niceness: int) -> Worker:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", MAIN, str(niceness)),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
            start_new_session=True,  # Ctrl-C must stop only the server, which then stops its workers.
        )
        return cls(process)

    @property
    def is_alive(self) -> bool:
        return self.process.returncode is None

    async def wait_until_ready(self) -> None:
        """Wait until the process has started. Raise `WorkerLost` if it dies or takes too long."""
        assert self.process.stdout is not None
        try:
            async with asyncio.timeout(START_SECONDS):
                await self.process.stdout.readexactly(len(READY))
        except (TimeoutError, OSError, asyncio.IncompleteReadError) as error:
            raise WorkerLost("a worker did not start") from error

    async def call(self, call: bytes, seconds: float) -> Any:
        """Return what a pickled call returns, or raise its error. Raise `WorkerLost` if the process dies or takes too long."""
        stdin, stdout = self.process.stdin, self.process.stdout
        assert stdin is not None
        assert stdout is not None
        try:
            async with asyncio.timeout(seconds):
                stdin.write(LENGTH.pack(len(call)) + call)
                await stdin.drain()
                length = LENGTH.unpack(await stdout.readexactly(LENGTH.size))
                succeeded, value = pickle.loads(await stdout.readexactly(*length))
        except TimeoutError as error:
            raise TookTooLong(f"a worker took longer than {seconds:g} seconds") from error
        except (OSError, asyncio.IncompleteReadError) as error:
            raise WorkerLost("a worker died") from error
        if not succeeded:
            raise value
        return value

    async def stop(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()


@dataclass(slots=True, eq=False)
class Call:
    """A call that waits for a worker."""

    pickled: bytes
    seconds: float
    result: asyncio.Future[Any] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class WorkerPool:
    """A pool of `size` worker processes with a fair queue. With size 0, functions run in threads of this process."""

    def __init__(
        self,
        size: int,
        *,
        niceness: int = 10,
        max_running: int | None = None,
        max_waiting: int = 10_000,
        repeat_slow_calls: bool = True,
    ) -> None:
        self.size = size
        self.repeat_slow_calls = repeat_slow_calls
        self.niceness = niceness
        self.queue: FairQueue[Call] = FairQueue(max_running or max(1, (size + 1) // 2), max_waiting)
        self._workers: set[Worker] = set()
        self._idle: list[Worker] = []
        self._busy: set[asyncio.Task[None]] = set()
        self._closed = False

    async def run(self, owner: Owner, seconds: float, function: Callable[..., T], *arguments: Any) -> T:
        """Call a function in a worker and return its result. The function may run for this many seconds.

        If the function raises a `TrapeziError`, raise this error. Raise `WorkerFailed` for any other error, `QueueFull` if the
        owner has too many calls, or `CannotBeSent` if the arguments cannot be pickled.
        """
        if self._closed:
            raise STOPPED
        if not self.size:
            return await asyncio.to_thread(function, *arguments)
        try:
            call = Call(pickle.dumps((function, arguments)), seconds)
        except Exception as error:
            raise CannotBeSent(f"{type(error).__name__}: {error}") from error
        self.queue.put(owner, call)
        self._start_calls()
        result: T = await call.result
        return result

    def _start_calls(self) -> None:
        while len(self._busy) < self.size and not self._closed and (taken := self.queue.take()):
            task = asyncio.get_running_loop().create_task(self._work(*taken))
            self._busy.add(task)
            task.add_done_callback(self._on_done)

    def _on_done(self, task: asyncio.Task[None]) -> None:
        self._busy.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("a worker could not be started", exc_info=task.exception())
        self._start_calls()

    async def _work(self, owner: Owner, call: Call) -> None:
        """Let a worker run a call, to its end even if nobody waits for the result any more."""
        try:
            result, error = await self._answer(call), None
        except Exception as caught:
            result, error = None, caught
        except asyncio.CancelledError:
            result, error = None, STOPPED
        self.queue.done(owner)
        if not call.result.done():
            if error is None:
                call.result.set_result(result)
            else:
                call.result.set_exception(error)

    async def _answer(self, call: Call) -> Any:
        for attempt in range(ATTEMPTS):
            if call.result.done():  # The call was cancelled while it was waiting.
                return None
            self._idle = [each for each in self._idle if each.is_alive]
            is_new = not self._idle
            worker = await Worker.start(self.niceness) if is_new else self._idle.pop()
            self._workers.add(worker)
            reusable = False
            try:
                if is_new:
                    await worker.wait_until_ready()
                result = await worker.call(call.pickled, call.seconds)
                reusable = True
                return result
            except WorkerLost as error:
                log.warning("%s", error)
                if attempt + 1 == ATTEMPTS or (isinstance(error, TookTooLong) and not self.repeat_slow_calls):
                    raise
            except (TrapeziError, WorkerFailed):
                reusable = True
                raise
            finally:
                if reusable and worker.is_alive and not self._closed:
                    self._idle.append(worker)
                else:
                    self._workers.discard(worker)
                    await asyncio.shield(worker.stop())
        raise AssertionError

    async def close(self) -> None:
        """Stop all workers. Calls that are still waiting fail."""
        self._closed = True
        tasks = tuple(self._busy)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        while taken := self.queue.take():
            self.queue.done(taken[0])
            if not taken[1].result.done():
                taken[1].result.set_exception(STOPPED)
        await asyncio.gather(*(worker.stop() for worker in self._workers))

    @property
    def running_count(self) -> int:
        """The number of functions that are running."""
        return len(self._busy)

    def process_ids(self) -> list[int]:
        """Return the ids of the worker processes."""
        return [worker.process.pid for worker in self._workers]


def default_bot_processes() -> int:
    """Return the number of cores that this process may use, minus one for the server itself, but at least 1."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, cores - 1)
