"""What each viewer was shown of a match, in the order in which it was revealed.

A pending decision is state, not history: until it is revealed, only the seat that made it has an entry. Every viewer has a
sequence of its own, numbered from 0, so that no number tells how many steps a hidden decision took.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from trapezi.core.seats import NATURE, SPECTATOR
from trapezi.core.state import State

if TYPE_CHECKING:
    from trapezi.core.game import Game


@dataclass(slots=True)
class HistoryEntry:
    """One entry of a viewer's history: a move or an outcome of chance, or that an earlier entry was taken back."""

    n: int
    seat: int
    description: dict[str, Any] | None
    take_back: int | None = None  # the number of the entry that was taken back


@dataclass(slots=True, eq=False)
class Step:
    """An event that was carried out on a copy of the state, with what each viewer may learn of it once it is revealed."""

    seat: int
    move: int
    state: State  # afterwards
    revealed: bool
    descriptions: dict[int, dict[str, Any]]  # by viewer
    turn: int  # the turn in which it happened, if the game counts turns


@dataclass(slots=True, eq=False)
class _Shown:
    """An event that may still be revealed or taken back, and its numbers in the histories of those who have seen it."""

    step: Step
    numbers: dict[int, int] = field(default_factory=dict)


class History:
    """The histories of some viewers."""

    def __init__(self, game: Game[Any], viewers: Sequence[int] | None = None) -> None:
        self.game = game
        self.viewers = (SPECTATOR, *range(game.players)) if viewers is None else tuple(viewers)
        self._entries: dict[int, list[HistoryEntry]] = {viewer: [] for viewer in self.viewers}
        self._hidden: list[_Shown] = []  # what the other seats have not seen yet
        self._open: list[_Shown] = []  # what happened since the last revelation, and can still be taken back
        self._turns: dict[int, list[int]] = {viewer: [] for viewer in self.viewers}  # the turn of each entry, ascending
        self._by_turn = game.live_history == "last_turn"
        self._new: dict[int, list[HistoryEntry]] = {viewer: [] for viewer in self.viewers}

    def prepare_step(self, state: State, seat: int, move: int) -> Step:
        """Return a legal event, carried out on a copy of the state; raise `IllegalMove` for any other."""
        after = state.clone()
        revealed = after.play(seat, move)
        if type(state).redact is State.redact:  # the same for everyone
            descriptions = dict.fromkeys(self.viewers, self.game.describe(move))
        else:
            descriptions = {viewer: state.redact(viewer, seat, move) for viewer in self.viewers}
        return Step(seat, move, after, revealed, descriptions, state.turn_number() if self._by_turn else 0)

    # -- adding --------------------------------------------------------------------------------------------------------

    def add(self, step: Step, *, hidden: bool) -> None:
        """Append an event to the history of everyone who may see it now. `hidden`: only its own seat may.

        Whatever is revealed with the event follows in the order of seats.
        """
        event = _Shown(step)
        self._open.append(event)
        if step.seat in self._entries:
            self._show(event, step.seat)
        if hidden:
            self._hidden.append(event)
            return
        if step.move in self.game.signals and step.seat != NATURE:
            self._reveal(event)
            return
        state = step.state
        waiting = [*self._hidden, event] if self._hidden else [event]
        self._hidden = [each for each in waiting if each.step.seat != NATURE and state.is_secret(each.step.seat)]
        if len(waiting) > 1:
            waiting.sort(key=lambda each: each.step.seat if each.step.seat != NATURE else self.game.players)
        for each in waiting:
            if each not in self._hidden:
                self._reveal(each)
        if step.revealed:
            self._open = []

    def take_back(self, seat: int) -> bool:
        """Append, for everyone who saw it, that the seat's last event was taken back; return whether it was hidden."""
        last = max(i for i, event in enumerate(self._open) if event.step.seat == seat)
        event = self._open.pop(last)
        hidden = event in self._hidden
        if hidden:
            self._hidden.remove(event)
        for viewer, n in event.numbers.items():
            self._append(viewer, event.step, None, n)
        return hidden

    def _reveal(self, event: _Shown) -> None:
        for viewer in self.viewers:
            if viewer not in event.numbers:
                self._show(event, viewer)

    def _show(self, event: _Shown, viewer: int) -> None:
        event.numbers[viewer] = self._append(viewer, event.step, event.step.descriptions[viewer], None)

    def _append(self, viewer: int, step: Step, description: dict[str, Any] | None, take_back: int | None) -> int:
        entries = self._entries[viewer]
        n = len(entries)
        entry = HistoryEntry(n, step.seat, description, take_back)
        entries.append(entry)
        self._new[viewer].append(entry)
        if self._by_turn:
            turns = self._turns[viewer]
            turns.append(max(step.turn, turns[-1]) if turns else step.turn)
        return n

    def pop_new(self) -> dict[int, list[HistoryEntry]]:
        """Return the entries that were appended since the last call, by viewer."""
        new, self._new = self._new, {viewer: [] for viewer in self.viewers}
        return new

    # -- looking up ----------------------------------------------------------------------------------------------------

    def entries(self, viewer: int, since: int = 0) -> list[HistoryEntry]:
        """Return a viewer's entries from number `since` on."""
        return self._entries[viewer][since:]

    def size(self, viewer: int) -> int:
        """Return how many entries a viewer has."""
        return len(self._entries[viewer])

    def first_viewable(self, viewer: int, state: State) -> int:
        """Return the number of the first entry that a viewer may look up in a game at this state.

        While a game with `live_history = "last_turn"` lasts, that is the first entry of the turn before the current one.
        """
        if not self._by_turn or state.over:
            return 0
        return bisect_left(self._turns[viewer], state.turn_number() - 1)


def without_taken_back(entries: Sequence[HistoryEntry]) -> list[HistoryEntry]:
    """Return the entries that were not taken back."""
    gone = {entry.take_back for entry in entries}
    return [entry for entry in entries if entry.take_back is None and entry.n not in gone]
