"""Ways to break each clause of Sideboards: clause, file, what stands there once, what stands there instead."""

RULES = "games/sideboards/rules.py"
TABLE = "games/sideboards/table.py"
CARDS = "games/sideboards/cards.py"
DECK = "games/sideboards/deck.py"
GAME = "games/sideboards/game.py"

MUTANTS: list[tuple[str, str, str, str]] = [
    ("SB-1", DECK, "order = tuple(colour for colour, _ in drawers)", "order = (i,)"),
    ("SB-1", DECK, "min(order, order[::-1])", "order"),
    ("SB-1", DECK, "if len({colour for colour, _ in drawers}) != 5:", "if False:"),
    ("SB-1", DECK, "!= [0, 1, 2, BARE, BARE]", "== []"),
    ("SB-1", DECK, "min(upright, mirrored)", "upright"),
    ("SB-1", DECK, "return 0 if number < 8 else 1, points", "return 0 if number < 9 else 1, points"),
    ("SB-2", RULES, "return 16 if self.open_group() == 2 else 7", "return 7"),
    ("SB-2", RULES, "GOAL + 1 + self.open_group() * 7 + k", "GOAL + 1 + k"),
    ("SB-2", RULES, "return (2 if self.laid else 3)", "return (2 if self.laid else 2)"),
    ("SB-2", TABLE, "self.goals = list(game.goals)", "self.goals = [0, 0, 0]"),
    ("SB-2", GAME, "if self.goals != RANDOM and getattr(self, name) != RANDOM:", "if False:"),
    ("SB-3", RULES, "return 48 if self.four else 24", "return 48 if self.four else 12"),
    ("SB-3", RULES, "card * 2 + (move >> 1 & 1)", "card * 2"),
    ("SB-3", RULES, "other * 2 + (move & 1)", "other * 2"),
    (
        "SB-3",
        RULES,
        "passed = self.hand[self.players - 1]\n"
        "        for seat in range(self.players):",
        "passed = self.hand[0]\n"
        "        for seat in reversed(range(self.players)):",
    ),
    ("SB-6", CARDS, "lying = drawers[::-1] if turned else drawers", "lying = drawers"),
    ("SB-3", TABLE, 'card["drawers"][::-1] if face & 1 else', 'card["drawers"] if face & 1 else'),
    ("SB-4", RULES, "if move & 2:", "if True:"),
    ("SB-4", RULES, "face = ONE * (card * 2 + (move & 1))", "face = ONE * (card * 2)"),
    ("SB-4", RULES, "self.board[seat] << BITS | face", "face"),
    ("SB-4", RULES, "if self.waiting:\n            return False", "if False:\n            return False"),
    ("SB-4", RULES, "if self.laid == LENGTH or self.players == 1:", "if self.players == 1:"),
    ("SB-4", RULES, "return self.players > 1", "return False"),
    ("SB-4", RULES, "passed = left", "passed = self.hand[seat]"),
    ("SB-4", TABLE, "decided = seat >= 0 and self.choice[seat] != UNDECIDED", "decided = False"),
    ("SB-5", RULES, "return move < self.starts()", "return move < self.starts() or move == EXCHANGE"),
    ("SB-5", RULES, "self.exchanged = seats", "self.exchanged = 0"),
    ("SB-5", RULES, "self.spare &= ~seats", "self.spare &= 63"),
    (
        "SB-5",
        RULES,
        "self.discards |= self.hand[seat]\n"
        "                self.hand[seat] = 0\n"
        "                self.choice",
        "self.hand[seat] = 0\n"
        "                self.choice",
    ),
    ("SB-5", RULES, "self.waiting = self.exchanged if self.exchanged else", "self.waiting ="),
    ("SB-5", TABLE, "return self.exchanged != 0 and self.choice[seat] != UNDECIDED", "return False"),
    ("SB-5", TABLE, "unused = self.spare >> seat & 1", "unused = 0"),
    ("SB-6", CARDS, "return upright or mirrored", "return upright"),
    ("SB-6", CARDS, "if row - below != self.steps[goal * 3 + i]:", "if False:"),
    ("SB-6", CARDS, "return at\n            at += 1\n        return n", "return at\n            at += 2\n        return n"),
    (
        "SB-6",
        CARDS,
        "found += 1\n"
        "                at = self.next_set(board, n, goal, mark, at + self.size[goal])",
        "found += 1\n"
        "                at = self.next_set(board, n, goal, mark, at + 1)",
    ),
    ("SB-6", CARDS, "while at + self.size[goal] <= n:", "while at + self.size[goal] < n:"),
    ("SB-6", TABLE, "lines.append(line(sets * each,", "lines.append(line(each,"),
    ("SB-7", CARDS, "return first + second if self.runs[goal] == 2 else first", "return first"),
    ("SB-7", CARDS, "return first + second if self.runs[goal] == 2 else first", "return first + second"),
    ("SB-7", CARDS, "elif length > second:", "elif length > second and length < first:"),
    ("SB-7", CARDS, "if mark == BARE or", "if"),
    ("SB-7", CARDS, "(self.only[goal] != ANY and mark != self.only[goal])", "False"),
    ("SB-7", CARDS, "if self.each_in[goal] >> row & 1:\n                total += longest", "total += longest"),
    ("SB-7", DECK, "sum(1 << (row - 1) for row in rows)", "sum(1 << row for row in rows)"),
    ("SB-7", TABLE, 'line(2 * drawers, "sideboards.score.row"', 'line(drawers, "sideboards.score.row"'),
    ("SB-8", TABLE, "return 4 if self.players == 2 else 8 >> place", "return 8 >> place"),
    ("SB-8", TABLE, "if place >= 3 or place >= self.players - 1:", "if place >= 3:"),
    ("SB-8", TABLE, "if place >= 3 or place >= self.players - 1:", "if place >= self.players - 1:"),
    ("SB-8", TABLE, "or self.counted(seat) == 0:", "or False:"),
    (
        "SB-8",
        TABLE,
        "if drawers > own:\n"
        "                higher |= ONE << drawers",
        "if drawers > own:\n"
        "                higher |= ONE << other",
    ),
    ("SB-9", TABLE, "least = 4 if self.cards.runs[self.goals[2]] == 1 else 7", "least = 4"),
    ("SB-9", TABLE, "if drawers >= least + 4:", "if drawers > least + 4:"),
    ("SB-9", TABLE, "return 4 if drawers >= least + 2 else 2", "return 2"),
    ("SB-9", TABLE, "rank = sum(points >= least for least in ranks)", "rank = sum(points >= least for least in ranks) - 1"),
    ("SB-9", RULES, "if self.laid == LENGTH or self.players == 1:", "if self.laid == LENGTH:"),
    ("SB-10", RULES, "(1 if self.four else 0)", "0"),
    ("SB-10", RULES, "return 12 if self.four else 8", "return 8"),
    ("SB-10", RULES, "return 48 if self.four else 24", "return 24"),
    ("SB-10", TABLE, "self.spare = 0 if self.four else", "self.spare ="),
    ("SB-10", TABLE, "if not self.four:", "if True:"),
    ("SB-10", GAME, "if self.four_cards and self.players == 1:", "if False:"),
    ("SB-11", TABLE, "return super().result()", "return Outcome.ranked([(self.score(s), -s) for s in range(self.players)])"),
    ("SB-11", TABLE, "return super().result()", "return Outcome.ranked([(-self.score(s),) for s in range(self.players)])"),
    ("SB-12", RULES, "return self.pile if self.pile else self.discards", "return self.pile"),
    ("SB-12", RULES, "return self.pile if self.pile else self.discards", "return self.pile | self.discards"),
    ("SB-12", RULES, "self.pile = self.discards\n            self.discards = 0", "self.pile = self.discards"),
    (
        "SB-12",
        RULES,
        "self.pile &= ~(ONE << card)\n"
        "        seat = bits.lowest(self.drawers)",
        "self.pile &= ~(ONE << card)\n"
        "        seat = self.drawers.bit_length() - 1",
    ),
    ("SB-13", RULES, "self.known[seat] |= passed", "self.known[seat] |= 0"),
    ("SB-13", RULES, "if seat >= 0:\n            unknown &= ~self.known[seat]", "if False:\n            unknown &= 0"),
    ("SB-13", RULES, "self.known[seat] &= ~self.pile", "self.known[seat] &= ~0"),
    ("SB-13", RULES, "free &= ~new", "free &= ~0"),
    ("SB-13", TABLE, 'if viewer == drawer else {}', 'if True else {}'),
    ("SB-13", TABLE, "known = self.known[seat] if seat >= 0 else 0", "known = (1 << 60) - 1"),
]

UNBREAKABLE: dict[str, str] = {}
