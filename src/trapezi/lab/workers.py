"""Many processes at the same work. One that dies costs nothing but time; a bot that takes it down twice has lost its game."""

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
from trapezi.lab.chunks import Data, Piece, Pieces, Work
from trapezi.lab.time_limit import GAME, NOBODY, SEAT, Spot

TRIES = 3  # of a piece, if processes die over it and no bot is to blame

Told = tuple[Piece, Data]


class BadRun(TrapeziError):
    """A run that cannot be done as asked."""


def done(work: Work, pieces: Pieces, jobs: int, cluster: str | None = None) -> Generator[Told]:
    """All pieces with what they came to, in any order: by this process, by several, or by a cluster."""
    if cluster is not None:
        from trapezi.lab.cluster import in_cluster

        yield from in_cluster(work, pieces, cluster, jobs)
    elif jobs == 1 and not work.guarded:
        yield from here(work, pieces)
    else:
        yield from in_processes(work, pieces, jobs)


def here(work: Work, pieces: Pieces) -> Iterator[Told]:
    while (piece := pieces.take()) is not None:
        told, seconds = timed(work, piece, [0, NOBODY])
        pieces.took(piece, seconds)
        yield piece, told


def timed(work: Work, piece: Piece, spot: Spot) -> tuple[Data, float]:
    begun = perf_counter()
    return work.do(piece, spot), perf_counter() - begun


class Worker:
    """A process that does one piece after another."""

    def __init__(self, work: Work) -> None:
        context = get_context("spawn")
        self.spot: Any = context.RawArray("q", [0, NOBODY])
        self.line, there = context.Pipe()
        self.process = context.Process(target=serve, args=(there, work, self.spot), daemon=True)
        with deaf_to_interrupts():  # whoever presses Ctrl-C stops this process, and this process its workers
            self.process.start()
        there.close()
        self.piece: Piece | None = None

    def begin(self, piece: Piece) -> None:
        self.piece = piece
        self.line.send(piece)

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.line.close()


def serve(line: Connection, work: Work, spot: Spot) -> None:
    """What a worker does all its life. What bots print goes where it disturbs nobody's JSON."""
    threading.Thread(target=leave_with_parent, daemon=True).start()
    os.dup2(2, 1)
    while True:
        try:
            piece = line.recv()
        except EOFError:
            return
        try:
            told: Any = timed(work, piece, spot)
        except TrapeziError as error:
            told = error
        except Exception as error:
            told = RuntimeError(f"{type(error).__name__}: {error}")
        line.send(told)


def leave_with_parent() -> None:
    """A parent that was killed leaves nobody behind."""
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)


def in_processes(work: Work, pieces: Pieces, jobs: int) -> Iterator[Told]:
    crew: list[Worker] = []
    deaths: Counter[tuple[int, ...]] = Counter()
    try:
        while True:
            for worker in [worker for worker in crew if worker.piece is None]:
                hand(worker, pieces)
            while len(crew) < jobs and (piece := pieces.take()) is not None:
                crew.append(Worker(work))
                crew[-1].begin(piece)
            busy = {worker.line: worker for worker in crew if worker.piece is not None}
            if not busy:
                return
            for line in connection.wait(list(busy)):
                worker = busy[line]  # type: ignore[index]
                piece, worker.piece = worker.piece, None
                assert piece is not None
                try:
                    told = worker.line.recv()
                except (EOFError, OSError):
                    pieces.back.append(again(piece, worker.spot, deaths))
                    crew.remove(worker)
                    worker.end()
                    continue
                if isinstance(told, Exception):
                    raise told
                data, seconds = told
                pieces.took(piece, seconds)
                hand(worker, pieces)
                yield piece, data
    finally:
        for worker in crew:
            worker.end()


def hand(worker: Worker, pieces: Pieces) -> None:
    """Gives a worker something to do, if there is anything."""
    piece = pieces.take()
    if piece is not None:
        worker.begin(piece)


def again(piece: Piece, spot: Spot, deaths: Counter[tuple[int, ...]]) -> Piece:
    """A piece over which a process died: as it was, or without a game if the same bot was asked both times."""
    place = (piece.table, piece.first, spot[GAME], spot[SEAT])
    deaths[place] += 1
    if spot[SEAT] != NOBODY and deaths[place] > 1:
        return piece.without(spot[GAME], spot[SEAT])
    if deaths[place] >= TRIES:
        raise BadRun("simulate.worker-lost")
    return piece


@contextmanager
def deaf_to_interrupts() -> Iterator[None]:
    """Processes started in here never hear of Ctrl-C; this one hears of it right afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
