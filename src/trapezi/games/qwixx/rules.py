"""Qwixx, the law. Everybody crosses numbers in four rows, left to right; the more in one row, the better each one pays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trapezi.core import bits
from trapezi.core.errors import IllegalMove, Reason
from trapezi.core.random import Stream
from trapezi.core.score import ScoreLine, score_line
from trapezi.core.state import Moves, State
from trapezi.games.qwixx.sheet import COLOURS, Sheet

if TYPE_CHECKING:
    from trapezi.games.qwixx.game import Qwixx

NATURE = -1
ROWS = 4
CELLS = 11
LAST = 10  # position of the right-most number
LOCKS = 44  # marks: 44 cells (row * 11 + position), then four locks
PASS = 44  # moves: a cell, or PASS
UNDECIDED = 45
ROLL = 45  # outcomes: ROLL + six base-7 digits (white, white, red, yellow, green, blue), 0 for a die that has left
DICE = 6
ROW = 0x7FF  # the eleven cells of row 0
NUMBERS = 0x3FF  # the same without the last
ONE = 1

ROLLING = 0  # phases
WHITE = 1
COLOUR = 2
END = 3
PHASES = ("rolling", "white", "colour", "end")


class Position(State):
    """One position of Qwixx."""

    FIELDS = ("marks", "free", "misses", "choice", "dice", "closed", "gone", "active", "phase")
    __slots__ = ("sheet", *FIELDS)

    def __init__(self, game: Qwixx) -> None:
        super().__init__(game)
        self.sheet: Sheet = game.sheet
        self.marks = [0] * 5  # per seat: cells crossed, and locks
        self.free = [0] * 5  # per seat: cells it could still cross (QX-2, QX-7, QX-8)
        self.misses = [0] * 5
        self.choice = [UNDECIDED] * 5  # what was decided in action one
        self.dice = [0] * 6
        self.closed = 0  # rows, as bits
        self.gone = 0  # colours whose die has left, as bits
        self.active = game.first  # QX-12
        self.phase = ROLLING
        for seat in range(5):
            self.free[seat] = self.reach(0, 0)

    # -- NATURE: the dice still in the game (QX-3, QX-8) ---------------------------------------------------------------

    def chance_count(self) -> int:
        n = 46656
        for _ in range(bits.count(self.gone)):
            n //= 6
        return n

    def chance_outcome(self, k: int) -> int:
        rest = k
        roll = 0
        weight = 1
        for i in range(DICE):
            if not self.left(DICE - 1 - i):
                roll += (rest % 6 + 1) * weight
                rest //= 6
            weight *= 7
        return ROLL + roll

    def left(self, die: int) -> bool:
        """Whether a die has left with the row that its colour locks (QX-8, QX-13)."""
        return self.gone << 2 >> die & 1 == 1

    def roll(self, outcome: int) -> None:
        """QX-3: the dice fall; everybody owes a decision about the white sum."""
        rest = outcome - ROLL
        for i in range(DICE):
            self.dice[DICE - 1 - i] = rest % 7
            rest //= 7
        self.phase = WHITE
        self.waiting = (ONE << self.players) - 1
        for seat in range(self.players):
            self.choice[seat] = UNDECIDED

    def can_fall(self, outcome: int) -> bool:
        outcome -= ROLL
        if outcome < 0 or outcome >= 117649:
            return False
        for i in range(DICE):
            if (outcome % 7 == 0) != self.left(DICE - 1 - i):
                return False
            outcome //= 7
        return True

    # -- legal moves ---------------------------------------------------------------------------------------------------

    def reach(self, marks: int, closed: int) -> int:
        """The cells that a sheet still takes: right of the last cross (QX-2), the last after five (QX-7), in open rows (QX-8)."""
        cells = 0
        for row in range(ROWS):
            if closed >> row & 1 == 0:
                cells |= self.reach_in_row(marks >> (row * CELLS) & ROW) << (row * CELLS)
        return cells

    def reach_in_row(self, crossed: int) -> int:
        reach = ROW if bits.count(crossed) >= 5 else NUMBERS
        pos = 0
        while crossed >> pos:
            pos += 1
        return reach >> pos << pos

    def options(self, seat: int) -> int:
        """The legal moves of a seat that owes a decision, one bit each."""
        cells = 0
        if self.phase == WHITE:  # QX-4
            cells = self.sheet.of_number[self.dice[0] + self.dice[1]]
        else:  # QX-5
            for colour in range(4):
                die = self.dice[2 + colour]
                if not self.gone >> colour & 1:  # QX-9
                    cells |= self.sheet.of_colour[colour * 13 + self.dice[0] + die]
                    cells |= self.sheet.of_colour[colour * 13 + self.dice[1] + die]
        return cells & self.free[seat] | ONE << PASS

    def generate_moves(self, seat: int, moves: Moves) -> int:
        mask = self.options(seat)
        n = 0
        while mask:
            moves.items[n] = bits.lowest(mask)
            mask &= mask - 1
            n += 1
        moves.size = n
        return n

    def legal(self, seat: int) -> list[int]:
        return [] if seat == NATURE or not self.on_turn(seat) else bits.members(self.options(seat))

    def choose(self, seat: int, rng: Stream) -> int:
        if not self.on_turn(seat):
            raise IllegalMove("move.not-your-turn", seat=seat)
        if seat == NATURE:
            return self.sample_chance(rng)
        mask = self.options(seat)
        return bits.nth(mask, rng.below(bits.count(mask)))

    def is_legal(self, seat: int, move: int) -> bool:
        if seat == NATURE:
            return self.can_fall(move)
        return move <= PASS and self.options(seat) >> move & 1 == 1

    def reason(self, seat: int, move: int) -> Reason:
        if seat == NATURE:
            return Reason("qwixx.no-such-roll", {"roll": self.game.text(move)})
        row, pos = move // CELLS, move % CELLS
        crossed = self.marks[seat] >> (row * CELLS) & ROW
        cell = {"row": row, "number": self.sheet.cells[move][1]}
        if self.closed >> row & 1:
            return Reason("qwixx.row-closed", cell)
        if crossed >> pos & 1:
            return Reason("qwixx.already-crossed", cell)
        if crossed >> pos:
            return Reason("qwixx.skipped", cell)
        if pos == LAST and bits.count(crossed) < 5:
            return Reason("qwixx.needs-five", {**cell, "missing": 5 - bits.count(crossed)})
        return Reason("qwixx.not-rolled" if self.phase == COLOUR else "qwixx.not-the-white-sum", cell)

    # -- play ----------------------------------------------------------------------------------------------------------

    def _apply(self, seat: int, move: int) -> bool:
        if seat == NATURE:
            self.roll(move)
            return True
        if self.phase == COLOUR:
            self.resolve_colour(move)
            return False
        self.choice[seat] = move
        self.waiting &= ~(ONE << seat)
        if self.waiting == 0:
            self.resolve_white()
            return self.players > 1
        return False

    def cross(self, seat: int, cell: int) -> int:
        """A cross: nothing left of it any more (QX-2); the fifth opens the last number, which takes the lock along (QX-7).

        The row that it closes, as a bit, or 0.
        """
        row = cell // CELLS
        start = row * CELLS
        self.marks[seat] |= ONE << cell
        self.free[seat] &= ~((ONE << (cell + 1)) - (ONE << start))
        if cell == start + LAST:
            self.marks[seat] |= ONE << (LOCKS + row)
            return 1 << row
        if bits.count(self.marks[seat] >> start & ROW) == 5:
            self.free[seat] |= ONE << (start + LAST)
        return 0

    def resolve_white(self) -> None:
        """All choices of action one at once, so that several may close a row (QX-8)."""
        closing = 0
        for seat in range(self.players):
            if self.choice[seat] != PASS:
                closing |= self.cross(seat, self.choice[seat])
        if closing:
            self.close(closing)
        if bits.count(self.closed) >= 2:  # QX-10
            self.finish()
        else:
            self.phase = COLOUR
            self.waiting = ONE << self.active

    def resolve_colour(self, move: int) -> None:
        if move != PASS:
            closing = self.cross(self.active, move)
            if closing:
                self.close(closing)
        elif self.choice[self.active] == PASS:  # QX-6
            self.misses[self.active] += 1
        if bits.count(self.closed) >= 2 or self.misses[self.active] == 4:  # QX-10
            self.finish()
        else:
            self.phase = ROLLING
            self.waiting = 0
            self.active = (self.active + 1) % self.players  # QX-12

    def close(self, rows: int) -> None:
        """QX-8: rows close for all, and their dice leave."""
        self.closed |= rows
        for row in range(ROWS):
            if rows >> row & 1:
                self.gone |= 1 << self.sheet.locks[row]
                for seat in range(self.players):
                    self.free[seat] &= ~(ONE * ROW << (row * CELLS))

    def finish(self) -> None:
        self.phase = END
        self.waiting = 0
        self.over = True

    # -- score (QX-11) -------------------------------------------------------------------------------------------------

    def crosses(self, seat: int, row: int) -> int:
        """How many crosses a row has, its lock included."""
        return bits.count(self.marks[seat] >> (row * CELLS) & ROW) + (self.marks[seat] >> (LOCKS + row) & 1)

    def score(self, seat: int) -> int:
        total = -5 * self.misses[seat]
        for row in range(ROWS):
            n = self.crosses(seat, row)
            total += n * (n + 1) // 2
        return total

    def score_lines(self, seat: int) -> list[ScoreLine]:
        rows = [(row, self.crosses(seat, row)) for row in range(ROWS)]
        return [
            *(score_line(n * (n + 1) // 2, "qwixx.score.row", row=row, crosses=n) for row, n in rows),
            score_line(-5 * self.misses[seat], "qwixx.score.misses", misses=self.misses[seat]),
        ]

    def preview(self, seat: int, move: int) -> dict[str, Any]:
        """Marks, points, and the pairs of dice that make the number."""
        if move == PASS:
            miss = self.phase == COLOUR and self.choice[seat] == PASS
            return {"marks": [], "points": -5 if miss else 0, "dice": []}
        then = self.clone()
        then.cross(seat, move)
        marks = [move, LOCKS + move // CELLS] if move % CELLS == LAST else [move]
        colour, number = self.sheet.cells[move]
        pairs = [(0, 1)] if self.phase == WHITE else [(0, 2 + colour), (1, 2 + colour)]
        dice = [[a, b] for a, b in pairs if self.dice[a] + self.dice[b] == number]
        return {"marks": marks, "points": then.score(seat) - self.score(seat), "dice": dice}

    # -- view ----------------------------------------------------------------------------------------------------------

    def public_board(self) -> dict[str, Any]:
        return {
            "sheet": self.sheet.name,
            "layout": self.sheet.layout(),
            "phase": PHASES[self.phase],
            "active": self.active,
            "dice": {
                "white": [self.dice[0], self.dice[1]],
                **{COLOURS[c]: 0 if self.gone >> c & 1 else self.dice[2 + c] for c in range(4)},
            },
            "sums": {
                "white": self.dice[0] + self.dice[1],
                **{
                    COLOURS[c]: None if self.gone >> c & 1 else [self.dice[w] + self.dice[2 + c] for w in (0, 1)]
                    for c in range(4)
                },
            },
            "closed": [row for row in range(ROWS) if self.closed >> row & 1],
            "sheets": [self.sheet_of(s) for s in range(self.players)],
        }

    def private_board(self, seat: int) -> dict[str, Any]:
        """A choice that nobody else has seen yet, and what could be chosen instead."""
        return {
            "choice": self.choice[seat] if seat >= 0 and self.choice[seat] != UNDECIDED else None,
            "instead": self.instead(seat),
        }

    def instead(self, seat: int) -> list[int]:
        """What a seat could choose instead of its choice, which nobody has seen yet."""
        if seat < 0 or self.phase != WHITE or self.choice[seat] == UNDECIDED:
            return []
        return [move for move in bits.members(self.options(seat)) if move != self.choice[seat]]

    def sheet_of(self, seat: int) -> dict[str, Any]:
        """A sheet as data, per row: positions crossed, positions still open, lock, crosses missing before the last number."""
        rows = []
        for row in range(ROWS):
            crossed = self.marks[seat] >> (row * CELLS) & ROW
            rows.append(
                {
                    "crossed": [pos for pos in range(CELLS) if crossed >> pos & 1],
                    "open": [pos for pos in range(CELLS) if self.free[seat] >> (row * CELLS + pos) & 1],
                    "lock": self.marks[seat] >> (LOCKS + row) & 1 == 1,
                    "missing": max(0, 5 - bits.count(crossed)),
                }
            )
        return {"rows": rows, "misses": self.misses[seat]}

    # -- resample ------------------------------------------------------------------------------------------------------

    def resample_hidden(self, seat: int, rng: Stream) -> None:
        """Only pending choices are secret (QX-4)."""
        if self.phase != WHITE:
            return
        for other in range(self.players):
            if other != seat and self.choice[other] != UNDECIDED:
                mask = self.options(other)
                self.choice[other] = bits.nth(mask, rng.below(bits.count(mask)))

    # -- copies --------------------------------------------------------------------------------------------------------

    def clone(self) -> Position:
        new = Position.__new__(Position)
        new.game = self.game
        new.players = self.players
        new.waiting = self.waiting
        new.over = self.over
        new.sheet = self.sheet
        new.marks = self.marks[:]
        new.free = self.free[:]
        new.misses = self.misses[:]
        new.choice = self.choice[:]
        new.dice = self.dice[:]
        new.closed = self.closed
        new.gone = self.gone
        new.active = self.active
        new.phase = self.phase
        return new
