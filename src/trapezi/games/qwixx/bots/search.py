"""The end of a game of Qwixx, move by move: the best moves at a glance, each played out many times with the same luck."""

from __future__ import annotations

from typing import Any

from trapezi.bots.budget import Budget, Clock
from trapezi.bots.policy import Policy
from trapezi.core.random import Stream
from trapezi.core.state import State
from trapezi.games.qwixx.bots.evaluate import Reckoner
from trapezi.games.qwixx.bots.hazard import by_row
from trapezi.games.qwixx.rules import Position
from trapezi.games.qwixx.sheet import Sheet

NATURE = -1
PASS = 44
MOST = 5  # moves that a search compares
CLOSE = 6.0  # a move that promises so many points less than the best is not worth a search
TRUST = 50.0  # a glance counts as much as so many simulations
LATE = 8.0  # with more rolls to come a glance is as good as a search


class Searcher(Policy):
    """Decides at a glance, or by comparing the best moves over the same rolls."""

    __slots__ = ("budget", "counts", "kept", "reckoner", "sums", "tried")

    def __init__(self, budget: Budget) -> None:
        super().__init__()
        self.budget = budget
        self.kept = ("", 0)  # what the reckoner is for
        self.reckoner = Reckoner(1, None, None)
        self.tried = [0] * 5
        self.sums = [0.0] * 5
        self.counts = [0] * 5

    def pick(self, state: State, seat: int, rng: Stream) -> int:
        position: Any = state
        return self.choose(position, seat, rng)

    def choose(self, state: Position, seat: int, rng: Stream) -> int:
        if self.kept != (state.sheet.name, state.players):
            self.kept = (state.sheet.name, state.players)
            self.reckoner = self.reckoner_for(state.sheet, state.players)
        best = self.reckoner.decide(state, seat)
        if self.budget.simulations == 1 or self.reckoner.rolls > LATE or self.reckoner.exact:
            return best
        return self.search(state, seat, rng, self.budget.begin())

    def reckoner_for(self, sheet: Sheet, players: int) -> Reckoner:
        """What decides at a glance on this sheet."""
        return Reckoner(players, None, by_row(sheet.name, players))

    # -- search --------------------------------------------------------------------------------------------------------

    def search(self, state: Position, seat: int, rng: Stream, clock: Clock) -> int:
        """Compares the best moves over the same rolls; who falls behind is dropped."""
        n = self.candidates()
        if n == 1:
            return self.tried[0]
        rounds = 0
        while n > 1 and clock.spend(n):
            world: Any = state.clone()
            world.resample_hidden(seat, rng)
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
                state._apply(NATURE, state.sample_chance(luck))
                continue
            waiting = state.waiting
            for other in range(state.players):
                if waiting >> other & 1:
                    state._apply(other, self.reckoner.decide(state, other))
        return self.reckoner.chance(state, seat)
