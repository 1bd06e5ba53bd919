"""A run: what was kept of it, what is left of it, and what happens if somebody stops it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass

from trapezi.lab.checkpoint import Kept
from trapezi.lab.chunks import Data, Piece, Pieces, Work
from trapezi.lab.workers import done as by_all

Done = Callable[[int], None]
Take = Callable[[Piece, Data], None]


@dataclass(frozen=True)
class Ran:
    """How a run ended: whether Ctrl-C stopped it, and how many games had been kept from before."""

    stopped: bool
    kept: int


def run(
    work: Work,
    wanted: dict[int, range],
    take: Take,
    kept: Kept,
    jobs: int = 1,
    cluster: str | None = None,
    done: Done | None = None,
) -> Ran:
    """Does what is wanted of each table, and gives `take` every piece, the kept ones first."""
    before = of_use(kept, wanted)
    pieces = Pieces(wanted, [piece for piece, _ in before])
    for piece, data in before:
        take(piece, data)
    games = sum(piece.number for piece, _ in before)
    if done is not None:
        done(games)
    with closing(kept), closing(by_all(work, pieces, jobs, cluster)) as fresh:
        try:
            for piece, data in fresh:
                kept.add(piece, data)
                take(piece, data)
                if done is not None:
                    done(piece.number)
        except KeyboardInterrupt:
            return Ran(True, games)
    return Ran(False, games)


def of_use(kept: Kept, wanted: dict[int, range]) -> list[tuple[Piece, Data]]:
    """Kept pieces of what is wanted, none of it twice."""
    found, ends = [], {table: games.start for table, games in wanted.items()}
    for piece, data in sorted(kept.before, key=lambda told: (told[0].table, told[0].first)):
        if piece.table in wanted and ends[piece.table] <= piece.first and piece.games.stop <= wanted[piece.table].stop:
            ends[piece.table] = piece.games.stop
            found.append((piece, data))
    return found
