"""Play a run on a Ray cluster (`pip install trapezi[cluster]`). Every machine of the cluster must have this package.

If a worker or a machine dies, Ray plays its chunk again. A chunk that kills every worker is played on this machine, which finds
out which bot is to blame.
"""

from __future__ import annotations

import os
import re
import socket
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from typing import Any

from trapezi.lab.chunks import Chunk, ChunkQueue, Work
from trapezi.lab.workers import BadRun, ChunkResult, play_and_measure_time, play_in_processes

LOCAL = "local"  # If the address is this word, Ray is started on this machine for this run.


def play_in_cluster(work: Work, queue: ChunkQueue, address: str, jobs: int) -> Iterator[ChunkResult]:
    """Play all chunks on the cluster at this address (`local`, `auto`, `ray://host:10001` …). Yield them with their results."""
    with redirect_stdout(sys.stderr):  # What Ray prints must not mix with JSON.
        yield from play_with_ray(connect_ray(address, jobs), work, queue)


def play_with_ray(ray: Any, work: Work, queue: ChunkQueue) -> Iterator[ChunkResult]:
    """Play all chunks with Ray, and yield them with their results. Shut down Ray at the end."""
    try:
        task = ray.remote(max_retries=2)(play_and_measure_time)
        shared = ray.put(work)
        running: dict[Any, Chunk] = {}
        capacity = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
        while True:
            while len(running) < capacity and (chunk := queue.take()) is not None:
                running[task.remote(shared, chunk)] = chunk
            if not running:
                return
            for ref in ray.wait(list(running))[0]:
                chunk = running.pop(ref)
                try:
                    data, seconds = ray.get(ref)
                except ray.exceptions.WorkerCrashedError:
                    yield from play_in_processes(work, ChunkQueue({}, retries=[chunk]), 1)
                    continue
                except ray.exceptions.RayTaskError as error:
                    raise error.cause if isinstance(error.cause, Exception) else error from None
                queue.note_duration(chunk, seconds)
                yield chunk, data
    finally:
        ray.shutdown()


def connect_ray(address: str, jobs: int) -> Any:
    """Connect to the cluster at this address and return the module `ray`."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ImportError as error:
        raise BadRun("arena.cluster.missing", extra="trapezi[cluster]") from error
    target = {"address": "local", "num_cpus": jobs, "include_dashboard": False} if address == LOCAL else {"address": address}
    for retries in (2, 1, 0):  # Ray gives up if it has not started within half a minute, which is too short on a busy machine.
        try:
            check_reachable(address)
            ray.init(**target, logging_level="error", log_to_driver=False)
            break
        except Exception as error:
            ray.shutdown()
            if address != LOCAL or not retries:
                why = f"{type(error).__name__}: {error}"[:200]
                raise BadRun("arena.cluster.unreachable", address=address[:80], why=why) from error
    return ray


def check_reachable(address: str) -> None:
    """Raise `OSError` if nothing listens at this host and port. Without this check, Ray would wait for minutes."""
    if match := re.fullmatch(r"(?:ray://)?\[?(.+?)\]?:(\d+)", address):
        socket.create_connection((match[1], int(match[2])), timeout=10).close()
