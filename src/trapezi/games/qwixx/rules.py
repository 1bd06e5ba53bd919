"""The rules of Qwixx: everybody crosses numbers in four rows, left to right; each further cross in a row scores more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trapezi.core import bits, cloning, seats
from trapezi.core.errors import IllegalMove, Reason
from trapezi.core.random import Stream
from trapezi.core.score import ScoreLine
from trapezi.core.state import Moves, State
from trapezi.games.qwixx import crosses, notation, phases, sheet
from trapezi.games.qwixx.layout import Layout
from trapezi.games.qwixx.sheet import COLOURS

if TYPE_CHECKING:
    from trapezi.games.qwixx.game import Qwixx

DICE = 6


class Position(State):
    """A position of Qwixx."""

    FIELDS = ("marks", "free", "misses", "choice", "dice", "closed", "gone", "active", "phase")
    __slots__ = ("layout", *FIELDS)

    def __init__(self, game: Qwixx) -> None:
        super().__init__(game)
        self.layout: Layout = game.layout
        self.marks = [0] * 5  # per seat: cells crossed
        self.free = [crosses.EMPTY] * 5  # per seat: cells that it can still cross (QX-2, QX-7, QX-8)
        self.misses = [0] * 5
        self.choice = [sheet.UNDECIDED] * 5  # per seat: the choice of action one
        self.dice = [0] * 6
        self.closed = 0  # closed rows, as bits
        self.gone = 0  # colours whose die has left the game, as bits
        self.active = game.first  # QX-12
        self.phase = phases.ROLLING

    # -- NATURE: the dice that are still in the game (QX-3, QX-8) ------------------------------------------------------

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
            if not self.die_has_left(DICE - 1 - i):
                roll += (rest % 6 + 1) * weight
                rest //= 6
            weight *= 7
        return notation.ROLL + roll

    def die_has_left(self, die: int) -> bool:
        """Return whether a die has left the game because the row with the lock of its colour is closed (QX-8, QX-13)."""
        return self.gone << 2 >> die & 1 == 1

    def is_possible_roll(self, outcome: int) -> bool:
        outcome -= notation.ROLL
        if outcome < 0 or outcome >= notation.ROLLS:
            return False
        for i in range(DICE):
            if (outcome % 7 == 0) != self.die_has_left(DICE - 1 - i):
                return False
            outcome //= 7
        return True

    # -- legal moves ---------------------------------------------------------------------------------------------------

    def legal_mask(self, seat: int) -> int:
        """Return the legal moves of a seat that must decide, one bit each."""
        cells = self.white_sum_cells() if self.phase == phases.WHITE else self.coloured_sum_cells()
        return cells & self.free[seat] | bits.bit(sheet.PASS)

    def white_sum_cells(self) -> int:
        """Return the cells with the sum of the white dice (QX-4)."""
        return self.layout.of_number[self.dice[0] + self.dice[1]]

    def coloured_sum_cells(self) -> int:
        """Return the cells whose colour and number are those of a coloured die plus a white one (QX-5)."""
        cells = 0
        for colour in range(4):
            die = self.dice[2 + colour]
            if not self.gone >> colour & 1:  # QX-9
                cells |= self.layout.of_colour[colour * 13 + self.dice[0] + die]
                cells |= self.layout.of_colour[colour * 13 + self.dice[1] + die]
        return cells

    def generate_moves(self, seat: int, moves: Moves) -> int:
        moves.size = bits.write_members(self.legal_mask(seat), 0, moves.items, 0)
        return moves.size

    def legal(self, seat: int) -> list[int]:
        return [] if seat == seats.NATURE or not self.on_turn(seat) else bits.members(self.legal_mask(seat))

    def choose(self, seat: int, rng: Stream) -> int:
        if not self.on_turn(seat):
            raise IllegalMove("common.move.not-your-turn", seat=seat)
        if seat == seats.NATURE:
            return self.sample_chance(rng)
        return self.random_option(seat, rng)

    def random_option(self, seat: int, rng: Stream) -> int:
        mask = self.legal_mask(seat)
        return bits.nth(mask, rng.below(bits.count(mask)))

    def is_legal(self, seat: int, move: int) -> bool:
        if seat == seats.NATURE:
            return self.is_possible_roll(move)
        return move <= sheet.PASS and self.legal_mask(seat) >> move & 1 == 1

    def reason(self, seat: int, move: int) -> Reason:
        if seat == seats.NATURE:
            return Reason("qwixx.no-such-roll", {"roll": self.game.text(move)})
        row, position = move // sheet.CELLS, move % sheet.CELLS
        crossed = sheet.in_row(self.marks[seat], row)
        cell = {"row": row, "number": self.layout.cells[move][1]}
        if self.closed >> row & 1:
            return Reason("qwixx.row-closed", cell)
        if crossed >> position & 1:
            return Reason("qwixx.already-crossed", cell)
        if crossed >> position:
            return Reason("qwixx.skipped", cell)
        if position == sheet.LAST and bits.count(crossed) < 5:
            return Reason("qwixx.needs-five", {**cell, "missing": 5 - bits.count(crossed)})
        return Reason("qwixx.not-rolled" if self.phase == phases.COLOUR else "qwixx.not-the-white-sum", cell)

    # -- play ----------------------------------------------------------------------------------------------------------

    def _apply(self, seat: int, move: int) -> bool:
        if seat == seats.NATURE:
            self.apply_roll(move)
            return True
        if self.phase == phases.COLOUR:
            self.resolve_colour(move)
            return False
        self.choice[seat] = move
        self.waiting &= ~bits.bit(seat)
        if self.waiting == 0:
            self.resolve_white()
            return self.players > 1
        return False

    def apply_roll(self, outcome: int) -> None:
        """Set the dice (QX-3), and wait for everybody to decide about the white sum."""
        rest = outcome - notation.ROLL
        self.dice[0] = rest // 16807  # six independent divisions are faster than a loop
        self.dice[1] = rest // 2401 % 7
        self.dice[2] = rest // 343 % 7
        self.dice[3] = rest // 49 % 7
        self.dice[4] = rest // 7 % 7
        self.dice[5] = rest % 7
        self.phase = phases.WHITE
        self.waiting = bits.bit(self.players) - 1
        for seat in range(self.players):
            self.choice[seat] = sheet.UNDECIDED

    def cross(self, seat: int, cell: int) -> int:
        """Cross a cell. Return the row that this closes as a bit, or 0 if it closes none."""
        row = cell // sheet.CELLS
        self.marks[seat] |= bits.bit(cell)
        self.free[seat] = crosses.free_after_cross(self.free[seat], self.marks[seat], row)
        return 1 << row if cell % sheet.CELLS == sheet.LAST else 0

    def resolve_white(self) -> None:
        """Resolve all choices of action one together, so that several seats may close a row (QX-8)."""
        closing = 0
        for seat in range(self.players):
            if self.choice[seat] != sheet.PASS:
                closing |= self.cross(seat, self.choice[seat])
        if closing:
            self.close_rows(closing)
        if bits.count(self.closed) >= 2:  # QX-10
            self.finish()
        else:
            self.phase = phases.COLOUR
            self.waiting = bits.bit(self.active)

    def resolve_colour(self, move: int) -> None:
        if move != sheet.PASS:
            closing = self.cross(self.active, move)
            if closing:
                self.close_rows(closing)
        elif self.choice[self.active] == sheet.PASS:  # QX-6
            self.misses[self.active] += 1
        if bits.count(self.closed) >= 2 or self.misses[self.active] == 4:  # QX-10
            self.finish()
        else:
            self.phase = phases.ROLLING
            self.waiting = 0
            self.active = (self.active + 1) % self.players  # QX-12

    def close_rows(self, rows: int) -> None:
        """Close rows for all seats and remove their dice from the game (QX-8)."""
        self.closed |= rows
        for row in range(sheet.ROWS):
            if rows >> row & 1:
                self.gone |= 1 << self.layout.locks[row]
                for seat in range(self.players):
                    self.free[seat] &= ~(bits.bit(row * sheet.CELLS) * sheet.ROW)

    # -- end and score (QX-11) -----------------------------------------------------------------------------------------

    def finish(self) -> None:
        self.phase = phases.END
        self.waiting = 0
        self.over = True

    def score(self, seat: int) -> int:
        return crosses.score(self.marks[seat], self.misses[seat])

    def score_lines(self, seat: int) -> list[ScoreLine]:
        return crosses.score_lines("qwixx", self.marks[seat], self.misses[seat])

    # -- view ----------------------------------------------------------------------------------------------------------

    def public_board(self) -> dict[str, Any]:
        first, second, *coloured = list(self.dice)
        dice = {COLOURS[c]: 0 if self.gone >> c & 1 else coloured[c] for c in range(4)}
        return {
            "sheet": self.layout.name,
            "layout": self.layout.rows(),
            "phase": phases.NAMES[self.phase],
            "active": self.active,
            "dice": {"white": [first, second], **dice},
            "sums": {
                "white": first + second,
                **{COLOURS[c]: None if self.gone >> c & 1 else [first + coloured[c], second + coloured[c]] for c in range(4)},
            },
            "closed": [row for row in range(sheet.ROWS) if self.closed >> row & 1],
            "sheets": [crosses.sheet_data(self.marks[s], self.free[s], self.misses[s]) for s in range(self.players)],
        }

    def private_board(self, seat: int) -> dict[str, Any]:
        if seat < 0:
            return crosses.choice_data(sheet.UNDECIDED, 0)
        return crosses.choice_data(self.choice[seat], self.legal_mask(seat) if self.phase == phases.WHITE else 0)

    def preview(self, seat: int, move: int) -> dict[str, Any]:
        """Return the cells and locks that a move marks, its points, and the pairs of dice with the sum that it crosses."""
        if move == sheet.PASS:
            miss = self.phase == phases.COLOUR and self.choice[seat] == sheet.PASS
            return {"marks": [], "points": -5 if miss else 0, "dice": []}
        then = self.clone()
        locked = then.cross(seat, move)
        marks = [move, sheet.LOCKS + move // sheet.CELLS] if locked else [move]
        colour, number = self.layout.cells[move]
        pairs = [(0, 1)] if self.phase == phases.WHITE else [(0, 2 + colour), (1, 2 + colour)]
        dice = [[a, b] for a, b in pairs if self.dice[a] + self.dice[b] == number]
        return {"marks": marks, "points": then.score(seat) - self.score(seat), "dice": dice}

    # -- resample ------------------------------------------------------------------------------------------------------

    def resample_hidden(self, seat: int, rng: Stream) -> None:
        """Replace the pending choices of other seats; nothing else is secret (QX-4)."""
        if self.phase == phases.WHITE:
            for other in range(self.players):
                if other != seat and self.choice[other] != sheet.UNDECIDED:
                    self.choice[other] = self.random_option(other, rng)

    # -- copies --------------------------------------------------------------------------------------------------------

    def clone(self) -> Position:
        new = Position.__new__(Position)
        new.layout = self.layout
        cloning.copy_fields(self, new, self.marks)
        return new
