"""The deck file: sixty cards, thirty goals, four recommended sets of goals and the solo ranks, read and checked (SB-1).

    {"number": 7, "drawers": ["red flower", "turquoise", "black bar", "pink", "orange square"]}
    {"number": 3, "points": 4, "pattern": [[0, 0], [1, 1], [2, 0]]}
    {"number": 27, "of": "colour", "runs": 2, "rows": [1, 4]}

Drawers go from top to bottom; the cells of a pattern are column and row, counted from 0 at the top left; the rows of a row goal
are counted from 1 at the top.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from trapezi.core import bits
from trapezi.core.deck import DeckOption, need, only
from trapezi.core.errors import BadDeck
from trapezi.games.sideboards.cards import Cards

COLOURS = ("red", "turquoise", "pink", "orange", "black")
HANDLES = ("flower", "square", "bar")
KINDS = ("colour", "handle")
BARE = 7
MARKS = {BARE: None, **dict(enumerate(HANDLES))}
ANY = 8
GROUPS = (range(1, 8), range(8, 15), range(15, 31))  # colours, handles, rows
RANKS = 6
MOST_POINTS = 30

# The row goals that the rules fix (SB-7): what runs are of, how many count, whether two rows are given.
ROW_GOALS = {
    15: ("colour", 2, False),
    16: ("handle", 2, False),
    17: ("colour", 1, False),
    18: ("handle", 1, False),
    **dict.fromkeys(range(19, 24), (COLOURS, 1, False)),
    **dict.fromkeys(range(24, 27), (HANDLES, 1, False)),
    27: ("colour", 2, True),
    28: ("handle", 2, True),
    29: ("colour", 2, True),
    30: ("handle", 2, True),
}


@dataclass(frozen=True)
class SideboardsDeck:
    """A deck ready to play with."""

    content: dict[str, Any]
    cards: Cards = field(compare=False)
    sets: tuple[tuple[int, int, int], ...] = field(compare=False)  # recommended goals
    ranks: tuple[int, ...] = field(compare=False)  # solo: the least points of each rank, lowest first

    def card(self, card: int) -> dict[str, Any]:
        """A card as data: its number, and per drawer, top to bottom, the colour and the handle or None."""
        return {"number": card + 1, "drawers": [[COLOURS[c], MARKS[h]] for c, h in self.cards.cards[card]]}

    def set_of(self, cards: int) -> list[dict[str, Any]]:
        """The cards of a set, one bit each, ascending."""
        return [self.card(card) for card in bits.members(cards)]

    def goal(self, number: int) -> dict[str, Any]:
        """A goal as data."""
        kind, *rest = self.cards.goals[number - 1]
        if number < 15:
            points, rows = rest
            return {"number": number, "of": KINDS[kind], "points": points, "pattern": [[c, r] for c, r in enumerate(rows)]}
        only, runs, each_in = rest
        mark = KINDS[kind] if only == ANY else (COLOURS, HANDLES)[kind][only]
        rows = [row for row in range(5) if each_in >> row & 1]
        return {"number": number, "of": mark, "points": 2, "runs": runs, "rows": rows or None}


KEYS = ("game", "name", "provenance", "cards", "goals", "sets", "solo_ranks")
CARD_KEYS = ("number", "drawers")
PATTERN_KEYS = ("number", "points", "pattern")
ROW_KEYS = ("number", "of", "runs", "rows")
ROW_GOALS_FROM = 15


def build(content: dict[str, Any]) -> SideboardsDeck:
    """The deck of a file; `BadDeck` says what is wrong and where."""
    only(content, KEYS)
    if need(content, "game", str) != "sideboards":
        raise BadDeck("sideboards.deck.other-game", where="game", value=content["game"][:40])
    if not need(content, "name", str).strip():
        raise BadDeck("sideboards.deck.no-name", where="name")
    need(content, "provenance", dict)
    cards = read_cards(content)
    goals = read_goals(content)
    return SideboardsDeck(content, Cards(cards, goals), read_sets(content), read_ranks(content))


# -- cards -------------------------------------------------------------------------------------------------------------


def read_cards(content: dict[str, Any]) -> list[list[tuple[int, int]]]:
    given = counted(content, "cards", 60)
    cards = []
    orders: dict[tuple[int, ...], int] = {}
    for i, card in enumerate(given):
        where = f"cards[{i}]"
        only(card, CARD_KEYS, where)
        if need(card, "number", int, where) != i + 1:
            raise BadDeck("sideboards.deck.number", where=where, expected=i + 1, value=card["number"])
        drawers = read_drawers(card, where)
        order = tuple(colour for colour, _ in drawers)
        twin = orders.setdefault(min(order, order[::-1]), i + 1)
        if twin != i + 1:
            raise BadDeck("sideboards.deck.same-colours", where=where, card=i + 1, other=twin)
        cards.append(drawers)
    return cards


def read_drawers(card: Any, where: str) -> list[tuple[int, int]]:
    texts = need(card, "drawers", list, where)
    if len(texts) != 5:
        raise BadDeck("sideboards.deck.length", where=f"{where}.drawers", expected=5, value=len(texts))
    drawers = []
    for i in range(5):
        words = need(texts, i, str, f"{where}.drawers").split()
        if len(words) not in (1, 2) or words[0] not in COLOURS or (len(words) == 2 and words[1] not in HANDLES):
            known = f"{', '.join(COLOURS)} + {', '.join(HANDLES)}"
            raise BadDeck("sideboards.deck.drawer", where=f"{where}.drawers[{i}]", value=texts[i][:40], known=known)
        drawers.append((COLOURS.index(words[0]), HANDLES.index(words[1]) if len(words) == 2 else BARE))
    if len({colour for colour, _ in drawers}) != 5:
        raise BadDeck("sideboards.deck.colours", where=f"{where}.drawers")
    if sorted(handle for _, handle in drawers) != [0, 1, 2, BARE, BARE]:
        raise BadDeck("sideboards.deck.handles", where=f"{where}.drawers")
    return drawers


# -- goals -------------------------------------------------------------------------------------------------------------


def read_goals(content: dict[str, Any]) -> list[tuple[Any, ...]]:
    given = counted(content, "goals", 30)
    goals: list[tuple[Any, ...]] = []
    for i, goal in enumerate(given):
        where = f"goals[{i}]"
        only(goal, PATTERN_KEYS if i + 1 < ROW_GOALS_FROM else ROW_KEYS, where)
        if need(goal, "number", int, where) != i + 1:
            raise BadDeck("sideboards.deck.number", where=where, expected=i + 1, value=goal["number"])
        goals.append(read_pattern_goal(goal, i + 1, where) if i + 1 < 15 else read_row_goal(goal, i + 1, where))
    for group in GROUPS:
        first: dict[Any, int] = {}
        for number in group:
            # In a group no pattern, colour, handle or pair of rows comes twice; points are no difference.
            kind, *rest = goals[number - 1]
            twin = first.setdefault((kind, *(rest[1:] if number < 15 else rest)), number)
            if twin != number:
                raise BadDeck("sideboards.deck.same-goal", where=f"goals[{number - 1}]", goal=number, other=twin)
    return goals


def read_pattern_goal(goal: Any, number: int, where: str) -> tuple[Any, ...]:
    """Kind, points, and the row of the cell in each column; of a pattern and its mirror image the smaller one."""
    points = need(goal, "points", int, where)
    if not 1 <= points <= MOST_POINTS:
        raise BadDeck("sideboards.deck.points", where=f"{where}.points", most=MOST_POINTS, value=points)
    pattern = need(goal, "pattern", list, where)
    cells = []
    for i in range(len(pattern)):
        cell = need(pattern, i, list, f"{where}.pattern")
        if len(cell) != 2 or any(type(n) is not int for n in cell) or not (0 <= cell[0] <= 3 and 0 <= cell[1] <= 4):
            raise BadDeck("sideboards.deck.cell", where=f"{where}.pattern[{i}]", value=repr(cell)[:40])
        cells.append((cell[0], cell[1]))
    if not 2 <= len(cells) <= 4 or sorted(column for column, _ in cells) != list(range(len(cells))):
        raise BadDeck("sideboards.deck.columns", where=f"{where}.pattern")
    rows = [row for _, row in sorted(cells)]
    upright = tuple(row - min(rows) for row in rows)
    mirrored = tuple(max(rows) - row for row in rows)
    return 0 if number < 8 else 1, points, min(upright, mirrored)


def read_row_goal(goal: Any, number: int, where: str) -> tuple[Any, ...]:
    """Kind, the one mark or ANY, how many runs, and the rows that give one each as bits."""
    of, runs, given_rows = ROW_GOALS[number]
    mark = need(goal, "of", str, where)
    choices = of if isinstance(of, tuple) else (of,)
    if mark not in choices:
        raise BadDeck("sideboards.deck.of", where=f"{where}.of", goal=number, choices=", ".join(choices), value=mark[:40])
    if need(goal, "runs", int, where) != runs:
        raise BadDeck("sideboards.deck.runs", where=f"{where}.runs", goal=number, expected=runs, value=goal["runs"])
    rows = need(goal, "rows", list, where) if given_rows else []
    fine = all(type(row) is int and 1 <= row <= 5 for row in rows) and len(set(rows)) == len(rows)
    if (given_rows and (len(rows) != 2 or not fine)) or (not given_rows and "rows" in goal):
        raise BadDeck("sideboards.deck.rows", where=f"{where}.rows", goal=number)
    kind = 0 if mark == "colour" or mark in COLOURS else 1
    only = ANY if mark in KINDS else (COLOURS, HANDLES)[kind].index(mark)
    return kind, only, runs, sum(1 << (row - 1) for row in rows)


# -- sets and ranks ----------------------------------------------------------------------------------------------------


def read_sets(content: dict[str, Any]) -> tuple[tuple[int, int, int], ...]:
    given = counted(content, "sets", 4)
    for i in range(4):
        goals = need(given, i, list, "sets")
        if len(goals) != 3 or any(type(n) is not int or n not in group for n, group in zip(goals, GROUPS, strict=True)):
            raise BadDeck("sideboards.deck.set", where=f"sets[{i}]", value=repr(goals)[:40])
    return tuple((colour, handle, row) for colour, handle, row in given)


def read_ranks(content: dict[str, Any]) -> tuple[int, ...]:
    given = counted(content, "solo_ranks", RANKS)
    if any(type(n) is not int for n in given) or given[0] != 0 or any(a >= b for a, b in pairwise(given)):
        raise BadDeck("sideboards.deck.ranks", where="solo_ranks", value=repr(given)[:40])
    return tuple(given)


def counted(content: dict[str, Any], name: str, length: int) -> list[Any]:
    given = need(content, name, list)
    if len(given) != length:
        raise BadDeck("sideboards.deck.length", where=name, expected=length, value=len(given))
    return given


DECKS = DeckOption("trapezi.games.sideboards", ("sideboards-1",), build)
