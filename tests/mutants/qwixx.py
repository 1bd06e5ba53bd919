"""Mutants of the rules of Qwixx: one change of the source for each clause."""

RULES = "games/qwixx/rules.py"
SHEET_RULES = "games/qwixx/sheet_rules.py"
SHEET_VIEW = "games/qwixx/sheet_view.py"
LAYOUT = "games/qwixx/layout.py"

MUTANTS: list[tuple[str, str, str, str]] = [
    ("QX-1", LAYOUT, "g12 g11 g10 g9  g8  g7  g6  g5  g4  g3  g2  g\n        b12", "g2 g3 g4 g5 g6 g7 g8 g9 g10 g11 g12 g\n        b12"),
    ("QX-1", LAYOUT, "r2  r3  r4  r5  r6  r7  r8  r9  r10 r11 r12 r\n        y2", "r2 r4 r3 r5 r6 r7 r8 r9 r10 r11 r12 r\n        y2"),
    ("QX-2", SHEET_RULES, ">> first << first", "& ~crossed"),
    ("QX-2", SHEET_RULES, "first = bits.highest_member(crossed) + 1", "first = bits.highest_member(crossed)"),
    ("QX-2", SHEET_RULES, "first = bits.highest_member(crossed) + 1", "first = bits.lowest_member(crossed) + 1"),
    ("QX-3", RULES, "n = 46656", "n = 7776"),
    ("QX-3", RULES, "roll += (rest % 6 + 1) * weight", "roll += (rest % 5 + 1) * weight"),
    ("QX-4", RULES, "self.waiting = bits.bit(self.players) - 1", "self.waiting = bits.bit(self.active)"),
    ("QX-4", RULES, "self.layout.cells_by_number[self.dice[0] + self.dice[1]]", "self.layout.cells_by_number[self.dice[0] + self.dice[0]]"),
    ("QX-4", RULES, "describe_choice_and_alternatives(self.choice[seat], legal_choices)", "describe_choice_and_alternatives(self.choice[0], legal_choices)"),
    ("QX-5", RULES, "cells |= self.layout.cells_by_colour_and_number[colour * 13 + self.dice[1] + die]", "pass"),
    ("QX-5", RULES, "            self.waiting = bits.bit(self.active)", "            self.waiting = bits.bit(self.players) - 1"),
    ("QX-5", RULES, "cells |= self.layout.cells_by_colour_and_number[colour * 13 + self.dice[0] + die]", "cells |= self.layout.cells_by_number[self.dice[0] + die]"),
    ("QX-6", RULES, "elif self.choice[self.active] == sheet.PASS:  # QX-6", "else:"),
    ("QX-6", RULES, "self.misses[self.active] += 1", "self.misses[(self.active + 1) % self.players] += 1"),
    ("QX-6", RULES, "elif self.choice[self.active] == sheet.PASS:  # QX-6", "elif False:"),
    ("QX-7", SHEET_RULES, "bits.count(crossed) >= 5 else", "bits.count(crossed) >= 4 else"),
    ("QX-7", SHEET_RULES, "bits.count(crossed) >= 5 else", "bits.count(crossed) >= 6 else"),
    ("QX-7", SHEET_VIEW, '"lock": crossed >> sheet.LAST == 1', '"lock": False'),
    ("QX-7", SHEET_RULES, " + (crossed >> sheet.LAST)", ""),
    ("QX-8", RULES, "self.gone |= 1 << self.layout.locks[row]", "self.gone |= 0"),
    ("QX-8", RULES, "closing |= self.rows_closed_by(self.choice[seat])", "closing = self.rows_closed_by(self.choice[seat])"),
    ("QX-8", RULES, "self.crossable[seat] &= ~(bits.bit(row * sheet.CELLS) * sheet.ROW)", "self.crossable[self.active] &= ~(bits.bit(row * sheet.CELLS) * sheet.ROW)"),
    ("QX-8", SHEET_RULES, "sheet.ROW if bits.count(crossed) >= 5 else sheet.NUMBERS", "sheet.ROW"),
    ("QX-7", SHEET_RULES, "CROSSABLE_AT_START = sheet.NUMBERS", "CROSSABLE_AT_START = sheet.ROW"),
    ("QX-9", RULES, "if not removed_dice >> colour & 1:  # QX-9", "if True:"),
    ("QX-10", RULES, "if bits.count(self.closed) >= 2:  # QX-10", "if False:"),
    ("QX-10", RULES, "self.misses[self.active] == 4:  # QX-10", "self.misses[self.active] == 5:"),
    ("QX-10", RULES, "if bits.count(self.closed) >= 2 or", "if"),
    ("QX-10", RULES, "if bits.count(self.closed) >= 2:  # QX-10", "if self.closed:"),
    ("QX-11", SHEET_RULES, "total = -5 * misses", "total = -4 * misses"),
    ("QX-11", SHEET_RULES, "total += n * (n + 1) // 2", "total += n * n"),
    ("QX-11", "core/game_result.py", "1 + sum(other > own for other in keys)", "1 + sum(other < own for other in keys)"),
    ("QX-11", "core/game_result.py", "1 + sum(other > own for other in keys)", "1 + sum(other >= own for other in keys)"),
    ("QX-12", RULES, "(self.active + 1) % self.players", "(self.active + 2) % self.players"),
    ("QX-12", RULES, "self.active = game.first", "self.active = 0"),
    ("QX-13", RULES, "self.gone |= 1 << self.layout.locks[row]", "self.gone |= 1 << (3 - row)"),
    ("QX-13", LAYOUT, "g6  g3  g9  g12", "g6  g6  g9  g12"),
    ("QX-13", LAYOUT, "if c in colours and n == number", "if n == number"),
    ("QX-13", RULES, "return self.layout.cells_by_number[self.dice[0] + self.dice[1]]", "return self.layout.cells_by_colour_and_number[self.dice[0] + self.dice[1]]"),
]

UNBREAKABLE: dict[str, str] = {}
