"""A match: a state, the source of its chance, and the record of all events."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from trapezi.core import bits
from trapezi.core.errors import BadOption, CannotTakeBack, IllegalMove
from trapezi.core.history import EventOnCopy, History, HistoryEntry
from trapezi.core.random import branch
from trapezi.core.safe_text import quote
from trapezi.core.special_seats import NATURE

if TYPE_CHECKING:
    from trapezi.core.game import Game
    from trapezi.core.state import State

TAKE_BACK = -1  # In `Match.record`, this number in place of a move means that the seat took back its last move.

Event = tuple[int, int]  # An event is a pair: the number of a seat, and its move.


class Match:
    """One game being played.

    >>> import trapezi
    >>> match = trapezi.game("qwixx", players=2).match(seed=7)
    >>> match.state.deciders == {0, 1}
    True
    """

    def __init__(self, game: Game[Any], seed: int | None = None, *, by_hand: bool = False) -> None:
        if seed is not None and type(seed) is not int:
            raise BadOption("common.option.not-a-seed", value=quote(seed))
        if seed is None and not by_hand:
            seed = int.from_bytes(os.urandom(8)) >> 1
        self.game = game
        self.seed = seed
        self.state = game.start()
        self.events: list[Event] = []  # The events that led to the current state, without those that were taken back.
        self.record: list[Event] = []  # Everything that happened: also the moves that were taken back, and each take-back.
        self._by_hand = by_hand
        self._revealed_state = self.state.clone()  # The state after the last event that revealed anything.
        self._unrevealed: list[Event] = []  # The events since then, which lead from `_revealed_state` to `state`.
        self._play_chance()

    # -- playing -------------------------------------------------------------------------------------------------------

    def play(self, seat: int, move: int | str) -> None:
        """Make a move, given as a number or a text. Then play NATURE's moves, unless they are entered by hand."""
        if isinstance(move, str):
            move = self.game.parse(move)
        self._play_event(seat, move)
        self._play_chance()

    def _play_chance(self) -> None:
        while not self._by_hand and self.seed is not None and self.state.is_on_turn(NATURE):
            self._play_event(NATURE, self.state.sample_chance(branch(self.seed, len(self.events))))

    def _play_event(self, seat: int, move: int) -> None:
        # After `adopt_event_on_copy` both names mean the same object. Clone it, so that the play changes only `state`.
        if self.state is self._revealed_state:
            self.state = self._revealed_state.clone()
        revealed = self.state.play(seat, move)
        self._record(seat, move, self.state.clone() if revealed else None)

    def stays_hidden(self, step: EventOnCopy) -> bool:
        """Return whether the next event is a simultaneous decision that stays secret until the other seats have decided too."""
        return self._is_simultaneous and not step.revealed and (step.seat == NATURE or step.move not in self.game.signals)

    def adopt_event_on_copy(self, step: EventOnCopy) -> None:
        """Add an event that `History.play_on_copy` has played to the match. The copy becomes the state of the match."""
        self.state = step.state
        self._record(step.seat, step.move, step.state if step.revealed else None)

    def _record(self, seat: int, move: int, revealed_state: State | None) -> None:
        """Add an event to the record. `revealed_state` is the state after the event, or None if the event revealed nothing."""
        event = (seat, move)
        self.events.append(event)
        self.record.append(event)
        if revealed_state is None:
            self._unrevealed.append(event)
        else:
            self._revealed_state = revealed_state
            self._unrevealed = []

    # -- taking back ---------------------------------------------------------------------------------------------------

    def can_take_back(self, seat: int) -> bool:
        """Return whether this seat may take back its last move: if the move is still hidden, or was the last event of all."""
        own = [i for i, (other, _) in enumerate(self._unrevealed) if other == seat]
        return bool(own) and seat != NATURE and (self._is_simultaneous or own[-1] == len(self._unrevealed) - 1)

    @property
    def _is_simultaneous(self) -> bool:
        return bits.count(self._revealed_state.waiting) > 1

    @property
    def pending_decision_count(self) -> int:
        """The number of seats that have decided while other seats have not; these decisions are still hidden."""
        return len(self._unrevealed) if self._is_simultaneous else 0

    @property
    def pending_decisions(self) -> list[Event]:
        """The decisions of the seats that have decided while other seats have not. These decisions are still hidden."""
        return list(self._unrevealed) if self._is_simultaneous else []

    def state_before_pending_decisions(self) -> State:
        """Return a copy of the state before the first of the `pending_decisions`."""
        return (self._revealed_state if self._is_simultaneous else self.state).clone()

    def take_back(self, seat: int) -> None:
        """Undo the last move of a seat. Raise `CannotTakeBack` if `can_take_back` is false."""
        if not self.can_take_back(seat):
            raise CannotTakeBack("common.move.not-taken-back", seat=quote(seat))
        last = max(i for i, (other, _) in enumerate(self._unrevealed) if other == seat)
        del self.events[len(self.events) - len(self._unrevealed) + last]
        del self._unrevealed[last]
        self.record.append((seat, TAKE_BACK))
        self.state = self._revealed_state.clone()
        for other, move in self._unrevealed:
            self.state.play(other, move)

    # -- looking back --------------------------------------------------------------------------------------------------

    def history(self, viewer: int, *, full: bool = False) -> list[HistoryEntry]:
        """Return the history entries that a viewer may look up now. With `full`, return all entries of the viewer.

        `full` makes a difference only before the end of a game with `live_history = "last_turn"`.
        """
        match, history = Match(self.game, by_hand=True), History(self.game, [viewer])
        for seat, move in self.record:
            if move == TAKE_BACK:
                match.take_back(seat)
                history.take_back(seat)
            else:
                step = history.play_on_copy(match.state, seat, move)
                history.add_and_reveal(step, hidden=match.stays_hidden(step))
                match.adopt_event_on_copy(step)
        return history.entries(viewer, 0 if full else history.first_viewable_entry_number(viewer, self.state))

    def state_after(self, event_count: int) -> State:
        """Return the state after this many events. Raise `IllegalMove` if there are fewer."""
        if not 0 <= event_count <= len(self.events):
            raise IllegalMove("common.match.no-such-event", event=event_count, last=len(self.events))
        state = self.game.start()
        for seat, move in self.events[:event_count]:
            state.play(seat, move)
        return state
