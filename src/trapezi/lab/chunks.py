"""Divide the games of a run into chunks. This or another process plays a chunk in about a second."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from trapezi.lab.time_limit import CurrentDecision

# A chunk takes about this many seconds, so that progress is reported often and all processes finish at about the same time.
SECONDS = 1.0
MAX_GAMES = 5000  # The maximum number of games in a chunk.

ChunkData = Any  # The result of a chunk, as JSON data.


@dataclass(frozen=True)
class Chunk:
    """Consecutive games of a pairing."""

    pairing: int
    first: int  # The number of the first game.
    count: int  # The number of games.
    crashed: tuple[tuple[int, int], ...] = ()  # (game, seat) for each game in which the bot of a seat crashed its process twice.

    @property
    def games(self) -> range:
        return range(self.first, self.first + self.count)

    def with_crash(self, game: int, seat: int) -> Chunk:
        return replace(self, crashed=(*self.crashed, (game, seat)))


class Work(Protocol):
    """Games that can be played chunk by chunk, in any order and in any process, such as a simulation or an arena."""

    @property
    def needs_own_process(self) -> bool:
        """Whether the games must be played in a separate process, because a bot might crash it."""

    def play_chunk(self, chunk: Chunk, current: CurrentDecision) -> ChunkData:
        """Play a chunk. Return its result, which is the same in every process. Write into `current` which bot is thinking."""


class ChunkQueue:
    """The games that are still to be played. `take` returns chunks of all pairings in turn.

    >>> queue = ChunkQueue({0: range(3), 1: range(2)}, [Chunk(0, 0, 1)])
    >>> [queue.take() for _ in range(2)]
    [Chunk(pairing=0, first=1, count=1, crashed=()), Chunk(pairing=1, first=0, count=1, crashed=())]
    """

    def __init__(self, games: dict[int, range], finished: Sequence[Chunk] = (), retries: Sequence[Chunk] = ()) -> None:
        self.remaining = deque(gap for pairing, wanted in games.items() for gap in unfinished_chunks(pairing, wanted, finished))
        self.retries = list(retries)
        self.games_per_second: dict[int, float] = {}  # The measured speed of each pairing.

    def take(self) -> Chunk | None:
        """Remove the next chunk from the queue and return it. Return None if the queue is empty."""
        if self.retries:
            return self.retries.pop()
        if not self.remaining:
            return None
        gap = self.remaining.popleft()
        count = min(gap.count, MAX_GAMES, max(1, int(SECONDS * self.games_per_second.get(gap.pairing, 1))))
        if count < gap.count:
            self.remaining.append(replace(gap, first=gap.first + count, count=gap.count - count))
        return replace(gap, count=count)

    def note_duration(self, chunk: Chunk, seconds: float) -> None:
        """Store how fast a chunk was played, so that the next chunks of its pairing can be sized to take about a second."""
        self.games_per_second[chunk.pairing] = chunk.count / max(seconds, 1e-6)


def unfinished_chunks(pairing: int, games: range, finished: Sequence[Chunk]) -> list[Chunk]:
    """Return chunks that together have all games of a pairing that are not finished. A chunk may have any size."""
    missing, start = [], games.start
    for chunk in sorted((chunk for chunk in finished if chunk.pairing == pairing), key=lambda chunk: chunk.first):
        if chunk.first > start:
            missing.append(Chunk(pairing, start, chunk.first - start))
        start = chunk.games.stop
    return [*missing, Chunk(pairing, start, games.stop - start)] if start < games.stop else missing
