"""Play and encode many games with one call, in a compiled loop."""

from __future__ import annotations

from typing import Any

from trapezi.core.state import Moves
from trapezi.envs.encoder_base import Encoder
from trapezi.envs.feature_writer import FeatureWriter
from trapezi.envs.learner_seat import LearnerSeat


class Batch:
    """Many games, in each of which a learning algorithm plays one seat."""

    __slots__ = ("encoder", "learners", "moves")

    def __init__(self, learners: list[LearnerSeat], encoder: Encoder) -> None:
        self.learners = learners
        self.encoder = encoder
        self.moves = Moves()

    def first_illegal_game(self, actions: list[int]) -> int:
        """Return the index of the first game whose action is illegal, or -1 if all actions are legal."""
        for i in range(len(self.learners)):
            learner = self.learners[i]
            if not 0 <= actions[i] < 1 << 30 or not learner.is_legal(learner.seat, actions[i]):
                return i
        return -1

    def act(self, actions: list[int]) -> list[float]:
        """Play a legal action in each game. Return the reward of the learner in each game."""
        rewards = []
        for i in range(len(self.learners)):
            learner = self.learners[i]
            learner.act(actions[i])
            rewards.append(learner.take_reward())
        return rewards

    def games_over(self) -> list[bool]:
        """Return a list that says for each game whether it is over."""
        over = []
        for learner in self.learners:
            over.append(learner.state.over)
        return over

    def write_observations(self, array: Any) -> None:
        """Write the observations of all games into an array of floats, one after the other."""
        features = FeatureWriter(array)
        for i in range(len(self.learners)):
            learner = self.learners[i]
            features.start_zero_row(i * self.encoder.size, self.encoder.size)
            self.encoder.encode(learner.state, learner.seat, features)

    def action_masks(self, width: int) -> bytearray:
        """Return a row of `width` bytes for each game, with a 1 for every legal move."""
        rows = bytearray(len(self.learners) * width)
        for i in range(len(self.learners)):
            learner = self.learners[i]
            n = learner.generate_moves(self.moves)
            for k in range(n):
                rows[i * width + self.moves.items[k]] = 1
        return rows
