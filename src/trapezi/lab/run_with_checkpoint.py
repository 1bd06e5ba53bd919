"""Run the games that a checkpoint does not contain yet, and stop cleanly on Ctrl-C."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from time import perf_counter

from trapezi.lab.checkpoint import Checkpoint
from trapezi.lab.chunks import Chunk, ChunkData, ChunkQueue, Work
from trapezi.lab.workers import play_chunks

OnProgress = Callable[[int], None]  # Gets the number of games that were finished since its last call.
OnResult = Callable[[Chunk, ChunkData], None]


def no_progress(games: int) -> None:
    """Do nothing. This is the default for `on_progress`."""


@dataclass(frozen=True)
class RunEnd:
    """How a run of games ended."""

    seconds: float
    stopped: bool  # Whether Ctrl-C stopped the run.
    resumed_games: int  # The number of games that came from the checkpoint; `seconds` does not include these games.


def run_games(
    work: Work,
    games: dict[int, range],
    on_result: OnResult,
    checkpoint: Checkpoint,
    jobs: int = 1,
    cluster: str | None = None,
    on_progress: OnProgress = no_progress,
) -> RunEnd:
    """Play those games of each pairing that the checkpoint does not contain.

    Call `on_result` with the result of every chunk: first with the chunks in the checkpoint, then with each chunk that is played.
    """
    start = perf_counter()
    finished = usable_chunks(checkpoint, games)
    queue = ChunkQueue(games, [chunk for chunk, _ in finished])
    for chunk, data in finished:
        on_result(chunk, data)
    resumed_games, stopped = sum(chunk.count for chunk, _ in finished), False
    on_progress(resumed_games)
    with closing(checkpoint), closing(play_chunks(work, queue, jobs, cluster)) as results:
        try:
            for chunk, data in results:
                checkpoint.save_chunk(chunk, data)
                on_result(chunk, data)
                on_progress(chunk.count)
        except KeyboardInterrupt:
            stopped = True
    return RunEnd(perf_counter() - start, stopped, resumed_games)


def usable_chunks(checkpoint: Checkpoint, games: dict[int, range]) -> list[tuple[Chunk, ChunkData]]:
    """Return the chunks of a checkpoint, without chunks that have other games than these or overlap another chunk."""
    usable, ends = [], {pairing: wanted.start for pairing, wanted in games.items()}
    for chunk, data in sorted(checkpoint.finished, key=lambda result: (result[0].pairing, result[0].first)):
        if chunk.pairing in games and ends[chunk.pairing] <= chunk.first and chunk.games.stop <= games[chunk.pairing].stop:
            ends[chunk.pairing] = chunk.games.stop
            usable.append((chunk, data))
    return usable
