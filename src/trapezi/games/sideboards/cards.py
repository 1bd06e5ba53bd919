"""Lookup tables of what is printed on cards and goals, and how often a sideboard fulfils a goal (SB-6, SB-7).

A sideboard is one int (see `faces`). Drawers are compared by a mark: one of five colours (kind 0) or one of three handles
(kind 1).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from trapezi.games.sideboards import faces, goals

Drawer = tuple[int, int]  # colour, handle or BARE
Cell = tuple[int, int]  # column and row, from 0 at the top left


def upside_down(pattern: Sequence[Cell], rotated: bool) -> tuple[Cell, ...]:
    """Return a pattern mirrored top to bottom or, if `rotated`, rotated by 180° (SB-6), sorted by column.

    >>> upside_down([(0, 0), (1, 1), (2, 1)], False), upside_down([(0, 0), (1, 1), (2, 1)], True)
    (((0, 1), (1, 0), (2, 0)), ((0, 0), (1, 0), (2, 1)))
    """
    last, lowest = max(column for column, _ in pattern), max(row for _, row in pattern)
    return tuple(sorted((last - column if rotated else column, lowest - row) for column, row in pattern))


class Cards:
    """Sixty cards and thirty goals.

    `cards` has the five drawers of each card, top to bottom. `goal_parts` has a tuple per goal. For a pattern: its kind, points
    and cells, sorted by column. For a row goal: its kind, its mark or ANY, the number of runs, and the rows, as bits, whose
    longest runs count, or 0 if runs of all rows are compared. `rotated` chooses how a pattern is turned upside down.
    """

    def __init__(self, cards: Sequence[Sequence[Drawer]], goal_parts: Sequence[tuple[Any, ...]], rotated: bool = False) -> None:
        self.cards = [tuple(drawers) for drawers in cards]
        self.goals = list(goal_parts)
        self.rotated = rotated
        self.mark = [7] * 1200  # by kind, face and row: the mark, or BARE where there is no handle
        self.row_of = [0] * 1200  # the row in which a face shows a mark, by kind (colour or handle), face and mark
        for card, drawers in enumerate(self.cards):
            for turned in range(2):
                lying = drawers[::-1] if turned else drawers
                for row, marks in enumerate(lying):
                    for kind in range(2):
                        at = (kind * faces.COUNT + card * 2 + turned) * faces.ROWS
                        self.mark[at + row] = marks[kind]
                        if marks[kind] != goals.BARE:
                            self.row_of[at + marks[kind]] = row
        self.kind = [0] * 31  # this and the following tables are indexed by the number of the goal
        self.points = [0] * 31
        self.size = [0] * 31  # cells of a pattern
        self.width = [0] * 31  # columns of a pattern, empty ones included
        self.columns = [0] * 62  # by pattern (goal * 2, plus 1 if upside down): its columns as bits
        self.right = [0] * 248  # by pattern * 4 + cell: how many columns a cell lies to the right of the first
        self.down = [0] * 248  # by pattern * 4 + cell: how many rows a cell lies below the first
        self.only = [8] * 31
        self.runs = [0] * 31
        self.each_in = [0] * 31
        for number, (kind, *rest) in enumerate(self.goals, 1):
            self.kind[number] = kind
            if number < goals.ROW_GOALS:
                points, cells = rest
                self.points[number] = points
                self.add_pattern(number * 2, cells)
                self.add_pattern(number * 2 + 1, upside_down(cells, rotated))
            else:
                self.only[number], self.runs[number], self.each_in[number] = rest

    def add_pattern(self, pattern: int, cells: Sequence[Cell]) -> None:
        first, top = cells[0]
        self.size[pattern // 2] = len(cells)
        self.width[pattern // 2] = 1 + cells[-1][0] - first
        for i, (column, row) in enumerate(cells):
            self.columns[pattern] |= 1 << (column - first)
            self.right[pattern * 4 + i] = column - first
            self.down[pattern * 4 + i] = row - top

    # -- patterns (SB-6) -----------------------------------------------------------------------------------------------

    def fitting_orientations(self, board: int, goal: int, mark: int, at: int) -> int:
        """Return how drawers with this mark form the pattern from this column on: 0 not, 1 as drawn, 2 upside down, 3 both."""
        base = self.kind[goal] * faces.COUNT
        top = self.row_of[(base + faces.face_at(board, at)) * faces.ROWS + mark]
        fits = 3
        for i in range(goal * 8 + 1, goal * 8 + self.size[goal]):
            row = self.row_of[(base + faces.face_at(board, at + self.right[i])) * faces.ROWS + mark]
            if row - top != self.down[i]:
                fits &= 2
            if self.right[i] != self.right[i + 4]:
                row = self.row_of[(base + faces.face_at(board, at + self.right[i + 4])) * faces.ROWS + mark]
            if row - top != self.down[i + 4]:
                fits &= 1
            if fits == 0:
                return 0
        return fits

    def count_sets(self, board: int, n: int, goal: int) -> int:
        """Return the largest number of sets of which no two share a drawer.

        Sets of different marks never share a drawer. A mark occurs once per card. So if the pattern has no empty column, the sets
        of a mark are stretches of columns of equal length, and taking the set that ends first gives the largest number.
        """
        found = 0
        for mark in range(3 if self.kind[goal] == goals.HANDLE else 5):
            if self.width[goal] != self.size[goal]:
                found += self.most_sets(board, n, goal, mark, 0, 0)
                continue
            at = 0
            while at + self.width[goal] <= n:
                if self.fitting_orientations(board, goal, mark, at):
                    found += 1
                    at += self.width[goal]
                else:
                    at += 1
        return found

    def most_sets(self, board: int, n: int, goal: int, mark: int, at: int, used: int) -> int:
        """Return the largest number of sets of a mark that begin in column `at` or later and use none of the `used` columns.

        Sets with empty columns may interleave, so each set is tried and also left out.
        """
        found = 0
        while at + self.width[goal] <= n:
            fits = self.fitting_orientations(board, goal, mark, at)
            for k in range(2):
                columns = self.columns[goal * 2 + k] << at
                if fits >> k & 1 and used & columns == 0:
                    found = max(found, 1 + self.most_sets(board, n, goal, mark, at + 1, used | columns))
            at += 1
        return found

    def set_cells(self, board: int, n: int, goal: int) -> list[list[list[int]]]:
        """Return the sets that `count_sets` counts, each as the column and row of its drawers, from 0 at the top left."""
        found = []
        for mark in range(3 if self.kind[goal] == goals.HANDLE else 5):
            used = 0
            for at in range(n - self.width[goal] + 1):
                fits = self.fitting_orientations(board, goal, mark, at)
                for k in range(2):
                    columns = self.columns[goal * 2 + k] << at
                    if fits >> k & 1 and used & columns == 0 and self.is_in_best_choice(board, n, goal, mark, at, used, columns):
                        found.append([[c, self.row_of_mark(board, goal, mark, c)] for c in range(at, n) if columns >> c & 1])
                        used |= columns
        return found

    def is_in_best_choice(self, board: int, n: int, goal: int, mark: int, at: int, used: int, columns: int) -> bool:
        """Return whether a largest choice of sets contains the set in these columns."""
        if self.width[goal] == self.size[goal]:
            return True
        most = self.most_sets(board, n, goal, mark, at, used)
        return most == 1 + self.most_sets(board, n, goal, mark, at + 1, used | columns)

    def row_of_mark(self, board: int, goal: int, mark: int, column: int) -> int:
        return self.row_of[(self.kind[goal] * faces.COUNT + faces.face_at(board, column)) * faces.ROWS + mark]

    # -- rows (SB-7) ---------------------------------------------------------------------------------------------------

    def run_length(self, board: int, n: int, goal: int, row: int, at: int) -> int:
        """Return the length of the run that begins in this column; 0 if its first drawer does not count."""
        base = self.kind[goal] * faces.COUNT
        mark = self.mark[(base + faces.face_at(board, at)) * faces.ROWS + row]
        if mark == goals.BARE or (self.only[goal] != goals.ANY and mark != self.only[goal]):
            return 0
        length = 1
        at += 1
        while at < n and self.mark[(base + faces.face_at(board, at)) * faces.ROWS + row] == mark:
            length += 1
            at += 1
        return length

    def drawers_in_runs(self, board: int, n: int, goal: int) -> int:
        """Return how many drawers are in the runs that count for a row goal."""
        total = 0
        first = 0
        second = 0
        for row in range(faces.ROWS):
            longest = 0
            at = 0
            while at < n:
                length = self.run_length(board, n, goal, row, at)
                if length > longest:
                    longest = length
                if length > first:
                    second = first
                    first = length
                elif length > second:
                    second = length
                at += length if length > 1 else 1
            if self.each_in[goal] >> row & 1:
                total += longest
        if self.each_in[goal]:
            return total
        return first + second if self.runs[goal] == 2 else first

    def run_cells(self, board: int, n: int, goal: int) -> list[list[list[int]]]:
        """Return the runs that count for a row goal, each as the column and row of its drawers."""
        runs = []
        for row in range(faces.ROWS):
            at = 0
            while at < n:
                length = self.run_length(board, n, goal, row, at)
                if length:
                    runs.append([[c, row] for c in range(at, at + length)])
                at += max(length, 1)
        runs.sort(key=len, reverse=True)
        if not self.each_in[goal]:
            return runs[: self.runs[goal]]
        firsts: dict[int, list[list[int]]] = {}
        for cells in runs:
            firsts.setdefault(cells[0][1], cells)
        return [cells for row, cells in sorted(firsts.items()) if self.each_in[goal] >> row & 1]

    def __reduce__(self) -> tuple[Any, ...]:
        return Cards, (self.cards, self.goals, self.rotated)
