"""A game in progress at a table: a match, its history, what each seat sees, and the version of each seat's decision."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Any

import msgspec

from trapezi.core.delta import numbered_deltas
from trapezi.core.game import Game
from trapezi.core.history import EventOnCopy, History, HistoryEntry
from trapezi.core.match import Match
from trapezi.core.random import Stream
from trapezi.core.special_seats import NATURE
from trapezi.core.state import State
from trapezi.tables.daily_chance import DailyChance
from trapezi.tables.verifiable_chance import BY_DEAL, BY_OUTCOME, outcome_number

Chance = Callable[[int], Stream]
NewHistoryEntries = dict[int, list[HistoryEntry]]  # the new history entries of each viewer

encode = msgspec.json.Encoder().encode


class MoveDescriptions(dict[int, bytes]):
    """The text and the description of each move as JSON, encoded on first use. For a signal, they include its preview."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    def __missing__(self, move: int) -> bytes:
        constant = {"text": self.game.text(move), "description": self.game.describe(move)}
        if move in self.game.signals:
            constant["preview"] = self.game.start().preview(0, move)
        self[move] = b'"%d":%b' % (move, encode(constant))
        return self[move]


move_descriptions = lru_cache(maxsize=32)(MoveDescriptions)  # Tables with the same game share its descriptions.


@dataclass(slots=True, eq=False)
class SeatPart:
    """The part of a view that belongs to one seat."""

    moves: list[int]
    previews: bytes  # the moves with their previews, as JSON
    signals: list[int]
    board: dict[str, Any]


class GameSession:
    """A game in progress.

    `versions` has a number per seat that changes whenever the seat's options may have changed: by its own decision, and
    by anything that it can see happen. Pending decisions of other seats do not change this number, so that simultaneous
    decisions never make each other outdated.
    """

    def __init__(self, game: Game[Any], version: int = 0, numbering: int = BY_OUTCOME) -> None:
        self.game = game
        self.numbering = numbering  # how the outcomes of chance are numbered; see `verifiable_chance.py`
        self._daily_chance = DailyChance()  # the chance of the game if it is a deal of the day
        self.match = Match(game, by_hand=True)
        self.history = History(game)
        self.versions = [version] * game.players
        self.descriptions = move_descriptions(game)
        self._stopped = False
        self._public: dict[str, Any] | None = None  # the part that all views share, or None if it has to be built again
        self._seat_parts: dict[int, SeatPart] = {}  # the parts that belong to single seats, unless they have to be built again

    def __getstate__(self) -> tuple[Any, ...]:
        return self.game, self.match, self.history, self.versions, self._stopped, self.numbering, self._daily_chance

    def __setstate__(self, saved: tuple[Any, ...]) -> None:
        GameSession.__init__(self, saved[0])
        _, self.match, self.history, self.versions, self._stopped, self.numbering, self._daily_chance = saved

    @property
    def state(self) -> State:
        return self.match.state

    # -- views ---------------------------------------------------------------------------------------------------------

    def public_part(self) -> dict[str, Any]:
        """Return the part of a view that is the same for all seats. Calls return the same object until a visible change."""
        if self._public is None:
            self._public = {**self.state.common_view_fields(), "board": self.state.public_board()}
        return self._public

    def seat_part(self, seat: int) -> SeatPart:
        """Return the part of a view that belongs to one seat. Calls return the same object until the seat notices a change."""
        part = self._seat_parts.get(seat)
        if part is None:
            state = self.state
            moves, signals = ([], []) if self._stopped else (state.legal(seat), state.optional(seat))
            part = SeatPart(moves, self._encode_previews(seat, moves), signals, state.private_board(seat))
            self._seat_parts[seat] = part
        return part

    def _encode_previews(self, seat: int, moves: list[int]) -> bytes:
        """Return moves with their previews as JSON. Each preview is a delta to the one before, or left out if both are equal."""
        preview = self.state.preview
        return encode(numbered_deltas(moves, [preview(seat, move) for move in moves]))

    def position_of(self, seat: int) -> bytes:
        """Return a hash of what a seat sees. It is the same as before when a move has been taken back."""
        part = self.seat_part(seat)
        return sha256(b"%b %b %b" % (encode(self.public_part()), part.previews, encode(part.board))).digest()

    def stop_offering_moves(self) -> None:
        """Remove the legal moves from all views, because the game has ended, perhaps before it was over."""
        self._stopped = True
        self._seat_parts.clear()

    # -- playing -------------------------------------------------------------------------------------------------------

    def draft(self, seat: int, move: int, chance: Chance) -> list[EventOnCopy]:
        """Carry out a move, and the outcomes of chance after it, on copies of the state. Raise `IllegalMove` if it is not legal.

        At the beginning of a game, pass NATURE as the seat: only chance acts. Nothing changes until `commit`.
        """
        steps = [] if seat == NATURE else [self.history.play_on_copy(self.state, seat, move)]
        state = steps[0].state if steps else self.state
        if not state.is_on_turn(NATURE):
            return steps
        events = self.match.events if seat == NATURE else [*self.match.events, (seat, move)]
        number, shared = outcome_number(events, self.numbering), self._daily_chance.copy()
        while state.is_on_turn(NATURE):
            by_deal = self.numbering == BY_DEAL
            outcome = shared.next_outcome(state, chance) if by_deal else state.sample_chance(chance(number))
            if by_deal:
                shared.record(state, outcome)
            steps.append(self.history.play_on_copy(state, NATURE, outcome))
            state = steps[-1].state
            number += 1
        return steps

    def draft_logged_events(self, events: Iterable[tuple[int, int]]) -> list[EventOnCopy]:
        """Carry out the events of a log on copies of the state."""
        steps: list[EventOnCopy] = []
        for seat, move in events:
            steps.append(self.history.play_on_copy(steps[-1].state if steps else self.state, seat, move))
        return steps

    def commit(self, steps: Iterable[EventOnCopy]) -> NewHistoryEntries:
        """Make drafted steps part of the game, and return the new entries of each viewer's history."""
        for step in steps:
            hidden = self.match.stays_hidden(step)
            if step.seat == NATURE and self.numbering == BY_DEAL:
                self._daily_chance.record(self.state, step.move)
            self.match.adopt_event_on_copy(step)
            self.history.add_and_reveal(step, hidden=hidden)
            if step.seat != NATURE and step.move in self.game.signals:
                self._drop_cached_views()
            else:
                self._note_visible_event(step.seat, hidden=hidden)
        return self.history.pop_new_entries()

    def take_back(self, seat: int) -> NewHistoryEntries:
        """Take back the seat's last move, and return the new entries of each viewer's history."""
        self.match.take_back(seat)
        self._note_visible_event(seat, hidden=self.history.take_back(seat))
        return self.history.pop_new_entries()

    def _note_visible_event(self, seat: int, *, hidden: bool) -> None:
        """Increase the versions and drop the cached views of the seats that notice an event.

        Only its own seat notices a hidden one.
        """
        for each in [seat] if hidden else range(self.game.players):
            self.versions[each] += 1
        if hidden:
            self._seat_parts.pop(seat, None)
        else:
            self._drop_cached_views()

    def _drop_cached_views(self) -> None:
        self._public = None
        self._seat_parts.clear()
