"""The history of a match: what each viewer was shown, in the order in which it was revealed.

Until a simultaneous decision is revealed, only the seat that made it has an entry. Each viewer's entries are numbered from 0, so
that no number shows how many hidden events there were.
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


EntryNumber = int  # the number of an entry among all entries of one viewer, counted from 0
WasHidden = bool  # whether only the seat that made a decision had seen it
PlayedBy = Literal["bot", "clock"] | None  # a bot in the person's place, the table when time was up, or the seat itself


@dataclass(slots=True)
class HistoryEntry:
    """An entry of a viewer's history: a move, an outcome of chance, or a note that an earlier entry was taken back."""

    n: int
    seat: int
    description: dict[str, Any] | None
    take_back: int | None = None  # the number of the entry that was taken back
    played_by: PlayedBy = None


@dataclass(slots=True, eq=False)
class Step:
    """An event that was carried out on a copy of the state, and how it is described to each viewer once it is revealed."""

    seat: int
    move: int
    state: State  # the copy, after the event
    revealed: bool
    descriptions: dict[int, dict[str, Any]]  # the description of the event that each viewer gets
    turn: int  # the number of the turn, or 0 if the game does not count turns
    played_by: PlayedBy = None


@dataclass(slots=True, eq=False)
class _RecentEvent:
    """An event that may still be revealed or taken back, and its entry number for each viewer that has seen it."""

    step: Step
    numbers: dict[int, int] = field(default_factory=dict)


class History:
    """The histories of several viewers, each a list of entries."""

    def __init__(self, game: Game[Any], viewers: Sequence[int] | None = None) -> None:
        self.game = game
        self.viewers = (SPECTATOR, *range(game.players)) if viewers is None else tuple(viewers)
        self._entries: dict[int, list[HistoryEntry]] = {viewer: [] for viewer in self.viewers}
        self._hidden: list[_RecentEvent] = []  # the events that only their own seat has seen
        self._recent: list[_RecentEvent] = []  # the events that can still be taken back
        # For each viewer, the number of the turn to which each entry belongs, in ascending order.
        self._turns: dict[int, list[int]] = {viewer: [] for viewer in self.viewers}
        self._by_turn = game.live_history == "last_turn"
        # The entries of each viewer that were appended since the last call of `pop_new_entries`.
        self._new: dict[int, list[HistoryEntry]] = {viewer: [] for viewer in self.viewers}

    def prepare_step(self, state: State, seat: int, move: int) -> Step:
        """Play a move on a copy of the state, and describe it for each viewer. Raise `IllegalMove` if it is illegal."""
        after = state.clone()
        revealed = after.play(seat, move)
        if type(state).redact is State.redact:  # The game redacts nothing, so all viewers get the same description.
            descriptions = dict.fromkeys(self.viewers, self.game.describe(move))
        else:
            descriptions = {viewer: state.redact(viewer, seat, move) for viewer in self.viewers}
        return Step(seat, move, after, revealed, descriptions, state.turn_number() if self._by_turn else 0)

    def add_and_reveal(self, step: Step, *, hidden: bool) -> None:
        """Append an event to the histories of all viewers that may see it. Only its own seat sees a `hidden` event.

        Earlier hidden events that this event reveals are appended too, in the order of the seats.
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
        self._hidden = [each for each in waiting if each.step.seat != NATURE and state.is_last_decision_secret(each.step.seat)]
        if len(waiting) > 1:
            waiting.sort(key=lambda each: each.step.seat if each.step.seat != NATURE else self.game.players)
        for each in waiting:
            if each not in self._hidden:
                self._show_once(each, self.viewers)
        if step.revealed:
            self._recent = []

    def take_back(self, seat: int) -> WasHidden:
        """Show all viewers of the seat's last event that it was taken back.

        Return whether only that seat had seen the event.
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
        """Append an event to the histories of these viewers, except those who have seen it already."""
        for viewer in viewers:
            if viewer in self._entries and viewer not in event.numbers:
                event.numbers[viewer] = self._append(viewer, event.step, event.step.descriptions[viewer], None)

    def _append(self, viewer: int, step: Step, description: dict[str, Any] | None, take_back: EntryNumber | None) -> EntryNumber:
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
        """Return the entries of each viewer that were appended since the last call."""
        new, self._new = self._new, {viewer: [] for viewer in self.viewers}
        return new

    def entries(self, viewer: int, first: EntryNumber = 0) -> list[HistoryEntry]:
        """Return a viewer's entries from the number `first` on."""
        return self._entries[viewer][first:]

    def entry_count(self, viewer: int) -> int:
        """Return how many entries a viewer has."""
        return len(self._entries[viewer])

    def first_viewable_entry_number(self, viewer: int, state: State) -> EntryNumber:
        """Return the number of the first entry that a viewer may look up while the game is in this state.

        While a game with `live_history = "last_turn"` goes on, it is the first entry of the previous turn, otherwise 0.
        """
        if not self._by_turn or state.over:
            return 0
        return bisect_left(self._turns[viewer], state.turn_number() - 1)


def without_taken_back(entries: Sequence[HistoryEntry]) -> list[HistoryEntry]:
    """Return only the moves and outcomes that were not taken back, without the notes about take-backs."""
    gone = {entry.take_back for entry in entries}
    return [entry for entry in entries if entry.take_back is None and entry.n not in gone]
