"""A match: a state, where its chance comes from, and the record of all that happened."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from trapezi.core import bits
from trapezi.core.errors import BadOption, CannotTakeBack, IllegalMove
from trapezi.core.history import History, HistoryEntry, Step
from trapezi.core.random import branch
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

    def __init__(self, game: Game[Any], seed: int | None = None, *, by_hand: bool = False) -> None:
        if seed is not None and type(seed) is not int:
            raise BadOption("option.not-a-seed", value=quote(seed))
        if seed is None and not by_hand:
            seed = int.from_bytes(os.urandom(8)) >> 1
        self.game = game
        self.seed = seed
        self.state = game.start()
        self.events: list[Event] = []  # what led to the state
        self.record: list[Event] = []  # the same, and what was taken back
        self._by_hand = by_hand
        self._anchor = self.state.clone()  # the state after the last revelation
        self._open: list[Event] = []  # what happened since
        self._nature()

    # -- playing -------------------------------------------------------------------------------------------------------

    def play(self, seat: int, move: int | str) -> None:
        """Make a move, given as number or text; then NATURE plays as long as it is on turn."""
        if isinstance(move, str):
            move = self.game.parse(move)
        self._event(seat, move)
        self._nature()

    def _nature(self) -> None:
        while not self._by_hand and self.seed is not None and self.state.on_turn(NATURE):
            self._event(NATURE, self.state.sample_chance(branch(self.seed, len(self.events))))

    def _event(self, seat: int, move: int) -> None:
        if self.state is self._anchor:  # it was adopted
            self.state = self._anchor.clone()
        revealed = self.state.play(seat, move)
        self._add(seat, move, self.state.clone() if revealed else None)

    def apply_step(self, step: Step) -> None:
        """Make an event part of the match that was carried out on a copy of its state."""
        self.state = step.state
        self._add(step.seat, step.move, step.state if step.revealed else None)

    def _add(self, seat: int, move: int, anchor: State | None) -> None:
        event = (seat, move)
        self.events.append(event)
        self.record.append(event)
        if anchor is None:
            self._open.append(event)
        else:
            self._anchor = anchor
            self._open = []

    # -- taking back ---------------------------------------------------------------------------------------------------

    def can_take_back(self, seat: int) -> bool:
        """Return whether this seat may take back its last move: it is pending, or nothing has happened since."""
        own = [i for i, (who, _) in enumerate(self._open) if who == seat]
        return bool(own) and seat != NATURE and (self._together or own[-1] == len(self._open) - 1)

    @property
    def _together(self) -> bool:
        return bits.count(self._anchor.waiting) > 1

    @property
    def pending_count(self) -> int:
        """How many of the last events belong to simultaneous decisions that are not complete yet."""
        return len(self._open) if self._together else 0

    def take_back(self, seat: int) -> None:
        """Undo the seat's own last move: a pending decision until all are in, any other until chance or a seat has acted."""
        if not self.can_take_back(seat):
            raise CannotTakeBack("move.not-taken-back", seat=quote(seat))
        last = max(i for i, (who, _) in enumerate(self._open) if who == seat)
        del self.events[len(self.events) - len(self._open) + last]
        del self._open[last]
        self.record.append((seat, TAKE_BACK))
        self.state = self._anchor.clone()
        for who, move in self._open:
            self.state.play(who, move)

    # -- looking back --------------------------------------------------------------------------------------------------

    def history(self, viewer: int, *, full: bool = False) -> list[HistoryEntry]:
        """Return what a viewer may look up of the match so far; `full`: all that it was ever shown.

        The two differ in a game that lasts and has `live_history = "last_turn"`.
        """
        match, history = Match(self.game, by_hand=True), History(self.game, [viewer])
        for seat, move in self.record:
            if move == TAKE_BACK:
                match.take_back(seat)
                history.take_back(seat)
            else:
                step = history.prepare_step(match.state, seat, move)
                history.add(step, hidden=match.will_hide(step))
                match.apply_step(step)
        return history.entries(viewer, 0 if full else history.first_viewable(viewer, self.state))

    def will_hide(self, step: Step) -> bool:
        """Return whether the other seats may not see this event yet: others are still to decide at the same time."""
        return self._together and not step.revealed and (step.seat == NATURE or step.move not in self.game.signals)

    def state_at(self, n: int) -> State:
        """Return the position after the first n events."""
        if not 0 <= n <= len(self.events):
            raise IllegalMove("match.no-such-event", event=n, last=len(self.events))
        state = self.game.start()
        for seat, move in self.events[:n]:
            state.play(seat, move)
        return state
