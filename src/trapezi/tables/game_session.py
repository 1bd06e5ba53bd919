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
NewHistoryEntries = dict[int, list[HistoryEntry]]  # The keys are the viewers.

encode = msgspec.json.Encoder().encode


class MoveDescriptions(dict[int, bytes]):
    """A cache from each move to its text and description as JSON. Signals also have their preview there."""

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
    """The part of a view that only one seat sees."""

    moves: list[int]
    previews: bytes  # The moves with their previews, as JSON.
    signals: list[int]
    board: dict[str, Any]


class GameSession:
    """A game in progress.

    `versions` has a number per seat. It increases when the seat decides and when the seat can see something happen, because
    its legal moves may then have changed. Hidden decisions of other seats do not change it, so simultaneous decisions never
    make each other outdated.
    """

    def __init__(self, game: Game[Any], version: int = 0, numbering: int = BY_OUTCOME) -> None:
        self.game = game
        self.numbering = numbering  # The way in which the outcomes of chance are numbered; see `verifiable_chance.py`.
        self._daily_chance = DailyChance()  # It is used only in deals of the day.
        self.match = Match(game, by_hand=True)
        self.history = History(game)
        self.versions = [version] * game.players
        self.descriptions = move_descriptions(game)
        self._stopped = False
        # These two caches hold the parts of views until something changes.
        self._public: dict[str, Any] | None = None
        self._seat_parts: dict[int, SeatPart] = {}

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
        """Return the part of a view that is the same for all seats. It is the same object until something visible changes."""
        if self._public is None:
            self._public = {**self.state.common_view_fields(), "board": self.state.public_board()}
        return self._public

    def seat_part(self, seat: int) -> SeatPart:
        """Return the part of a view that only this seat sees. It is the same object until the seat sees something change."""
        part = self._seat_parts.get(seat)
        if part is None:
            state = self.state
            moves, signals = ([], []) if self._stopped else (state.legal(seat), state.optional(seat))
            part = SeatPart(moves, self._encode_previews(seat, moves), signals, state.private_part_of_board(seat))
            self._seat_parts[seat] = part
        return part

    def _encode_previews(self, seat: int, moves: list[int]) -> bytes:
        """Return moves with their previews as JSON. Each preview is encoded as its difference from the previous preview."""
        preview = self.state.preview
        return encode(numbered_deltas(moves, [preview(seat, move) for move in moves]))

    def position_hash(self, seat: int) -> bytes:
        """Return a hash of what a seat sees. A move and its take-back lead to the same hash again."""
        part = self.seat_part(seat)
        return sha256(b"%b %b %b" % (encode(self.public_part()), part.previews, encode(part.board))).digest()

    def stop_offering_moves(self) -> None:
        """Remove the legal moves from all views, because the game has ended."""
        self._stopped = True
        self._seat_parts.clear()

    # -- playing -------------------------------------------------------------------------------------------------------

    def draft(self, seat: int, move: int, chance: Chance) -> list[EventOnCopy]:
        """Carry out a move, and the outcomes of chance that follow, on copies of the state. Return all these steps for `commit`.

        At the beginning of a game, pass NATURE as the seat: there is no move, only chance. Raise `IllegalMove` if the move is
        not legal.
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
        """Carry out the events of a log on copies of the state. Return the steps for `commit`."""
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
                self._update_seats_that_see_event(step.seat, hidden=hidden)
        return self.history.pop_new_entries()

    def take_back(self, seat: int) -> NewHistoryEntries:
        """Take back the seat's last move, and return the new entries of each viewer's history."""
        self.match.take_back(seat)
        self._update_seats_that_see_event(seat, hidden=self.history.take_back(seat))
        return self.history.pop_new_entries()

    def _update_seats_that_see_event(self, seat: int, *, hidden: bool) -> None:
        """Increase the version, and drop the cached view, of each seat that sees an event of `seat`.

        A hidden event is seen only by its own seat, any other event by all seats.
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
