"""One game on a table: a match, what each viewer is told of it, and the version of each seat's decision."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import msgspec

from trapezi.core.game import Game
from trapezi.core.match import TAKE_BACK, Match
from trapezi.core.random import Stream
from trapezi.core.seats import NATURE, SPECTATOR
from trapezi.core.state import State

Chance = Callable[[int], Stream]

encode = msgspec.json.Encoder().encode

STEPS = 256  # numbers that one decision has for its steps


@dataclass(slots=True)
class HistoryEntry:
    """Something that happened: shown to all who may see it, to its own seat alone while `hidden`.

    `n` is its place in the story. Seats that decide at the same time have a place each, with numbers for `STEPS` steps, so
    that nobody can tell from the numbers how many steps or second thoughts a decision took that is still hidden.
    """

    n: int
    seat: int
    shown: dict[int, dict[str, Any]]  # by viewer
    hidden: bool = False
    undone: bool = False
    quiet: bool = False  # while hidden, others do not even hear that something happened: the seat owes more

    @property
    def place(self) -> int:
        """The number under which others hear of a hidden decision as a whole."""
        return self.n - self.n % STEPS


class Descriptions(dict[int, bytes]):
    """All of a move's description that is always the same, by move, written when it is first asked for. A signal's is whole."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    def __missing__(self, move: int) -> bytes:
        always = {"move": move, "text": self.game.text(move), "description": self.game.describe(move)}
        if move in self.game.signals:
            self[move] = encode({**always, "preview": self.game.start().preview(0, move)})
        else:
            self[move] = encode(always)[:-1] + b',"preview":'
        return self[move]


descriptions = lru_cache(maxsize=32)(Descriptions)  # tables with the same game share them


