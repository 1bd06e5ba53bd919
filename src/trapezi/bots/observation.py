"""What a bot observes, and the protocols (`Bot`, `SignallingBot`) that bots implement.

The state inside an `Observation` is not the real state. It is a random state among all that are consistent with the seat's view.
A bot therefore cannot learn a secret, even if it reads private attributes.
"""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from trapezi.core.game import Game
from trapezi.core.random import Stream
from trapezi.core.state import State


class Observation:
    """A position as one seat sees it.

    >>> import trapezi
    >>> state = trapezi.game("qwixx", players=2).match(seed=7).state
    >>> observation = Observation(state, 1, Stream(1))
    >>> observation.legal == state.legal(1), observation.view == state.view(1)
    (True, True)
    """

    __slots__ = ("_sample", "_view", "game", "legal", "seat")

    def __init__(self, state: State, seat: int, rng: Stream) -> None:
        self.game: Game[Any] = state.game
        self.seat = seat
        self.legal = state.legal(seat)
        self._sample = state.resample(seat, rng)
        self._view: dict[str, Any] | None = None

    @property
    def view(self) -> dict[str, Any]:
        """Everything that the seat may know, as plain data. It is built on first use."""
        if self._view is None:
            self._view = self._sample.view(self.seat)
        return self._view

    @property
    def moves(self) -> list[dict[str, Any]]:
        """The legal moves, each with `move`, `text`, `description` and `preview`."""
        return self.view["moves"]  # type: ignore[no-any-return]

    @property
    def optional(self) -> list[int]:
        """The signals that the seat may give."""
        return self._sample.optional(self.seat)

    def preview(self, move: int) -> dict[str, Any]:
        """Return what a legal move would mark, and how many points it would add."""
        return self._sample.preview(self.seat, move)

    @property
    def sample(self) -> State:
        """A random state that is consistent with the view. It is always the same object, so do not play in it."""
        return self._sample

    def resample(self, rng: Stream) -> State:
        """Return a new random state among all states that are consistent with the view. The bot may play in it."""
        return self._sample.resample(self.seat, rng)


class Bot(Protocol):
    """A program that plays. It must not rely on attributes that it set in earlier calls, because any call may go to a new object.

    If the thinking time of a bot can be set, its constructor takes `budget: Budget | None = None`. If a bot can play only one
    game, its class attribute `game` names that game.
    """

    def decide(self, observation: Observation, rng: Stream) -> int:
        """Return one of `observation.legal`."""


@runtime_checkable
class SignallingBot(Bot, Protocol):
    """A bot that also gives signals, in games that have them."""

    def signal(self, observation: Observation, rng: Stream) -> int | None:
        """Return one of `observation.optional`, or None. Called again and again before every decision, until it returns None."""
