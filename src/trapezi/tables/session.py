"""The game on a table: a match, its history, the views of each seat as JSON, and the version of each seat's decision."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

import msgspec

from trapezi.core.game import Game
from trapezi.core.history import History, HistoryEntry, Step
from trapezi.core.match import Match
from trapezi.core.random import Stream
from trapezi.core.seats import NATURE
from trapezi.core.state import State

Chance = Callable[[int], Stream]
NewEntries = dict[int, list[HistoryEntry]]  # by viewer

encode = msgspec.json.Encoder().encode


class MoveDescriptions(dict[int, bytes]):
    """The part of a move's JSON that never changes, by move, encoded on first use. For a signal that is all of it."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    def __missing__(self, move: int) -> bytes:
        constant = {"move": move, "text": self.game.text(move), "description": self.game.describe(move)}
        if move in self.game.signals:
            self[move] = encode({**constant, "preview": self.game.start().preview(0, move)})
        else:
            self[move] = encode(constant)[:-1] + b',"preview":'
        return self[move]


move_descriptions = lru_cache(maxsize=32)(MoveDescriptions)  # tables with the same game share them


class GameSession:
    """A game in progress.

    `versions` has a number per seat that changes whenever the seat's options may have changed: by its own decision, and by
    anything that it can see happen. Pending decisions of others do not change it, so that simultaneous choices never collide.
    """

    def __init__(self, game: Game[Any], version: int = 0) -> None:
        self.game = game
        self.match = Match(game, by_hand=True)
        self.history = History(game)
        self.versions = [version] * game.players
        self._shared = self._public = b""  # JSON of the parts that all views share, until something changes them
        self._own: dict[int, tuple[bytes, ...]] = {}  # JSON of a seat's own parts, until something changes them
        self._sent: dict[int, tuple[bytes, ...]] = {}  # the parts that the viewers of a seat have since its last delta
        self._descriptions = move_descriptions(game)

    @property
    def state(self) -> State:
        return self.match.state

    # -- views ---------------------------------------------------------------------------------------------------------

    def view(self, seat: int) -> bytes:
        """Return `state.view(seat)` as JSON; the next delta of the seat then contains all parts."""
        self._sent.pop(seat, None)
        return b"{%b}" % b",".join(self._view_parts(seat))

    def view_delta(self, seat: int) -> bytes:
        """Return the parts of a seat's view that differ from those of its last delta."""
        parts, sent = self._view_parts(seat), self._sent.get(seat)
        self._sent[seat] = parts
        return b"{%b}" % b",".join(parts if sent is None else [new for new, old in zip(parts, sent, strict=True) if new != old])

    def _view_parts(self, seat: int) -> tuple[bytes, ...]:
        """Return the parts of a view, encoding only those that have changed."""
        state = self.state
        if not self._shared:
            self._shared, self._public = encode(state.shared_view())[1:-1], encode(state.public_board())[1:-1]
        own = self._own.get(seat)
        if own is None:
            described, preview = self._descriptions, state.preview
            moves = [b"%b%b}" % (described[move], encode(preview(seat, move))) for move in state.legal(seat)]
            optional = [described[move] for move in state.optional(seat)]
            private = encode(state.private_board(seat))[1:-1]
            own = self._own[seat] = (
                b'"seat":%d,"moves":[%b]' % (seat, b",".join(moves)),
                b'"optional":[%b]' % b",".join(optional),
                b'"board":{%b,%b}' % (self._public, private) if private else b'"board":{%b}' % self._public,
            )
        return (b'"deciders":%b' % encode(sorted(state.deciders)), self._shared, *own)

    # -- playing -------------------------------------------------------------------------------------------------------

    def draft(self, seat: int, move: int, chance: Chance) -> list[Step]:
        """Carry out a move, and what chance does after it, on copies of the state; raise `IllegalMove` if it is not legal.

        At the beginning of a game, pass NATURE as the seat: only chance acts. Nothing changes until `commit`.
        """
        steps = [] if seat == NATURE else [self.history.prepare_step(self.state, seat, move)]
        state = steps[0].state if steps else self.state
        while state.on_turn(NATURE):
            outcome = state.sample_chance(chance(len(self.match.events) + len(steps)))
            steps.append(self.history.prepare_step(state, NATURE, outcome))
            state = steps[-1].state
        return steps

    def draft_logged_events(self, events: Iterable[tuple[int, int]]) -> list[Step]:
        """Carry out the events of a log on copies of the state."""
        steps: list[Step] = []
        for seat, move in events:
            steps.append(self.history.prepare_step(steps[-1].state if steps else self.state, seat, move))
        return steps

    def commit(self, steps: Iterable[Step]) -> NewEntries:
        """Make drafted steps part of the game, and return the new entries of each viewer's history."""
        for step in steps:
            hidden = self.match.stays_hidden(step)
            self.match.apply_step(step)
            self.history.add(step, hidden=hidden)
            if step.seat != NATURE and step.move in self.game.signals:
                self._forget_views()
            else:
                self._on_event(step.seat, hidden=hidden)
        return self.history.pop_new()

    def take_back(self, seat: int) -> NewEntries:
        """Take back the seat's last move, and return the new entries of each viewer's history."""
        self.match.take_back(seat)
        self._on_event(seat, hidden=self.history.take_back(seat))
        return self.history.pop_new()

    def _on_event(self, seat: int, *, hidden: bool) -> None:
        """Raise the versions, and drop the encoded views, of the seats that may notice the event: if hidden, only its own."""
        for each in [seat] if hidden else range(self.game.players):
            self.versions[each] += 1
        if hidden:
            self._own.pop(seat, None)
        else:
            self._forget_views()

    def _forget_views(self) -> None:
        self._shared = b""
        self._own.clear()
