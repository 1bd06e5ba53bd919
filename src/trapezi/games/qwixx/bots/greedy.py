"""The player that takes what pays now, less what the skipped numbers might have paid."""

from __future__ import annotations

from typing import Any

from trapezi.bots.policy import Policy
from trapezi.core import bits
from trapezi.core.random import Stream
from trapezi.core.state import State
from trapezi.games.qwixx.rules import Position

CELLS = 11
LAST = 10
ROW = 0x7FF
PASS = 44
WHITE = 1
ONE = 1
MISS = -5.0
SKIPPED = 0.35  # points lost with a skipped number, per way to roll it with two dice


class Greedy(Policy):
    """One step ahead, on any sheet.

    >>> import trapezi
    >>> from trapezi.bots import Observation
    >>> from trapezi.core.random import Stream
    >>> match = trapezi.game("qwixx", players=2, first=1).match(by_hand=True)
    >>> match.play(-1, match.game.parse("roll 1 1 6 6 6 6"))
    >>> match.game.text(Greedy().decide(Observation(match.state, 0, Stream(1)), Stream(1)))
    'red 2'
    """

    game = "qwixx"

    __slots__ = ("best",)

    def __init__(self) -> None:
        super().__init__()
        self.best = 0.0

    def pick(self, state: State, seat: int, rng: Stream) -> int:
        position: Any = state
        return self.choose(position, seat)

    def choose(self, state: Position, seat: int) -> int:
        if state.phase != WHITE:
            return self.take(state, seat, state.options(seat), MISS if state.choice[seat] == PASS else 0.0)
        if state.active != seat:
            return self.take(state, seat, state.options(seat), 0.0)
        # Rather a bad cross than a miss, but the coloured dice may have a better one.
        self.take(state, seat, self.coloured(state, seat), MISS)
        return self.take(state, seat, state.options(seat), self.best if self.best < 0.0 else 0.0)

    def coloured(self, state: Position, seat: int) -> int:
        cells = 0
        for colour in range(4):
            if not state.gone >> colour & 1:
                cells |= state.sheet.of_colour[colour * 13 + state.dice[0] + state.dice[2 + colour]]
                cells |= state.sheet.of_colour[colour * 13 + state.dice[1] + state.dice[2 + colour]]
        return cells & state.free[seat]

    def take(self, state: Position, seat: int, cells: int, floor: float) -> int:
        """The cell that is worth most, or PASS if none is worth more than `floor`."""
        self.best = floor
        move = PASS
        cells &= (ONE << PASS) - 1
        while cells:
            cell = bits.lowest(cells)
            cells &= cells - 1
            value = self.reward(state, seat, cell)
            if value > self.best:
                self.best = value
                move = cell
        return move

    def reward(self, state: Position, seat: int, cell: int) -> float:
        start = cell // CELLS * CELLS
        crosses = bits.count(state.marks[seat] >> start & ROW) + 1
        value = 0.0 + crosses
        if cell == start + LAST:
            value += crosses + 1
        for skipped in range(start, cell):
            if state.free[seat] >> skipped & 1:
                value -= SKIPPED * self.ways(state.sheet.cells[skipped][1])
        return value

    def ways(self, number: int) -> int:
        """How many rolls of two dice have this sum."""
        return number - 1 if number < 8 else 13 - number
