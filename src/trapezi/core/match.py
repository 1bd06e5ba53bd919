"""A match: a state, where its chance comes from, and the log of all that happened."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from trapezi.core import bits
from trapezi.core.errors import BadOption, IllegalMove, NotTakenBack
from trapezi.core.random import Stream, branch
from trapezi.core.seats import NATURE
from trapezi.core.text import quote

if TYPE_CHECKING:
    from trapezi.core.game import Game
    from trapezi.core.state import State

TAKE_BACK = -1  # stands for a move in the record

Event = tuple[int, int]  # seat, move


class Match:
    """One game being played.

    >>> import trapezi
    >>> match = trapezi.game("qwixx", players=2).match(seed=7)
    >>> match.state.deciders == {0, 1}
    True
    """

    def __init__(
        self,
        game: Game[Any],
        seed: int | None = None,
        *,
        by_hand: bool = False,
        chance: Callable[[int], Stream] | None = None,
    ) -> None:
        if seed is not None and type(seed) is not int:
            raise BadOption("option.not-a-seed", value=quote(seed))
        if seed is None and not by_hand and chance is None:
            seed = int.from_bytes(os.urandom(8)) >> 1
        self.game = game
        self.seed = seed
        self.state = game.start()
        self.events: list[Event] = []  # what led to the state
        self.record: list[Event] = []  # the same, and what was taken back
        self._chance = chance if chance is not None else None if by_hand or seed is None else lambda n: branch(seed, n)
        self._anchor = self.state.clone()  # the state after the last thing revealed
        self._open: list[Event] = []  # what happened since
        self._nature()

    # -- playing -------------------------------------------------------------------------------------------------------

    def play(self, seat: int, move: int | str) -> None:
        """Makes a move, given as number or text; then NATURE plays as long as it is on turn."""
        if isinstance(move, str):
            move = self.game.parse(move)
        self._event(seat, move)
        self._nature()

    def _nature(self) -> None:
        while self._chance is not None and self.state.on_turn(NATURE):
            self._event(NATURE, self.state.sample_chance(self._chance(len(self.events))))

    def _event(self, seat: int, move: int) -> None:
        revealed = self.state.play(seat, move)
        event = (seat, move)
        self.events.append(event)
        self.record.append(event)
        self._open.append(event)
        if revealed:
            self._anchor = self.state.clone()
            self._open = []

    # -- taking back ---------------------------------------------------------------------------------------------------

    def can_take_back(self, seat: int) -> bool:
        """Whether this seat's last move is still its own affair: pending, or the last thing that happened."""
        own = [i for i, (who, _) in enumerate(self._open) if who == seat]
        return bool(own) and seat != NATURE and (self._together or own[-1] == len(self._open) - 1)

    @property
    def _together(self) -> bool:
        return bits.count(self._anchor.waiting) > 1

    @property
    def pending(self) -> int:
        """How many of the last events are decisions that the others may not see yet."""
        return len(self._open) if self._together else 0

    def take_back(self, seat: int) -> None:
        """Undoes the seat's own last move: a pending decision until all are in, another until chance or a seat has acted."""
        if not self.can_take_back(seat):
            raise NotTakenBack("move.not-taken-back", seat=quote(seat))
        last = max(i for i, (who, _) in enumerate(self._open) if who == seat)
        del self.events[len(self.events) - len(self._open) + last]
        del self._open[last]
        self.record.append((seat, TAKE_BACK))
        self.state = self._anchor.clone()
        for who, move in self._open:
            self.state.play(who, move)

    # -- looking back --------------------------------------------------------------------------------------------------

    def seen(self, viewer: int) -> list[dict[str, Any]]:
        """The story so far as a viewer may know it: seat and what was shown.

        Of a decision that others may not see yet, they learn that it was made, once the seat owes nothing more.
        """
        told: list[dict[str, Any]] = []
        state = self.game.start()
        pending = len(self.events) - self.pending
        last = {seat: n for n, (seat, _) in enumerate(self.events)}
        sealed = {n for seat, n in last.items() if seat != NATURE and self.state.is_secret(seat)}
        for n, (seat, move) in enumerate(self.events):
            hidden = (n >= pending or n in sealed) and seat != viewer
            if not hidden:
                told.append({"seat": seat, "shown": state.redact(viewer, seat, move)})
            elif n == last[seat] and not self.state.on_turn(seat):
                told.append({"seat": seat, "shown": None})
            state.play(seat, move)
        return told

    def state_at(self, n: int) -> State:
        """The position after the first n events."""
        if not 0 <= n <= len(self.events):
            raise IllegalMove("match.no-such-event", event=n, last=len(self.events))
        state = self.game.start()
        for seat, move in self.events[:n]:
            state.play(seat, move)
        return state