class GameSession:
    """A game being played.

    `versions` has a number per seat that changes whenever what the seat is asked may have changed: by its own decision, and by
    whatever it can see happen. Pending decisions of others leave it alone, so that simultaneous choices never collide.
    """

    def __init__(self, game: Game[Any], version: int = 0) -> None:
        self.game = game
        self.match = Match(game, by_hand=True)
        self.versions = [version] * game.players
        self.viewers = (SPECTATOR, *range(game.players))
        self._hidden: list[HistoryEntry] = []
        self._numbers: list[int] = []  # of the match's events
        self._places = 0  # in the story, so far
        self._round: int | None = None  # the first place of those who decide at the same time now
        self._shared = self._public = b""  # parts of views as they were written, until something changes them
        self._own: dict[int, tuple[bytes, ...]] = {}
        self._known: dict[int, tuple[bytes, ...]] = {}  # parts as the last news said them
        self._described = descriptions(game)
        self._revealed()
        self._gather()

    @property
    def state(self) -> State:
        return self.match.state

    # -- views ---------------------------------------------------------------------------------------------------------

    def view(self, seat: int) -> bytes:
        """`state.view(seat)` as JSON, for somebody who knows nothing of it."""
        self._known.pop(seat, None)
        return b"{%b}" % b",".join(self._parts(seat))

    def news(self, seat: int) -> bytes:
        """The parts of it, by name, that are not what the last news of this seat said; after a `view`, all of them."""
        parts, known = self._parts(seat), self._known.get(seat)
        self._known[seat] = parts
        return b"{%b}" % b",".join(parts if known is None else [new for new, old in zip(parts, known, strict=True) if new != old])

    def _parts(self, seat: int) -> tuple[bytes, ...]:
        """The parts of a view. What has not changed since it was written is not made again."""
        state = self.state
        if not self._shared:
            self._shared, self._public = encode(state.shared_view())[1:-1], encode(state.public_board())[1:-1]
        own = self._own.get(seat)
        if own is None:
            described, preview = self._described, state.preview
            moves = [b"%b%b}" % (described[move], encode(preview(seat, move))) for move in state.legal(seat)]
            optional = [described[move] for move in state.optional(seat)]
            private = encode(state.private_board(seat))[1:-1]
            own = self._own[seat] = (
                b'"seat":%d,"moves":[%b]' % (seat, b",".join(moves)),
                b'"optional":[%b]' % b",".join(optional),
                b'"board":{%b,%b}' % (self._public, private) if private else b'"board":{%b}' % self._public,
            )
        return (b'"deciders":%b' % encode(sorted(state.deciders)), self._shared, *own)

    # -- chance --------------------------------------------------------------------------------------------------------

    def outcomes(self, chance: Chance, seat: int = NATURE, move: int = -1) -> list[int]:
        """What chance will do after a legal move (or at the beginning), without doing it."""
        state, n, drawn = self.state.clone(), len(self.match.events), []
        if seat != NATURE:
            state.play(seat, move)
            n += 1
        while state.on_turn(NATURE):
            drawn.append(state.sample_chance(chance(n)))
            state.play(NATURE, drawn[-1])
            n += 1
        return drawn

    # -- what happens --------------------------------------------------------------------------------------------------

    def begin(self, outcomes: Iterable[int]) -> list[HistoryEntry]:
        return [tale for outcome in outcomes for tale in self._event(NATURE, outcome)]

    def play(self, seat: int, move: int, outcomes: Iterable[int]) -> list[HistoryEntry]:
        """A legal move and what chance did after it; what is to be told."""
        return [*self._event(seat, move), *self.begin(outcomes)]

    def take_back(self, seat: int) -> list[HistoryEntry]:
        """The seat's last move; all that hear of it hear that it is undone."""
        events, together = self.match.events, self.match.pending > 0
        last = max(n for n, (who, _) in enumerate(events) if who == seat)
        self.match.take_back(seat)
        undone = self._numbers.pop(last)
        quiet = any(tale.quiet for tale in self._hidden if tale.n == undone)
        self._hidden = [tale for tale in self._hidden if tale.n != undone]
        self._moved(seat, alone=together)
        return [HistoryEntry(undone, seat, {viewer: {} for viewer in self.viewers}, hidden=together, undone=True, quiet=quiet)]

    def _event(self, seat: int, move: int) -> list[HistoryEntry]:
        match, pending = self.match, self.match.pending
        if match.state.why_not(seat, move) is not None:  # in a log that was tampered with
            raise match.state.rejection(seat, move)
        steps = sum(who == seat for who, _ in match.events[len(match.events) - pending :])
        tale = HistoryEntry(0, seat, self._shown(seat, move))
        match.play(seat, move)
        signal = move in self.game.signals and seat != NATURE
        tale.hidden = match.pending > pending and not signal
        tale.n = self._number(seat, steps, alone=signal or not (tale.hidden or pending))
        self._numbers.append(tale.n)
        if signal:
            self._revealed()
            return [tale]
        if tale.hidden:
            tale.quiet = self.state.on_turn(seat)
            self._hidden.append(tale)
            self._moved(seat, alone=True)
            return [tale]
        self._round = None
        self._gather()
        hidden = [*self._hidden, tale]
        self._hidden = [each for each in hidden if each.seat != NATURE and self.state.is_secret(each.seat)]
        for each in hidden:
            each.hidden = each in self._hidden
        self._moved(seat, alone=False)
        return [each for each in hidden if each is tale or not each.hidden]

    def _gather(self) -> None:
        """Those who decide at the same time get their places before anybody has decided."""
        if self._round is None and len(self.state.deciders) > 1:
            self._round = self._places
            self._places += self.game.players

    @property
    def open(self) -> dict[int, int]:
        """The places of those who still owe a decision that others make at the same time, by seat."""
        return {} if self._round is None else {seat: (self._round + seat) * STEPS for seat in self.state.deciders}

    def _number(self, seat: int, steps: int, *, alone: bool) -> int:
        if alone or self._round is None:
            self._places += 1
            return (self._places - 1) * STEPS
        return (self._round + seat) * STEPS + steps

    def _shown(self, seat: int, move: int) -> dict[int, dict[str, Any]]:
        state = self.state
        return {viewer: state.redact(viewer, seat, move) for viewer in self.viewers}

    def _moved(self, seat: int, *, alone: bool) -> None:
        for each in [seat] if alone else range(self.game.players):
            self.versions[each] += 1
        if alone:
            self._own.pop(seat, None)
        else:
            self._revealed()

    def _revealed(self) -> None:
        self._shared = b""
        self._own.clear()


def rebuild(game: Game[Any], record: Sequence[tuple[int, int]], since: int) -> list[HistoryEntry]:
    """All that is known now of what happened from number `since` on."""
    play, told = GameSession(game), {}
    for seat, move in record:
        for tale in play.take_back(seat) if move == TAKE_BACK else play.play(seat, move, ()):
            told[tale.n] = tale
    return [tale for n, tale in sorted(told.items()) if n >= since]
