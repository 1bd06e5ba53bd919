"""Many games at once: each call steps or encodes all of them."""

from __future__ import annotations

from typing import Any

from trapezi.core.state import Moves
from trapezi.envs.feature_writer import FeatureWriter
from trapezi.envs.features import Encoder, FeatureSchema
from trapezi.envs.learner_seat import LearnerSeat


class Batch:
    """Learners' seats, one in each of many games."""

    __slots__ = ("encoder", "moves", "seats")

    def __init__(self, seats: list[LearnerSeat], encoder: Encoder) -> None:
        self.seats = seats
        self.encoder = encoder
        self.moves = Moves()

    def first_illegal(self, actions: list[int]) -> int:
        """Return the index of the first game whose action is illegal, or -1."""
        for i in range(len(self.seats)):
            seat = self.seats[i]
            if not 0 <= actions[i] < 1 << 30 or not seat.is_legal(seat.seat, actions[i]):
                return i
        return -1

    def act(self, actions: list[int]) -> list[float]:
        """Play a legal action in each game. Return the rewards."""
        rewards = []
        for i in range(len(self.seats)):
            seat = self.seats[i]
            seat.act(actions[i])
            rewards.append(seat.take_reward())
        return rewards

    def over(self) -> list[bool]:
        """Return for each game whether it is over."""
        games_over = []
        for i in range(len(self.seats)):
            seat = self.seats[i]
            games_over.append(seat.state.over)
        return games_over

    def write_observations(self, array: Any) -> int:
        """Write the observations of all games into an array of floats, one after the other."""
        features = FeatureWriter(array)
        for i in range(len(self.seats)):
            self.encode(i, features, i * self.encoder.size)
        return 0

    def write_observation(self, i: int, array: Any) -> int:
        return self.encode(i, FeatureWriter(array), 0)

    def encode(self, i: int, features: FeatureSchema, offset: int) -> int:
        seat = self.seats[i]
        features.start_row(offset, self.encoder.size)
        return self.encoder.encode(seat.state, seat.seat, features)

    def action_masks(self, width: int) -> bytearray:
        """Return a row of `width` bytes for each game, with a 1 for every legal move."""
        rows = bytearray(len(self.seats) * width)
        for i in range(len(self.seats)):
            seat = self.seats[i]
            n = seat.generate_moves(self.moves)
            for k in range(n):
                rows[i * width + self.moves.items[k]] = 1
        return rows
