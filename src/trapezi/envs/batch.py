"""Many games at once, stepped and written down in one call each."""

from __future__ import annotations

from typing import Any

from trapezi.core.state import Moves
from trapezi.envs.feature_writer import FeatureWriter
from trapezi.envs.features import Encoder, FeatureSchema
from trapezi.envs.learner_seat import Seat


class Batch:
    """Seats of as many games."""

    __slots__ = ("encoder", "moves", "seats")

    def __init__(self, seats: list[Seat], encoder: Encoder) -> None:
        self.seats = seats
        self.encoder = encoder
        self.moves = Moves()

    def illegal(self, actions: list[int]) -> int:
        """The first seat whose action is not allowed, or -1."""
        for i in range(len(self.seats)):
            seat = self.seats[i]
            if not 0 <= actions[i] < 1 << 30 or not seat.is_legal(seat.seat, actions[i]):
                return i
        return -1

    def act(self, actions: list[int]) -> list[float]:
        """A legal action each; what it brought."""
        rewards = []
        for i in range(len(self.seats)):
            seat = self.seats[i]
            seat.act(actions[i])
            rewards.append(seat.gain())
        return rewards

    def over(self) -> list[bool]:
        """Whether each game is over."""
        found = []
        for i in range(len(self.seats)):
            seat = self.seats[i]
            found.append(seat.state.over)
        return found

    def observe(self, numbers: Any) -> int:
        """What every seat knows, one after the other, into so many floats."""
        row = FeatureWriter(numbers)
        for i in range(len(self.seats)):
            self.write(i, row, i * self.encoder.size)
        return 0

    def observe_one(self, i: int, numbers: Any) -> int:
        return self.write(i, FeatureWriter(numbers), 0)

    def write(self, i: int, page: FeatureSchema, at: int) -> int:
        seat = self.seats[i]
        page.turn(at, self.encoder.size)
        return self.encoder.write(seat.state, seat.seat, page)

    def mask(self, width: int) -> bytearray:
        """A row of so many bytes for each seat, with a one for every legal move."""
        rows = bytearray(len(self.seats) * width)
        for i in range(len(self.seats)):
            seat = self.seats[i]
            n = seat.legal(self.moves)
            for k in range(n):
                rows[i * width + self.moves.items[k]] = 1
        return rows
