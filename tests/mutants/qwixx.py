"""Qwixx broken, clause by clause."""

RULES = "games/qwixx/rules.py"
SHEET = "games/qwixx/sheet.py"

MUTANTS: list[tuple[str, str, str, str]] = [
    ("QX-1", SHEET, "g12 g11 g10 g9  g8  g7  g6  g5  g4  g3  g2  g\n        b12", "g2 g3 g4 g5 g6 g7 g8 g9 g10 g11 g12 g\n        b12"),
    ("QX-1", SHEET, "r2  r3  r4  r5  r6  r7  r8  r9  r10 r11 r12 r\n        y2", "r2 r4 r3 r5 r6 r7 r8 r9 r10 r11 r12 r\n        y2"),
    ("QX-2", RULES, "self.free[seat] &= ~((ONE << (cell + 1)) - (ONE << start))", "self.free[seat] &= ~(ONE << cell)"),
    ("QX-2", RULES, "(ONE << (cell + 1)) - (ONE << start)", "(ONE << cell) - (ONE << start)"),
    ("QX-3", RULES, "n = 46656", "n = 7776"),
    ("QX-3", RULES, "roll += (rest % 6 + 1) * weight", "roll += (rest % 5 + 1) * weight"),
    ("QX-4", RULES, "self.waiting = (ONE << self.players) - 1", "self.waiting = ONE << self.active"),
    ("QX-4", RULES, "self.sheet.of_number[self.dice[0] + self.dice[1]]", "self.sheet.of_number[self.dice[0] + self.dice[0]]"),
    ("QX-4", RULES, "if seat >= 0 and self.choice[seat] != UNDECIDED else None", "if self.choice[0] != UNDECIDED else None"),
    ("QX-5", RULES, "cells |= self.sheet.of_colour[colour * 13 + self.dice[1] + die]", "pass"),
    ("QX-5", RULES, "            self.waiting = ONE << self.active", "            self.waiting = (ONE << self.players) - 1"),
    ("QX-5", RULES, "cells |= self.sheet.of_colour[colour * 13 + self.dice[0] + die]", "cells |= self.sheet.of_number[self.dice[0] + die]"),
    ("QX-6", RULES, "elif self.choice[self.active] == PASS:  # QX-6", "else:"),
    ("QX-6", RULES, "self.misses[self.active] += 1", "self.misses[(self.active + 1) % self.players] += 1"),
    ("QX-6", RULES, "elif self.choice[self.active] == PASS:  # QX-6", "elif False:"),
    ("QX-7", RULES, "ROW) == 5:", "ROW) == 4:"),
    ("QX-7", RULES, "ROW) == 5:", "ROW) == 6:"),
    ("QX-7", RULES, "            self.marks[seat] |= ONE << (LOCKS + row)\n", ""),
    ("QX-7", RULES, "+ (self.marks[seat] >> (LOCKS + row) & 1)", ""),
    ("QX-8", RULES, "self.gone |= 1 << self.sheet.locks[row]", "self.gone |= 0"),
    ("QX-8", RULES, "closing |= self.cross(seat, self.choice[seat])", "closing = self.cross(seat, self.choice[seat])"),
    ("QX-8", RULES, "self.free[seat] &= ~(ONE * ROW << (row * CELLS))", "self.free[self.active] &= ~(ONE * ROW << (row * CELLS))"),
    ("QX-8", RULES, "return reach >> pos << pos", "return ROW"),
    ("QX-9", RULES, "if not self.gone >> colour & 1:  # QX-9", "if True:"),
    ("QX-10", RULES, "if bits.count(self.closed) >= 2:  # QX-10", "if False:"),
    ("QX-10", RULES, "self.misses[self.active] == 4:  # QX-10", "self.misses[self.active] == 5:"),
    ("QX-10", RULES, "if bits.count(self.closed) >= 2 or", "if"),
    ("QX-10", RULES, "if bits.count(self.closed) >= 2:  # QX-10", "if self.closed:"),
    ("QX-11", RULES, "total = -5 * self.misses[seat]", "total = -4 * self.misses[seat]"),
    ("QX-11", RULES, "total += n * (n + 1) // 2", "total += n * n"),
    ("QX-11", "core/score.py", "1 + sum(other > own for other in standings)", "1 + sum(other < own for other in standings)"),
    ("QX-11", "core/score.py", "1 + sum(other > own for other in standings)", "1 + sum(other >= own for other in standings)"),
    ("QX-12", RULES, "(self.active + 1) % self.players", "(self.active + 2) % self.players"),
    ("QX-12", RULES, "self.active = game.first", "self.active = 0"),
    ("QX-13", RULES, "self.gone |= 1 << self.sheet.locks[row]", "self.gone |= 1 << (3 - row)"),
    ("QX-13", SHEET, "g6  g3  g9  g12", "g6  g6  g9  g12"),
    ("QX-13", SHEET, "c == k // 13 and n == k % 13", "n == k % 13"),
    ("QX-13", RULES, "cells = self.sheet.of_number[self.dice[0] + self.dice[1]]", "cells = self.sheet.of_colour[self.dice[0] + self.dice[1]]"),
]

UNBREAKABLE: dict[str, str] = {}
