"""Print `sideboards-1.json`, the deck that ships with Sideboards.

    python tools/make_sideboards_deck.py > src/trapezi/games/sideboards/decks/sideboards-1.json

A deterministic search places the handles on the cards. The points of the goals and the solo ranks are copied from what
`fit_sideboards_goals.py` measured.
"""

from __future__ import annotations

import json
from itertools import permutations
from typing import Any

from trapezi.core.random import Stream
from trapezi.games.sideboards.goal_constants import COLOURS, HANDLES

Order = tuple[int, ...]  # The colours of a card from top to bottom.
Placement = tuple[int, int, int]  # The rows of the handles on a card: of the flower, the square and the bar.

PROVENANCE = {
    "known": "Sixty cards, on each all five colours and one handle of each shape; every colour order up to a half turn once, "
    "since 5!/2 = 60. Thirty goals in three groups, what the row goals count, patterns of two to four cells; one colour goal "
    "of three cells for 4 points, one handle goal of two diagonal cells for 3, one handle goal for 9.",
    "ours": "Which drawers have the handles, the numbers of the cards, all patterns but those two, all other points, which goals "
    "are recommended, which pair of rows goes with which goal, the order of goals 19 to 26, and the solo ranks.",
    "method": "Each of the 60 ways to put three handles on five rows is used once, so that each shape lies in each row 12 times; "
    "they are given to the cards so that each shape lies on each colour 12 times. Points and ranks come from simulated play.",
}

# For each goal, the easiest first: the row of its cell in each column, and its points (docs/sideboards-goals.md).
PATTERNS: list[tuple[tuple[int, ...], int]] = [
    ((0, 3), 2),
    ((0, 1, 1), 3),
    ((0, 1, 2), 4),
    ((0, 1, 4), 5),
    ((0, 2, 4), 6),
    ((0, 1, 1, 0), 7),
    ((0, 1, 2, 3), 8),
    ((0, 1), 3),
    ((0, 4), 5),
    ((0, 0, 1), 6),
    ((0, 2, 1), 7),
    ((0, 3, 0), 8),
    ((0, 4, 1), 9),
    ((0, 1, 0, 1), 12),
]
SETS = [(1, 8, 15), (2, 8, 17), (3, 9, 16), (2, 10, 18)]
SOLO_RANKS = [0, 32, 40, 46, 52, 60]


def colour_orders() -> list[Order]:
    """Return all orders of colours, sorted, with only one of each order and its reverse."""
    return [order for order in permutations(range(5)) if order < order[::-1]]


def imbalance(orders: list[Order], placed: list[Placement]) -> int:
    """Return a sum of squares that is 0 if each handle is on each colour 12 times."""
    on = [[0] * 5 for _ in HANDLES]
    for order, rows in zip(orders, placed, strict=True):
        for handle, row in enumerate(rows):
            on[handle][order[row]] += 1
    return sum((n - 12) ** 2 for counts in on for n in counts)


def placements(orders: list[Order]) -> list[Placement]:
    """Return the rows of the handles on each card: shuffled, then swapped between cards until they are balanced."""
    stream = Stream(60)
    placed: list[Placement] = list(permutations(range(5), 3))
    for i in range(59, 0, -1):
        j = stream.below(i + 1)
        placed[i], placed[j] = placed[j], placed[i]
    now = imbalance(orders, placed)
    while now:
        i, j = stream.below(60), stream.below(60)
        placed[i], placed[j] = placed[j], placed[i]
        then = imbalance(orders, placed)
        if then <= now:
            now = then
        else:
            placed[i], placed[j] = placed[j], placed[i]
    return placed


def cards() -> list[dict[str, Any]]:
    orders = colour_orders()
    cards = []
    for number, (order, rows) in enumerate(zip(orders, placements(orders), strict=True), 1):
        drawers = [COLOURS[colour] for colour in order]
        for handle, row in zip(HANDLES, rows, strict=True):
            drawers[row] += f" {handle}"
        cards.append({"number": number, "drawers": drawers})
    return cards


def goals() -> list[dict[str, Any]]:
    patterns = [{"points": points, "pattern": [[c, r] for c, r in enumerate(rows)]} for rows, points in PATTERNS]
    rows: list[dict[str, Any]] = [
        {"of": "colour", "runs": 2},
        {"of": "handle", "runs": 2},
        {"of": "colour", "runs": 1},
        {"of": "handle", "runs": 1},
        *({"of": mark, "runs": 1} for mark in (*COLOURS, *HANDLES)),
        {"of": "colour", "runs": 2, "rows": [1, 4]},
        {"of": "handle", "runs": 2, "rows": [1, 4]},
        {"of": "colour", "runs": 2, "rows": [2, 3]},
        {"of": "handle", "runs": 2, "rows": [2, 3]},
    ]
    return [{"number": number, **goal} for number, goal in enumerate([*patterns, *rows], 1)]


def deck() -> dict[str, Any]:
    return {
        "game": "sideboards",
        "name": "sideboards-1",
        "provenance": PROVENANCE,
        "cards": cards(),
        "goals": goals(),
        "sets": [list(goals) for goals in SETS],
        "solo_ranks": SOLO_RANKS,
    }


def to_json(deck: dict[str, Any]) -> str:
    """Return the deck as JSON, with one line per card and goal."""
    parts = []
    for name, value in deck.items():
        if name in ("cards", "goals", "sets"):
            items = ",\n".join("    " + json.dumps(item, ensure_ascii=False) for item in value)
            parts.append(f'  "{name}": [\n{items}\n  ]')
        elif isinstance(value, dict):
            items = ",\n".join(f'    "{key}": {json.dumps(text, ensure_ascii=False)}' for key, text in value.items())
            parts.append(f'  "{name}": {{\n{items}\n  }}')
        else:
            parts.append(f'  "{name}": {json.dumps(value)}')
    return "{\n" + ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    print(to_json(deck()), end="")
