"""The best Qwixx player we have: a glance at solved tables, and towards the end of a game a search."""

from __future__ import annotations

from typing import Any

from trapezi.bots.budget import Budget, Clock
from trapezi.bots.policy import Policy
from trapezi.bots.qwixx import table
from trapezi.bots.qwixx.outlook import outlook
from trapezi.bots.qwixx.reckon import Reckoner
from trapezi.games.qwixx.rules import Position
from trapezi.law.contract import State
from trapezi.law.random import Stream

NATURE = -1
PASS = 44
ROLLING = 0
STANDARD = "standard"
MOST = 5  # moves that a search compares
CLOSE = 6.0  # a move that promises so many points less than the best is not worth a search
TRUST = 50.0  # a glance counts as much as so many simulations
LATE = 8.0  # with more rolls to come a glance is as good as a search
USUAL = Budget(simulations=300)


class Expert(Policy):
    """Plays by a solved table on the standard sheet; before it is solved, and on mixed sheets, by the outlook of its rows.

    A budget of more than one simulation is spent on a search once few rolls are left.

    >>> import trapezi
    >>> from trapezi.bots import Seen
    >>> match = trapezi.game("qwixx", players=2, sheet="mixed-numbers").match(seed=1)
    >>> seen = Seen(match.state, 0, Stream(1))
    >>> Expert().decide(seen, Stream(1)) in seen.legal
    True
    """

    game = "qwixx"

    __slots__ = ("budget", "counts", "kept", "reckoner", "sums", "tried")

    def __init__(self, budget: Budget | None = None) -> None:
        super().__init__()
        self.budget = budget or USUAL
        self.kept = ("", 0)
        self.reckoner = Reckoner(1, None, None)
        self.tried = [0] * 5
        self.sums = [0.0] * 5
        self.counts = [0] * 5

    @staticmethod
    def prepare(players: int) -> None:
        """Has the table for so many players solved in the background if there is none: a game that starts later plays by it."""
        if table.load(players) is None:
            table.solve_in_background(players)

    def pick(self, state: State, seat: int, rng: Stream) -> int:
        position: Any = state
        return self.choose(position, seat, rng)

    def choose(self, state: Position, seat: int, rng: Stream) -> int:
        if self.kept != (state.sheet.name, state.players):
            self.kept = (state.sheet.name, state.players)
            self.reckoner = reckoner(state.sheet, state.players)
        best = self.reckoner.decide(state, seat)
        if self.budget.simulations == 1 or self.reckoner.rolls > LATE or self.reckoner.exact:
            return best
        return self.search(state, seat, rng, self.budget.begin())

    # -- search --------------------------------------------------------------------------------------------------------

    def search(self, state: Position, seat: int, rng: Stream, clock: Clock) -> int:
        """Compares the best moves over the same rolls; who falls behind is dropped."""
        n = self.candidates()
        if n == 1:
            return self.tried[0]
        rounds = 0
        while n > 1 and clock.left(n):
            world: Any = state.clone()
            world.redeal(seat, rng)
            key = rng.next64()
            for k in range(n):
                self.sums[k] += self.simulate(world, seat, self.tried[k], Stream(key))
                self.counts[k] += 1
            rounds += 1
            if rounds % 32 == 0:
                n = self.drop_worst(n)
        return self.tried[self.leader(n)]

    def candidates(self) -> int:
        """The moves that the last glance found best, the best first, each with what the glance says as a first count."""
        n = 0
        while n < MOST:
            best = -1
            for move in range(PASS + 1):
                new = True
                for k in range(n):
                    if self.tried[k] == move:
                        new = False
                if new and (best < 0 or self.reckoner.found[move] > self.reckoner.found[best]):
                    best = move
            if n > 0 and self.reckoner.found[best] < self.reckoner.found[self.tried[0]] - CLOSE:
                break
            self.tried[n] = best
            self.sums[n] = TRUST * self.reckoner.hope(self.reckoner.found[best])
            self.counts[n] = 0
            n += 1
        return n

    def leader(self, n: int) -> int:
        best = 0
        for k in range(1, n):
            if self.mean(k) > self.mean(best):
                best = k
        return best

    def mean(self, k: int) -> float:
        return self.sums[k] / (TRUST + self.counts[k])

    def drop_worst(self, n: int) -> int:
        """Forgets the worst move."""
        worst = 0
        for k in range(1, n):
            if self.mean(k) < self.mean(worst):
                worst = k
        if n > 2:
            n -= 1
            self.tried[worst] = self.tried[n]
            self.sums[worst] = self.sums[n]
            self.counts[worst] = self.counts[n]
        return n

    def simulate(self, world: Position, seat: int, move: int, luck: Stream) -> float:
        """What becomes of a seat after a move, everybody playing at a glance."""
        state: Any = world.clone()
        state._apply(seat, move)
        return self.play_on(state, seat, luck)

    def play_on(self, state: Position, seat: int, luck: Stream) -> float:
        while not state.over:
            if state.waiting == 0:
                state._apply(NATURE, state.draw(luck))
                continue
            waiting = state.waiting
            for other in range(state.players):
                if waiting >> other & 1:
                    state._apply(other, self.reckoner.decide(state, other))
        return self.reckoner.chance(state, seat)


def reckoner(sheet: Any, players: int) -> Reckoner:
    """What decides at a glance for this sheet."""
    solved = table.load(players) if sheet.name == STANDARD else None
    if solved is None:
        return Reckoner(players, None, outlook(sheet, players))
    return Reckoner(players, solved.values, None, len(solved.clock), solved.clock[0])
