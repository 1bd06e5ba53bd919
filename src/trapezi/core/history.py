"""The history of a match: a list of entries for each viewer, in the order in which the viewer got to know the events.

Until a simultaneous decision is revealed, only the seat that made the decision has an entry for it. The entries of each viewer
are numbered from 0 without gaps, so that the numbers do not show how many hidden events there were.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from trapezi.core.special_seats import NATURE, SPECTATOR
from trapezi.core.state import State

if TYPE_CHECKING:
    from trapezi.core.game import Game


EntryNumber = int  # The number of an entry among all entries of one viewer, counted from 0.
WasHidden = bool  # True if only the seat itself had an entry for the event.
# Who made the move of a seat: a bot that plays for an absent person, the table because time was up, or (None) the player.
PlayedBy = Literal["bot", "clock"] | None


@dataclass(slots=True)
class HistoryEntry:
    """An entry of a viewer's history: a move, an outcome of chance, or a note that an earlier entry was taken back."""

    n: EntryNumber
    seat: int
    description: dict[str, Any] | None  # The move as this viewer may see it; None in a note about a take-back.
    take_back: EntryNumber | None = None  # In a note about a take-back, the number of the entry that was taken back.
    played_by: PlayedBy = None


@dataclass(slots=True, eq=False)
class EventOnCopy:
    """An event that was played on a copy of the state, so that the match stays as it was until `Match.adopt_event_on_copy`."""

    seat: int
    move: int
    state: State  # The copy of the state, after the event.
    revealed: bool  # Whether the event revealed anything, so that earlier moves can no longer be taken back.
    descriptions: dict[int, dict[str, Any]]  # Maps each viewer to the description of the event that the viewer may see.
    turn: int  # The number of the turn, or 0 if the game does not count turns.
    played_by: PlayedBy = None


@dataclass(slots=True, eq=False)
class _RecentEvent:
    """An event that can still be taken back or is still hidden from some viewers."""

    step: EventOnCopy
    # Maps each viewer that has an entry for the event to the number of this entry.
    numbers: dict[int, EntryNumber] = field(default_factory=dict)


class History:
    """The lists of history entries of several viewers."""

    def __init__(self, game: Game[Any], viewers: Sequence[int] | None = None) -> None:
        self.game = game
        self.viewers = (SPECTATOR, *range(game.players)) if viewers is None else tuple(viewers)
        self._entries: dict[int, list[HistoryEntry]] = {viewer: [] for viewer in self.viewers}
        self._hidden: list[_RecentEvent] = []  # Decisions that are still hidden: only the seat itself has an entry.
        self._recent: list[_RecentEvent] = []  # The events that can still be taken back.
        # The turn numbers of the entries of each viewer, in the order of the entries. They never decrease.
        self._turns: dict[int, list[int]] = {viewer: [] for viewer in self.viewers}
        self._by_turn = game.live_history == "last_turn"
        # The entries that each viewer got since the last call of `pop_new_entries`.
        self._new: dict[int, list[HistoryEntry]] = {viewer: [] for viewer in self.viewers}

    def play_on_copy(self, state: State, seat: int, move: int) -> EventOnCopy:
        """Play a move on a copy of the state. Return the copy and the descriptions of the move that each viewer may see.

        Neither the state nor this history changes. Raise `IllegalMove` if the move is illegal.
        """
        after = state.clone()
        revealed = after.play(seat, move)
        if type(state).redact is State.redact:  # The game redacts nothing, so all viewers get the same description.
            descriptions = dict.fromkeys(self.viewers, self.game.describe(move))
        else:
            descriptions = {viewer: state.redact(viewer, seat, move) for viewer in self.viewers}
        return EventOnCopy(seat, move, after, revealed, descriptions, state.turn_number() if self._by_turn else 0)

    def add_and_reveal(self, step: EventOnCopy, *, hidden: bool) -> None:
        """Append an event to the histories of all viewers. If it is `hidden`, append it only to the history of its own seat.

        If the event reveals earlier hidden events, append these events too, in the order of the seats.
        """
        event = _RecentEvent(step)
        self._recent.append(event)
        self._show_once(event, [step.seat])
        if hidden:
            self._hidden.append(event)
            return
        if step.move in self.game.signals and step.seat != NATURE:
            self._show_once(event, self.viewers)
            return
        state = step.state
        waiting = [*self._hidden, event] if self._hidden else [event]
        self._hidden = [
            each for each in waiting if each.step.seat != NATURE and state.is_decision_still_secret_after_reveal(each.step.seat)
        ]
        if len(waiting) > 1:
            waiting.sort(key=lambda each: each.step.seat if each.step.seat != NATURE else self.game.players)
        for each in waiting:
            if each not in self._hidden:
                self._show_once(each, self.viewers)
        if step.revealed:
            self._recent = []

    def take_back(self, seat: int) -> WasHidden:
        """Append the note "taken back" to the history of every viewer that has an entry for the last event of a seat.

        Return whether the event was still hidden, so that only the seat itself had an entry.
        """
        last = max(i for i, event in enumerate(self._recent) if event.step.seat == seat)
        event = self._recent.pop(last)
        hidden = event in self._hidden
        if hidden:
            self._hidden.remove(event)
        for viewer, n in event.numbers.items():
            self._append(viewer, event.step, None, n)
        return hidden

    def _show_once(self, event: _RecentEvent, viewers: Sequence[int]) -> None:
        """Append an event to the histories of those viewers among `viewers` that do not yet have an entry for it."""
        for viewer in viewers:
            if viewer in self._entries and viewer not in event.numbers:
                event.numbers[viewer] = self._append(viewer, event.step, event.step.descriptions[viewer], None)

    def _append(
        self, viewer: int, step: EventOnCopy, description: dict[str, Any] | None, take_back: EntryNumber | None
    ) -> EntryNumber:
        entries = self._entries[viewer]
        n = len(entries)
        entry = HistoryEntry(n, step.seat, description, take_back, step.played_by if take_back is None else None)
        entries.append(entry)
        self._new[viewer].append(entry)
        if self._by_turn:
            turns = self._turns[viewer]
            turns.append(max(step.turn, turns[-1]) if turns else step.turn)
        return n

    def pop_new_entries(self) -> dict[int, list[HistoryEntry]]:
        """Return the entries that each viewer got since the last call of this method."""
        new, self._new = self._new, {viewer: [] for viewer in self.viewers}
        return new

    def entries(self, viewer: int, first: EntryNumber = 0) -> list[HistoryEntry]:
        """Return a viewer's entries from the number `first` on."""
        return self._entries[viewer][first:]

    def entry_count(self, viewer: int) -> int:
        """Return how many entries a viewer has."""
        return len(self._entries[viewer])

    def first_viewable_entry_number(self, viewer: int, state: State) -> EntryNumber:
        """Return the number of the oldest entry that a viewer may look up while the game is in this state.

        This is 0, unless the game has `live_history = "last_turn"` and is not over: then players may look up the current turn
        and the turn before it.
        """
        if not self._by_turn or state.over:
            return 0
        return bisect_left(self._turns[viewer], state.turn_number() - 1)


def without_taken_back(entries: Sequence[HistoryEntry]) -> list[HistoryEntry]:
    """Return the entries without those that were taken back and without the notes about take-backs."""
    gone = {entry.take_back for entry in entries}
    return [entry for entry in entries if entry.take_back is None and entry.n not in gone]
