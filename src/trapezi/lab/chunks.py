"""What is to be played, in pieces of about a second, for this process or for many."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from trapezi.lab.time_limit import Spot

SECONDS = 1.0  # of work: often enough to report, to keep what is done and to share out the rest
MOST = 5000

Data = Any  # what a piece came to: plain data, fit for JSON


@dataclass(frozen=True)
class Piece:
    """Games first, first + 1 … of a table. Of `lost` ones the bot at that seat took its process down."""

    table: int
    first: int
    number: int
    lost: tuple[tuple[int, int], ...] = ()  # game, seat

    @property
    def games(self) -> range:
        return range(self.first, self.first + self.number)

    def without(self, game: int, seat: int) -> Piece:
        return replace(self, lost=(*self.lost, (game, seat)))


class Work(Protocol):
    """Something that can be done piece by piece, in any order, by any process that it is sent to."""

    @property
    def guarded(self) -> bool:
        """Whether a bot might take its process down."""

    def do(self, piece: Piece, spot: Spot) -> Data:
        """What a piece comes to: the same wherever and whenever. `spot` is kept up to date."""


class Pieces:
    """What is left, handed out from all tables in turn.

    >>> left = Pieces({0: range(3), 1: range(2)}, [Piece(0, 0, 1)])
    >>> [left.take() for _ in range(2)]
    [Piece(table=0, first=1, number=1, lost=()), Piece(table=1, first=0, number=1, lost=())]
    """

    def __init__(self, wanted: dict[int, range], done: Sequence[Piece] = ()) -> None:
        self.left = deque(gap for table, games in wanted.items() for gap in gaps(table, games, done))
        self.back: list[Piece] = []  # to be done again
        self.size: dict[int, float] = {}  # games a second, by table

    def take(self) -> Piece | None:
        """The next piece, or None if all is handed out."""
        if self.back:
            return self.back.pop()
        if not self.left:
            return None
        gap = self.left.popleft()
        number = min(gap.number, MOST, max(1, int(SECONDS * self.size.get(gap.table, 1))))
        if number < gap.number:
            self.left.append(replace(gap, first=gap.first + number, number=gap.number - number))
        return replace(gap, number=number)

    def took(self, piece: Piece, seconds: float) -> None:
        """How long a piece took: the next ones will be as large as a second allows."""
        self.size[piece.table] = piece.number / max(seconds, 1e-6)


def gaps(table: int, games: range, done: Sequence[Piece]) -> list[Piece]:
    """The games of a table that were not played yet."""
    found, at = [], games.start
    for piece in sorted((piece for piece in done if piece.table == table), key=lambda piece: piece.first):
        if piece.first > at:
            found.append(Piece(table, at, piece.first - at))
        at = piece.games.stop
    return [*found, Piece(table, at, games.stop - at)] if at < games.stop else found
