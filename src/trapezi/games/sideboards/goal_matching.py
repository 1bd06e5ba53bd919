"""Count how often a sideboard fulfils a goal (SB-6, SB-7), by lookup tables of what is printed on cards and goals.

A sideboard is one int (see `sideboard_bits`). Some goals compare the colours of drawers (kind 0), the others compare their
handles (kind 1). What a goal compares is called the mark of a drawer: one of five colours, or one of three handles.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from trapezi.games.sideboards import goal_constants, sideboard_bits

Drawer = tuple[int, int]  # The colour of a drawer, and its handle or BARE.
Cell = tuple[int, int]  # A column and a row, counted from 0 at the top left.
DrawerCells = list[int]  # 5 * column + row of each drawer of a set (for a pattern goal) or run (for a row goal).


def turn_upside_down(pattern: Sequence[Cell], rotated: bool) -> tuple[Cell, ...]:
    """Turn a pattern upside down (SB-6): mirror it, or rotate it by 180° if `rotated` is set. Sort its cells by column.

    >>> turn_upside_down([(0, 0), (1, 1), (2, 1)], False), turn_upside_down([(0, 0), (1, 1), (2, 1)], True)
    (((0, 1), (1, 0), (2, 0)), ((0, 0), (1, 0), (2, 1)))
    """
    last, lowest = max(column for column, _ in pattern), max(row for _, row in pattern)
    return tuple(sorted((last - column if rotated else column, lowest - row) for column, row in pattern))


class GoalMatcher:
    """The cards and goals of a deck, with tables that make it fast to count how often a sideboard fulfils a goal.

    `cards` has the five drawers of each card, from top to bottom. `goal_parts` has one tuple per goal:

    - for a pattern goal, the kind, the points, and the cells of the pattern, sorted by column;
    - for a row goal, the kind, the mark or ANY, and the number of runs that count. The last number has one bit for each row whose
      longest run counts. It is 0 if the longest runs of the whole sideboard count.

    `rotated` says whether a pattern is turned upside down by rotating it instead of mirroring it.
    """

    def __init__(self, cards: Sequence[Sequence[Drawer]], goal_parts: Sequence[tuple[Any, ...]], rotated: bool = False) -> None:
        self.cards = [tuple(drawers) for drawers in cards]
        self.goals = list(goal_parts)
        self.rotated = rotated
        # mark[(kind * FACES + face) * ROWS + row] is the mark of the drawer in a row of a face, or BARE if it has no handle.
        self.mark = [7] * 1200
        # row_of[(kind * FACES + face) * ROWS + mark] is the row in which a face shows a mark.
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
        self.kind = [0] * 31  # kind[goal] is 0 if the goal compares colours, 1 if it compares handles.
        self.points = [0] * 31  # points[goal] is how many points each set scores, for a pattern goal.
        self.size = [0] * 31  # size[goal] is how many cells the pattern has.
        self.width = [0] * 31  # width[goal] is how many columns the pattern spans, including empty columns.
        # The next three tables are indexed by pattern = goal * 2, plus 1 for the pattern upside down.
        self.columns = [0] * 62  # columns[pattern] has one bit for each column of the pattern that is not empty.
        self.right = [0] * 248  # right[pattern * 4 + i] is how many columns cell i is to the right of cell 0.
        self.down = [0] * 248  # down[pattern * 4 + i] is how many rows cell i is below cell 0.
        self.only = [8] * 31  # only[goal] is the mark whose runs count, or ANY if the runs of all marks count.
        self.runs = [0] * 31  # runs[goal] is how many runs count.
        # each_in[goal] has one bit for each row whose longest run counts. It is 0 if the longest runs of the whole sideboard
        # count, in whatever rows.
        self.each_in = [0] * 31
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
        """Enter the cells of a pattern into the tables. `pattern` is the number of the goal * 2, plus 1 if it is upside down."""
        first, top = cells[0]
        self.size[pattern // 2] = len(cells)
        self.width[pattern // 2] = 1 + cells[-1][0] - first
        for i, (column, row) in enumerate(cells):
            self.columns[pattern] |= 1 << (column - first)
            self.right[pattern * 4 + i] = column - first
            self.down[pattern * 4 + i] = row - top

    # -- patterns (SB-6) -----------------------------------------------------------------------------------------------

    def row_of_mark(self, board: int, goal: int, mark: int, column: int) -> int:
        """Return the row of the drawer that has this mark (a colour or a handle, as the goal demands) in a column."""
        face = self.kind[goal] * sideboard_bits.FACES + sideboard_bits.face_at(board, column)
        return self.row_of[face * sideboard_bits.ROWS + mark]

    def fitting_orientations(self, board: int, goal: int, mark: int, column: int) -> int:
        """Return whether the drawers with this mark form the goal's pattern from this column on.

        Bit 0 is set for the pattern as it is drawn, bit 1 for the pattern upside down.
        """
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
        """Return the greatest possible number of sets that fulfil a pattern goal, if no two sets share a drawer.

        Sets of different marks never share a drawer. A mark occurs once per card. If the pattern has no empty column, each set
        of a mark takes the same number of adjacent columns. It is then best to take the sets greedily from left to right.
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
        """Return the greatest possible number of sets of a mark that begin in this column or later and use no used column.

        If a pattern has empty columns, one set may use the columns that another set leaves empty. It can then be better to leave
        a set out, so the search tries both.
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
                    # The pattern has empty columns, which other sets may use: take this set only if it does not prevent others.
                    if self.width[goal] != self.size[goal]:
                        most = self.most_sets_of_mark(board, card_count, goal, mark, at, used)
                        if most != 1 + self.most_sets_of_mark(board, card_count, goal, mark, at + 1, used | columns):
                            continue
                    found.append(
                        [
                            sideboard_bits.ROWS * c + self.row_of_mark(board, goal, mark, c)
                            for c in range(at, card_count)
                            if columns >> c & 1
                        ]
                    )
                    used |= columns
        return found

    # -- rows (SB-7) ---------------------------------------------------------------------------------------------------

    def mark_at(self, board: int, goal: int, row: int, column: int) -> int:
        """Return the mark of a drawer: its colour or its handle, as the goal demands, or BARE if it has no handle."""
        face = self.kind[goal] * sideboard_bits.FACES + sideboard_bits.face_at(board, column)
        return self.mark[face * sideboard_bits.ROWS + row]

    def run_length(self, board: int, card_count: int, goal: int, row: int, column: int) -> int:
        """Return the length of the run that begins with this drawer, or 0 if its mark does not count for the goal."""
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
                    runs.append([sideboard_bits.ROWS * c + row for c in range(column, column + length)])
                column += max(length, 1)
        runs.sort(key=len, reverse=True)
        if not self.each_in[goal]:
            return runs[: self.runs[goal]]
        longest: dict[int, DrawerCells] = {}  # The cells of the longest run of each row.
        for cells in runs:
            longest.setdefault(cells[0] % sideboard_bits.ROWS, cells)
        return [cells for row, cells in sorted(longest.items()) if self.each_in[goal] >> row & 1]

    def __reduce__(self) -> tuple[Any, ...]:
        return GoalMatcher, (self.cards, self.goals, self.rotated)
