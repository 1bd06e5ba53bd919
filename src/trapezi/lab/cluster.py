"""The same work on a Ray cluster (`pip install trapezi[cluster]`), where every machine has this package.

Ray does a piece again whose worker or machine died. A piece that takes every worker down is played here, where it is seen which
bot did it.
"""

from __future__ import annotations

import os
import re
import socket
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from typing import Any

from trapezi.lab.chunks import Data, Piece, Pieces, Work
from trapezi.lab.time_limit import NOBODY
from trapezi.lab.workers import BadRun, Told, in_processes, timed

LOCAL = "local"  # a Ray of its own on this machine, for as long as the run


def in_cluster(work: Work, pieces: Pieces, address: str, jobs: int) -> Iterator[Told]:
    """All pieces, by the cluster at an address: `local`, `auto`, `ray://host:10001` … What Ray says goes to standard error."""
    with redirect_stdout(sys.stderr):
        yield from asked_of(connected(address, jobs), work, pieces)


def asked_of(ray: Any, work: Work, pieces: Pieces) -> Iterator[Told]:
    try:
        task = ray.remote(max_retries=2)(piece_of)
        shared = ray.put(work)
        running: dict[Any, Piece] = {}
        room = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
        while True:
            while len(running) < room and (piece := pieces.take()) is not None:
                running[task.remote(shared, piece)] = piece
            if not running:
                return
            for ref in ray.wait(list(running))[0]:
                piece = running.pop(ref)
                try:
                    data, seconds = ray.get(ref)
                except ray.exceptions.WorkerCrashedError:
                    yield from in_processes(work, only(piece), 1)
                    continue
                except ray.exceptions.RayTaskError as error:
                    raise error.cause if isinstance(error.cause, Exception) else error from None
                pieces.took(piece, seconds)
                yield piece, data
    finally:
        ray.shutdown()


def piece_of(work: Work, piece: Piece) -> tuple[Data, float]:
    return timed(work, piece, [0, NOBODY])


def only(piece: Piece) -> Pieces:
    left = Pieces({})
    left.back.append(piece)
    return left


def connected(address: str, jobs: int) -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nobody is told that we play
    try:
        import ray
    except ImportError as error:
        raise BadRun("cluster.missing", extra="trapezi[cluster]") from error
    local = {"address": "local", "num_cpus": jobs, "include_dashboard": False} if address == LOCAL else {"address": address}
    for tries in (2, 1, 0):  # Ray gives up after half a minute, which is soon on a busy machine
        try:
            knock(address)
            ray.init(**local, logging_level="error", log_to_driver=False)
            break
        except Exception as error:
            ray.shutdown()
            if address != LOCAL or not tries:
                why = f"{type(error).__name__}: {error}"[:200]
                raise BadRun("cluster.unreachable", address=address[:80], why=why) from error
    return ray


def knock(address: str) -> None:
    """Whether anybody is there: Ray itself would wait for minutes."""
    if found := re.fullmatch(r"(?:ray://)?\[?(.+?)\]?:(\d+)", address):
        socket.create_connection((found[1], int(found[2])), timeout=10).close()
