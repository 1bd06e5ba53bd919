"""One game on a table: a match, what each viewer is told of it, and the version of each seat's decision."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from trapezi.law.contract import State
from trapezi.law.game import Game
from trapezi.law.match import TAKE_BACK, Match
from trapezi.law.random import Stream
from trapezi.law.seats import NATURE, SPECTATOR

Chance = Callable[[int], Stream]


@dataclass(slots=True)
class Tale:
    """What happened as the n-th thing: shown to all who may see it, to its own seat alone while `hidden`."""

    n: int
    seat: int
    shown: dict[int, dict[str, Any]]  # by viewer
    hidden: bool = False
    undone: bool = False
    quiet: bool = False  # while hidden, others do not even hear that something happened: the seat owes more

    def to(self, viewer: int) -> dict[str, Any] | None:
        """What a viewer learns of it now."""
        return None if self.hidden and viewer != self.seat else self.shown[viewer]


class Play:
    """A game being played.

    `versions` has a number per seat that changes whenever what the seat is asked may have changed: by its own decision, and by
    whatever it can see happen. Pending decisions of others leave it alone, so that simultaneous choices never collide.
    """

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.match = Match(game, by_hand=True)
        self.versions = [0] * game.players
        self.viewers = (SPECTATOR, *range(game.players))
        self._hidden: list[Tale] = []

    @property
    def state(self) -> State:
        return self.match.state

    # -- chance --------------------------------------------------------------------------------------------------------

    def outcomes(self, chance: Chance, seat: int = NATURE, move: int = -1) -> list[int]:
        """What chance will do after a legal move (or at the beginning), without doing it."""
        state, n, drawn = self.state.clone(), len(self.match.events), []
        if seat != NATURE:
            state.play(seat, move)
            n += 1
        while state.on_turn(NATURE):
            drawn.append(state.draw(chance(n)))
            state.play(NATURE, drawn[-1])
            n += 1
        return drawn

    # -- what happens --------------------------------------------------------------------------------------------------

    def begin(self, outcomes: Iterable[int]) -> list[Tale]:
        return [tale for outcome in outcomes for tale in self._event(NATURE, outcome)]

    def play(self, seat: int, move: int, outcomes: Iterable[int]) -> list[Tale]:
        """A legal move and what chance did after it; what is to be told."""
        return [*self._event(seat, move), *self.begin(outcomes)]

    def take_back(self, seat: int) -> list[Tale]:
        """The seat's last move; all that hear of it hear that it is undone."""
        undone, together = self._last(seat), self.match.pending > 0
        self.match.take_back(seat)
        quiet = any(tale.quiet for tale in self._hidden if tale.n == undone)
        self._hidden = [tale for tale in self._hidden if tale.n != undone]
        self._moved(seat, alone=together)
        return [Tale(undone, seat, {viewer: {} for viewer in self.viewers}, hidden=quiet, undone=True, quiet=quiet)]

    def _event(self, seat: int, move: int) -> list[Tale]:
        tale = Tale(len(self.match.record), seat, self._shown(seat, move))
        pending = self.match.pending
        self.match.play(seat, move)
        if move in self.game.signals and seat != NATURE:
            return [tale]
        if self.match.pending > pending:
            tale.hidden = True
            tale.quiet = self.state.on_turn(seat)
            self._hidden.append(tale)
            self._moved(seat, alone=True)
            return [tale]
        hidden = [*self._hidden, tale]
        self._hidden = [each for each in hidden if each.seat != NATURE and self.state.sealed(each.seat)]
        for each in hidden:
            each.hidden = each in self._hidden
        self._moved(seat, alone=False)
        return [each for each in hidden if each is tale or not each.hidden]

    def _shown(self, seat: int, move: int) -> dict[int, dict[str, Any]]:
        state = self.state
        return {viewer: state.shown(viewer, seat, move) for viewer in self.viewers}

    def _moved(self, seat: int, *, alone: bool) -> None:
        for each in [seat] if alone else range(self.game.players):
            self.versions[each] += 1

    def _last(self, seat: int) -> int:
        """The number of the seat's last move that still stands."""
        undone = 0
        for n in range(len(self.match.record) - 1, -1, -1):
            who, move = self.match.record[n]
            if who == seat:
                if move != TAKE_BACK and undone == 0:
                    return n
                undone += 1 if move == TAKE_BACK else -1
        return -1


def retell(game: Game[Any], record: Sequence[tuple[int, int]], since: int) -> list[Tale]:
    """All that is known now of what happened from number `since` on."""
    play, told = Play(game), {}
    for seat, move in record:
        for tale in play.take_back(seat) if move == TAKE_BACK else play.play(seat, move, ()):
            told[tale.n] = tale
    return [tale for n, tale in sorted(told.items()) if n >= since]
