"""A game in which a learning algorithm decides for one seat and bots decide for all other seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from trapezi import bots
from trapezi.bots.observation import Observation
from trapezi.bots.policy import Policy
from trapezi.core import special_seats
from trapezi.core.errors import BadOption
from trapezi.core.random import Stream, branch
from trapezi.core.state import MoveCount, Moves, State

RANDOM_SEAT = -1  # If the seat is this number, the learner gets a random seat in every game.
REWARDS = ("win", "score", "difference")
WIN, SCORE, DIFFERENCE = range(3)


def parse_reward_kind(name: str) -> int:
    """Return the index in `REWARDS` of a kind of reward. Raise `BadOption` if there is no such kind.

    >>> parse_reward_kind("score")
    1
    """
    if name not in REWARDS:
        raise BadOption("common.option.not-a-choice", option="reward", value=repr(name), choices=", ".join(REWARDS))
    return REWARDS.index(name)


def total_reward(state: State, seat: int, kind: int) -> float:
    """Return the sum of all rewards that a seat has got so far. The reward of a step is the change of this sum.

    - `win`: 1 for a single winner at the end, 1/n for each of n winners, and 1 for each member of a team that wins.
    - `score`: the points so far.
    - `difference`: the lead over the best other seat. In a solitaire or cooperative game it is the same as `score`.
    """
    if kind == WIN:
        winners = state.final_result().winners if state.over else ()
        return 0.0 if seat not in winners else 1.0 if state.game.cooperative else 1.0 / len(winners)
    points = state.score(seat)
    if kind == SCORE or state.players == 1 or state.game.cooperative:
        return points
    best = state.score((seat + 1) % state.players)
    for other in range(state.players):
        if other != seat and state.score(other) > best:
            best = state.score(other)
    return points - best


class LearnerSeat:
    """A game in which a learner has one seat and bots have the others.

    The bots take the other seats clockwise from the learner's seat. If there are fewer names than seats, the names are repeated.

    >>> import trapezi
    >>> learner = LearnerSeat(trapezi.game("qwixx", players=2).start(), 0, ["greedy"], SCORE)
    >>> learner.reset(7)
    >>> while not learner.state.over:
    ...     learner.act(learner.state.legal(0)[0])
    >>> learner.take_reward() == learner.state.score(0)
    True
    """

    __slots__ = (
        "bot_names",
        "bot_rng",
        "bots",
        "chance_rng",
        "fixed_seat",
        "reward_kind",
        "reward_so_far",
        "seat",
        "start",
        "state",
    )

    def __init__(self, start: State, seat: int, names: Sequence[str], kind: int) -> None:
        if type(seat) is not int or not RANDOM_SEAT <= seat < start.players:
            raise BadOption("common.option.not-a-seat", option="seat", value=repr(seat), last=start.players - 1)
        self.start = start
        self.fixed_seat = seat
        self.seat = max(seat, 0)
        self.reward_kind = kind
        self.bot_names = [names[k % len(names)] for k in range(start.players - 1)] if names else []
        self.bots: list[Any] = [bots.make(name, start.game.name) for name in self.bot_names]
        self.state = start.clone()
        self.chance_rng = Stream(0)
        self.bot_rng = Stream(0)
        self.reward_so_far = 0.0

    def reset(self, seed: int) -> None:
        """Start a new game and play to the learner's first decision. If a game ends before that, start another one."""
        self.chance_rng = branch(seed, 0)
        self.bot_rng = branch(seed, 1)
        self.reward_so_far = 0.0
        self.start_and_play_to_first_decision()
        while self.state.over:
            self.start_and_play_to_first_decision()

    def start_and_play_to_first_decision(self) -> None:
        """Start a game and play to the learner's first decision, or to the end if the learner need not decide at all."""
        self.state = self.start.clone()
        if self.fixed_seat == RANDOM_SEAT:
            self.seat = self.bot_rng.below(self.state.players)
        for k in range(len(self.bot_names)):
            if not isinstance(self.bots[k], Policy):  # Create the bot again, because it may remember the previous game.
                self.bots[k] = bots.make(self.bot_names[k], self.state.game.name)
        self.play_until_learners_turn()

    def play_until_learners_turn(self) -> None:
        """Play the moves of NATURE and the bots until the learner must decide or the game is over."""
        state = self.state
        while not state.over and not state.waiting >> self.seat & 1:
            if state.waiting == 0:
                state._apply(special_seats.NATURE, state.sample_chance(self.chance_rng))
            else:
                other = 0
                while not state.waiting >> other & 1:
                    other += 1
                self.play_checked(other, self.bot_move(other))

    def bot_move(self, other: int) -> int:
        """Return the decision of the bot on another seat."""
        k = (other - self.seat - 1) % self.state.players
        if isinstance(self.bots[k], Policy):
            policy = self.bots[k]
            return policy.pick(self.state, other, self.bot_rng)  # type: ignore[no-any-return]
        return self.bots[k].decide(Observation(self.state, other, self.bot_rng), self.bot_rng)  # type: ignore[no-any-return]

    def play_checked(self, seat: int, move: int) -> None:
        """Play a move of any seat. Raise `IllegalMove` if it is illegal."""
        if not self.is_legal(seat, move):
            raise self.state.illegal_move_error(seat, move)
        self.state._apply(seat, move)

    def is_legal(self, seat: int, move: int) -> bool:
        return move >= 0 and not self.state.over and self.state.waiting >> seat & 1 == 1 and self.state.is_legal(seat, move)

    def act(self, move: int) -> None:
        """Play the learner's move, then play to its next decision. Raise `IllegalMove`, and play nothing, if it is illegal."""
        self.play_checked(self.seat, move)
        self.play_until_learners_turn()

    def take_reward(self) -> float:
        """Return the reward since the last call."""
        now = total_reward(self.state, self.seat, self.reward_kind)
        reward = now - self.reward_so_far
        self.reward_so_far = now
        return reward

    def generate_moves(self, moves: Moves) -> MoveCount:
        """Replace the content of `moves` by the learner's legal moves. Return their number, which is 0 if the game is over."""
        moves.size = 0
        return 0 if self.state.over else self.state.generate_moves(self.seat, moves)
