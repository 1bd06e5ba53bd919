"""Count how often a sideboard fulfils a goal (SB-6, SB-7), with lookup tables of what is printed on cards and goals.

A sideboard is one int (see `sideboard_bits`). A mark is the property by which drawers are compared: one of five colours (kind 0)
or one of three handles (kind 1).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from trapezi.games.sideboards import goal_constants, sideboard_bits

Drawer = tuple[int, int]  # the colour of a drawer, and its handle or BARE
Cell = tuple[int, int]  # a column and a row, counted from 0 at the top left
DrawerCells = list[list[int]]  # the column and the row of each drawer of a set or run


def turn_upside_down(pattern: Sequence[Cell], rotated: bool) -> tuple[Cell, ...]:
    """Return a pattern mirrored top to bottom or, if `rotated`, rotated by 180° (SB-6), sorted by column.

    >>> turn_upside_down([(0, 0), (1, 1), (2, 1)], False), turn_upside_down([(0, 0), (1, 1), (2, 1)], True)
    (((0, 1), (1, 0), (2, 0)), ((0, 0), (1, 0), (2, 1)))
    """
    last, lowest = max(column for column, _ in pattern), max(row for _, row in pattern)
    return tuple(sorted((last - column if rotated else column, lowest - row) for column, row in pattern))


class GoalMatcher:
    """The cards and goals of a deck, with tables that make it fast to count how often a sideboard fulfils a goal.

    `cards` has the five drawers of each card, top to bottom. `goal_parts` has one tuple per goal: for a pattern goal its kind,
    points and cells, sorted by column; for a row goal its kind, its mark or ANY, the number of runs that count, and, as bits,
    the rows whose longest runs count, or 0 if all rows are compared. `rotated` says how a pattern is turned upside down.
    """

    def __init__(self, cards: Sequence[Sequence[Drawer]], goal_parts: Sequence[tuple[Any, ...]], rotated: bool = False) -> None:
        self.cards = [tuple(drawers) for drawers in cards]
        self.goals = list(goal_parts)
        self.rotated = rotated
        # `mark` has, for each kind, face and row, the mark of the drawer, or BARE if the drawer has no handle.
        self.mark = [7] * 1200
        # `row_of` has, for each kind, face and mark, the row in which the face shows the mark.
        self.row_of = [0] * 1200
        for card, drawers in enumerate(self.cards):
            for turned in range(2):
                lying = drawers[::-1] if turned else drawers
                for row, marks in enumerate(lying):
                    for kind in range(2):
                        start = (kind * sideboard_bits.FACES + card * 2 + turned) * sideboard_bits.ROWS
                        self.mark[start + row] = marks[kind]
                        if marks[kind] != goal_constants.BARE:
                            self.row_of[start + marks[kind]] = row
        # The following tables are indexed by the number of the goal, unless their comment says otherwise.
        self.kind = [0] * 31  # 0 if the goal compares colours, or 1 if it compares handles
        self.points = [0] * 31  # the points that a pattern goal gives for each set that fulfils it
        self.size = [0] * 31  # the number of cells of the pattern
        self.width = [0] * 31  # the number of columns that the pattern spans, including empty columns
        self.columns = [0] * 62  # the columns of a pattern as bits, at goal * 2, plus 1 for the pattern upside down
        # The next two tables are indexed by pattern * 4 + cell, and a pattern by goal * 2, plus 1 if it is upside down.
        self.right = [0] * 248  # how many columns the cell is to the right of the pattern's first cell
        self.down = [0] * 248  # how many rows the cell is below the pattern's first cell
        self.only = [8] * 31  # the mark whose runs count, or ANY if the runs of all marks count
        self.runs = [0] * 31  # the number of runs that count
        self.each_in = [0] * 31  # the rows whose longest runs count, as bits, or 0 if all rows are compared
        for number, (kind, *rest) in enumerate(self.goals, 1):
            self.kind[number] = kind
            if number < goal_constants.ROW_GOALS:
                points, cells = rest
                self.points[number] = points
                self.store_pattern(number * 2, cells)
                self.store_pattern(number * 2 + 1, turn_upside_down(cells, rotated))
            else:
                self.only[number], self.runs[number], self.each_in[number] = rest

    def store_pattern(self, pattern: int, cells: Sequence[Cell]) -> None:
        """Enter the cells of a pattern into the tables at this index."""
        first, top = cells[0]
        self.size[pattern // 2] = len(cells)
        self.width[pattern // 2] = 1 + cells[-1][0] - first
        for i, (column, row) in enumerate(cells):
            self.columns[pattern] |= 1 << (column - first)
            self.right[pattern * 4 + i] = column - first
            self.down[pattern * 4 + i] = row - top

    # -- patterns (SB-6) -----------------------------------------------------------------------------------------------

    def row_of_mark(self, board: int, goal: int, mark: int, column: int) -> int:
        """Return the row in which a column shows a mark of the goal's kind."""
        face = self.kind[goal] * sideboard_bits.FACES + sideboard_bits.face_at(board, column)
        return self.row_of[face * sideboard_bits.ROWS + mark]

    def fitting_orientations(self, board: int, goal: int, mark: int, column: int) -> int:
        """Return the orientations (1 as drawn, 2 upside down, as bits) in which drawers with a mark form the pattern here."""
        top = self.row_of_mark(board, goal, mark, column)
        fits = 3
        for i in range(goal * 8 + 1, goal * 8 + self.size[goal]):
            row = self.row_of_mark(board, goal, mark, column + self.right[i])
            if row - top != self.down[i]:
                fits &= 2
            if self.right[i] != self.right[i + 4]:
                row = self.row_of_mark(board, goal, mark, column + self.right[i + 4])
            if row - top != self.down[i + 4]:
                fits &= 1
            if fits == 0:
                return 0
        return fits

    def count_disjoint_sets(self, board: int, card_count: int, goal: int) -> int:
        """Return the largest number of sets of which no two share a drawer.

        Sets of different marks never share a drawer. A mark occurs once per card. So if the pattern has no empty column, the sets
        of a mark are stretches of columns of equal length, and taking the set that ends first gives the largest number.
        """
        found = 0
        for mark in range(3 if self.kind[goal] == goal_constants.HANDLE else 5):
            if self.width[goal] != self.size[goal]:
                found += self.most_sets_of_mark(board, card_count, goal, mark, 0, 0)
                continue
            column = 0
            while column + self.width[goal] <= card_count:
                if self.fitting_orientations(board, goal, mark, column):
                    found += 1
                    column += self.width[goal]
                else:
                    column += 1
        return found

    def points_for_sets(self, board: int, card_count: int, goal: int) -> int:
        return self.points[goal] * self.count_disjoint_sets(board, card_count, goal)

    def most_sets_of_mark(self, board: int, card_count: int, goal: int, mark: int, column: int, used_columns: int) -> int:
        """Return the largest number of sets of a mark that begin in this column or later and need no used column.

        Sets with empty columns may interleave, so the search tries each set and also leaves it out.
        """
        found = 0
        while column + self.width[goal] <= card_count:
            fits = self.fitting_orientations(board, goal, mark, column)
            for k in range(2):
                columns = self.columns[goal * 2 + k] << column
                if fits >> k & 1 and used_columns & columns == 0:
                    more = self.most_sets_of_mark(board, card_count, goal, mark, column + 1, used_columns | columns)
                    found = max(found, 1 + more)
            column += 1
        return found

    def counted_set_cells(self, board: int, card_count: int, goal: int) -> list[DrawerCells]:
        """Return the cells of each set that `count_disjoint_sets` counts."""
        found = []
        for mark in range(3 if self.kind[goal] == goal_constants.HANDLE else 5):
            used = 0
            for at in range(card_count - self.width[goal] + 1):
                fits = self.fitting_orientations(board, goal, mark, at)
                for k in range(2):
                    columns = self.columns[goal * 2 + k] << at
                    if not fits >> k & 1 or used & columns:
                        continue
                    # Sets with empty columns may interleave. Leave this set out if fewer sets would be possible with it.
                    if self.width[goal] != self.size[goal]:
                        most = self.most_sets_of_mark(board, card_count, goal, mark, at, used)
                        if most != 1 + self.most_sets_of_mark(board, card_count, goal, mark, at + 1, used | columns):
                            continue
                    found.append([[c, self.row_of_mark(board, goal, mark, c)] for c in range(at, card_count) if columns >> c & 1])
                    used |= columns
        return found

    # -- rows (SB-7) ---------------------------------------------------------------------------------------------------

    def mark_at(self, board: int, goal: int, row: int, column: int) -> int:
        """Return the mark of the goal's kind that a drawer has, or BARE if the drawer has none."""
        face = self.kind[goal] * sideboard_bits.FACES + sideboard_bits.face_at(board, column)
        return self.mark[face * sideboard_bits.ROWS + row]

    def run_length(self, board: int, card_count: int, goal: int, row: int, column: int) -> int:
        """Return the length of the run that begins in this column, or 0 if the mark of the first drawer does not count."""
        mark = self.mark_at(board, goal, row, column)
        if mark == goal_constants.BARE or (self.only[goal] != goal_constants.ANY and mark != self.only[goal]):
            return 0
        length = 1
        while column + length < card_count and self.mark_at(board, goal, row, column + length) == mark:
            length += 1
        return length

    def count_drawers_in_runs(self, board: int, card_count: int, goal: int) -> int:
        """Return how many drawers are in the runs that count for a row goal."""
        total = 0
        first = 0
        second = 0
        for row in range(sideboard_bits.ROWS):
            longest = 0
            column = 0
            while column < card_count:
                length = self.run_length(board, card_count, goal, row, column)
                longest = max(longest, length)
                if length > first:
                    second = first
                    first = length
                elif length > second:
                    second = length
                column += max(length, 1)
            if self.each_in[goal] >> row & 1:
                total += longest
        if self.each_in[goal]:
            return total
        return first + second if self.runs[goal] == 2 else first

    def counted_run_cells(self, board: int, card_count: int, goal: int) -> list[DrawerCells]:
        """Return the cells of each run that counts for a row goal."""
        runs = []
        for row in range(sideboard_bits.ROWS):
            column = 0
            while column < card_count:
                length = self.run_length(board, card_count, goal, row, column)
                if length:
                    runs.append([[c, row] for c in range(column, column + length)])
                column += max(length, 1)
        runs.sort(key=len, reverse=True)
        if not self.each_in[goal]:
            return runs[: self.runs[goal]]
        longest: dict[int, DrawerCells] = {}  # the cells of the longest run of each row
        for cells in runs:
            longest.setdefault(cells[0][1], cells)
        return [cells for row, cells in sorted(longest.items()) if self.each_in[goal] >> row & 1]

    def __reduce__(self) -> tuple[Any, ...]:
        return GoalMatcher, (self.cards, self.goals, self.rotated)
