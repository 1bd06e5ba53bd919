"""What is printed on cards and goals, as tables to count with: how often a sideboard fulfils a goal (SB-6, SB-7).

A face is a card as it lies: card * 2, and 1 more if it is turned by 180°. A sideboard is one int of seven bits per face, the
left-most lowest:

    … 0 | third | second | left-most          laid at the right: board | face << 7 * n      at the left: board << 7 | face

A mark is what drawers are compared by: one of five colours, or one of three handles. `kind` says which: 0 or 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

HANDLE = 1  # kinds of marks: colours are 0
BARE = 7  # instead of a handle
ANY = 8  # a row goal that takes runs of any mark
ROWS = 5
FACES = 120
ROW_GOALS = 15  # the number of the first of them
BITS = 7  # of a face
FACE = 127

Drawer = tuple[int, int]  # colour, handle or BARE


class Cards:
    """Sixty cards and thirty goals.

    `cards` has the five drawers of each card, top to bottom; `goals` has for each number the kind, and then for a pattern its
    points and the row of its cell in each column, for a row goal the mark, the number of runs and the rows (as bits) of which
    each gives its longest run, or 0 if all rows are one.
    """

    __slots__ = ("cards", "each_in", "goals", "kind", "mark", "only", "points", "row_of", "runs", "size", "steps")

    def __init__(self, cards: Sequence[Sequence[Drawer]], goals: Sequence[tuple[Any, ...]]) -> None:
        self.cards = [tuple(drawers) for drawers in cards]
        self.goals = list(goals)
        self.mark = [7] * 1200  # by kind, face and row; BARE where there is no handle
        self.row_of = [0] * 1200  # by kind, face and mark
        for card, drawers in enumerate(self.cards):
            for turned in range(2):
                lying = drawers[::-1] if turned else drawers
                for row, marks in enumerate(lying):
                    for kind in range(2):
                        at = (kind * FACES + card * 2 + turned) * ROWS
                        self.mark[at + row] = marks[kind]
                        if marks[kind] != BARE:
                            self.row_of[at + marks[kind]] = row
        self.kind = [0] * 31  # by the number of the goal, as all below
        self.points = [0] * 31
        self.size = [0] * 31
        self.steps = [0] * 93  # how many rows a pattern goes down from each column to the next
        self.only = [8] * 31
        self.runs = [0] * 31
        self.each_in = [0] * 31
        for number, (kind, *rest) in enumerate(self.goals, 1):
            self.kind[number] = kind
            if number < ROW_GOALS:
                points, rows = rest
                self.points[number] = points
                self.size[number] = len(rows)
                for i in range(len(rows) - 1):
                    self.steps[number * 3 + i] = rows[i + 1] - rows[i]
            else:
                self.only[number], self.runs[number], self.each_in[number] = rest

    # -- patterns (SB-6) -----------------------------------------------------------------------------------------------

    def fits(self, board: int, goal: int, mark: int, at: int) -> bool:
        """Whether the drawers with this mark lie in the pattern from this column on: upright, or mirrored top to bottom."""
        base = self.kind[goal] * FACES
        upright = True
        mirrored = True
        row = self.row_of[(base + (board >> BITS * at & FACE)) * ROWS + mark]
        for i in range(self.size[goal] - 1):
            at += 1
            below = self.row_of[(base + (board >> BITS * at & FACE)) * ROWS + mark]
            if below - row != self.steps[goal * 3 + i]:
                upright = False
            if row - below != self.steps[goal * 3 + i]:
                mirrored = False
            row = below
        return upright or mirrored

    def next_set(self, board: int, n: int, goal: int, mark: int, at: int) -> int:
        """The first column from `at` on where the pattern begins; n if there is none."""
        while at + self.size[goal] <= n:
            if self.fits(board, goal, mark, at):
                return at
            at += 1
        return n

    def sets(self, board: int, n: int, goal: int) -> int:
        """The largest number of sets of which no two share a drawer.

        A mark occurs once per card, so the sets of one mark are stretches of columns, all equally long: taking always the one
        that ends first gives as many as there can be. Sets of different marks never share a drawer.
        """
        found = 0
        for mark in range(3 if self.kind[goal] == HANDLE else 5):
            at = self.next_set(board, n, goal, mark, 0)
            while at < n:
                found += 1
                at = self.next_set(board, n, goal, mark, at + self.size[goal])
        return found

    def where_sets(self, board: int, n: int, goal: int) -> list[list[list[int]]]:
        """The same sets, each as its drawers: column and row, counted from 0 at the top left."""
        found = []
        for mark in range(3 if self.kind[goal] == HANDLE else 5):
            at = self.next_set(board, n, goal, mark, 0)
            while at < n:
                found.append([[c, self.row(board, goal, mark, c)] for c in range(at, at + self.size[goal])])
                at = self.next_set(board, n, goal, mark, at + self.size[goal])
        return found

    def row(self, board: int, goal: int, mark: int, column: int) -> int:
        return self.row_of[(self.kind[goal] * FACES + (board >> BITS * column & FACE)) * ROWS + mark]

    # -- rows (SB-7) ---------------------------------------------------------------------------------------------------

    def run(self, board: int, n: int, goal: int, row: int, at: int) -> int:
        """How long the run is that begins in this column; 0 if its first drawer does not count."""
        base = self.kind[goal] * FACES
        mark = self.mark[(base + (board >> BITS * at & FACE)) * ROWS + row]
        if mark == BARE or (self.only[goal] != ANY and mark != self.only[goal]):
            return 0
        length = 1
        at += 1
        while at < n and self.mark[(base + (board >> BITS * at & FACE)) * ROWS + row] == mark:
            length += 1
            at += 1
        return length

    def drawers(self, board: int, n: int, goal: int) -> int:
        """How many drawers the counted runs have."""
        total = 0
        first = 0
        second = 0
        for row in range(ROWS):
            longest = 0
            at = 0
            while at < n:
                length = self.run(board, n, goal, row, at)
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

    def where_drawers(self, board: int, n: int, goal: int) -> list[list[list[int]]]:
        """The counted runs, each as its drawers."""
        runs = []
        for row in range(ROWS):
            at = 0
            while at < n:
                length = self.run(board, n, goal, row, at)
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
        return Cards, (self.cards, self.goals)
