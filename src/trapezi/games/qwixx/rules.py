"""The rules of Qwixx: players cross numbers in four rows from left to right, and each further cross in a row scores more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trapezi.core import bits, cloning, special_seats
from trapezi.core.errors import IllegalMove, Reason
from trapezi.core.random import Stream
from trapezi.core.score_lines import ScoreLine
from trapezi.core.state import MoveCount, Moves, RevealedAnything, State
from trapezi.games.qwixx import notation, phases, sheet, sheet_rules, sheet_view
from trapezi.games.qwixx.layout import Layout
from trapezi.games.qwixx.sheet import COLOURS, Cells, MoveSet, Rows

if TYPE_CHECKING:
    from trapezi.games.qwixx.game import Qwixx

DICE = 6


class Position(State):
    """A position of Qwixx."""

    FIELDS = ("marks", "crossable", "misses", "choice", "dice", "closed", "gone", "active", "phase")
    __slots__ = ("layout", *FIELDS)

    def __init__(self, game: Qwixx) -> None:
        super().__init__(game)
        self.layout: Layout = game.layout
        self.marks = [0] * 5  # marks[seat] is the set of cells that a seat has crossed.
        # crossable[seat] is the set of cells that a seat may cross if the dice allow it (QX-2, QX-7, QX-8).
        self.crossable = [sheet_rules.CROSSABLE_AT_START] * 5
        self.misses = [0] * 5
        self.choice = [sheet.UNDECIDED] * 5  # choice[seat] is the move that a seat has chosen for the white sum.
        self.dice = [0] * 6  # The faces of the dice: white, white, red, yellow, green, blue.
        self.closed = 0  # One bit for each closed row.
        self.gone = 0  # One bit for each colour whose die was removed from the game.
        self.active = game.first  # QX-12
        self.phase = phases.ROLLING

    # -- NATURE rolls the dice that are still in the game (QX-3, QX-8) -------------------------------------------------

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
            if not self.is_die_removed(DICE - 1 - i):
                roll += (rest % 6 + 1) * weight
                rest //= 6
            weight *= 7
        return notation.ROLL + roll

    def is_die_removed(self, die: int) -> bool:
        """Return whether a die was removed from the game because the row with the lock of its colour is closed (QX-8, QX-13)."""
        return self.gone << 2 >> die & 1 == 1

    def is_possible_roll(self, outcome: int) -> bool:
        """Return whether an outcome is a roll of exactly the dice that are still in the game."""
        outcome -= notation.ROLL
        if outcome < 0 or outcome >= notation.ROLLS:
            return False
        for i in range(DICE):
            if (outcome % 7 == 0) != self.is_die_removed(DICE - 1 - i):
                return False
            outcome //= 7
        return True

    # -- legal moves ---------------------------------------------------------------------------------------------------

    def legal_moves_mask(self, seat: int) -> MoveSet:
        """Return the legal moves of a seat that must decide, including PASS."""
        cells = self.white_sum_cells() if self.phase == phases.WHITE else self.coloured_sum_cells(self.gone)
        return cells & self.crossable[seat] | bits.bit(sheet.PASS)

    def white_sum_cells(self) -> Cells:
        """Return the cells whose number is the sum of the white dice, in all rows (QX-4)."""
        return self.layout.cells_by_number[self.dice[0] + self.dice[1]]

    def coloured_sum_cells(self, removed_dice: int) -> Cells:
        """Return all cells that the sum of a coloured and a white die allows: cells of that colour and that number (QX-5).

        `removed_dice` has one bit for each colour whose die cannot be used.
        """
        cells = 0
        for colour in range(4):
            die = self.dice[2 + colour]
            if not removed_dice >> colour & 1:  # QX-9
                cells |= self.layout.cells_by_colour_and_number[colour * 13 + self.dice[0] + die]
                cells |= self.layout.cells_by_colour_and_number[colour * 13 + self.dice[1] + die]
        return cells

    def generate_moves(self, seat: int, moves: Moves) -> MoveCount:
        moves.size = bits.write_members(self.legal_moves_mask(seat), 0, moves.items, 0)
        return moves.size

    def legal(self, seat: int) -> list[int]:
        s = self._require_seat_number(seat)
        return [] if s == special_seats.NATURE or not self.is_on_turn(s) else bits.members(self.legal_moves_mask(s))

    def choose(self, seat: int, rng: Stream) -> int:
        if not self.is_on_turn(seat):
            raise IllegalMove("common.move.not-your-turn", seat=seat)
        if seat == special_seats.NATURE:
            return self.sample_chance(rng)
        return self.random_legal_move(seat, rng)

    def random_legal_move(self, seat: int, rng: Stream) -> int:
        """Return a random legal move of a seat that must decide."""
        mask = self.legal_moves_mask(seat)
        return bits.nth_member(mask, rng.below(bits.count(mask)))

    def is_legal(self, seat: int, move: int) -> bool:
        if seat == special_seats.NATURE:
            return self.is_possible_roll(move)
        return move <= sheet.PASS and self.legal_moves_mask(seat) >> move & 1 == 1

    def rejection_reason(self, seat: int, move: int) -> Reason:
        if seat == special_seats.NATURE:
            return Reason("qwixx.no-such-roll", {"roll": self.game.text(move)})
        row, position = move // sheet.CELLS, move % sheet.CELLS
        crossed = sheet.positions_in_row(self.marks[seat], row)
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

    def _apply(self, seat: int, move: int) -> RevealedAnything:
        if seat == special_seats.NATURE:
            self.apply_roll(move)
            return True
        if self.phase == phases.COLOUR:
            self.finish_turn(move)
            return False
        self.choice[seat] = move
        self.waiting &= ~bits.bit(seat)
        if self.waiting == 0:
            self.resolve_white_choices()
            return self.players > 1
        return False

    def apply_roll(self, outcome: int) -> None:
        """Set the dice to a roll (QX-3). Then all seats must decide about the white sum."""
        rest = outcome - notation.ROLL
        # Six independent divisions are faster than a loop.
        self.dice[0] = rest // 16807
        self.dice[1] = rest // 2401 % 7
        self.dice[2] = rest // 343 % 7
        self.dice[3] = rest // 49 % 7
        self.dice[4] = rest // 7 % 7
        self.dice[5] = rest % 7
        self.phase = phases.WHITE
        self.waiting = bits.bit(self.players) - 1
        for seat in range(self.players):
            self.choice[seat] = sheet.UNDECIDED

    def cross(self, seat: int, cell: int) -> None:
        """Cross a cell on the sheet of a seat, without closing its row."""
        row = cell // sheet.CELLS
        self.marks[seat] |= bits.bit(cell)
        self.crossable[seat] = sheet_rules.crossable_cells_after(self.crossable[seat], self.marks[seat], row)

    def rows_closed_by(self, cell: int) -> Rows:
        """Return the set of rows that a cross in this cell closes: its own row if it is the last cell, otherwise no row."""
        return 1 << cell // sheet.CELLS if cell % sheet.CELLS == sheet.LAST else 0

    def resolve_white_choices(self) -> None:
        """Cross what the seats have chosen for the white sum. Several seats may close the same row at once (QX-8).

        After that, end the game or ask the active seat for its move with the coloured dice.
        """
        closing = 0
        for seat in range(self.players):
            if self.choice[seat] != sheet.PASS:
                self.cross(seat, self.choice[seat])
                closing |= self.rows_closed_by(self.choice[seat])
        if closing:
            self.close_rows_and_remove_dice(closing)
        if bits.count(self.closed) >= 2:  # QX-10
            self.end_game()
        else:
            self.phase = phases.COLOUR
            self.waiting = bits.bit(self.active)

    def finish_turn(self, colour_move: int) -> None:
        """Carry out the active seat's move with the coloured dice, or add a miss. Then end the game or begin the next turn."""
        if colour_move != sheet.PASS:
            self.cross(self.active, colour_move)
            closing = self.rows_closed_by(colour_move)
            if closing:
                self.close_rows_and_remove_dice(closing)
        elif self.choice[self.active] == sheet.PASS:  # QX-6
            self.misses[self.active] += 1
        if bits.count(self.closed) >= 2 or self.misses[self.active] == 4:  # QX-10
            self.end_game()
        else:
            self.phase = phases.ROLLING
            self.waiting = 0
            self.active = (self.active + 1) % self.players  # QX-12

    def close_rows_and_remove_dice(self, rows: Rows) -> None:
        """Close these rows for all seats, and remove the dice with the colours of their locks from the game (QX-8)."""
        self.closed |= rows
        for row in range(sheet.ROWS):
            if rows >> row & 1:
                self.gone |= 1 << self.layout.locks[row]
                for seat in range(self.players):
                    self.crossable[seat] &= ~(bits.bit(row * sheet.CELLS) * sheet.ROW)

    # -- end and score (QX-11) -----------------------------------------------------------------------------------------

    def end_game(self) -> None:
        """End the game."""
        self.phase = phases.END
        self.waiting = 0
        self.over = True

    def end_reason(self) -> Reason:
        rows = bits.count(self.closed)
        if rows >= 2:
            return Reason("qwixx.over.rows", {"rows": rows})
        return Reason("qwixx.over.misses", {"seat": self.active})

    def score(self, seat: int) -> int:
        return sheet_rules.score(self.marks[seat], self.misses[seat])

    def score_lines(self, seat: int) -> list[ScoreLine]:
        return sheet_rules.score_lines("qwixx", self.marks[seat], self.misses[seat])

    # -- view ----------------------------------------------------------------------------------------------------------

    def public_board(self) -> dict[str, Any]:
        first, second, *coloured = list(self.dice)
        dice = {COLOURS[c]: 0 if self.gone >> c & 1 else coloured[c] for c in range(4)}
        return {
            "sheet": self.layout.name,
            "layout": self.layout.describe_rows(),
            "phase": phases.NAMES[self.phase],
            "active": self.active,
            "dice": {"white": [first, second], **dice},
            "sums": {
                "white": first + second,
                **{COLOURS[c]: None if self.gone >> c & 1 else [first + coloured[c], second + coloured[c]] for c in range(4)},
            },
            "closed": [row for row in range(sheet.ROWS) if self.closed >> row & 1],
            "sheets": [
                sheet_view.describe_sheet(self.marks[seat], self.crossable[seat], self.misses[seat])
                for seat in range(self.players)
            ],
        }

    def private_part_of_board(self, seat: int) -> dict[str, Any]:
        if seat < 0:
            return sheet_view.describe_choice_and_alternatives(sheet.UNDECIDED, 0)
        legal_choices = self.legal_moves_mask(seat) if self.phase == phases.WHITE else 0
        return sheet_view.describe_choice_and_alternatives(self.choice[seat], legal_choices)

    def preview(self, seat: int, move: int) -> dict[str, Any]:
        """Return the cells and locks that a move would cross, its points, and the pairs of dice whose sum it uses."""
        if move == sheet.PASS:
            miss = self.phase == phases.COLOUR and self.choice[seat] == sheet.PASS
            return {"marks": [], "points": -5 if miss else 0, "dice": []}
        then = self.clone()
        then.cross(seat, move)
        marks = [move, sheet.LOCKS + move // sheet.CELLS] if self.rows_closed_by(move) else [move]
        colour, number = self.layout.cells[move]
        pairs = [(0, 1)] if self.phase == phases.WHITE else [(0, 2 + colour), (1, 2 + colour)]
        dice = [[a, b] for a, b in pairs if self.dice[a] + self.dice[b] == number]
        return {"marks": marks, "points": then.score(seat) - self.score(seat), "dice": dice}

    # -- resample ------------------------------------------------------------------------------------------------------

    def resample_hidden(self, seat: int, rng: Stream) -> None:
        """Replace the pending choices of the other seats by random legal choices. Nothing else is secret (QX-4)."""
        if self.phase == phases.WHITE:
            for other in range(self.players):
                if other != seat and self.choice[other] != sheet.UNDECIDED:
                    self.choice[other] = self.random_legal_move(other, rng)

    # -- time ----------------------------------------------------------------------------------------------------------

    def default_move(self, seat: int) -> int:
        """Return PASS (QX-4, QX-5). If a pass would be a miss (QX-6), return the move that loses least."""
        miss = self.phase == phases.COLOUR and self.choice[seat] == sheet.PASS
        return self.best_move_by_preview(seat) if miss else sheet.PASS

    # -- copies --------------------------------------------------------------------------------------------------------

    def clone(self) -> Position:
        new = Position.__new__(Position)
        new.layout = self.layout
        cloning.copy_fields(self, new, self.marks)
        return new
