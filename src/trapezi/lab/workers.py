"""Play chunks of games in worker processes. If a process dies, its chunk is played again.

If the same decision of a bot kills two processes, the bot loses that game.
"""

from __future__ import annotations

import os
import signal
import threading
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from multiprocessing import connection, get_context, parent_process
from multiprocessing.connection import Connection
from time import perf_counter
from typing import Any

from trapezi.core.errors import TrapeziError
from trapezi.lab.chunks import Chunk, ChunkData, ChunkQueue, Work
from trapezi.lab.time_limit import GAME, NO_SEAT, SEAT, CurrentDecision

MAX_DEATHS = 3  # The run fails if this many processes die at the same point, and no bot was thinking.

ChunkResult = tuple[Chunk, ChunkData]


class BadRun(TrapeziError):
    """A simulation or an arena cannot be run as requested."""


def play_chunks(work: Work, queue: ChunkQueue, jobs: int, cluster: str | None = None) -> Generator[ChunkResult]:
    """Play all chunks in this process, in `jobs` processes or in a cluster. Yield them with their results, in any order."""
    if cluster is not None:
        from trapezi.lab.ray_cluster import play_in_cluster

        yield from play_in_cluster(work, queue, cluster, jobs)
    elif jobs == 1 and not work.needs_own_process:
        yield from play_in_this_process(work, queue)
    else:
        yield from play_in_processes(work, queue, jobs)


def play_in_this_process(work: Work, queue: ChunkQueue) -> Iterator[ChunkResult]:
    while (chunk := queue.take()) is not None:
        data, seconds = play_and_measure_time(work, chunk)
        queue.note_duration(chunk, seconds)
        yield chunk, data


def play_and_measure_time(work: Work, chunk: Chunk, current: CurrentDecision | None = None) -> tuple[ChunkData, float]:
    """Play a chunk. Return its result and the number of seconds that it took."""
    start = perf_counter()
    return work.play_chunk(chunk, [0, NO_SEAT] if current is None else current), perf_counter() - start


class Worker:
    """A process that plays one chunk after another."""

    def __init__(self, work: Work) -> None:
        context = get_context("spawn")
        self.current: Any = context.RawArray("q", [0, NO_SEAT])
        self.pipe, child_pipe = context.Pipe()
        self.process = context.Process(target=worker_main, args=(child_pipe, work, self.current), daemon=True)
        with interrupts_blocked():  # Ctrl-C must reach only this process, which then stops its workers.
            self.process.start()
        child_pipe.close()
        self.chunk: Chunk | None = None

    def start_chunk(self, chunk: Chunk) -> None:
        self.chunk = chunk
        self.pipe.send(chunk)

    def stop(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


def worker_main(pipe: Connection, work: Work, current: CurrentDecision) -> None:
    """Play chunks until the pipe closes. Send what bots print to standard error, because standard output may be JSON."""
    threading.Thread(target=exit_with_parent, daemon=True).start()
    os.dup2(2, 1)
    while True:
        try:
            chunk = pipe.recv()
        except EOFError:
            return
        try:
            result: Any = play_and_measure_time(work, chunk, current)
        except TrapeziError as error:
            result = error
        except Exception as error:
            result = RuntimeError(f"{type(error).__name__}: {error}")
        pipe.send(result)


def exit_with_parent() -> None:
    """Wait until the parent process ends, then end this process. A thread of each worker runs this."""
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)


def play_in_processes(work: Work, queue: ChunkQueue, jobs: int) -> Iterator[ChunkResult]:
    workers: list[Worker] = []
    deaths: Counter[tuple[int, ...]] = Counter()
    try:
        while True:
            for worker in [worker for worker in workers if worker.chunk is None]:
                assign_next_chunk(worker, queue)
            while len(workers) < jobs and (chunk := queue.take()) is not None:
                workers.append(Worker(work))
                workers[-1].start_chunk(chunk)
            busy = {worker.pipe: worker for worker in workers if worker.chunk is not None}
            if not busy:
                return
            for pipe in connection.wait(list(busy)):
                worker = busy[pipe]  # type: ignore[index]
                chunk, worker.chunk = worker.chunk, None
                assert chunk is not None
                try:
                    result = worker.pipe.recv()
                except (EOFError, OSError):
                    queue.retries.append(retry_after_death(chunk, worker.current, deaths))
                    workers.remove(worker)
                    worker.stop()
                    continue
                if isinstance(result, Exception):
                    raise result
                data, seconds = result
                queue.note_duration(chunk, seconds)
                yield chunk, data  # The caller saves this chunk before the worker gets its next one.
    finally:
        for worker in workers:
            worker.stop()


def assign_next_chunk(worker: Worker, queue: ChunkQueue) -> None:
    """Give a worker the next chunk, if the queue is not empty."""
    chunk = queue.take()
    if chunk is not None:
        worker.start_chunk(chunk)


def retry_after_death(chunk: Chunk, current: CurrentDecision, deaths: Counter[tuple[int, ...]]) -> Chunk:
    """Count the death of a process, and return its chunk to be played again.

    If the same decision has killed two processes, mark its game as crashed in the chunk. Raise `BadRun` after too many deaths.
    """
    place = (chunk.pairing, chunk.first, current[GAME], current[SEAT])
    deaths[place] += 1
    if current[SEAT] != NO_SEAT and deaths[place] > 1:
        return chunk.with_crash(current[GAME], current[SEAT])
    if deaths[place] >= MAX_DEATHS:
        raise BadRun("cli.simulate.worker-lost")
    return chunk


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Block SIGINT in this process while the context is open. Processes that are started in it ignore Ctrl-C."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
