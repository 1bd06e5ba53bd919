"""One seat of a running game as a learner has it: it is asked, and the others play by themselves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from trapezi import bots
from trapezi.bots.observation import Observation
from trapezi.bots.policy import Policy
from trapezi.core.errors import BadOption
from trapezi.core.random import Stream, branch
from trapezi.core.state import Moves, State

NATURE = -1
ANYWHERE = -1  # a seat drawn anew for every game
REWARDS = ("win", "score", "difference")
WIN = 0
SCORE = 1
DIFFERENCE = 2


def kind(reward: str) -> int:
    """
    >>> kind("score")
    1
    """
    if reward not in REWARDS:
        raise BadOption("option.not-a-choice", option="reward", value=repr(reward), choices=", ".join(REWARDS))
    return REWARDS.index(reward)


def reward(state: State, seat: int, kind: int) -> float:
    """What a position is worth to a seat. Rewards are changes of it, so that those of a game add up to the worth of its end.

    `win` is 1 at the end, shared by all who win; a team has all of it. `score` are the points that everybody can count now,
    `difference` the points ahead of the best of the others; alone and in a team that is the same.
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


class Seat:
    """A seat with bots around it. Who sits where goes clockwise from the seat on; too few bots begin again with the first.

    >>> import trapezi
    >>> seat = Seat(trapezi.game("qwixx", players=2).start(), 0, ["greedy"], SCORE)
    >>> seat.begin(7)
    >>> while not seat.state.over:
    ...     seat.act(seat.state.legal(0)[0])
    >>> seat.gain() == seat.state.score(0)
    True
    """

    __slots__ = ("bots", "dice", "fixed", "had", "kind", "minds", "names", "policies", "seat", "start", "state")

    def __init__(self, start: State, seat: int, names: Sequence[str], kind: int) -> None:
        if type(seat) is not int or not ANYWHERE <= seat < start.players:
            raise BadOption("option.not-a-seat", option="seat", value=repr(seat), last=start.players - 1)
        self.start = start
        self.fixed = seat
        self.seat = max(seat, 0)
        self.kind = kind
        self.names = [names[k % len(names)] for k in range(start.players - 1)] if names else []
        self.bots: list[Any] = [bots.make(name, start.game.name) for name in self.names]
        self.policies = [isinstance(bot, Policy) for bot in self.bots]
        self.state = start.clone()
        self.dice = Stream(0)
        self.minds = Stream(0)
        self.had = 0.0

    def begin(self, key: int) -> None:
        """A new game, up to the first decision of the seat; one that is over before (in The Game) is dealt anew."""
        self.dice = branch(key, 0)
        self.minds = branch(key, 1)
        self.had = 0.0
        self.deal()
        while self.state.over:
            self.deal()

    def deal(self) -> None:
        self.state = self.start.clone()
        if self.fixed == ANYWHERE:
            self.seat = self.minds.below(self.state.players)
        for k in range(len(self.names)):
            if not self.policies[k]:  # it may remember something
                self.bots[k] = bots.make(self.names[k], self.state.game.name)
        self.wait()

    def wait(self) -> int:
        """Plays on until the seat owes a decision or the game is over; how many events that took."""
        events = 0
        state = self.state
        while not state.over and not state.waiting >> self.seat & 1:
            if state.waiting == 0:
                state._apply(NATURE, state.sample_chance(self.dice))
            else:
                other = 0
                while not state.waiting >> other & 1:
                    other += 1
                self.play(other, self.asked(other))
            events += 1
        return events

    def asked(self, other: int) -> int:
        """What the bot on another seat decides."""
        k = (other - self.seat - 1) % self.state.players
        if self.policies[k]:
            policy = self.bots[k]
            return policy.pick(self.state, other, self.minds)  # type: ignore[no-any-return]
        return self.bots[k].decide(Observation(self.state, other, self.minds), self.minds)  # type: ignore[no-any-return]

    def play(self, who: int, move: int) -> int:
        if not self.is_legal(who, move):
            raise self.state.rejection(who, move)
        self.state._apply(who, move)
        return move

    def is_legal(self, who: int, move: int) -> bool:
        return move >= 0 and not self.state.over and self.state.waiting >> who & 1 == 1 and self.state.is_legal(who, move)

    def act(self, move: int) -> None:
        """The seat's decision, and all that follows until it is asked again. An illegal one raises and changes nothing."""
        self.play(self.seat, move)
        self.wait()

    def gain(self) -> float:
        """The reward since it was last asked for."""
        now = reward(self.state, self.seat, self.kind)
        gained = now - self.had
        self.had = now
        return gained

    def legal(self, moves: Moves) -> int:
        """How many moves the seat has; none once the game is over."""
        moves.size = 0
        return 0 if self.state.over else self.state.generate_moves(self.seat, moves)
