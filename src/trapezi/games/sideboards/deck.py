"""Read and check the deck file of Sideboards (SB-1): sixty cards, thirty goals, four sets of goals, and the solo ranks.

    {"number": 7, "drawers": ["red flower", "turquoise", "black bar", "pink", "orange square"]}
    {"number": 3, "points": 4, "pattern": [[0, 0], [1, 1], [2, 0]]}
    {"number": 27, "of": "colour", "runs": 2, "rows": [1, 4]}

The drawers of a card are listed from top to bottom. A cell of a pattern is a column and a row, counted from 0 at the top left.
The rows of a row goal are counted from 1 at the top. With `"upside_down": "rotated"`, patterns are turned upside down by rotating
them by 180° instead of mirroring them (SB-6).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any

from trapezi.core.deck_files import DeckOption, check_deck_header, reject_unknown_keys, require_value
from trapezi.core.errors import BadDeck
from trapezi.core.safe_text import escape_invisible, quote
from trapezi.games.sideboards.goal_constants import ANY, BARE, COLOURS, GROUPS, HANDLES, KINDS, ROW_GOALS
from trapezi.games.sideboards.goal_matching import Cell, Drawer, GoalMatcher, turn_upside_down
from trapezi.games.sideboards.sideboard_bits import LENGTH

MARKS = {BARE: None, **dict(enumerate(HANDLES))}
UPSIDE_DOWN = ("mirrored", "rotated")
RANKS = 6  # The number of solo ranks.
MOST_POINTS = 30  # The maximum number of points for one pattern.

# Maps each row goal (SB-7) to three values: the marks whose runs count, how many runs count, and whether the goal names two rows.
RUNS = {
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

KEYS = ("game", "name", "provenance", "upside_down", "cards", "goals", "sets", "solo_ranks")
CARD_KEYS = ("number", "drawers")
PATTERN_KEYS = ("number", "points", "pattern")
ROW_KEYS = ("number", "of", "runs", "rows")


@dataclass(frozen=True)
class SideboardsDeck:
    """The cards, goals and solo ranks of a valid deck file."""

    content: dict[str, Any]
    matcher: GoalMatcher = field(compare=False)
    sets: tuple[tuple[int, int, int], ...] = field(compare=False)  # The recommended sets of three goals, by number.
    ranks: tuple[int, ...] = field(compare=False)  # The minimum points of each solo rank, from the lowest rank to the highest.

    @cached_property
    def printed_cards(self) -> list[list[str]]:
        """The drawers of each card from top to bottom, as in a deck file. Card 1 comes first.

        All views contain this same object, so that it need not be built for each view or compared between views.
        """
        return [[" ".join(filter(None, (COLOURS[c], MARKS[h]))) for c, h in drawers] for drawers in self.matcher.cards]

    def goal_data(self, number: int) -> dict[str, Any]:
        """Return a goal as data, with its pattern moved to the top left."""
        kind, *rest = self.matcher.goals[number - 1]
        if number < ROW_GOALS:
            points, cells = rest
            goal = {"number": number, "of": KINDS[kind], "points": points, "pattern": [list(cell) for cell in cells]}
            return {**goal, "upside_down": "rotated"} if self.matcher.rotated else goal
        only, runs, each_in = rest
        mark = KINDS[kind] if only == ANY else (COLOURS, HANDLES)[kind][only]
        rows = [row for row in range(5) if each_in >> row & 1]
        return {"number": number, "of": mark, "points": 2, "runs": runs, "rows": rows or None}


def read_deck(content: dict[str, Any]) -> SideboardsDeck:
    """Return the deck that the content of a deck file describes. If it has a fault, raise `BadDeck` and name the faulty place."""
    reject_unknown_keys(content, KEYS)
    check_deck_header(content, "sideboards")
    rotated = read_rotated_flag(content)
    matcher = GoalMatcher(read_cards(content), read_goals(content, rotated), rotated)
    return SideboardsDeck(content, matcher, read_goal_sets(content), read_solo_ranks(content))


def read_rotated_flag(content: dict[str, Any]) -> bool:
    """Return whether patterns are rotated instead of mirrored (SB-6)."""
    how = require_value(content, "upside_down", str) if "upside_down" in content else UPSIDE_DOWN[0]
    if how not in UPSIDE_DOWN:
        raise BadDeck("sideboards.deck.upside-down", where="upside_down", value=quote(how), known=", ".join(UPSIDE_DOWN))
    return how == "rotated"


# -- cards -------------------------------------------------------------------------------------------------------------


def read_cards(content: dict[str, Any]) -> list[list[Drawer]]:
    """Return the drawers of all cards. Raise `BadDeck` if two cards have the same colours in the same or the reverse order."""
    cards = []
    orders: dict[tuple[int, ...], int] = {}
    for i, card in enumerate(require_list(content, "cards", 60)):
        where = f"cards[{i}]"
        reject_unknown_keys(card, CARD_KEYS, where)
        check_number(card, i + 1, where)
        drawers = read_drawers(card, where)
        order = tuple(colour for colour, _ in drawers)
        twin = orders.setdefault(min(order, order[::-1]), i + 1)
        if twin != i + 1:
            raise BadDeck("sideboards.deck.same-colours", where=where, card=i + 1, other=twin)
        cards.append(drawers)
    return cards


def read_drawers(card: Any, where: str) -> list[Drawer]:
    """Return the five drawers of a card. Raise `BadDeck` unless each colour and each handle occurs once."""
    where = f"{where}.drawers"
    drawers = []
    texts = require_list(card, "drawers", 5, where.removesuffix(".drawers"))
    for i in range(5):
        words = require_value(texts, i, str, where).split()
        if len(words) not in (1, 2) or words[0] not in COLOURS or (len(words) == 2 and words[1] not in HANDLES):
            known = f"{', '.join(COLOURS)} + {', '.join(HANDLES)}"
            raise BadDeck("sideboards.deck.drawer", where=f"{where}[{i}]", value=escape_invisible(texts[i][:40]), known=known)
        drawers.append((COLOURS.index(words[0]), HANDLES.index(words[1]) if len(words) == 2 else BARE))
    if len({colour for colour, _ in drawers}) != 5:
        raise BadDeck("sideboards.deck.colours", where=where)
    if sorted(handle for _, handle in drawers) != [0, 1, 2, BARE, BARE]:
        raise BadDeck("sideboards.deck.handles", where=where)
    return drawers


# -- goals -------------------------------------------------------------------------------------------------------------


def read_goals(content: dict[str, Any], rotated: bool) -> list[tuple[Any, ...]]:
    """Return all goals in the form that `GoalMatcher` takes. Raise `BadDeck` if two goals differ at most in their points."""
    goals: list[tuple[Any, ...]] = []
    for i, goal in enumerate(require_list(content, "goals", 30)):
        where = f"goals[{i}]"
        reject_unknown_keys(goal, PATTERN_KEYS if i + 1 < ROW_GOALS else ROW_KEYS, where)
        check_number(goal, i + 1, where)
        goals.append(read_pattern_goal(goal, i + 1, where) if i + 1 < ROW_GOALS else read_row_goal(goal, i + 1, where))
    for group in GROUPS:
        first: dict[Any, int] = {}
        for number in group:
            kind, *rest = goals[number - 1]
            counts = min(rest[1], turn_upside_down(rest[1], rotated)) if number < ROW_GOALS else tuple(rest)
            twin = first.setdefault((kind, counts), number)
            if twin != number:
                raise BadDeck("sideboards.deck.same-goal", where=f"goals[{number - 1}]", goal=number, other=twin)
    return goals


def read_pattern_goal(goal: Any, number: int, where: str) -> tuple[Any, ...]:
    """Return the kind, points and cells of a pattern goal.

    Raise `BadDeck` if two cells are in one column. No sideboard could fulfil such a goal, because a mark occurs once per card.
    """
    points = require_value(goal, "points", int, where)
    if not 1 <= points <= MOST_POINTS:
        raise BadDeck("sideboards.deck.points", where=f"{where}.points", most=MOST_POINTS, value=quote(points))
    pattern = require_value(goal, "pattern", list, where)
    cells = []
    for i in range(len(pattern)):
        cell = require_value(pattern, i, list, f"{where}.pattern")
        if len(cell) != 2 or any(type(n) is not int for n in cell) or not (0 <= cell[0] < LENGTH and 0 <= cell[1] < 5):
            raise BadDeck("sideboards.deck.cell", where=f"{where}.pattern[{i}]", value=quote(cell), last=LENGTH - 1)
        cells.append((cell[0], cell[1]))
    if not 2 <= len(cells) <= 4 or len({column for column, _ in cells}) != len(cells):
        raise BadDeck("sideboards.deck.columns", where=f"{where}.pattern")
    return 0 if number < 8 else 1, points, move_to_top_left(cells)


def move_to_top_left(cells: Sequence[Cell]) -> tuple[Cell, ...]:
    """Return the cells of a pattern, moved to the top left and sorted by column."""
    left, top = min(column for column, _ in cells), min(row for _, row in cells)
    return tuple(sorted((column - left, row - top) for column, row in cells))


def read_row_goal(goal: Any, number: int, where: str) -> tuple[Any, ...]:
    """Return four values of a row goal: the kind, the mark or ANY, the number of runs, and the set of the rows that it names."""
    of, runs, names_rows = RUNS[number]
    mark = require_value(goal, "of", str, where)
    choices = of if isinstance(of, tuple) else (of,)
    if mark not in choices:
        known = ", ".join(choices)
        raise BadDeck("sideboards.deck.of", where=f"{where}.of", goal=number, choices=known, value=escape_invisible(mark[:40]))
    if require_value(goal, "runs", int, where) != runs:
        raise BadDeck("sideboards.deck.runs", where=f"{where}.runs", goal=number, expected=runs, value=quote(goal["runs"]))
    rows = require_value(goal, "rows", list, where) if names_rows else []
    valid = all(type(row) is int and 1 <= row <= 5 for row in rows) and len(set(rows)) == len(rows)
    if (names_rows and (len(rows) != 2 or not valid)) or (not names_rows and "rows" in goal):
        raise BadDeck("sideboards.deck.rows", where=f"{where}.rows", goal=number)
    kind = 0 if mark == "colour" or mark in COLOURS else 1
    only = ANY if mark in KINDS else (COLOURS, HANDLES)[kind].index(mark)
    return kind, only, runs, sum(1 << (row - 1) for row in rows)


# -- sets and ranks ----------------------------------------------------------------------------------------------------


def read_goal_sets(content: dict[str, Any]) -> tuple[tuple[int, int, int], ...]:
    """Return the four recommended sets of goals. Raise `BadDeck` unless each has one goal of every group."""
    sets = require_list(content, "sets", 4)
    for i in range(4):
        goals = require_value(sets, i, list, "sets")
        if len(goals) != 3 or any(type(n) is not int or n not in group for n, group in zip(goals, GROUPS, strict=True)):
            raise BadDeck("sideboards.deck.set", where=f"sets[{i}]", value=quote(goals))
    return tuple((colour, handle, row) for colour, handle, row in sets)


def read_solo_ranks(content: dict[str, Any]) -> tuple[int, ...]:
    """Return the minimum points of each solo rank. Raise `BadDeck` unless these numbers begin with 0 and ascend."""
    ranks = require_list(content, "solo_ranks", RANKS)
    if any(type(n) is not int for n in ranks) or ranks[0] != 0 or any(a >= b for a, b in pairwise(ranks)):
        raise BadDeck("sideboards.deck.ranks", where="solo_ranks", value=quote(ranks))
    return tuple(ranks)


# -- checks ------------------------------------------------------------------------------------------------------------


def check_number(item: Any, expected: int, where: str) -> None:
    """Raise `BadDeck` unless a card or goal has the expected value under the key `number`."""
    if require_value(item, "number", int, where) != expected:
        raise BadDeck("sideboards.deck.number", where=where, expected=expected, value=quote(item["number"]))


def require_list(content: Any, name: str, length: int, where: str = "") -> list[Any]:
    """Return the list under the key `name`. Raise `BadDeck` unless the list has this length."""
    items = require_value(content, name, list, where)
    if len(items) != length:
        place = f"{where}.{name}" if where else name
        raise BadDeck("sideboards.deck.length", where=place, expected=length, value=len(items))
    return items


DECKS = DeckOption("trapezi.games.sideboards", ("sideboards-1",), read_deck)
