"""Many games at once, stepped and written down in one call each."""

from __future__ import annotations

from typing import Any

from trapezi.envs.page import Encoder, Page
from trapezi.envs.seat import Seat
from trapezi.law.contract import Moves


class Batch:
    """Seats of as many games. All arrays are rows of memory that the caller gives: numpy arrays, for one."""

    __slots__ = ("encoder", "moves", "seats")

    def __init__(self, seats: list[Seat], encoder: Encoder) -> None:
        self.seats = seats
        self.encoder = encoder
        self.moves = Moves()

    def illegal(self, actions: Any) -> int:
        """The first seat whose action is not allowed, or -1."""
        for i in range(len(self.seats)):
            seat = self.seats[i]
            if not 0 <= actions[i] < 1 << 30 or not seat.allows(seat.seat, actions[i]):
                return i
        return -1

    def act(self, actions: Any, rewards: Any, over: Any) -> int:
        """A legal action each; writes down what it brought and whether the game is over. How many are."""
        ended = 0
        for i in range(len(self.seats)):
            seat = self.seats[i]
            seat.act(actions[i])
            rewards[i] = seat.gain()
            over[i] = seat.state.over
            ended += seat.state.over
        return ended

    def observe(self, row: Any) -> int:
        """What every seat knows, one after the other."""
        page = Page(row)
        for i in range(len(self.seats)):
            self.write(i, page, i * self.encoder.size)
        return 0

    def observe_one(self, i: int, row: Any) -> int:
        return self.write(i, Page(row), 0)

    def write(self, i: int, page: Page, at: int) -> int:
        seat = self.seats[i]
        page.turn(at, self.encoder.size)
        return self.encoder.write(seat.state, seat.seat, page)

    def mask(self, row: Any, width: int) -> int:
        """A one for every legal move, in rows of zeros that are so wide."""
        for i in range(len(self.seats)):
            seat = self.seats[i]
            n = seat.legal(self.moves)
            for k in range(n):
                row[i * width + self.moves.items[k]] = 1
        return 0
