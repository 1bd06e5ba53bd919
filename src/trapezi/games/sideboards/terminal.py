"""Sideboards on a terminal: one's own sideboard and hand large, the goals beside them, the others below.

A drawer is the letter of its colour and its handle: flower ✿, square ■, bar ▬, none a dot.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from trapezi.cli.board import FitToHeight

Translate = Callable[..., str]
Data = dict[str, Any]
Cell = tuple[int, int]  # column, row

PAINT = {
    "red": "white on #b3261e",
    "turquoise": "black on #4dd0c8",
    "pink": "black on #f7a8c8",
    "orange": "black on #f79a3e",
    "black": "white on #1c1c1c",
}
HANDLES = {"flower": "✿", "square": "■", "bar": "▬", None: "·"}
ROWS = 5
WIDTH = 80  # of the narrowest terminal
SMALL = 16  # of a sideboard of another player


def draw(view: Data, translate: Translate) -> RenderableType:
    return FitToHeight(lambda low: whole(view, translate, [] if low else [Text()]))


def whole(view: Data, translate: Translate, gap: list[Text]) -> RenderableType:
    table = view["board"]
    me = view["seat"] if view["seat"] >= 0 else None
    drawn: list[RenderableType] = [head(table, translate), *gap]
    if me is None:
        drawn.append(goals(table["goals"], translate))
    else:
        parts = [own(view, me, translate), *([hand(table, translate)] if table["hand"] else []), goals(table["goals"], translate)]
        drawn.append(beside(parts))
    others = [seat for seat in range(view["players"]) if seat != me]
    for start in range(0, len(others), WIDTH // (SMALL + 3)):
        row = others[start : start + WIDTH // (SMALL + 3)]
        drawn += [*gap, beside([other(view, seat, translate) for seat in row])]
    return Group(*drawn)


def asks(view: Data) -> str:
    """The exchange is spoken of only where it can be made."""
    phase = view["board"]["phase"]
    if phase == "laying" and not any(move["description"]["kind"] == "exchange" for move in view["moves"]):
        return "sideboards.ask.laying-only"
    return f"sideboards.ask.{phase}"


def head(table: Data, translate: Translate) -> Text:
    piles = translate("sideboards.piles", pile=table["pile"], discards=table["discards"])
    line = Text.assemble((translate("sideboards.turn", turn=table["turn"], turns=table["turns"]), "bold"), "  ", piles, "  ")
    line.append(translate("sideboards.legend"), "dim")
    if table["ranks"]:
        line.append("\n" + translate("sideboards.ranks", ranks=table["ranks"][1:]), "dim")
    return line


def beside(parts: Sequence[RenderableType]) -> Table:
    grid = Table.grid(padding=(0, 3, 0, 0))
    grid.add_row(*parts)
    return grid


# -- goals -------------------------------------------------------------------------------------------------------------


def goals(shown: Data, translate: Translate) -> RenderableType:
    """Two patterns side by side, the row goal below them; nothing of a goal that is not drawn yet."""
    drawn: list[RenderableType] = [
        beside([pattern(shown[name], name, translate) for name in ("colour", "handle") if shown[name]])
    ]
    if shown["row"]:
        drawn.append(row_goal(shown["row"], translate))
    return Group(*drawn)


def pattern(goal: Data, name: str, translate: Translate) -> Text:
    """Number, points, and a picture of the cells."""
    text = Text.assemble((translate(f"sideboards.goal.{name}", number=goal["number"]), "bold"), "\n")
    text.append(translate("sideboards.goal.each", points=goal["points"]) + "\n", "bold #f2d24b")
    cells = {(column, row) for column, row in goal["pattern"]}
    for row in range(1 + max(row for _, row in cells)):
        for column in range(len(cells)):
            text.append("■ " if (column, row) in cells else "· ", "bold" if (column, row) in cells else "dim")
        text.append("\n")
    text.rstrip()
    return text


def row_goal(goal: Data, translate: Translate) -> Text:
    text = Text.assemble((translate("sideboards.goal.row", number=goal["number"]), "bold"), "\n", overflow="fold")
    of = goal["of"]
    if goal["rows"]:
        first, second = goal["rows"]
        return text.append(translate("sideboards.goal.rows", first=first + 1, second=second + 1, of=of))
    return text.append(translate("sideboards.goal.two" if goal["runs"] == 2 else "sideboards.goal.longest", of=of))


# -- cards -------------------------------------------------------------------------------------------------------------


def own(view: Data, seat: int, translate: Translate) -> Text:
    """One's own sideboard: ‹ before a drawer that counts for the colour goal, › after one for the handle goal."""
    seen = view["board"]["seats"][seat]
    text = title(view, seat, translate)
    text.append("\n")
    counts = {kind: cells(seen["matched"][kind]) for kind in ("colour", "handle", "row")}
    for row in range(ROWS):
        for column, card in enumerate(seen["board"]):
            at = (column, row)
            style = PAINT[card["drawers"][row][0]] + (" underline bold" if at in counts["row"] else "")
            text.append("‹" if at in counts["colour"] else " ", style)
            text.append(drawer(card["drawers"][row], translate), style)
            text.append("›" if at in counts["handle"] else " ", style)
        text.append("\n")
    text.append("".join(f"{card['number']:^4}" for card in seen["board"]), "dim")
    return text


def hand(table: Data, translate: Translate) -> Text:
    """The cards in hand under the numbers that moves name them by."""
    text = Text.assemble((translate("sideboards.hand") + "\n", "bold"))
    for row in range(ROWS):
        for card in table["hand"]:
            text.append(f" {drawer(card['drawers'][row], translate)} ", PAINT[card["drawers"][row][0]])
            text.append(" ")
        text.append("\n")
    text.append("".join(f" {slot}:   "[:5] for slot in range(1, len(table["hand"]) + 1)), "bold #f2d24b")
    return text


def other(view: Data, seat: int, translate: Translate) -> Text:
    """Another player's sideboard, and the hand: known numbers, and a question mark for each other card."""
    seen = view["board"]["seats"][seat]
    text = title(view, seat, translate)
    known = [str(card["number"]) for card in view["board"]["known"]["hands"][seat]]
    held = known + ["?"] * (seen["cards"] - len(known))
    text.append(f" [{' '.join(held)}]\n" if held else "\n", "dim")
    counts = cells(seen["matched"]["row"])
    for row in range(ROWS):
        for column, card in enumerate(seen["board"]):
            style = PAINT[card["drawers"][row][0]] + (" underline bold" if (column, row) in counts else "")
            text.append(drawer(card["drawers"][row], translate), style)
        text.append("\n")
    text.rstrip()
    return text


def title(view: Data, seat: int, translate: Translate) -> Text:
    seen = view["board"]["seats"][seat]
    asked = "▸" if seat in view["deciders"] else " "
    text = Text.assemble((asked, "bold #f2d24b"), (translate("table.name", seat=seat), "bold"), f" {view['scores'][seat]}")
    return text.append(" ⇄" if seen["exchange"] else "", "bold #4dd0c8")


def drawer(marks: Sequence[str | None], translate: Translate) -> str:
    return translate(f"sideboards.letter.{marks[0]}") + HANDLES[marks[1]]


def cells(sets: Sequence[Sequence[Sequence[int]]]) -> set[Cell]:
    return {(column, row) for drawers in sets for column, row in drawers}
