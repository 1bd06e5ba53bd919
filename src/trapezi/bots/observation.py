"""What a bot gets of a position, and what a bot is.

The position that a `Observation` holds inside is not the real one: it is drawn from all that agree with the seat's view. So a bot
cannot learn a secret even if it reads what is not meant for it.
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
        """All that the seat may know, as plain data; built when first asked for."""
        if self._view is None:
            self._view = self._sample.view(self.seat)
        return self._view

    @property
    def moves(self) -> list[dict[str, Any]]:
        """The legal moves, each with `move`, `text`, `description` and `preview`."""
        return self.view["moves"]  # type: ignore[no-any-return]

    @property
    def optional(self) -> list[int]:
        """Signals that the seat might give."""
        return self._sample.optional(self.seat)

    def preview(self, move: int) -> dict[str, Any]:
        """What a legal move would mark and score."""
        return self._sample.preview(self.seat, move)

    @property
    def sample(self) -> State:
        """A full position that agrees with the view, always the same one. To look at; `resample` gives one to play in."""
        return self._sample

    def resample(self, rng: Stream) -> State:
        """A full position drawn from all that agree with the view: a fresh one each time, to search in."""
        return self._sample.resample(self.seat, rng)


class Bot(Protocol):
    """A player that is a program. It may keep what it likes between calls; each seat has a bot of its own.

    One that can think for longer or shorter takes a `budget: Budget | None = None` when it is made. One that plays a single game
    names it as `game`.
    """

    def decide(self, observation: Observation, rng: Stream) -> int:
        """One of `observation.legal`."""


@runtime_checkable
class SignallingBot(Bot, Protocol):
    """A bot that also gives signals, where the law allows any."""

    def signal(self, observation: Observation, rng: Stream) -> int | None:
        """Return one of `observation.optional`, or None. Called before every decision of any seat, until it returns None."""
